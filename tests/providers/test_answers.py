"""From what a model says to an answer that may be used."""

from collections.abc import Sequence

import pytest
from pydantic import BaseModel

from gradient.checked import Checked
from gradient.providers.answers import Asked, Turn, Unusable, answer
from gradient.store.ledger import Book, Call


class Picks(Checked):
    numbers: list[int]


class Says:
    """Says one thing after the other, and knows what it was told."""

    name = "toy:parrot"

    def __init__(self, *words: str) -> None:
        self._words = list(words)
        self.told: list[Sequence[Turn]] = []

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        self.told.append(tuple(turns))
        return self._words.pop(0)


async def no_book(_: Call) -> None:
    """Nothing is called."""


def too_large(found: Picks) -> list[str]:
    return [f"{number} was not shown." for number in found.numbers if number > 3]


ASKED = Asked("Choose.", "1 2 3", Picks, too_large)


async def test_an_answer_in_the_right_form_is_taken_as_it_is() -> None:
    says = Says('{"numbers": [1, 3]}')
    assert (await answer(says, ASKED, no_book)).numbers == [1, 3]
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
    assert (await answer(says, ASKED, no_book)).numbers == [2]
    _, (asked, said, correction) = says.told
    assert (asked, said) == (Turn("user", "1 2 3"), Turn("assistant", wrong))
    assert told in correction.text


async def test_an_answer_that_stays_wrong_is_no_answer() -> None:
    says = Says('{"numbers": [4]}', '{"numbers": [5]}')
    with pytest.raises(
        Unusable, match="toy:parrot gave no usable answer, also after a correction: 5 was not"
    ):
        await answer(says, ASKED, no_book)
    assert len(says.told) == 2
