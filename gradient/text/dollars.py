"""Amounts in US dollars, as people read them."""

from decimal import Decimal

MOST_PLACES = 6
MOST_WRONG = 0.05
"""An amount is told with as many places as it takes to be no more than this share of it off."""


def dollars(amount: float | Decimal, places: int = 2) -> str:
    """An amount with so many places, or with more where it is so small that they would tell another one."""
    exact = float(amount)
    while places < MOST_PLACES and abs(round(exact, places) - exact) > MOST_WRONG * abs(exact):
        places += 1
    return f"{exact:.{places}f}"
