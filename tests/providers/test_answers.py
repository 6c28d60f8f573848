"""From what a model says to an answer that may be used."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from pydantic import BaseModel

from gradient.checked import Checked
from gradient.providers.answers import Asked, CutOff, Declined, Empty, Turn, Unusable, answer
from gradient.store.ledger import Book, no_calls


class Picks(Checked):
    numbers: list[int]


class Says:
    """Says one thing after the other, and knows what it was told."""

    name = "toy:parrot"

    def __init__(self, *words: str | Exception) -> None:
        self._words = list(words)
        self.told: list[Sequence[Turn]] = []

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        self.told.append(tuple(turns))
        said = self._words.pop(0)
        if isinstance(said, Exception):
            raise said
        return said


def too_large(found: Picks) -> list[str]:
    return [f"{number} was not shown." for number in found.numbers if number > 3]


ASKED = Asked("Choose.", "1 2 3", Picks, too_large)


async def test_an_answer_in_the_right_form_is_taken_as_it_is() -> None:
    says = Says('{"numbers": [1, 3]}')
    assert (await answer(says, ASKED, no_calls)).numbers == [1, 3]
    assert says.told == [(Turn("user", "1 2 3"),)]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('Here it is: {"numbers": [1]}', "the answer: Invalid JSON"),
        ('```json\n{"numbers": [1]}\n```', "the answer: Invalid JSON"),
        ('{"numbers": [1', "the answer: Invalid JSON"),
        ('{"numbers": ["1"]}', "numbers.0: Input should be a valid integer."),
        ('{"numbers": [1], "why": "so"}', "why: Extra inputs are not permitted."),
        ("{}", "numbers: Field required."),
        ('{"numbers": [4]}', "4 was not shown."),
    ],
)
async def test_a_wrong_answer_is_corrected_once_with_what_was_wrong(wrong: str, told: str) -> None:
    says = Says(wrong, '{"numbers": [2]}')
    assert (await answer(says, ASKED, no_calls)).numbers == [2]
    _, (asked, said, correction) = says.told
    assert (asked, said) == (Turn("user", "1 2 3"), Turn("assistant", wrong))
    assert told in correction.text


async def test_an_answer_that_stays_wrong_is_no_answer() -> None:
    says = Says('{"numbers": [4]}', '{"numbers": [5]}')
    with pytest.raises(
        Unusable, match="toy:parrot gave no usable answer, also after a correction: 5 was not"
    ):
        await answer(says, ASKED, no_calls)
    assert len(says.told) == 2


@pytest.mark.parametrize(
    ("trouble", "told"), [(Empty("Nothing."), "was empty"), (CutOff("Too long."), "was cut off")]
)
async def test_an_empty_answer_and_one_that_is_cut_off_are_asked_for_once_more(
    trouble: Exception, told: str
) -> None:
    says = Says(trouble, '{"numbers": [2]}')
    assert (await answer(says, ASKED, no_calls)).numbers == [2]
    (turn,) = says.told[1]
    assert turn.text.startswith("1 2 3")
    assert told in turn.text
    twice = Says(trouble, trouble)
    with pytest.raises(type(trouble)):
        await answer(twice, ASKED, no_calls)
    assert len(twice.told) == 2


async def test_what_is_cut_off_is_not_corrected_where_less_can_be_asked_about() -> None:
    says = Says(CutOff("Too long."))
    with pytest.raises(CutOff):
        await answer(says, replace(ASKED, pieces=2), no_calls)
    assert len(says.told) == 1


async def test_a_refusal_is_not_argued_with() -> None:
    says = Says(Declined("No."))
    with pytest.raises(Declined):
        await answer(says, ASKED, no_calls)
    assert len(says.told) == 1
