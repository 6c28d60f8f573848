"""What hangs on an answer is counted over the accepted prerequisites."""

from gradient.acceptance.question import Question, Settled
from gradient.acceptance.reach import reach_of

STEPS = [("set", "function"), ("function", "derivative"), ("derivative", "gradient"), ("line", "derivative")]
REACH = reach_of(
    [
        *(Settled(Question("prerequisite", *step), "accepted", "") for step in STEPS),
        Settled(Question("prerequisite", "gradient", "set"), "review", ""),
        Settled(Question("tag", "A fact.", "set"), "accepted", ""),
    ]
)


def test_on_a_tag_hang_its_topic_and_all_that_need_it() -> None:
    assert REACH.of(Question("tag", "A fact.", "function")) == 3
    assert REACH.of(Question("tag", "A fact.", "gradient")) == 1


def test_on_a_prerequisite_hangs_besides_what_its_first_topic_needs() -> None:
    assert REACH.of(Question("prerequisite", "line", "gradient")) == 1
    assert REACH.of(Question("prerequisite", "derivative", "line")) == 1 + 2 + 3


def test_on_a_proposal_hangs_what_needs_the_topic() -> None:
    assert REACH.of(Question("proposal", "set", "")) == 4
