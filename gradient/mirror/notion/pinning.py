"""Keeping in the database what people wrote on a page, so that no stage changes it."""

from gradient.mirror.notion.edits import Looked, held_by
from gradient.mirror.notion.standing import Standing
from gradient.mirror.notion.workspace import Workspace
from gradient.store import changes, notion
from gradient.store.notion import NotionPage, PinnedText
from gradient.store.pages import content_hash


async def carry(workspace: Workspace, page: NotionPage, looked: Looked) -> tuple[Standing, ...]:
    """Pin the texts that people wrote on a page; its blocks, those held that show them."""
    if not looked.pins:
        return looked.standing
    course, _, slug = page.key.partition("/")
    blocks: dict[str, int] = {}
    async with workspace.database.transaction() as connection:
        topic = await notion.topic_of(connection, course, slug)
        if topic is None:
            return looked.standing
        for pin in looked.pins:
            text = PinnedText(
                topic["id"], pin.origin, pin.after, pin.type, pin.content, content_hash(pin.type, pin.content)
            )
            pinned = await notion.pin(connection, text)
            blocks |= dict.fromkeys(pin.ids, pinned)
        what = f"The page of {topic['title']} was changed by hand."
        await changes.note(
            connection, topic["course_id"], "page", what, "a person in Notion", workspace.clock()
        )
    return held_by(looked.standing, blocks)
