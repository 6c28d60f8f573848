"""`gradient sources --left-out`: what nothing is learnt from, and by which rule."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from gradient.cli.opened import course_id_of, transaction
from gradient.cli.output import DIM, Styled, plural, say, terminal_width, title, write
from gradient.cli.printable import one_line

_LEAST_WIDTH = 30


async def left_out(course: str | None) -> list[dict[str, Any]]:
    """Every passage that was left out, in the order of the files."""
    from gradient.store import chunks

    async with transaction() as connection:
        return await chunks.left_out(connection, await course_id_of(connection, course))


def show_left_out(found: Sequence[dict[str, Any]]) -> None:
    """A file after the other; of each rule its passages, one line each."""
    if not found:
        say("Nothing was left out: every passage that was worked on holds a fact or a question.")
    for number, (path, passages) in enumerate(groupby(found, key=lambda one: one["path"])):
        if number:
            write()
        ones = list(passages)
        characters = sum(one["characters"] for one in ones)
        title(f"{path}: {plural(len(ones), 'passage')}, {characters:,} characters")
        for reason, alike in groupby(sorted(ones, key=_by_reason), key=lambda one: one["reason"]):
            _show_rule(reason, list(alike))


def _by_reason(one: dict[str, Any]) -> tuple[str, int]:
    return one["reason"], one["start"]


def _show_rule(reason: str, passages: Sequence[dict[str, Any]]) -> None:
    write("  ", reason)
    for one in passages:
        place = f"{one['place']}: " if one["place"] else ""
        room = max(_LEAST_WIDTH, terminal_width() - len(place) - 4)
        write("    ", Styled(place, DIM), one_line(one["text"], room))
