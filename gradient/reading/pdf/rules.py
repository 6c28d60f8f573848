"""Finds tables by the rules drawn around their cells, or above, within and below their rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_THIN = 1.6
_NEAR = 2.5
"""Points: a rectangle thinner than the first is a rule; rules closer than the second belong together."""
_SHARE = 0.4
"""A rule parts rows (or columns) when it is this share of the table wide (or high)."""
_MOST = 1500
"""With more rules than this the page is a drawing."""
_BOOK_RULES = 3
_BOOK_WIDTH = 80
"""So many rules of one width (in points) above each other make a table without vertical rules."""


@dataclass(frozen=True)
class Grid:
    """The edges of the columns and rows of a table, in points. Two of each mean an open table."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.xs[0] <= x <= self.xs[-1] and self.ys[0] <= y <= self.ys[-1]


@dataclass(frozen=True)
class Rule:
    """A straight line along the page's edges; one of its sides is nearly nothing."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def flat(self) -> bool:
        """Whether it is horizontal."""
        return self.x1 - self.x0 >= self.y1 - self.y0


def rules_of(drawings: Iterable[dict[str, Any]]) -> list[Rule]:
    """The rules among the vector drawings of a page, as MuPDF lists them."""
    return [
        rule
        for drawing in drawings
        for item in drawing["items"]
        for rule in _item_rules(item, drawing["type"])
    ]


def grids(rules: Sequence[Rule]) -> list[Grid]:
    """The tables on a page, closed ones first."""
    if len(rules) > _MOST:
        return []
    closed: list[Grid] = []
    free: list[Rule] = []
    for part in _connected(rules):
        grid = _closed(part)
        if grid is not None:
            closed.append(grid)
        elif all(rule.flat for rule in part):
            free += part
    return [
        *closed,
        *_open([rule for rule in free if not any(grid.holds(rule.x0 + 1, rule.y0) for grid in closed)]),
    ]


def _item_rules(item: Sequence[Any], kind: str) -> Iterator[Rule]:
    if item[0] == "l":
        (x0, y0), (x1, y1) = item[1], item[2]
        if abs(x1 - x0) < _THIN or abs(y1 - y0) < _THIN:
            yield Rule(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    elif item[0] == "re":
        x0, y0, x1, y1 = item[1]
        if x1 - x0 < _THIN or y1 - y0 < _THIN:
            yield Rule(x0, y0, x1, y1)
        elif "s" in kind:
            yield from (
                Rule(x0, y0, x1, y0),
                Rule(x0, y1, x1, y1),
                Rule(x0, y0, x0, y1),
                Rule(x1, y0, x1, y1),
            )


def _connected(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Rules that touch each other, directly or by others."""
    parts: list[list[Rule]] = []
    ended: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: (rule.y0, rule.x0)):
        touched, apart = [], []
        for part in parts:
            if all(other.y1 < rule.y0 - _NEAR for other in part):
                ended.append(part)
            elif any(_touch(rule, other) for other in reversed(part)):
                touched.append(part)
            else:
                apart.append(part)
        parts = [*apart, [rule, *(other for part in touched for other in part)]]
    return [*ended, *parts]


def _touch(one: Rule, other: Rule) -> bool:
    return (
        one.x0 - _NEAR <= other.x1
        and other.x0 - _NEAR <= one.x1
        and one.y0 - _NEAR <= other.y1
        and other.y0 - _NEAR <= one.y1
    )


def _closed(part: list[Rule]) -> Grid | None:
    """The grid of touching rules: two columns and two rows at least."""
    if len(part) < 6:
        return None
    width = max(rule.x1 for rule in part) - min(rule.x0 for rule in part)
    height = max(rule.y1 for rule in part) - min(rule.y0 for rule in part)
    xs = _edges([(rule.x0, rule.y1 - rule.y0) for rule in part if not rule.flat], _SHARE * height)
    ys = _edges([(rule.y0, rule.x1 - rule.x0) for rule in part if rule.flat], _SHARE * width)
    return Grid(xs, ys) if len(xs) >= 3 and len(ys) >= 3 else None


def _edges(rules: list[tuple[float, float]], shortest: float) -> tuple[float, ...]:
    """Places where rules (place, length) lie in line and are long enough together."""
    lines: list[tuple[float, float]] = []
    for place, length in sorted(rules):
        if lines and place - lines[-1][0] <= _NEAR * 2:
            lines[-1] = (lines[-1][0], lines[-1][1] + length)
        else:
            lines.append((place, length))
    return tuple(place for place, length in lines if length >= shortest)


def _open(rules: list[Rule]) -> Iterator[Grid]:
    """Tables with horizontal rules alone: rules of one width, one above the other."""
    alike: dict[tuple[int, int], list[float]] = {}
    for rule in rules:
        if rule.x1 - rule.x0 >= _BOOK_WIDTH:
            alike.setdefault((round(rule.x0 / 4), round(rule.x1 / 4)), []).append(rule.y0)
    for (x0, x1), places in alike.items():
        if len(_distinct(places)) >= _BOOK_RULES:
            yield Grid((x0 * 4.0 - 2, x1 * 4.0 + 2), (min(places), max(places)))


def _distinct(places: list[float]) -> list[float]:
    return [
        place
        for index, place in enumerate(sorted(places))
        if index == 0 or place - sorted(places)[index - 1] > _NEAR
    ]
