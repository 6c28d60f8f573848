from collections.abc import AsyncIterator, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.providers import registry
from gradient.providers.offline.picker import LEAST_SCORE, chosen
from gradient.providers.ports import Errand, OfferedTopic, Picker, PickRequest
from tests.providers.played import Ledger, Played, played
from tests.providers.servers import ModelServer

PATHS = st.fixed_dictionaries({}, optional={"name": st.floats(0, 1), "c2t": st.floats(0, 1)})
OFFERED = st.lists(
    st.builds(OfferedTopic, st.just("Topic"), st.just(""), st.floats(0, 1), PATHS), max_size=30
)


def offered(score: float, **paths: float) -> OfferedTopic:
    return OfferedTopic("Topic", "What belongs to it.", score, paths)


@pytest.fixture(params=["offline", "anthropic", "ollama", "openai"])
def plays(request: pytest.FixtureRequest) -> Iterator[Played]:
    with played(request.param) as found:
        if isinstance(found.server, ModelServer):
            reply = {"choices": [{"sentence": 1, "topics": [2]}]}
            found.server.rules({"match": "Candidates of sentence 1: 2, 3", "reply": reply})
        yield found


@pytest.fixture
async def picker(plays: Played) -> AsyncIterator[Picker]:
    found = registry.picker(plays.setting, plays.access)
    async with registry.closing(found):
        yield found


async def test_each_request_is_answered_with_numbers_that_were_shown(picker: Picker) -> None:
    outline = [OfferedTopic(f"Topic {key}", "What belongs to it.", 0.0, {}, key) for key in (5, 6, 7)]
    likely = OfferedTopic("Topic 6", "What belongs to it.", 0.7, {"name": 1.0}, 6)
    other = OfferedTopic("Topic 7", "What belongs to it.", 0.3, {}, 7)
    requests = [PickRequest("Nothing.", ()), PickRequest("A neural network learns.", (likely, other))]
    nothing, found = await picker.pick(requests, outline, Errand(Ledger().book, b"secret"))
    assert nothing == ()
    assert found == (1,)


def test_the_best_topic_is_primary_wherever_it_stands() -> None:
    assert chosen([offered(0.5, name=1.0), offered(0.9, name=1.0)]) == (2, 1)


def test_an_unclear_content_gets_no_pick() -> None:
    assert chosen([offered(LEAST_SCORE - 0.01, name=1.0), offered(0.2)]) == ()


def test_the_best_of_fitted_shares_is_picked_however_many_share_with_it() -> None:
    near = [offered(0.1), offered(0.12, name=1.0)]
    assert chosen(near, likely=True) == (2,)
    assert chosen(near) == chosen([], likely=True) == ()


async def test_what_the_scores_are_is_said_with_the_request() -> None:
    picker = registry.picker("offline")
    shown = (offered(LEAST_SCORE / 2),)
    asked = [PickRequest("It learns.", shown, likely=likely) for likely in (True, False)]
    assert await picker.pick(asked) == [(1,), ()]


def test_a_further_topic_is_picked_if_it_is_named_or_close_to_the_best() -> None:
    best = offered(0.8, name=1.0)
    assert chosen([best, offered(0.4, name=0.9)]) == (1, 2)
    assert chosen([best, offered(0.75, heading=1.0)]) == (1, 2)
    assert chosen([best, offered(0.5, heading=1.0)]) == (1,)
    assert chosen([best, offered(0.4, name=0.3)]) == (1,)


@given(OFFERED)
def test_picks_are_at_most_five_different_numbers(candidates: list[OfferedTopic]) -> None:
    picks = chosen(candidates)
    assert len(picks) <= 5
    assert len(set(picks)) == len(picks)
    assert all(candidates[number - 1].score >= LEAST_SCORE for number in picks)
