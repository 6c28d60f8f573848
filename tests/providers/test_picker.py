import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.providers import registry
from gradient.providers.offline.picker import LEAST_SCORE, chosen
from gradient.providers.ports import OfferedTopic, Picker, PickRequest

PATHS = st.fixed_dictionaries({}, optional={"name": st.floats(0, 1), "c2t": st.floats(0, 1)})
OFFERED = st.lists(
    st.builds(OfferedTopic, st.just("Topic"), st.just(""), st.floats(0, 1), PATHS), max_size=30
)


def offered(score: float, **paths: float) -> OfferedTopic:
    return OfferedTopic("Topic", "What belongs to it.", score, paths)


@pytest.fixture(params=["offline"])
def picker(request: pytest.FixtureRequest) -> Picker:
    return registry.picker(request.param)


async def test_each_request_is_answered_with_numbers_that_were_shown(picker: Picker) -> None:
    requests = [
        PickRequest("A neural network learns.", (offered(0.7, name=1.0), offered(0.3))),
        PickRequest("Nothing.", ()),
    ]
    first, second = await picker.pick(requests)
    assert first
    assert set(first) <= {1, 2}
    assert second == ()


def test_the_best_topic_is_primary_wherever_it_stands() -> None:
    assert chosen([offered(0.5, name=1.0), offered(0.9, name=1.0)]) == (2, 1)


def test_an_unclear_content_gets_no_pick() -> None:
    assert chosen([offered(LEAST_SCORE - 0.01, name=1.0), offered(0.2)]) == ()


def test_the_best_of_fitted_shares_is_picked_however_many_share_with_it() -> None:
    near = [offered(0.1), offered(0.12, name=1.0)]
    assert chosen(near, likely=True) == (2,)
    assert chosen(near) == chosen([], likely=True) == ()


async def test_what_the_scores_are_is_said_with_the_request(picker: Picker) -> None:
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
