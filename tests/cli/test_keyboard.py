"""The review on the keyboard of a real terminal."""

import pytest

from tests.cli.conftest import Gradient, Taught
from tests.cli.terminal import Terminal, dialogue

KEYS = "[q]uit"

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@pytest.fixture
def asked(gradient: Gradient, taught: Taught) -> int:
    """How many questions are open."""
    gradient("prereqs", "add", "graph", "tree")
    return len(gradient("review", "list", "--json").json)


def test_questions_are_answered_with_one_key_each(gradient: Gradient, taught: Taught, asked: int) -> None:
    terminal = Terminal("review")
    dialogue(terminal, [(KEYS, "a")] + [(KEYS, "r")] * (asked - 1))
    assert "no question is open" in terminal.read_until("is open.")
    assert terminal.ended() == 0
    assert gradient("review", "list", "--json").json == []
    acts = [one["act"] for one in gradient("review", "log", "--json").json]
    assert acts.count("reject") == asked - 1


def test_an_answer_is_taken_back_and_others_are_skipped(gradient: Gradient, asked: int) -> None:
    terminal = Terminal("review")
    dialogue(terminal, [(KEYS, "u"), (KEYS, "a"), (KEYS, "u")])
    dialogue(terminal, [("Taken back", ""), (KEYS, "x"), ("does nothing here", ""), (KEYS, "s"), (KEYS, "q")])
    assert f"0 questions answered; {asked - 1} question" in terminal.read_until("left.")
    assert terminal.ended() == 0
    assert len(gradient("review", "list", "--json").json) == asked


def test_an_answer_that_cannot_be_taken_back_says_why_and_the_sitting_goes_on(
    gradient: Gradient, asked: int
) -> None:
    terminal = Terminal("review")
    dialogue(terminal, [(KEYS, "a")])
    terminal.read_until(KEYS)
    gradient("review", "undo")
    terminal.type("u")
    dialogue(terminal, [("no answer that could be taken back", ""), (KEYS, "q")])
    assert terminal.ended() == 0


def test_another_topic_is_put_in_place_of_a_wrong_one(gradient: Gradient, taught: Taught, asked: int) -> None:
    terminal = Terminal("review", styled=False)
    while "Is this about Tree" not in terminal.read_until(KEYS):
        terminal.type("s")
    terminal.type("c")
    dialogue(
        terminal, [("think again:", "grahp\n"), ("did you mean graph", "c"), ("think again:", "graph\n")]
    )
    dialogue(terminal, [("Changed to graph", "q")])
    assert terminal.ended() == 0
    assert "\x1b" not in terminal.seen
    assert taught.rows.one(
        "SELECT status FROM tags WHERE content_id = %s AND topic_id = %s",
        taught.contents["doubt"],
        taught.graph,
    ) == ("accepted")


def test_escape_is_a_way_out_of_a_change_and_what_is_typed_may_be_corrected(
    gradient: Gradient, taught: Taught, asked: int
) -> None:
    terminal = Terminal("review", styled=False)
    while "Is this about Tree" not in terminal.read_until(KEYS):
        terminal.type("s")
    terminal.type("c")
    dialogue(terminal, [("think again:", "gra\x1b"), (KEYS, "c")])
    dialogue(terminal, [("think again:", "grapes\x7f\x7fh\n"), ("Changed to graph", "q")])
    assert terminal.ended() == 0
    assert "^[" not in terminal.seen


def test_a_change_of_a_prerequisite_says_that_it_rejects_the_old_one(asked: int) -> None:
    terminal = Terminal("review", styled=False)
    while "Do you have to know Graph" not in terminal.read_until(KEYS):
        terminal.type("s")
    terminal.type("c")
    dialogue(terminal, [("That rejects Graph", "\n"), (KEYS, "q")])
    assert terminal.ended() == 0


def test_the_topic_that_is_asked_about_is_highlighted(asked: int) -> None:
    terminal = Terminal("review")
    dialogue(terminal, [(KEYS, "x"), ("does nothing here", "\x03")])
    assert "\x1b[1;36m" in terminal.seen
    assert terminal.ended() == 130


def test_it_says_how_far_one_has_come_and_offers_to_leave_alike_questions(
    gradient: Gradient, taught: Taught, asked: int
) -> None:
    rows = taught.rows
    rows.one(
        "UPDATE tags SET status = 'review', confidence = 0.45 WHERE content_id = %s", taught.contents["tree"]
    )
    rows.one(
        "UPDATE judgements SET raw_confidence = 0.45, log_yes = ln(0.45), log_no = ln(0.55)"
        " WHERE question_id = %s",
        rows.question("tag", taught.contents["tree"], taught.tree),
    )
    gradient("prereqs", "add", "graph", "tree")
    asked = len(gradient("review", "list", "--json").json)
    terminal = Terminal("review", styled=False)
    for number in range(1, asked + 1):
        shown = terminal.read_until(KEYS)
        assert f"Question {number} of {asked}" in shown
        assert " in gradient review" in shown
        if "1 of 2 about Tree" in shown:
            assert "[o]ther topic" in shown
            terminal.type("o")
            break
        terminal.type("s")
    else:
        raise AssertionError("no question was like another")
    rest = terminal.read_until("left.") if number + 1 >= asked else terminal.read_until(KEYS)
    assert "2 of 2 about Tree" not in rest
    terminal.type("q")
    terminal.ended()
