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
