"""Topics that a person adds are topics like all others: they are taught somewhere, and in an order."""

from pathlib import Path

import pytest

from tests.conftest import TEMPLATE, fresh_database
from tests.daemon.lectures import KRUSKAL, PATHS, TREES
from tests.daemon.runs import answer, ask, make_home, put, run

NEARLY = 0.05
ADDED = ("Graph", "Edge", "Walk")
EDGES = """
SELECT subject.slug, object.slug, prerequisites.status, prerequisites.confidence
  FROM prerequisites
  JOIN topics AS subject ON subject.id = prerequisites.subject_id
  JOIN topics AS object ON object.id = prerequisites.object_id
 WHERE subject.state = 'active' AND object.state = 'active' ORDER BY 1, 2
"""
JUDGED = """
SELECT (evidence -> 'features' ->> 'order')::float8
  FROM judgements JOIN questions ON questions.id = question_id
 WHERE natural_key = 'prerequisite|graph|path' ORDER BY judgements.id
"""


def lectures(home: Path, names: tuple[str, ...] = ("1-trees.md", "2-kruskal.md", "3-paths.md")) -> None:
    for name, text in zip(names, (TREES, KRUSKAL, PATHS), strict=True):
        put(home, f"graphs/lectures/{name}", text)


def edges(url: str) -> tuple[list[tuple[str, str, str]], list[float]]:
    """The pairs with their status, and the confidences, whose last hundredths hang on the order of tags."""
    found = ask(url, EDGES)
    return [tuple(one[:3]) for one in found], [one[3] for one in found]


def clear(found: list[tuple[str, str, str]], confidences: list[float]) -> list[tuple[str, str, str]]:
    """Those whose status does not hang on the last hundredths."""
    return [
        one
        for one, confidence in zip(found, confidences, strict=True)
        if all(abs(confidence - bound) > NEARLY for bound in (0.3, 0.6))
    ]


def first_taught(home: Path) -> dict[str, str | None]:
    return {one["slug"]: one["first_taught"] for one in answer(home, "topics")}


def test_topics_added_by_hand_are_like_those_of_an_outline(
    database_url: str, empty_home: Path, server_url: str, tmp_path: Path
) -> None:
    lectures(empty_home)
    run(empty_home, "run", "--until-idle")
    for title in ADDED:
        assert title not in {one["title"] for one in answer(empty_home, "topics")}
        run(empty_home, "topics", "add", title, "--course", "graphs")
    run(empty_home, "run", "--until-idle")
    titles = [one["title"] for one in answer(empty_home, "topics")]

    for url in fresh_database(server_url, TEMPLATE):
        stated = make_home(tmp_path / "stated", url)
        lectures(stated)
        run(stated, "run", "--until-idle")
        put(stated, "graphs/topics/outline.md", "".join(f"- {title}\n" for title in titles))
        run(stated, "run", "--until-idle")
        assert first_taught(empty_home) == first_taught(stated)
        (added, confidences), (named, other) = edges(database_url), edges(url)
        assert [ends for *ends, _ in added] == [ends for *ends, _ in named]
        assert confidences == pytest.approx(other, abs=NEARLY)
        assert clear(added, confidences) == clear(named, confidences)
    assert first_taught(empty_home)["graph"] == "graphs/lectures/1-trees.md"


def test_a_pair_is_judged_anew_once_both_its_topics_have_a_place(database_url: str, empty_home: Path) -> None:
    lectures(empty_home, ("trees.md", "kruskal.md", "paths.md"))
    run(empty_home, "run", "--until-idle")
    run(empty_home, "topics", "add", "Graph", "--course", "graphs")
    run(empty_home, "run", "--until-idle")
    assert first_taught(empty_home)["graph"] is None
    assert ask(database_url, JUDGED) == [0]

    put(empty_home, "graphs/course.toml", 'order = ["lectures/trees.md", "lectures/paths.md"]\n')
    run(empty_home, "run", "--until-idle")
    assert first_taught(empty_home)["graph"] == "graphs/lectures/trees.md"
    assert ask(database_url, JUDGED) == [0, 1]
