"""What calls cost."""

from datetime import date

import pytest

from gradient.providers.prices import Tokens, as_of, most, price


def test_each_kind_of_token_has_its_price() -> None:
    tokens = Tokens(fresh=1_000_000, cache_written=1_000_000, cache_read=1_000_000, output=1_000_000)
    assert price("anthropic", "claude-sonnet-5-5", tokens) == pytest.approx(2 + 2.5 + 0.1 + 10)


def test_a_long_prompt_has_another_price_for_every_token() -> None:
    short = Tokens(fresh=60_000, cache_written=0, cache_read=40_000, output=1_000)
    long = Tokens(fresh=60_000, cache_written=0, cache_read=40_001, output=1_000)
    assert price("anthropic", "claude-haiku-5-5", short) == pytest.approx(0.006 + 0.0004 + 0.0005)
    assert price("anthropic", "claude-haiku-5-5", long) == pytest.approx(0.03 + 0.00200005 + 0.0025)


@pytest.mark.parametrize("model", ["claude-of-next-year", ""])
def test_an_unknown_price_is_not_free(model: str) -> None:
    assert price("anthropic", model, Tokens(1, 0, 0, 1)) is None
    assert price("elsewhere", "claude-haiku-5-5", Tokens(1, 0, 0, 1)) is None


def test_the_most_that_a_call_may_come_to_writes_all_of_it_to_a_cache_where_that_is_dearer() -> None:
    assert most("anthropic", "claude-sonnet-5-5", 1_000_000, 100_000) == pytest.approx(2.5 + 1)
    assert most("voyage", "voyage-4", 1_000_000, 0) == pytest.approx(0.06)
    assert most("anthropic", "claude-of-next-year", 1, 1) is None


def test_prices_that_settings_state_hold_instead_of_ours_and_where_we_have_none() -> None:
    tokens = Tokens(fresh=1_000_000, cache_written=1_000_000, cache_read=1_000_000, output=1_000_000)
    own = {
        "anthropic:claude-haiku-5-5": {"input": 1.0, "output": 3.0, "cache_read": 0.5},
        "openai:small": {"input": 4.0},
    }
    assert price("anthropic", "claude-haiku-5-5", tokens, own) == pytest.approx(1 + 1 + 0.5 + 3)
    assert price("openai", "small", tokens, own) == pytest.approx(12)
    assert price("openai", "large", tokens, own) is None


def test_our_prices_say_of_which_day_they_are() -> None:
    assert date.fromisoformat(as_of()) > date(2026, 1, 1)
