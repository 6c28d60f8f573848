"""Gold sets written for tests."""

from collections.abc import Iterable
from pathlib import Path

TOPICS = "topic_id\tparent_id\tname"
CONTENTS = "content_id\ttext\ttopic_ids\tfold_group\tsplit"
PREREQUISITES = "prerequisite_id\ttopic_id\tlabel\tsplit"

FIVE_TOPICS = (
    "t1\t\tOrchids",
    "t2\t\tKalman filter",
    "t3\t\tSorting",
    "t4\t\tTaxation",
    "t5\tt4\tGlaciers",
)
TAUGHT = (
    "c1\tHow tulips open\tt3\tg1\ttrain",
    "c2\tBread and butter\tt4\tg1\ttrain",
    "c3\tViolins are tuned\tt5\tg2\ttrain",
    "c4\tBread and butter\tt4\tg2\ttrain",
)
TESTED = (
    "e1\tOrchids\tt1\tg3\ttest",
    "e2\tKalman filter\tt2\tg3\ttest",
    "e3\tHow tulips open\tt3\tg3\ttest",
    "e4\tBread and butter\tt4\tg4\ttest",
    "e5\t?!\tt2\tg4\ttest",
    "e6\tOrchids\tt1\tg4\ttest",
)


LADDER = (
    "Number", "Addition", "Subtraction", "Multiplication", "Division", "Fraction", "Equation", "Function",
    "Limit", "Derivative", "Integral", "Differential equation", "Dynamical system",
)  # fmt: skip
"""Topics of which each has to be learnt before all that follow."""


def ladder(every: int = 4) -> list[str]:
    """All pairs of `LADDER` in both directions; one unordered pair in so many is for testing."""
    found = []
    for later in range(len(LADDER)):
        for earlier in range(later):
            split = "test" if (later * 5 + earlier * 3) % every == 0 else "train"
            found.append(f"{LADDER[earlier]}\t{LADDER[later]}\t1\t{split}")
            found.append(f"{LADDER[later]}\t{LADDER[earlier]}\t0\t{split}")
    return found


def write_ladder(folder: Path, pairs: Iterable[str], *more: str) -> Path:
    """A gold set of prerequisites on the topics of `LADDER`, and of more."""
    topics = [f"{name}\t\t{name}" for name in (*LADDER, *more)]
    return write_gold(folder, topics, None, pairs)


def write_gold(
    folder: Path,
    topics: Iterable[str] = FIVE_TOPICS,
    contents: Iterable[str] | None = (*TAUGHT, *TESTED),
    prerequisites: Iterable[str] | None = None,
) -> Path:
    """A gold set in a folder, which is made; the ten rows are those of `TAUGHT` and `TESTED`."""
    folder.mkdir(exist_ok=True)
    for name, header, lines in (
        ("topics.tsv", TOPICS, topics),
        ("contents.tsv", CONTENTS, contents),
        ("prerequisites.tsv", PREREQUISITES, prerequisites),
    ):
        if lines is not None:
            (folder / name).write_text("\n".join([header, *lines]) + "\n", "utf-8")
    return folder
