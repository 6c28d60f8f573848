"""`gradient topics`: the listing and the card."""

from gradient.errors import Exit
from tests.cli.conftest import Gradient, Taught
from tests.pages.course_rows import CourseRows


def test_json_has_the_promised_shape(gradient: Gradient, taught: Taught) -> None:
    found = {one["slug"]: one for one in gradient("topics", "--json").json}
    assert found["spanning-tree"] == {
        "slug": "spanning-tree",
        "title": "Spanning tree",
        "aliases": ["skeleton"],
        "path": "Tree >> Spanning tree",
        "course": "vision",
        "contents": 1,
        "prerequisites": 1,
        "first_taught": "vision/lectures/01.md",
        "page": None,
    }
    assert found["graph"]["first_taught"] == "vision/lectures/01.md"


def test_the_course_is_shown_where_there_are_several(gradient: Gradient, taught: Taught) -> None:
    assert "vision  " not in gradient("topics").out
    CourseRows(taught.rows.url, "forestry").topic("Oak")
    lines = gradient("topics").out.splitlines()
    assert lines[0] == "forestry"
    assert lines[lines.index("vision") - 1] == ""
    assert "oak" in lines[2]
    assert {one["course"] for one in gradient("topics", "--course", "forestry", "--json").json} == {
        "forestry"
    }


def test_rejected_prerequisites_are_shown_last_and_only_if_asked_for(
    gradient: Gradient, taught: Taught
) -> None:
    taught.rows.prerequisite(taught.rows.topic("Forest"), taught.tree, 0.1, "rejected")
    assert "forest" not in gradient("topics", "show", "tree").out
    shown = gradient("topics", "show", "tree", "--all").out
    assert "forest" in shown.partition("Rejected: learn first")[2]
    assert "forest" not in shown.partition("Rejected: learn first")[0]
    needs = gradient("topics", "show", "tree", "--json").json["needs"]
    assert {one["slug"]: one["status"] for one in needs} == {"graph": "accepted", "forest": "rejected"}


def test_the_card_of_a_topic_lists_what_can_be_explained(gradient: Gradient, taught: Taught) -> None:
    card = gradient("topics", "show", "tree", "--json").json
    assert [one["slug"] for one in card["needs"]] == ["graph"]
    assert [one["slug"] for one in card["leads_to"]] == ["spanning-tree"]
    assert {one["status"] for one in card["contents"]} == {"accepted", "review"}
    shown = gradient("topics", "show", "tree").out
    assert "confidence (offline, raw)" in shown
    assert gradient("explain", "tag", str(card["contents"][0]["tag"])).code == Exit.DONE
    assert gradient("explain", "prerequisite", str(card["needs"][0]["prerequisite"])).code == Exit.DONE


def test_what_is_no_topic_is_not_shown_as_one(gradient: Gradient, taught: Taught) -> None:
    assert "state" not in gradient("topics", "show", "tree").out
    taught.rows.one("UPDATE topics SET state = 'proposed' WHERE id = %s", taught.tree)
    assert (
        "state           proposed only, no topic of the course yet" in gradient("topics", "show", "tree").out
    )
    taught.rows.one("UPDATE topics SET state = 'retired' WHERE id = %s", taught.tree)
    for command in (("topics", "show"), ("page",), ("prereqs",)):
        gone = gradient(*command, "Tree")
        assert gone.code == Exit.NAME
        assert gone.sentence == (
            "gradient: Tree is no topic of vision any more; gradient changes says why, and"
            ' gradient topics add "Tree" --course vision brings it back.'
        )
    assert gradient("topics", "add", "Tree", "--course", "vision").code == Exit.DONE
    assert gradient("topics", "show", "Tree").code == Exit.DONE


def test_why_a_topic_has_no_place_in_the_order_is_said_once(gradient: Gradient, taught: Taught) -> None:
    taught.rows.one("UPDATE sources SET position = NULL")
    said = gradient("topics")
    assert said.err.count("order in course.toml") == 1
    taught.rows.one("UPDATE sources SET position = 0")
    assert gradient("topics").err == ""


def test_what_a_person_states_is_shown_as_such_beside_what_the_machine_believes(
    gradient: Gradient, taught: Taught
) -> None:
    gradient("prereqs", "add", "graph", "spanning-tree")
    shown = gradient("topics", "show", "spanning-tree").out
    rows = [line.split() for line in shown.partition("Learn first")[2].splitlines() if "accepted" in line]
    assert [(row[1], row[-1]) for row in rows if row[1] in ("Graph", "Tree")] == [
        ("Tree", "0.70"),
        ("Graph", "stated"),
    ]
    needs = {one["slug"]: one for one in gradient("topics", "show", "spanning-tree", "--json").json["needs"]}
    number = str(needs["graph"]["prerequisite"])
    assert "stated by a person" in gradient("explain", "prerequisite", number).out
