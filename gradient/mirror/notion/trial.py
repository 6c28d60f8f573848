"""A round trip in a page of its own, to see that all that we need works with a real token."""

from gradient.mirror.notion.client import Notion, NotionError
from gradient.mirror.notion.node import Node, Run
from gradient.mirror.notion.reading import blocks_of

TITLE = "Gradient: a trial, to be removed"
WORDS = "It was written and read back."


class TrialFailed(NotionError):
    """What was read back is not what was written."""


async def round_trip(notion: Notion, parent: str) -> None:
    """Make a page below another, change a block of it, read it back, and put the page into the trash.

    Raises TrialFailed if another text comes back.
    """
    bot = str((await notion.get("users/me"))["id"])
    made = await notion.create(
        "pages",
        {
            "parent": {"type": "page_id", "page_id": parent},
            "properties": {"title": {"title": [{"type": "text", "text": {"content": TITLE}}]}},
            "children": [Node("paragraph", (Run("It was written."),)).request()],
        },
    )
    try:
        (first,) = await blocks_of(notion, made["id"], bot)
        await notion.change(f"blocks/{first.id}", Node("paragraph", (Run(WORDS),)).change())
        (second,) = await blocks_of(notion, made["id"], bot)
        if second.words != WORDS or second.id != first.id:
            raise TrialFailed(f"Notion gave back {second.words!r} where {WORDS!r} was written.")
    finally:
        await notion.change(f"pages/{made['id']}", {"in_trash": True})
