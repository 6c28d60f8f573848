"""Labels of pairs that cannot all be right: what is needed first by some is needed last by others.

The pairs are scored one by one all the same. But accepted prerequisites hold no circle, also where some of
them are alternatives, so that what is settled cannot keep to all of these labels.
"""

from collections.abc import Mapping

from gradient.evaluation.tables import Line
from gradient.graph.cycles import circle_text, find_circle

Pairs = Mapping[tuple[str, str], Line]
"""The line of each pair: learnt first, needs it."""

_CANNOT = "accepted prerequisites hold no circle, so that f1_closed falls short where they are scored"


def both_ways(pairs: Pairs) -> list[str]:
    """A sentence that names the first pair with the label 1 in both directions, where there is one."""
    right = _right(pairs)
    twice = [
        (line, right[pair[::-1]])
        for pair, line in right.items()
        if pair[::-1] in right and line.number > right[pair[::-1]].number
    ]
    if not twice:
        return []
    line, other = twice[0]
    more = len(twice) - 1
    others = f" {more} more {'pair is' if more == 1 else 'pairs are'} labelled so." if more else ""
    said = (
        f"by its label “{line['prerequisite_id']}” has to be learnt before “{line['topic_id']}”, and"
        f" by that of line {other.number} after it"
    )
    return [f"{line.file}, line {line.number}: {said}; {_CANNOT}. Correct one of the two.{others}"]


def circles(pairs: Pairs) -> list[str]:
    """A sentence that names a circle of three pairs or more with the label 1, where there is one."""
    right = _right(pairs)
    circle = find_circle(pair for pair in right if pair[::-1] not in right)
    if circle is None:
        return []
    last = max((right[step] for step in zip(circle, [*circle[1:], circle[0]], strict=True)), key=_number)
    said = f"its label closes the circle {circle_text(circle)}"
    return [f"{last.file}, line {last.number}: {said}; {_CANNOT}. Correct one of them."]


def _right(pairs: Pairs) -> Pairs:
    return {pair: line for pair, line in pairs.items() if line["label"] == "1"}


def _number(line: Line) -> int:
    return line.number
