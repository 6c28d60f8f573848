"""No act of a person lets what people and outlines state hold a circle, and none does so unsaid."""

from typing import Any

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient, Ran, Taught

EDGES = """
    SELECT first.slug, needs.slug, status, by FROM prerequisites
      JOIN topics AS first ON first.id = subject_id JOIN topics AS needs ON needs.id = object_id
     WHERE status = 'accepted' AND by <> 'stage' ORDER BY 1, 2"""


@pytest.fixture
def letters(gradient: Gradient, taught: Taught) -> Taught:
    """The course with four topics more, about which nothing is known."""
    for title in ("Alpha", "Beta", "Gamma", "Delta"):
        taught.rows.topic(title)
    return taught


def said(gradient: Gradient, *steps: str) -> int:
    """State that the first topic of each step is learnt before the second; the last decision."""
    for step in steps:
        assert gradient("prereqs", "add", *step.split()).code == Exit.DONE
    return newest(gradient)


def newest(gradient: Gradient) -> int:
    return int(gradient("review", "log", "--json").json[0]["id"])


def gold(taught: Taught) -> list[tuple[str, str]]:
    return [(first, then) for first, then, *_ in taught.rows.all(EDGES)]


def refused(ran: Ran, *words: str) -> None:
    assert ran.code == Exit.REFUSED
    for word in words:
        assert word in ran.sentence


def test_an_answer_is_not_taken_back_where_the_one_before_it_closes_a_circle(
    gradient: Gradient, letters: Taught
) -> None:
    said(gradient, "alpha beta")
    gradient("prereqs", "remove", "alpha", "beta")
    removal = newest(gradient)
    other = said(gradient, "beta alpha")

    ran = gradient("review", "undo", "--decision", str(removal))
    refused(ran, f"Decision {removal} cannot be taken back", "alpha → beta → alpha")
    assert ran.sentence.endswith(f"take decision {other} (beta → alpha) back first.")
    assert gold(letters) == [("beta", "alpha")]
    assert newest(gradient) == other

    gradient("review", "undo", "--decision", str(other))
    assert gradient("review", "undo", "--decision", str(removal)).code == Exit.DONE
    assert gold(letters) == [("alpha", "beta")]


def test_a_topic_does_not_come_back_with_prerequisites_that_close_a_circle(
    gradient: Gradient, letters: Taught
) -> None:
    said(gradient, "alpha beta", "beta gamma")
    gradient("topics", "retire", "beta")
    retirement = newest(gradient)
    closing = said(gradient, "gamma alpha")

    for act in (
        ("topics", "undo"),
        ("topics", "undo", str(retirement)),
        ("review", "undo", "--decision", str(retirement)),
        ("topics", "add", "Beta"),
    ):
        refused(gradient(*act), "alpha → beta → gamma → alpha", f"take decision {closing} (gamma → alpha)")
    assert gold(letters) == [("gamma", "alpha")]
    assert newest(gradient) == closing


def test_what_an_undo_lets_stand_again_or_fall_is_named(gradient: Gradient, letters: Taught) -> None:
    said(gradient, "alpha beta")
    gradient("prereqs", "remove", "alpha", "beta")
    out = gradient("review", "undo").out
    assert "Alpha before Beta is accepted now." in out
    gradient("topics", "retire", "beta")
    assert "Alpha before Beta is accepted now." in gradient("topics", "undo").out


def circle_by_hand(taught: Taught, gradient: Gradient) -> None:
    """Alpha and beta are stated each before the other, as only a hand in the database can do it."""
    said(gradient, "alpha beta")
    ids = dict(taught.rows.all("SELECT slug, id FROM topics"))
    taught.rows.prerequisite(ids["beta"], ids["alpha"])
    taught.rows.one(
        "INSERT INTO decisions (course_id, question_id, act, details, person, at)"
        " VALUES (%s, %s, 'accept', '{}', 'someone', now())",
        taught.rows.id,
        taught.rows.question("prerequisite", ids["beta"], ids["alpha"]),
    )
    said(gradient, "alpha gamma")


def test_a_circle_that_is_there_lets_no_other_one_in(gradient: Gradient, letters: Taught) -> None:
    circle_by_hand(letters, gradient)
    said(gradient, "graph tree", "tree spanning-tree")
    before = gold(letters)

    refused(gradient("topics", "merge", "spanning-tree", "graph"), "tree → graph → tree")
    assert gold(letters) == before
    assert gradient("topics", "merge", "delta", "gamma").code == Exit.DONE


def test_topics_are_not_one_where_that_closes_a_circle(gradient: Gradient, letters: Taught) -> None:
    said(gradient, "graph tree", "tree spanning-tree")
    item = letters.rows.item(
        "merge", letters.rows.question("merge", letters.graph, letters.spanning), "So it seems."
    )
    refused(gradient("review", "decide", str(item), "accept"), "tree → graph → tree")
    assert {one["slug"] for one in gradient("topics", "--json").json} >= {"graph", "spanning-tree"}


def circle_item(gradient: Gradient) -> dict[str, Any]:
    """The question about a circle, which is the first of all."""
    items: list[dict[str, Any]] = gradient("review", "list", "--json").json
    assert "circle" in items[0]["reason"]
    return items[0]


def test_what_an_accept_of_a_circle_leads_to_is_true(gradient: Gradient, letters: Taught) -> None:
    circle_by_hand(letters, gradient)
    item = str(circle_item(gradient)["id"])
    shown = " ".join(gradient("review", "show", item).out.split())
    assert "if accepted it is refused: beta → alpha would close the circle beta → alpha → beta" in shown
    refused(gradient("review", "decide", item, "accept"), "beta → alpha → beta", "back first.")
    assert gradient("review", "decide", item, "reject").code == Exit.DONE

    said(gradient, "spanning-tree graph")
    shown = gradient("review", "show", str(circle_item(gradient)["id"])).out
    assert "if accepted" in shown
    assert "it is refused" not in shown
