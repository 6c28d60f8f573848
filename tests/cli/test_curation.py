"""The outline curated by hand: every act shows at once, is a decision, and can be taken back."""

from typing import Any

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient, Taught

TOPICS = """
    SELECT slug, title, title_by_person, state, state_by, origin, parent_id, merged_into
      FROM topics ORDER BY slug"""
NAMES = """
    SELECT topics.slug, key, name, topic_names.origin
      FROM topic_names JOIN topics ON topics.id = topic_id ORDER BY 1, 2"""
TAGS = """
    SELECT topics.slug, content_id, status FROM tags JOIN topics ON topics.id = topic_id ORDER BY 1, 2"""
PREREQUISITES = """
    SELECT subject.slug, object.slug, status
      FROM prerequisites
      JOIN topics AS subject ON subject.id = subject_id
      JOIN topics AS object ON object.id = object_id
     ORDER BY 1, 2"""


def standing(taught: Taught) -> list[Any]:
    return [taught.rows.all(query) for query in (TOPICS, NAMES, TAGS, PREREQUISITES)]


def slugs(gradient: Gradient) -> list[str]:
    return sorted(one["slug"] for one in gradient("topics", "--json").json)


def topic(gradient: Gradient, slug: str) -> dict[str, Any]:
    return next(one for one in gradient("topics", "--json").json if one["slug"] == slug)


def test_a_topic_that_is_added_is_there(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("topics", "add", "Leaf", "--parent", "tree", "--alias", "End vertex")
    assert ran.code == Exit.DONE
    assert "leaf" in ran.out
    assert topic(gradient, "leaf")["path"] == "Tree >> Leaf"
    assert topic(gradient, "leaf")["aliases"] == ["End vertex"]


def test_a_name_that_a_topic_has_makes_no_second_one(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("topics", "add", "Networks")
    assert ran.code == Exit.USAGE
    assert "graph" in ran.sentence


@pytest.mark.parametrize(
    "words",
    [
        ("rename", "tree", "a\x01b"),
        ("rename", "tree", "a\nb"),
        ("rename", "tree", "a\u202eb"),
        ("add", "Le\x1baf"),
        ("add", "Leaf", "--alias", "End\x9bvertex"),
        ("add", "Leaf", "--note", "by\x07 me"),
        ("split", "tree", "Fo\x7frest"),
        ("retire", "tree", "--note", "\x01"),
        ("merge", "tree", "graph", "--note", "\x01"),
    ],
)
def test_control_characters_are_refused_in_names_and_notes(
    gradient: Gradient, taught: Taught, words: tuple[str, ...]
) -> None:
    before = standing(taught)
    ran = gradient("topics", *words)
    assert ran.code == Exit.USAGE
    assert "A control character stands in the n" in ran.sentence
    assert ran.sentence.isprintable()
    assert standing(taught) == before


def test_a_note_may_have_lines(gradient: Gradient, taught: Taught) -> None:
    assert gradient("topics", "rename", "tree", "Free tree", "--note", "one\n\ttwo").code == Exit.DONE


def test_a_retired_topic_wakes_under_its_slug(gradient: Gradient, taught: Taught) -> None:
    gradient("topics", "retire", "spanning-tree")
    assert slugs(gradient) == ["graph", "tree"]
    gradient("topics", "add", "Spanning Trees")
    assert topic(gradient, "spanning-tree")["title"] == "Spanning Trees"


def test_a_new_title_keeps_the_slug(gradient: Gradient, taught: Taught) -> None:
    gradient("topics", "rename", "tree", "Free tree")
    assert topic(gradient, "tree")["title"] == "Free tree"
    assert gradient("topics", "rename", "tree", "Network").code == Exit.USAGE
    assert gradient("topics", "rename", "tree", "!!!").code == Exit.USAGE


def test_an_absorbed_topic_gives_names_contents_and_prerequisites(gradient: Gradient, taught: Taught) -> None:
    assert gradient("topics", "merge", "spanning-tree", "graph").code == Exit.DONE
    assert slugs(gradient) == ["graph", "tree"]
    assert set(topic(gradient, "graph")["aliases"]) == {"network", "Spanning tree", "skeleton"}
    assert gradient("prereqs", "spanning-tree", "--json").json["topic"] == "graph"
    assert taught.rows.one(
        "SELECT count(*) FROM tags WHERE topic_id = %s AND content_id = %s",
        taught.graph,
        taught.contents["spanning"],
    )


def test_a_merge_that_makes_a_circle_is_refused_whole(gradient: Gradient, taught: Taught) -> None:
    gradient("prereqs", "add", "graph", "tree")
    gradient("prereqs", "add", "tree", "spanning-tree")
    before = standing(taught)
    ran = gradient("topics", "merge", "spanning-tree", "graph")
    assert ran.code == Exit.REFUSED
    assert "circle" in ran.sentence
    assert standing(taught) == before


def test_a_split_takes_names_and_contents_along(gradient: Gradient, taught: Taught) -> None:
    doubt = taught.contents["doubt"]
    ran = gradient("topics", "split", "tree", "Leaf", "--content", str(doubt))
    assert ran.code == Exit.DONE
    assert topic(gradient, "leaf")["contents"] == 1
    statuses = dict(
        taught.rows.all(
            "SELECT topics.slug, status FROM tags JOIN topics ON topics.id = topic_id WHERE content_id = %s",
            doubt,
        )
    )
    assert statuses == {"tree": "rejected", "leaf": "accepted"}
    assert gradient("topics", "split", "spanning-tree", "Skeleton").code == Exit.DONE
    assert topic(gradient, "spanning-tree")["aliases"] == []


def test_a_split_of_what_is_not_there_is_refused(gradient: Gradient, taught: Taught) -> None:
    assert gradient("topics", "split", "tree", "Leaf", "--name", "oak").code == Exit.NAME
    assert gradient("topics", "split", "tree", "Leaf", "--content", "999").code == Exit.NAME
    assert gradient("topics", "split", "tree", "Tree").code == Exit.USAGE
    assert slugs(gradient) == ["graph", "spanning-tree", "tree"]


def test_a_split_that_takes_nothing_along_is_refused(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("topics", "split", "tree", "Leaf")
    assert ran.code == Exit.USAGE
    assert "--name NAME" in ran.sentence
    assert "--content ID" in ran.sentence
    assert slugs(gradient) == ["graph", "spanning-tree", "tree"]


def test_what_stood_below_a_retired_topic_moves_up(gradient: Gradient, taught: Taught) -> None:
    gradient("topics", "retire", "tree")
    assert topic(gradient, "spanning-tree")["path"] == "Spanning tree"
    assert gradient("prereqs", "spanning-tree", "--json").json["order"] == []


@pytest.mark.parametrize(
    "act",
    [
        ["rename", "tree", "Free tree"],
        ["merge", "spanning-tree", "graph"],
        ["merge", "tree", "graph"],
        ["retire", "tree"],
        ["split", "spanning-tree", "Skeleton"],
    ],
)
def test_an_act_can_be_taken_back(gradient: Gradient, taught: Taught, act: list[str]) -> None:
    gradient("prereqs", "add", "tree", "spanning-tree")
    before = standing(taught)
    assert gradient("topics", *act).code == Exit.DONE
    assert standing(taught) != before
    ran = gradient("topics", "undo")
    assert ran.code == Exit.DONE
    assert act[0] in ran.out
    after = standing(taught)
    if act[0] == "split":
        after[0] = [row for row in after[0] if row[0] != "skeleton"]
        after[1] = [row for row in after[1] if row[0] != "skeleton"]
    assert after == before


def test_an_added_topic_rests_after_undo_until_the_course_names_it(
    gradient: Gradient, taught: Taught
) -> None:
    gradient("topics", "add", "Leaf")
    gradient("topics", "undo")
    assert slugs(gradient) == ["graph", "spanning-tree", "tree"]
    assert taught.rows.all("SELECT state, state_by, origin FROM topics WHERE slug = 'leaf'") == [
        ("retired", "stage", "extracted")
    ]


def test_an_act_that_a_later_one_builds_on_is_not_taken_back_first(
    gradient: Gradient, taught: Taught
) -> None:
    gradient("topics", "rename", "tree", "Free tree")
    gradient("topics", "merge", "spanning-tree", "tree")
    first, second = (one["id"] for one in reversed(gradient("review", "log", "--json").json))
    ran = gradient("topics", "undo", str(first))
    assert ran.code == Exit.USAGE
    assert f"Decision {second}" in ran.sentence
    assert gradient("topics", "undo", str(second)).code == Exit.DONE
    assert gradient("topics", "undo", str(second)).code == Exit.USAGE
    assert gradient("review", "undo", "--decision", str(first)).code == Exit.DONE
    assert gradient("topics", "undo").code == Exit.NAME


def test_every_act_is_a_decision_of_somebody(gradient: Gradient, taught: Taught) -> None:
    gradient("topics", "add", "Leaf", "--note", "the exam asks for it")
    gradient("topics", "rename", "leaf", "Leaves of a tree")
    gradient("topics", "retire", "leaf")
    gradient("topics", "undo")
    log = gradient("review", "log", "--json").json
    assert [one["act"] for one in log] == ["undo", "retire", "rename", "add"]
    assert log[-1]["note"] == "the exam asks for it"
    assert all(one["person"] for one in log)
    assert log[1]["undone"]
    assert "taken back" in gradient("review", "log").out


def test_several_courses_need_one_named(gradient: Gradient, taught: Taught) -> None:
    from tests.pages.course_rows import CourseRows

    CourseRows(taught.rows.url, "forestry")
    assert gradient("topics", "add", "Leaf").code == Exit.NAME
    assert gradient("topics", "--course", "forestry", "add", "Leaf").code == Exit.DONE
    assert topic(gradient, "leaf")["course"] == "forestry"


def test_a_name_that_is_too_long_is_refused(gradient: Gradient, taught: Taught) -> None:
    before = standing(taught)
    for command in (
        ("topics", "add", "x" * 201),
        ("topics", "add", "Leaf", "--alias", "x" * 201),
        ("topics", "rename", "tree", "x" * 201),
        ("topics", "split", "tree", "x" * 201),
    ):
        ran = gradient(*command)
        assert ran.code == Exit.USAGE
        assert f"“{'x' * 40}…” has more than 200 characters" in ran.sentence
    assert standing(taught) == before
    assert gradient("topics", "rename", "tree", "x" * 200).code == Exit.DONE
