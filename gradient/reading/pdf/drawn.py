"""What the drawings of a page tell at a glance: whether it may be ruled, whether there is anything on it."""

from collections.abc import Mapping, Sequence
from typing import Any

_THIN = 4.0
"""Points: a drawing narrower than this may be a rule, with the width of its pen."""
_FLAT, _UPRIGHT = 60.0, 6.0
"""Shorter ones are strokes of formulas."""
_FEWEST_FLAT = 3
"""So many flat rules make a table at least."""
_GROUND = 0.9
"""A filled rectangle over this share of the page is its background."""

Drawn = Mapping[str, Any]


def may_be_ruled(drawn: Sequence[Drawn]) -> bool:
    """Whether the rules of a table may be among the drawings: three flat ones, an upright one, or a frame."""
    flat = 0
    for one in drawn:
        x0, y0, x1, y1 = one["bbox"]
        width, height = x1 - x0, y1 - y0
        if width < _THIN:
            if height >= _UPRIGHT:
                return True
        elif height < _THIN:
            flat += width >= _FLAT
        elif one["stroked"]:
            return True
    return flat >= _FEWEST_FLAT


def is_ground(one: Drawn, width: float, height: float) -> bool:
    """Whether a drawing is the background of a page of that size, which shows nothing."""
    x0, y0, x1, y1 = one["bbox"]
    area = max(0.0, min(x1, width) - max(x0, 0.0)) * max(0.0, min(y1, height) - max(y0, 0.0))
    return one["isrect"] and not one["stroked"] and area >= _GROUND * width * height
