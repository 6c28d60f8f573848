"""`gradient prereqs` and `gradient path`."""

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient, Taught
from tests.pages.course_rows import CourseRows


def test_json_has_the_promised_shape(gradient: Gradient, taught: Taught) -> None:
    found = gradient("prereqs", "spanning-tree", "--json").json
    assert (found["topic"], found["course"]) == ("spanning-tree", "vision")
    assert found["order"] == ["graph", "tree"]
    assert {one["slug"]: one for one in found["prerequisites"]} == {
        "tree": {"slug": "tree", "title": "Tree", "depth": 1, "confidence": 0.7, "status": "accepted"},
        "graph": {"slug": "graph", "title": "Graph", "depth": 2, "confidence": 0.7, "status": "review"},
    }
    assert gradient("prereqs", "spanning-tree", "--format", "json").json == found


def test_direct_ones_alone(gradient: Gradient, taught: Taught) -> None:
    found = gradient("prereqs", "spanning-tree", "--direct", "--json").json
    assert [one["slug"] for one in found["prerequisites"]] == ["tree"]
    assert found["order"] == ["tree"]


def test_text_stands_in_learning_order_and_says_whose_confidence_it_is(
    gradient: Gradient, taught: Taught
) -> None:
    ran = gradient("prereqs", "spanning-tree")
    lines = ran.out.splitlines()
    assert lines[0].split("  ")[-1].strip() == "confidence (offline, raw)"
    assert [line.split()[0] for line in lines[1:]] == ["Graph", "Tree"]
    assert lines[1].endswith("0.70")
    assert "\x1b" not in ran.out


def test_a_topic_without_any_prints_no_data(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("prereqs", "graph")
    assert (ran.code, ran.out) == (Exit.DONE, "")
    assert gradient("prereqs", "graph", "--json").json["order"] == []


@pytest.mark.parametrize(
    ("drawing", "expected"), [("dot", '"graph" -> "tree" [label="0.90"'), ("mermaid", "flowchart LR")]
)
def test_drawings(gradient: Gradient, taught: Taught, drawing: str, expected: str) -> None:
    assert expected in gradient("prereqs", "spanning-tree", "--format", drawing).out


def test_an_unknown_topic_suggests_the_nearest(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("prereqs", "Spaning tree")
    assert ran.code == Exit.NAME
    assert ran.sentence.endswith("did you mean spanning-tree?")


@pytest.mark.parametrize("written", ["Spanning Tree", "skeleton"])
def test_a_topic_is_found_by_its_names(gradient: Gradient, taught: Taught, written: str) -> None:
    assert gradient("prereqs", written, "--json").json["topic"] == "spanning-tree"
    assert gradient("topics", "show", written, "--json").json["slug"] == "spanning-tree"


def test_what_is_stated_is_shown_as_such(gradient: Gradient, taught: Taught) -> None:
    gradient("prereqs", "add", "tree", "spanning-tree")
    lines = gradient("prereqs", "spanning-tree").out.splitlines()
    assert lines[2].split()[-1] == "stated"
    found = {one["slug"]: one for one in gradient("prereqs", "spanning-tree", "--json").json["prerequisites"]}
    assert (found["tree"]["confidence"], found["graph"]["confidence"]) == (None, pytest.approx(0.9))


@pytest.mark.parametrize("by", ["person", "outline"])
def test_a_path_on_which_nothing_was_measured_is_stated_too(
    gradient: Gradient, taught: Taught, by: str
) -> None:
    for title in ("Edge", "Vertex"):
        taught.rows.topic(title)
    gradient("prereqs", "add", "edge", "vertex")
    gradient("prereqs", "add", "vertex", "graph")
    taught.rows.one("UPDATE prerequisites SET by = %s WHERE by = 'person'", by)
    lines = gradient("prereqs", "graph").out.splitlines()
    assert [line.split()[-1] for line in lines[1:]] == ["stated", "stated"]
    found = gradient("prereqs", "graph", "--json").json["prerequisites"]
    assert {one["slug"]: one["confidence"] for one in found} == {"vertex": None, "edge": None}
    assert gradient("prereqs", "tree").out.splitlines()[1].split()[-1] == "0.90"


@pytest.mark.parametrize("other", ["dot", "mermaid", "text"])
def test_json_and_another_format_are_not_asked_for_together(
    gradient: Gradient, taught: Taught, other: str
) -> None:
    ran = gradient("prereqs", "tree", "--json", "--format", other)
    assert ran.code == Exit.USAGE
    assert f"--json and --format {other}" in ran.sentence
    assert gradient("prereqs", "tree", "--json", "--format", "json").code == Exit.DONE


def test_a_slug_of_two_courses_needs_the_course(gradient: Gradient, taught: Taught) -> None:
    other = CourseRows(taught.rows.url, "forestry")
    other.topic("Tree")
    ran = gradient("prereqs", "tree")
    assert ran.code == Exit.NAME
    assert "forestry" in ran.sentence
    assert "--course" in ran.sentence
    assert gradient("prereqs", "tree", "--course", "vision", "--json").json["order"] == ["graph"]
    assert gradient("prereqs", "tree", "--course", "forestry", "--json").json["order"] == []


def test_what_is_added_is_followed_at_once(gradient: Gradient, taught: Taught) -> None:
    taught.rows.topic("Forest")
    assert gradient("prereqs", "add", "forest", "graph").code == Exit.DONE
    found = gradient("prereqs", "spanning-tree", "--json").json
    assert found["order"] == ["forest", "graph", "tree"]
    assert found["prerequisites"][-1]["confidence"] == 0.7


def test_an_edge_that_displaces_the_other_direction_says_so(gradient: Gradient, taught: Taught) -> None:
    assert gradient("prereqs", "add", "graph", "spanning-tree").out.count("\n") == 1
    ran = gradient("prereqs", "add", "tree", "graph")
    assert "Graph before Tree is rejected now: The other direction is decided by a person." in ran.out
    assert gradient("prereqs", "tree", "--json").json["order"] == []


def test_what_would_close_a_circle_with_an_edge_of_a_person_is_named_at_once(
    gradient: Gradient, taught: Taught
) -> None:
    ran = gradient("prereqs", "add", "spanning-tree", "graph")
    assert ran.code == Exit.DONE
    (told,) = ran.out.splitlines()[1:]
    assert told.startswith("Tree before Spanning tree is in review now: It would close the circle")
    assert told.endswith("tree → spanning-tree → graph → tree.")
    ran = gradient("review", "undo")
    assert ran.out.startswith("Taken back: ")
    assert "accepted Spanning tree before Graph" in ran.out
    assert gradient("prereqs", "spanning-tree", "--json").json["order"] == ["graph", "tree"]


def test_what_is_removed_is_followed_no_more(gradient: Gradient, taught: Taught) -> None:
    assert gradient("prereqs", "remove", "graph", "tree", "--note", "not so").code == Exit.DONE
    assert gradient("prereqs", "tree", "--json").json["order"] == []
    assert gradient("review", "log", "--json").json[0]["note"] == "not so"


def test_a_circle_of_what_people_say_is_refused_and_named(gradient: Gradient, taught: Taught) -> None:
    gradient("prereqs", "add", "graph", "tree")
    gradient("prereqs", "add", "tree", "spanning-tree")
    ran = gradient("prereqs", "add", "spanning-tree", "graph")
    assert ran.code == Exit.REFUSED
    assert "spanning-tree → graph → tree → spanning-tree" in ran.sentence


def test_a_group_of_alternatives_has_a_number_from_1_on(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("prereqs", "add", "graph", "tree", "--any-of", "0")
    assert ran.code == Exit.USAGE
    assert "--any-of has to be 1 or more;" in ran.sentence


def test_a_topic_is_no_prerequisite_of_itself(gradient: Gradient, taught: Taught) -> None:
    assert gradient("prereqs", "add", "tree", "tree").code == Exit.USAGE


def test_alternatives_are_named_and_one_of_them_makes_the_path(gradient: Gradient, taught: Taught) -> None:
    for title in ("Prim", "Kruskal", "Minimum spanning tree"):
        taught.rows.topic(title)
    gradient("prereqs", "add", "prim", "minimum-spanning-tree", "--any-of", "1")
    gradient("prereqs", "add", "kruskal", "minimum-spanning-tree", "--any-of", "1")
    assert "one of these will do: Kruskal, Prim" in gradient("prereqs", "minimum-spanning-tree").out
    steps = gradient("path", "minimum-spanning-tree", "--json").json["path"]
    assert [step["slug"] for step in steps] == ["kruskal", "minimum-spanning-tree"]
    steps = gradient("path", "minimum-spanning-tree", "--known", "prim", "--json").json["path"]
    assert [step["slug"] for step in steps] == ["minimum-spanning-tree"]


def test_a_path_leaves_out_what_is_known(gradient: Gradient, taught: Taught) -> None:
    steps = gradient("path", "spanning-tree", "--known", "graph", "--json").json["path"]
    assert [step["slug"] for step in steps] == ["tree", "spanning-tree"]
    assert "known already" in gradient("path", "tree", "--known", "tree").err
    assert gradient("path", "tree", "--known", "gaph").code == Exit.NAME


def test_a_topic_named_like_a_verb_can_be_asked_for(gradient: Gradient, taught: Taught) -> None:
    taught.rows.topic("Add")
    assert gradient("prereqs", "show", "add", "--json").json["topic"] == "add"


def test_the_beginning_of_a_name_is_enough_to_be_told_what_is_meant(
    gradient: Gradient, taught: Taught
) -> None:
    assert gradient("prereqs", "span").sentence.endswith("did you mean spanning-tree?")


def test_a_removal_that_is_repeated_is_no_second_decision(gradient: Gradient, taught: Taught) -> None:
    first = gradient("prereqs", "remove", "graph", "tree").out
    again = gradient("prereqs", "remove", "graph", "tree").out
    (number,) = (one["id"] for one in gradient("review", "log", "--json").json)
    assert first == f"Graph need not be learnt before Tree (decision {number}).\n"
    assert again == f"Graph need not be learnt before Tree: that was decided already (decision {number}).\n"
    assert "has to be learnt" in gradient("prereqs", "add", "graph", "tree").out
    assert len(gradient("review", "log", "--json").json) == 2
    assert "decided already" in gradient("prereqs", "add", "graph", "tree").out


@pytest.mark.parametrize("verb", ["add", "remove"])
def test_what_a_person_alone_put_forward_goes_with_the_decision(
    gradient: Gradient, taught: Taught, verb: str
) -> None:
    before = taught.rows.all("SELECT subject_id, object_id, origin, status FROM prerequisites ORDER BY 1, 2")
    gradient("prereqs", verb, "tree", "graph")
    gradient("prereqs", "remove", "tree", "graph", "--note", "not so")
    gradient("review", "undo")
    if verb == "add":
        assert taught.rows.one("SELECT count(*) FROM prerequisites") == len(before) + 1
    gradient("review", "undo")
    assert (
        taught.rows.all("SELECT subject_id, object_id, origin, status FROM prerequisites ORDER BY 1, 2")
        == before
    )
    assert "nothing had put that forward" in gradient("prereqs", "remove", "tree", "graph").out


def test_a_removal_of_what_nobody_put_forward_says_so(gradient: Gradient, taught: Taught) -> None:
    out = gradient("prereqs", "remove", "tree", "graph").out
    assert "Tree need not be learnt before Graph; nothing had put that forward" in out
    assert gradient("review", "log", "--json").json[0]["act"] == "reject"
