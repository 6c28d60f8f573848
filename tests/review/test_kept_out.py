"""Half of the groups with draws are kept out of every fit, with all that was answered about them."""

import random

import pytest

from gradient.review.kept_out import Kin, apart, kept_out, kin_of

SOURCES = [f"lectures/{number:02}.md" for number in range(9)]


def tag(number: int, source: str | None, course: str = "vision") -> Kin:
    key = f"tag|fact|sentence {number}|loss"
    return kin_of({"course": course, "task": "tag", "natural_key": key, "source": source})


def sides(answers: list[Kin], drawn: list[bool]) -> tuple[set[str], set[str]]:
    """The groups that are kept out, and those that are not."""
    held = kept_out(answers, drawn, "salt")
    out = {one.group for one, is_out in zip(answers, held, strict=True) if is_out}
    return out, {one.group for one, is_out in zip(answers, held, strict=True) if not is_out}


def test_half_of_the_sources_with_draws_are_kept_out_whole() -> None:
    answers = [tag(number, SOURCES[number % 9]) for number in range(90)]
    out, fitted = sides(answers, [number % 9 < 6 and number < 9 for number in range(90)])

    assert (len(out), len(fitted)) == (3, 6)
    assert out.isdisjoint(fitted)


def test_what_was_never_drawn_is_not_kept_out() -> None:
    answers = [tag(number, SOURCES[number % 9]) for number in range(90)]

    assert not any(kept_out(answers, [False] * 90, "salt"))


def test_of_two_sources_one_is_kept_out_in_every_course() -> None:
    answers = [tag(number, SOURCES[number // 10], f"course {number % 10}") for number in range(20)]
    out, fitted = sides(answers, [True] * 20)
    assert len(out) == len(fitted) == 10


def test_in_a_course_of_one_source_contents_stand_apart() -> None:
    answers = [tag(number % 20, SOURCES[0]) for number in range(40)]
    names = apart(answers)
    held = kept_out(answers, [True] * 40, "salt")

    assert len(set(names)) == 20
    assert sum(held) == 20
    assert held[:20] == held[20:]


@pytest.mark.parametrize("salt", [f"salt {number}" for number in range(20)])
@pytest.mark.parametrize("beside", [1, 3, 20])
def test_a_source_that_most_answers_are_about_leaves_enough_on_both_sides(beside: int, salt: str) -> None:
    book = [tag(number, SOURCES[0]) for number in range(100)]
    notes = [tag(100 + number, SOURCES[1 + number % 3]) for number in range(beside)]
    drawn = [number % 5 == 0 for number in range(100)] + [True] * beside
    held = kept_out([*book, *notes], drawn, salt)

    assert sum(not is_out for is_out in held) >= 75
    assert sum(is_out and was for is_out, was in zip(held, drawn, strict=True)) >= 10


def test_the_only_source_with_draws_is_kept_out() -> None:
    answers = [tag(number, SOURCES[number % 9]) for number in range(90)]
    out, fitted = sides(answers, [number % 9 == 0 for number in range(90)])

    assert (len(out), len(fitted)) == (1, 8)


def test_both_directions_of_a_pair_and_what_is_forgotten_have_a_group() -> None:
    keys = ["prerequisite|loss|gradient", "prerequisite|gradient|loss", "forgotten|7", "forgotten|8"]
    found = [
        kin_of({"course": "vision", "task": "prerequisite", "natural_key": key, "source": None})
        for key in keys
    ]

    assert found[0] == found[1]
    assert len({one.group for one in found}) == 3


def test_a_new_source_moves_at_most_one_other_and_order_none() -> None:
    answers = [tag(number, source) for number, source in enumerate(SOURCES)]
    for count in range(2, 9):
        before, _ = sides(answers[:count], [True] * count)
        after, _ = sides(answers[: count + 1], [True] * (count + 1))
        assert len((before ^ after) - {answers[count].group}) <= 1
    shuffled = random.Random(1).sample(answers, len(answers))
    assert sides(shuffled, [True] * 9) == sides(answers, [True] * 9)
