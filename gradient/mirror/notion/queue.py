"""The rows of a course's questions."""

from collections.abc import Awaitable, Callable, Mapping

from gradient.mirror.notion.columns import STATE, mark
from gradient.mirror.notion.deciding import NO_DECISION
from gradient.mirror.notion.rows import asked_values, closed_values, review_key, turn_of
from gradient.mirror.notion.writing import Wanted
from gradient.store.mirrors import Asked, ReviewItem
from gradient.store.notion import NotionPage

ELSEWHERE = "It was answered elsewhere, or is not asked any more."


class Queue:
    """Brings the rows of a course to what is asked.

    `pages` are those that are known of it, by key; `stands` says whether a row is as it should be, `bring`
    makes it so (None, or what stood against it), `trash` puts one into the trash.
    """

    def __init__(
        self,
        course: str,
        pages: Mapping[str, NotionPage],
        stands: Callable[[Wanted], bool],
        bring: Callable[[Wanted], Awaitable[str | None]],
        trash: Callable[[NotionPage], Awaitable[None]],
    ) -> None:
        self._course = course
        self._pages = pages
        self._stands = stands
        self._bring = bring
        self._trash = trash

    async def write(self, item: ReviewItem) -> list[str]:
        """Write what is asked and close what is not any more; what stood against it, a sentence a row."""
        troubles = [await self._bring(one) for one in self.wanted(item) if not self._stands(one)]
        asked = {self._key(one) for one in item.asked}
        for page in list(self._pages.values()):
            if page.key not in asked and self._is_closed(page) and not page.answer and page.state == "whole":
                await self._trash(page)
        return [one for one in troubles if one is not None]

    def wanted(self, item: ReviewItem) -> list[Wanted]:
        """What every row is to say: those that are asked, and those that were."""
        asked = {self._key(one): one for one in item.asked}
        rows = []
        for key, one in asked.items():
            page = self._pages.get(key)
            if page is None or page.state != "missing":
                values = asked_values(self._course, one, key, "" if page is None else page.answer)
                rows.append(Wanted(key, "review", self._course, one.id, values))
        for key, page in self._pages.items():
            if key not in asked and self._is_closed(page):
                values = closed_values(page.answer or ELSEWHERE, answered=page.decision_id is not None)
                rows.append(Wanted(key, "review", self._course, page.item_id, values))
        return rows

    def _is_closed(self, page: NotionPage) -> bool:
        return page.kind == "review" and page.state in ("whole", "theirs") and page.page_id is not None

    def _key(self, asked: Asked) -> str:
        """The key of the row of a question: a new one if it was answered in the row that it had."""
        first = review_key(self._course, asked)
        turns = [
            turn_of(key)[1]
            for key, page in self._pages.items()
            if page.kind == "review" and turn_of(key)[0] == first
        ]
        last = max(turns, default=1)
        page = self._pages.get(review_key(self._course, asked, last))
        return review_key(self._course, asked, last + (page is not None and _is_answered(page)))


def _is_answered(page: NotionPage) -> bool:
    """Whether the answer that stands in a row was dealt with, so that asking anew takes another row.

    What stands in the columns of a person stays theirs.
    """
    if page.seen in (None, NO_DECISION):
        return False
    return page.decision_id is not None or page.properties.get(STATE) != mark("open")
