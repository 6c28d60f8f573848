"""What acts of people lead to, and how it is told."""

import pytest

from gradient.errors import Exit
from tests.cli.conftest import Gradient, Taught, item_of, judge


def test_a_rejected_topic_goes_and_comes_back_when_that_is_taken_back(
    gradient: Gradient, taught: Taught
) -> None:
    item = str(item_of(taught, "thin"))
    ran = gradient("review", "decide", item, "reject")
    assert "Rejected: Tree is no topic of the course any more" in ran.out
    slugs = [one["slug"] for one in gradient("topics", "--json").json]
    assert slugs == ["graph", "spanning-tree"]
    (told,) = gradient("review", "log", "--json").json
    assert (told["kind"], told["topic"]) == ("thin", "tree")
    assert "tree as a topic" in gradient("review", "log").out
    lost = [one for one in gradient("changes", "--json").json if "went with" in one["what"]]
    assert [one["what"] for one in lost] == [
        "2 accepted prerequisites went with what is no topic any more: Tree."
    ]
    assert "rejected Tree as a topic (decision" in lost[0]["cause"]

    assert gradient("topics", "undo").code == Exit.DONE
    assert "tree" in {one["slug"] for one in gradient("topics", "--json").json}
    assert gradient("prereqs", "spanning-tree", "--json").json["order"] == ["graph", "tree"]
    assert gradient("review", "decide", item, "reject").code == Exit.DONE
    assert gradient("review", "undo", item).code == Exit.DONE
    assert "tree" in {one["slug"] for one in gradient("topics", "--json").json}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("unread", "gradient retire vision/lectures/01.md"),
        ("homonym", "gradient topics split tree TITLE --course vision"),
    ],
)
def test_a_reject_that_changes_nothing_by_itself_says_what_to_do(
    gradient: Gradient, taught: Taught, kind: str, said: str
) -> None:
    item = str(item_of(taught, kind))
    assert said in gradient("review", "decide", item, "reject").out
    about = {"unread": "what was read of vision/lectures/01.md", "homonym": "whether Tree means one thing"}
    assert about[kind] in gradient("review", "log").out


def test_a_name_of_two_meanings_is_taken_apart_by_the_contents_of_the_other_source(
    gradient: Gradient, taught: Taught
) -> None:
    rows = taught.rows
    chunk = rows.chunk(rows.source("vision/readings/woods.md", 1), "A tree has leaves and bark.", "Woods")
    woods = rows.tag(taught.tree, chunk, "A tree has leaves and bark.", confidence=0.9)
    doubt = "in vision/lectures/01.md it stands beside edge; in vision/readings/woods.md beside bark"
    rows.one("UPDATE topics SET doubt = %s WHERE id = %s", doubt, taught.tree)
    judge(rows, "tag", woods, taught.tree, 0.9)
    said = gradient("review", "decide", str(item_of(taught, "homonym")), "reject").out
    assert "what vision/readings/woods.md means by it" in said
    assert f"gradient topics split tree TITLE --course vision --content {woods}" in said


def test_changes_name_what_people_did(gradient: Gradient, taught: Taught) -> None:
    gradient("topics", "rename", "graph", "Network of nodes")
    gradient("prereqs", "remove", "graph", "tree")
    told = gradient("changes", "--json").json
    acts = [one["what"] for one in told if one["kind"] == "decision"]
    assert "renamed graph to Network of nodes (decision" in acts[0]
    assert "rejected Network of nodes before Tree (decision" in acts[1]
    text = gradient("changes").out
    assert "renamed graph to Network of nodes" in text.partition("what people did:")[2]


def test_what_follows_from_other_work_is_not_told_as_what_an_act_did(
    gradient: Gradient, taught: Taught
) -> None:
    rows = taught.rows
    leaf = rows.topic("Leaf")
    rows.prerequisite(leaf, taught.graph, 0.2, status="review")
    # Judged anew, as by a daemon that has not come to settle yet.
    judge(rows, "prerequisite", leaf, taught.graph, 0.95)
    said = gradient("prereqs", "remove", "graph", "spanning-tree").out
    assert "Leaf" not in said
    accepted = "SELECT status FROM prerequisites WHERE subject_id = %s AND object_id = %s"
    assert rows.one(accepted, leaf, taught.graph) == "accepted"

    said = gradient("prereqs", "add", "spanning-tree", "leaf").out
    assert "Tree before Spanning tree is in review now" in said


def test_an_answer_does_not_tell_what_follows_from_other_work(gradient: Gradient, taught: Taught) -> None:
    rows = taught.rows
    leaf = rows.topic("Leaf")
    rows.prerequisite(leaf, taught.graph, 0.2, status="review")
    judge(rows, "prerequisite", leaf, taught.graph, 0.95)
    question = rows.question("prerequisite", taught.graph, taught.spanning)
    item = rows.item("prerequisite", question, "So it seems.")
    assert "Leaf" not in gradient("review", "decide", str(item), "reject").out
