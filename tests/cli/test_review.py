"""`gradient review`: the queue, its answers, and what follows from them at once."""

from typing import Any

import pytest

from gradient.errors import Exit
from tests.cli.conftest import QUOTES, Gradient, Taught, item_of


@pytest.fixture
def asked(gradient: Gradient, taught: Taught) -> dict[str, int]:
    """The ids of the questions that settling the course asks, by task."""
    gradient("prereqs", "add", "graph", "tree")
    items = gradient("review", "list", "--all", "--json").json
    return {one["task"]: one["id"] for one in items}


def status_of(taught: Taught, kind: str) -> Any:
    if kind == "tag":
        return taught.rows.one("SELECT status FROM tags WHERE content_id = %s", taught.contents["doubt"])
    return taught.rows.one(
        "SELECT status FROM prerequisites WHERE subject_id = %s AND object_id = %s",
        taught.graph,
        taught.spanning,
    )


def test_json_has_the_promised_shape(gradient: Gradient, asked: dict[str, int]) -> None:
    found = {one["task"]: one for one in gradient("review", "list", "--json").json}
    tag = found["tag"]
    assert tag.keys() >= {
        "id", "task", "question", "course", "confidence", "reason", "priority", "created_at",
    }  # fmt: skip
    assert tag["question"] == "Is this about Tree? “Every tree with two vertices has two leaves.”"
    assert tag["course"] == "vision"
    assert tag["confidence"] == pytest.approx(0.4)
    assert found["prerequisite"]["question"] == "Do you have to know Graph before Spanning tree?"


def test_the_list_says_whose_confidences_they_are(gradient: Gradient, asked: dict[str, int]) -> None:
    out = gradient("review", "list").out
    assert "The confidences of tags are offline, raw." in out
    assert "Do you have to know Graph before Spanning tree?" in out


@pytest.mark.parametrize(
    ("task", "answer", "status"),
    [
        ("tag", "accept", "accepted"),
        ("tag", "reject", "rejected"),
        ("tag", "later", "review"),
        ("prerequisite", "accept", "accepted"),
        ("prerequisite", "reject", "rejected"),
    ],
)
def test_an_answer_is_settled_at_once_and_closes_its_question(
    gradient: Gradient, taught: Taught, asked: dict[str, int], task: str, answer: str, status: str
) -> None:
    ran = gradient("review", "decide", str(asked[task]), answer, "--note", "so it is")
    assert ran.code == Exit.DONE
    assert status_of(taught, task) == status
    assert asked[task] not in {one["id"] for one in gradient("review", "list", "--json").json}


def test_a_change_puts_another_topic_in_its_place(
    gradient: Gradient, taught: Taught, asked: dict[str, int]
) -> None:
    assert gradient("review", "decide", str(asked["tag"]), "change").code == Exit.USAGE
    ran = gradient("review", "decide", str(asked["tag"]), "change", "--to", "grahp")
    assert ran.code == Exit.NAME
    assert "graph" in ran.sentence
    assert gradient("review", "decide", str(asked["tag"]), "change", "--to", "graph").code == Exit.DONE
    found = dict(
        taught.rows.all(
            "SELECT topics.slug, status FROM tags JOIN topics ON topics.id = topic_id WHERE content_id = %s",
            taught.contents["doubt"],
        )
    )
    assert found == {"tree": "rejected", "graph": "accepted"}


def test_an_answer_taken_back_asks_again(gradient: Gradient, taught: Taught, asked: dict[str, int]) -> None:
    item = str(asked["tag"])
    gradient("review", "decide", item, "accept")
    ran = gradient("review", "undo", item)
    assert ran.code == Exit.DONE
    assert "in review now" in ran.out
    assert status_of(taught, "tag") == "review"
    assert asked["tag"] in {one["id"] for one in gradient("review", "list", "--json").json}
    assert gradient("review", "undo", item).code == Exit.USAGE


def test_a_decision_without_a_question_is_taken_back_by_its_number(
    gradient: Gradient, taught: Taught, asked: dict[str, int]
) -> None:
    gradient("prereqs", "remove", "graph", "spanning-tree")
    assert status_of(taught, "prerequisite") == "rejected"
    number = gradient("review", "log", "--json").json[0]["id"]
    assert gradient("review", "undo", "--decision", str(number)).code == Exit.DONE
    assert status_of(taught, "prerequisite") == "review"
    assert gradient("review", "undo", "--decision", str(number)).code == Exit.NAME
    assert gradient("review", "undo", "1", "--decision", str(number)).code == Exit.USAGE


def test_a_question_is_shown_with_its_quotes(gradient: Gradient, asked: dict[str, int]) -> None:
    ran = gradient("review", "show", str(asked["tag"]))
    assert "0.40 (offline, raw)" in ran.out
    assert "vision/lectures/01.md, page 3 › Trees" in ran.out
    assert "gradient explain tag" in ran.err
    shown = gradient("review", "show", str(asked["prerequisite"]), "--json").json
    assert shown["quotes"][0]["source"] == "vision/lectures/01.md"


def test_a_question_says_what_has_a_narrower_topic(gradient: Gradient, asked: dict[str, int]) -> None:
    ran = gradient("review", "show", str(asked["tag"]))
    assert "not meant      Spanning tree: a topic of its own beside Tree" in ran.out
    shown = gradient("review", "show", str(asked["tag"]), "--json").json
    assert shown["elsewhere"] == {"Tree": ["Spanning tree"]}


@pytest.mark.parametrize("command", [["show", "999"], ["decide", "999", "accept"], ["undo", "999"]])
def test_a_question_that_is_not_there_is_said(gradient: Gradient, taught: Taught, command: list[str]) -> None:
    ran = gradient("review", *command)
    assert ran.code == Exit.NAME
    assert "999" in ran.sentence


def test_an_answer_that_is_none_is_refused(gradient: Gradient, asked: dict[str, int]) -> None:
    ran = gradient("review", "decide", str(asked["tag"]), "perhaps")
    assert ran.code == Exit.USAGE
    assert "ANSWER has to be one of accept, reject, change, later, not perhaps" in ran.sentence


def test_a_number_that_is_none_is_refused(gradient: Gradient, taught: Taught) -> None:
    ran = gradient("review", "decide", "abc", "accept")
    assert ran.code == Exit.USAGE
    assert "ID has to be a whole number;" in ran.sentence


def test_the_list_is_sorted_by_a_priority_that_it_shows_and_repeats_no_number(
    gradient: Gradient, taught: Taught
) -> None:
    rows = taught.rows
    doubt = rows.item(
        "tag", rows.question("tag", taught.contents["doubt"], taught.tree), "Confidence 0.40 is low."
    )
    lot = rows.item(
        "prerequisite", rows.question("prerequisite", taught.graph, taught.spanning), "Drawn by lot.", 0.45
    )
    rows.one("UPDATE review_items SET priority = 2.5 WHERE id = %s", lot)
    out = gradient("review", "list").out
    assert [line.split()[:3] for line in out.splitlines() if "?" in line] == [
        [str(lot), "0.45", "2.5"],
        [str(doubt), "0.50", "1.0"],
    ]
    assert "Drawn by lot." in out
    assert "is low" not in out


def test_alike_questions_stand_under_one_heading(gradient: Gradient, taught: Taught) -> None:
    rows = taught.rows
    for content, priority in (("doubt", 3), ("graph", 1)):
        item = rows.item("tag", rows.question("tag", taught.contents[content], taught.tree), "So it seems.")
        rows.one("UPDATE review_items SET priority = %s WHERE id = %s", priority, item)
    between = rows.item(
        "prerequisite", rows.question("prerequisite", taught.graph, taught.spanning), "So it seems."
    )
    rows.one("UPDATE review_items SET priority = 2 WHERE id = %s", between)
    lines = gradient("review", "list").out.splitlines()
    heading = next(at for at, line in enumerate(lines) if "Is this about Tree?  2 times" in line)
    assert QUOTES["doubt"] in lines[heading + 1]
    assert any(QUOTES["graph"] in line for line in lines[heading + 2 : heading + 4])
    assert "Do you have to know Graph before Spanning tree?" in "\n".join(lines[heading + 4 :])
    priorities = [one["priority"] for one in gradient("review", "list", "--json").json]
    assert priorities == [3, 2, 1]


def test_the_topic_of_a_change_may_be_called_by_any_of_its_names(
    gradient: Gradient, taught: Taught, asked: dict[str, int]
) -> None:
    taught.rows.topic("Meadow", None, "network")
    item = str(asked["tag"])
    ran = gradient("review", "decide", item, "change", "--to", "Network")
    assert ran.code == Exit.NAME
    assert "is a name of several topics (graph, meadow)" in ran.sentence
    assert gradient("review", "decide", item, "change", "--to", "skeleton").code == Exit.DONE
    assert taught.rows.one(
        "SELECT status FROM tags WHERE content_id = %s AND topic_id = %s",
        taught.contents["doubt"],
        taught.spanning,
    ) == ("accepted")


def test_a_question_is_shown_with_the_words_around_its_quote_and_what_follows_from_an_answer(
    gradient: Gradient, asked: dict[str, int]
) -> None:
    out = " ".join(gradient("review", "show", str(asked["tag"])).out.split())
    assert f"{QUOTES['spanning']} “{QUOTES['doubt']}”" in out
    assert "if accepted the sentence belongs to Tree" in out
    assert "if rejected the sentence does not belong to Tree" in out


def test_the_same_words_of_another_file_are_shown_once(
    gradient: Gradient, taught: Taught, asked: dict[str, int]
) -> None:
    rows = taught.rows
    copied = rows.chunk(rows.source("vision/lectures/copy.md", 1), "\n".join(QUOTES.values()), "Trees")
    rows.one(
        "INSERT INTO supports (content_id, chunk_id, start_at, end_at, quote)"
        " SELECT content_id, %s, start_at, end_at, quote FROM supports WHERE content_id = %s",
        copied,
        taught.contents["doubt"],
    )
    out = gradient("review", "show", str(asked["tag"])).out
    assert "and in         vision/lectures/copy.md › Trees" in out
    assert " ".join(out.split()).count(f"“{QUOTES['doubt']}”") == 2  # in the question, and where it stands


def test_without_a_terminal_the_keyboard_is_not_asked(gradient: Gradient, asked: dict[str, int]) -> None:
    ran = gradient("review")
    assert ran.code == Exit.USAGE
    assert "review list" in ran.sentence


KINDS = {
    "circle": "Do you have to know Graph before Spanning tree, although that closes a circle?",
    "merge": "Are Graph and Tree one topic?",
    "proposal": "Should Tree be a topic of this course?",
    "unread": "Is it all right that a part of vision/lectures/01.md was not read?",
    "thin": "Is Tree a topic of this course?",
    "homonym": "Does Tree mean the same thing throughout the course?",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_question_is_put_in_plain_words(gradient: Gradient, taught: Taught, kind: str) -> None:
    item = item_of(taught, kind)
    (found,) = gradient("review", "list", "--json").json
    assert (found["id"], found["task"], found["question"]) == (item, kind, KINDS[kind])
    assert KINDS[kind] in " ".join(gradient("review", "list").out.split())
    shown = gradient("review", "show", str(item)).out
    assert "So it seems." in shown
    assert "if accepted" in shown
    assert "None" not in shown
    assert KINDS[kind] in " ".join(shown.split())


@pytest.mark.parametrize("kind", ["merge", "thin"])
def test_what_is_neither_tag_nor_prerequisite_is_answered_too(
    gradient: Gradient, taught: Taught, kind: str
) -> None:
    item = str(item_of(taught, kind))
    assert gradient("review", "decide", item, "change", "--to", "graph").code == Exit.USAGE
    assert gradient("review", "decide", item, "accept").code == Exit.DONE
    assert gradient("review", "undo", item).code == Exit.DONE


def test_a_message_says_what_stands_after_the_answer(gradient: Gradient, asked: dict[str, int]) -> None:
    ran = gradient("review", "decide", str(asked["tag"]), "reject")
    assert "Rejected: “Every tree with two vertices has two leaves.” does not belong to Tree" in ran.out


def test_undo_alone_takes_the_newest_answer_back_also_one_that_put_off(
    gradient: Gradient, taught: Taught, asked: dict[str, int]
) -> None:
    gradient("review", "decide", str(asked["prerequisite"]), "accept")
    gradient("review", "decide", str(asked["tag"]), "later")
    assert "put off" in gradient("review", "undo").out
    assert asked["tag"] in {one["id"] for one in gradient("review", "list", "--json").json}
    assert "Graph before Spanning tree" in gradient("review", "undo").out
    assert status_of(taught, "prerequisite") == "review"
    gradient("review", "undo")
    assert gradient("review", "undo").code == Exit.NAME


def test_what_goes_with_an_answer_that_is_taken_back_is_named(
    gradient: Gradient, taught: Taught, asked: dict[str, int]
) -> None:
    item = str(asked["tag"])
    gradient("review", "decide", item, "change", "--to", "graph")
    then, first = (one["id"] for one in gradient("review", "log", "--json").json[:2])
    expected = f"(decision {first}), and with it 1 decision that came of it ({then})"
    assert expected in gradient("review", "undo", "--decision", str(first)).out
    gradient("review", "decide", item, "accept")
    number = gradient("review", "log", "--json").json[0]["id"]
    out = gradient("review", "undo", item).out
    assert f"(decision {number})" in out
    assert "with it" not in out
    gradient("review", "decide", item, "change", "--to", "graph")
    then, first = (one["id"] for one in gradient("review", "log", "--json").json[:2])
    out = gradient("review", "undo", item).out
    assert f"(decision {first}), and with it 1 decision that came of it ({then})" in out


@pytest.mark.parametrize(
    "answer", [("accept",), ("reject",), ("change", "--to", "graph")], ids=lambda one: one[0]
)
def test_an_answer_that_is_repeated_is_no_second_decision(
    gradient: Gradient, taught: Taught, asked: dict[str, int], answer: tuple[str, ...]
) -> None:
    item = str(asked["tag"])
    gradient("review", "decide", item, *answer)
    made = [one["id"] for one in gradient("review", "log", "--json").json]
    ran = gradient("review", "decide", item, *answer)
    assert ran.code == Exit.DONE
    assert "that was decided already (decision " in ran.out
    assert [one["id"] for one in gradient("review", "log", "--json").json] == made
    gradient("review", "undo", item)
    assert status_of(taught, "tag") == "review"
    gradient("review", "decide", item, *answer)
    other = ("reject",) if answer == ("accept",) else ("accept",)
    assert "decided already" not in gradient("review", "decide", item, *other).out
    assert "decided already" not in gradient("review", "decide", item, *answer, "--note", "yes").out


def test_a_draw_says_what_it_is_good_for(gradient: Gradient, taught: Taught, asked: dict[str, int]) -> None:
    assert "how right the rest is" not in gradient("review", "list").out
    taught.rows.one(
        "UPDATE review_items SET draw = 'uniform', draw_probability = 0.05, reason = 'Drawn by lot.'"
        " WHERE id = %s",
        asked["tag"],
    )
    assert "measures how right the rest is." in gradient("review", "list").out
    shown = " ".join(gradient("review", "show", str(asked["tag"])).out.split())
    assert "asked because Drawn by lot. What is drawn by lot," in shown


def test_a_quote_is_shown_without_marks_of_markup_and_explained_as_it_stands(
    gradient: Gradient, taught: Taught, asked: dict[str, int]
) -> None:
    quote = "Every tree has *two* leaves, \\\\(n > 1\\\\). </div> </div>"
    taught.rows.one(
        "UPDATE supports SET quote = %s, start_at = 0, end_at = 0 WHERE content_id = %s",
        quote,
        taught.contents["doubt"],
    )
    assert "“Every tree has two leaves, n > 1.”" in gradient("review", "show", str(asked["tag"])).out
    tag = gradient("review", "show", str(asked["tag"]), "--json").json
    assert tag["quotes"][0]["quote"] == quote
    whole = " ".join(gradient("explain", "tag", str(tag["question_id"])).out.split())
    assert quote in whole
