"""What one piece of a question spoils, and how much a useless model may cost."""

from collections.abc import Sequence

import pytest

from gradient.errors import Outage
from gradient.providers.answers import Unusable
from gradient.providers.halving import in_halves
from gradient.providers.ports import Unanswered


class Model:
    """Answers with the pieces themselves, unless one of them spoils it."""

    def __init__(self, *spoils: int) -> None:
        self.spoils = set(spoils)
        self.asked = 0

    async def ask(self, pieces: Sequence[int]) -> Sequence[int]:
        self.asked += 1
        if self.spoils & set(pieces):
            raise Unusable("It is of no use.")
        return pieces


async def test_a_piece_that_spoils_its_answers_spoils_no_other() -> None:
    for spoils in ((5,), (0, 63), (31, 32)):
        found = await in_halves(range(64), Model(*spoils).ask)
        assert [at for at, one in enumerate(found) if isinstance(one, Unanswered)] == list(spoils)
        assert [one for one in found if isinstance(one, int)] == [at for at in range(64) if at not in spoils]


async def test_a_model_that_is_of_no_use_is_not_asked_about_every_piece() -> None:
    model = Model(*range(64))
    found = await in_halves(range(64), model.ask)
    assert found == [Unanswered("It is of no use.")] * 64
    assert model.asked < 20


async def test_what_one_half_came_to_stands_where_nobody_answers_to_the_other() -> None:
    away = Outage("Not now.")

    async def ask(pieces: Sequence[int]) -> Sequence[int]:
        if len(pieces) > 2:
            raise Unusable("It is of no use.")
        if 3 in pieces:
            raise away
        return pieces

    assert await in_halves(range(4), ask) == [0, 1, *[Unanswered("Not now.", away)] * 2]
    with pytest.raises(Outage):
        await in_halves([2, 3], ask)
