"""The order in which a sitting puts its questions, and how far it has come."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gradient.cli.batch import Batch
from gradient.review.alike import together


def item(number: int, topic: str = "tree", task: str = "tag", course: str = "forestry") -> dict[str, Any]:
    return {"id": number, "course": course, "task": task, "object_slug": topic, "object_title": topic.title()}


QUEUES = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from(["tag", "prerequisite", "circle", "merge"])),
    max_size=12,
)


@given(QUEUES)
def test_alike_questions_stand_together_in_the_order_of_their_first(queue: list[tuple[str, str]]) -> None:
    items = [item(number, topic, task) for number, (topic, task) in enumerate(queue)]
    groups = [[one["id"] for one in group] for group in together(items)]
    assert sorted(number for group in groups for number in group) == list(range(len(items)))
    assert all(group == sorted(group) for group in groups)
    firsts = [group[0] for group in groups]
    assert firsts == sorted(firsts)


def test_what_differs_in_course_topic_or_kind_is_not_alike() -> None:
    items = [item(1), item(2, course="art"), item(3, "leaf"), item(4, task="circle"), item(5, task="merge")]
    assert len(together(items)) == 5
    assert len(together([item(1, task="circle"), item(2, task="prerequisite")])) == 1


def test_the_place_counts_up_to_what_was_open_at_the_beginning() -> None:
    batch = Batch()
    assert batch.goes_on_with([item(1), item(2, "leaf"), item(3)])
    assert (batch.current or {})["id"] == 1
    assert (batch.place, batch.alike, batch.alike_left) == ("1 of 3", " · 1 of 2 about Tree", [3])
    assert not batch.goes_on_with([item(4), item(2, "leaf"), item(3)])
    assert (batch.current or {})["id"] == 3
    assert (batch.place, batch.left) == ("2 of 3", 2)


def test_what_came_up_meanwhile_is_the_next_batch() -> None:
    batch = Batch()
    batch.goes_on_with([item(1)])
    assert batch.goes_on_with([item(7), item(8)])
    assert (batch.place, (batch.current or {})["id"]) == ("1 of 2", 7)
    assert not batch.goes_on_with([])
    assert batch.current is None


def test_an_answer_taken_back_is_asked_again_at_once() -> None:
    batch = Batch()
    batch.goes_on_with([item(1), item(2)])
    batch.goes_on_with([item(2)])
    batch.ask_again(1)
    batch.goes_on_with([item(1), item(2)])
    assert (batch.place, (batch.current or {})["id"]) == ("1 of 2", 1)
    batch.ask_again(9)
    batch.goes_on_with([item(1), item(2), item(9)])
    assert (batch.place, (batch.current or {})["id"]) == ("1 of 3", 9)


def test_what_an_answer_settles_along_with_its_own_question_counts_no_more() -> None:
    batch = Batch()
    items = [item(number, task="prerequisite") for number in range(1, 7)]
    batch.goes_on_with(items)
    assert batch.place == "1 of 6"
    batch.goes_on_with(items[3:])
    assert batch.place == "2 of 4"
    assert batch.alike == " · 2 of 4 before Tree"
    batch.ask_again(1)
    batch.goes_on_with([items[0], *items[3:]])
    assert batch.place == "1 of 4"
