"""The queue of questions as a list, those that are alike under one heading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradient.cli.output import (
    BOLD,
    DIM,
    PROSE_WIDTH,
    Styled,
    confidence,
    plural,
    terminal_width,
    wrapped,
    write,
)
from gradient.cli.questions import LOTS
from gradient.review.alike import together
from gradient.review.wording import common_question, own_part, question_of, says_more

Item = Mapping[str, Any]

LEAST_WIDTH = 30


@dataclass(frozen=True)
class _Widths:
    """How wide the numbers of the items are."""

    number: int
    worth: int

    def head(self, item: Item) -> str:
        """What stands before the question of an item."""
        worth = f"{item['priority']:>{self.worth}.1f}"
        return f"  {item['id']:>{self.number}}  {confidence(item['confidence']):>4}  {worth}  "


def show_list(items: Sequence[Item], scales: Mapping[str, str]) -> None:
    """Print the items, course by course."""
    widths = _Widths(
        max(len(str(item["id"])) for item in items),
        max(len(f"{item['priority']:.1f}") for item in items),
    )
    for number, slug in enumerate(dict.fromkeys(item["course"] for item in items)):
        if number:
            write()
        of_course = [item for item in items if item["course"] == slug]
        write(Styled(f"{slug}: {plural(len(of_course), 'question')}", BOLD))
        for task, words in scales.items():
            write(Styled(f"  The confidences of {task}s are {words}.", DIM))
        write(
            Styled("  Each with its number, its confidence, what an answer is worth, and what is asked.", DIM)
        )
        if any(item["draw"] for item in of_course):
            write(Styled(f"  {LOTS}", DIM))
        for group in together(of_course):
            write()
            _show_group(group, widths)


def _show_group(group: Sequence[Item], widths: _Widths) -> None:
    alike = len(group) > 1
    if alike:
        write("  ", Styled(common_question(group), BOLD), Styled(f"  {len(group)} times", DIM))
    for item in group:
        head = widths.head(item)
        room = max(min(PROSE_WIDTH, terminal_width()) - len(head), LEAST_WIDTH)
        for number, line in enumerate(wrapped(own_part(item) if alike else question_of(item), room)):
            write(head if number == 0 else " " * len(head), line)
        for line in wrapped(_remark(item), room):
            write(" " * len(head), Styled(line, DIM))


def _remark(item: Item) -> str:
    said = [item["reason"]] if says_more(item["reason"]) or item["confidence"] is None else []
    said += ["Waits for a place."] if item["state"] == "waiting" else []
    return " ".join(said)
