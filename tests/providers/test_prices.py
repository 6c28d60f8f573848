"""What calls cost."""

import pytest

from gradient.providers.prices import Tokens, price


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
