"""Items of a course called vision, made by hand."""

from collections.abc import Sequence

from gradient.mirror.notion.mirror import NotionMirror
from gradient.mirror.port import Unwritten
from gradient.store.mirrors import Asked, Cited, Item, Link, ReviewItem, ShownBlock, TopicItem, Written

COURSE = "vision"


def cited(quote: str, source: str = "lectures/01 intro.md") -> Cited:
    return Cited(source, "page 2", quote)


def block(text: str, kind: str = "paragraph", number: int | None = None) -> ShownBlock:
    return ShownBlock(kind, text, (cited(text),), number)


def page(
    title: str, *blocks: ShownBlock, before: Sequence[Link] = (), number: int = 1, course: str = COURSE
) -> TopicItem:
    link = Link("-".join(title.casefold().split()), title)
    return TopicItem(
        number, course, link, (), (), None, "fresh", None, False, tuple(before), (), blocks, (), (), 0.9, 0.5
    )


def sentences(count: int) -> list[ShownBlock]:
    return [block(f"This is sentence {number} of them all.", number=number) for number in range(1, count + 1)]


def asked(number: int, subject: str = "Score", **more: object) -> Asked:
    return Asked(
        number,
        f"{number:08x}",
        "prerequisite",
        str(more.pop("reason", "No direction is clear.")),
        more.pop("confidence", 0.5),  # type: ignore[arg-type]
        "offline, raw",
        None,
        f"{subject} {number}",
        "Loss",
        None,
        None,
        (cited(f"Know {subject} {number} first."),),
        **more,  # type: ignore[arg-type]
    )


def queue(*questions: Asked, waiting: int = 0) -> ReviewItem:
    return ReviewItem(9, COURSE, "Vision", waiting, questions)


async def written(mirror: NotionMirror, *items: Item, course: str = COURSE) -> list[Written]:
    """Write items, all of which can be."""
    brought = await mirror.write(course, items, {})
    failed = [one.reason for one in brought if isinstance(one, Unwritten)]
    assert failed == []
    return [one for one in brought if isinstance(one, Written)]
