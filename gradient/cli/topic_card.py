"""One topic on a card: what it is called, what it needs, and what belongs to it."""

from collections.abc import Sequence
from typing import Any

from gradient.cli.naming import topic_of
from gradient.cli.opened import transaction
from gradient.cli.output import DIM, Styled, believed, paragraph, title, write
from gradient.cli.tables import Column, table

STATES = {"proposed": "proposed only, no topic of the course yet: gradient review asks about it"}
"""What is to be said of a topic that is none."""


async def card(slug: str, course: str | None) -> dict[str, Any]:
    """A topic with its neighbours and contents. Raises UnknownName or AmbiguousName."""
    from gradient.store import explain, status

    async with transaction() as connection:
        named = await topic_of(connection, slug, course)
        topic = await explain.topic(connection, named["id"])
        neighbours = await explain.neighbours(connection, named["id"])
        return {
            **(topic or {}),
            **{side: _on(side, neighbours) for side in ("needs", "leads_to")},
            "contents": await explain.contents(connection, named["id"]),
            "confidences": await status.scales(connection),
        }


def _on(side: str, neighbours: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {key: value for key, value in one.items() if key != "side"}
        for one in neighbours
        if one["side"] == side
    ]


def show_card(found: dict[str, Any], *, everything: bool = False) -> None:
    """Print it; what was rejected only with `everything`, at the end."""
    title(found["title"])
    for name, value in (
        ("slug", found["slug"]),
        ("course", found["course"]),
        ("state", STATES.get(found["state"])),
        ("path", found["path"]),
        ("also called", ", ".join(found["aliases"])),
        ("groups", ", ".join(found["groups"])),
        ("first taught in", found["first_taught"]),
        ("doubt", found["doubt"]),
    ):
        if value:
            paragraph(f"{name:<16}{value}", others=" " * 16)
    if found["summary"]:
        write()
        paragraph(found["summary"])
    scales = found["confidences"]
    for heading, side in (("Learn first", "needs"), ("Leads to", "leads_to")):
        _neighbours(heading, [one for one in found[side] if one["status"] != "rejected"], scales)
    _contents(found["contents"], scales)
    if everything:
        for heading, side in (("Rejected: learn first", "needs"), ("Rejected: leads to", "leads_to")):
            _neighbours(heading, [one for one in found[side] if one["status"] == "rejected"], scales)


def _neighbours(heading: str, rows: Sequence[dict[str, Any]], scales: dict[str, str]) -> None:
    if not rows:
        return
    write()
    title(heading)
    table(
        [
            Column("id", "prerequisite", "right"),
            Column("topic", "title", yields="end"),
            Column("slug", "slug", yields="end"),
            Column("status", "status"),
            Column(_headed("confidence", scales.get("prerequisite")), "confidence", "right"),
        ],
        [{**one, "confidence": believed(one)} for one in rows],
    )


def _contents(rows: Sequence[dict[str, Any]], scales: dict[str, str]) -> None:
    if not rows:
        return
    write()
    title("Contents")
    table(
        [
            Column("content", "content", "right"),
            Column("tag", "tag", "right"),
            Column("status", "status"),
            Column(_headed("conf.", scales.get("tag")), "confidence", "right"),
            Column("sentence", "sentence", yields="end"),
        ],
        [{**one, "confidence": believed(one)} for one in rows],
    )
    write(Styled("gradient explain tag ID and gradient explain prerequisite ID say why.", DIM))


def _headed(word: str, scale: str | None) -> str:
    return f"{word} ({scale})" if scale else word
