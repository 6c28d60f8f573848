"""Amounts are told with as many places as they need."""

import pytest

from gradient.text.dollars import dollars


@pytest.mark.parametrize(
    ("amount", "places", "told"),
    [
        (0.0, 2, "0.00"),
        (0.25, 2, "0.25"),
        (0.006, 2, "0.006"),
        (1.004, 2, "1.00"),
        (12.0, 2, "12.00"),
        (0.2, 4, "0.2000"),
        (0.000045, 4, "0.000045"),
        (0.0000001, 4, "0.000000"),
    ],
)
def test_a_small_amount_is_not_rounded_to_another_one(amount: float, places: int, told: str) -> None:
    assert dollars(amount, places) == told
