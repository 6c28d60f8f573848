"""What an answer, or the trash, means: each is decided once, and what cannot be is told in its row."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from gradient.errors import GradientError
from gradient.mirror.notion.columns import ANSWER, CORRECT_TOPIC, DECISION, NOTE, mark
from gradient.mirror.notion.reading import Row
from gradient.mirror.notion.rows import turn_of
from gradient.outline import curation
from gradient.review.decisions import ANSWERS, Answer, decide, undo_decision
from gradient.review.standing import newest_of_item
from gradient.store import decisions, notion, reviews
from gradient.store.notion import LIVING, NotionPage
from gradient.store.sessions import Connection
from gradient.written import without_unseen

NO_DECISION = "-"
UNKNOWN = "Nobody asks this any more, so nothing was changed."
CLOSED = "The question is closed by now, so nothing was changed."
NO_TOPIC = "Name one topic under Correct topic, by its page in Topics."
FOREIGN_TOPIC = "What stands under Correct topic is no topic of this course; name another."
WORDS = {"accept": "Accepted", "reject": "Rejected", "change": "Changed", "later": "Put off"}
_TOLD = re.compile(r"(.+?) by (.+), (\d{4}-\d\d-\d\d \d\d:\d\d) \(decision \d+\)\.")


@dataclass(frozen=True)
class Acting:
    """Who did something in Notion, and when: `at` is rounded down to the minute."""

    person: str
    at: datetime


@dataclass(frozen=True)
class Given:
    """What a person wrote into their columns of a row."""

    decision: str | None
    topics: tuple[str, ...]
    note: str

    @property
    def mark(self) -> str:
        """What tells it from other answers; as long as nothing is decided the rest does not count."""
        if self.decision is None:
            return NO_DECISION
        return f"{mark((self.decision, *self.topics))} {mark(self.note)}"


def answer_of(row: Row) -> Given:
    """What stands in the columns of a person."""
    decision, topics, said = (row.values.get(name) for name in (DECISION, CORRECT_TOPIC, NOTE))
    named = topics if isinstance(topics, tuple) else ()
    return Given(decision if isinstance(decision, str) else None, named, str(said or ""))


def is_new(page: NotionPage, given: Given, hidden: Collection[str]) -> bool:
    """Whether what stands in the columns of a person was not taken yet.

    Notion does not show relations to pages in the trash, which are `hidden`; that one named there is nobody's
    edit.
    """
    if page.seen in (None, given.mark):
        return page.seen is None and given.decision is not None
    return all(replace(given, topics=(*given.topics, one)).mark != page.seen for one in hidden)


def hidden_topics(pages: Iterable[NotionPage]) -> list[str]:
    """The ids of the pages of topics to which no relation is shown."""
    return [one.page_id for one in pages if one.kind == "topics" and one.page_id and one.state not in LIVING]


def waits(page: NotionPage, given: Given, hidden: Collection[str]) -> bool:
    """Whether an answer is to be taken before we write to its row: that would hide who gave it, and when."""
    return is_new(page, given, hidden) and page.answer != UNKNOWN


def told_in(row: Row) -> Acting | None:
    """Who gave the answer of a row, and when, by what we said of it there; None if that is of another one."""
    found = _TOLD.fullmatch(str(row.values.get(ANSWER) or ""))
    if found is None or found[1] != WORDS.get(_word(answer_of(row))):
        return None
    return Acting(found[2], datetime.strptime(found[3], "%Y-%m-%d %H:%M").replace(tzinfo=UTC))


async def take_answer(
    connection: Connection,
    acting: Acting,
    page: NotionPage,
    given: Given,
    topics: Mapping[str, NotionPage],
) -> tuple[NotionPage, int | None]:
    """Decide what was answered; how the row stands then, and the course that it changed.

    `topics` are the pages of topics by their ids. An answer that was decided and goes is taken back; one that
    is followed by another holds no more. Of a row that the terminal decided in the same minute or later the
    terminal's word holds.
    """
    seen = replace(page, seen=given.mark)
    item = await _item(connection, page)
    if given.decision is None:
        return await _taken_back(connection, acting, seen)
    if item is None:  # should it be asked again, the answer is taken then
        return replace(page, answer=UNKNOWN), None
    standing = await newest_of_item(connection, item)
    own = standing is not None and standing["id"] == page.decision_id
    if standing and own and page.seen is None and standing["act"] == _word(given):
        return seen, None  # it stands in a column that was away meanwhile
    if standing is not None and not own and _holds(standing, acting):
        told = f"{standing['person']} decided it at {standing['at']:%Y-%m-%d %H:%M}; that holds."
        return replace(seen, answer=told), None
    if standing is None and item["state"] == "closed":
        return replace(seen, answer=CLOSED), None
    try:
        answer, to = _meant(given, page, topics)
        async with connection.transaction():
            if standing is not None and own:
                await undo_decision(connection, standing, person=acting.person, now=acting.at)
            decision = await decide(
                connection,
                item["id"],
                answer,
                person=acting.person,
                now=acting.at,
                to=to,
                note=without_unseen(given.note) or None,
            )
    except GradientError as refusal:
        return replace(seen, answer=str(refusal)), None
    told = _told(answer, acting, decision)
    return replace(seen, answer=told, decision_id=decision), item["course_id"]


async def put_off(connection: Connection, acting: Acting, page: NotionPage) -> tuple[NotionPage, int | None]:
    """A row in the trash means later, as far as its question is still asked."""
    gone = replace(page, state="gone")
    item = await _item(connection, page)
    if item is None or item["state"] == "closed":  # what was answered there stays so, in the trash and out
        return replace(gone, decision_id=None), None
    decision = await decide(connection, item["id"], "later", person=acting.person, now=acting.at)
    told = _told("later", acting, decision)
    return replace(gone, answer=told, decision_id=decision), item["course_id"]


async def retire(connection: Connection, acting: Acting, page: NotionPage) -> tuple[NotionPage, int | None]:
    """The page of a topic in the trash retires the topic."""
    course, _, slug = page.key.partition("/")
    topic = await notion.topic_of(connection, course, slug)
    if topic is None or topic["state"] != "active":
        return replace(page, state="gone"), None
    curator = curation.Curator(connection, topic["course_id"], course, acting.person, acting.at)
    decision = await curator.retire(topic, note="Its page in Notion was put into the trash.")
    return replace(page, state="gone", decision_id=decision), topic["course_id"]


async def take_up_again(
    connection: Connection, acting: Acting, page: NotionPage
) -> tuple[NotionPage, int | None]:
    """What followed from the trash is taken back once the page is out of it."""
    decision = None if page.decision_id is None else await decisions.one(connection, page.decision_id)
    again = replace(page, decision_id=None, answer="")
    if decision is None:
        return again, None
    try:
        async with connection.transaction():
            if page.kind == "topics":
                await curation.undo(connection, decision, person=acting.person, now=acting.at)
            else:
                await undo_decision(connection, decision, person=acting.person, now=acting.at)
    except GradientError as refusal:
        return replace(again, failure=str(refusal)), None
    return again, decision["course_id"]


async def _taken_back(
    connection: Connection, acting: Acting, page: NotionPage
) -> tuple[NotionPage, int | None]:
    """Take an answer back that a person has taken out of its row, if it is the one that holds."""
    empty = replace(page, answer="", decision_id=None)
    item = await _item(connection, page)
    standing = None if item is None else await newest_of_item(connection, item)
    if item is None or standing is None or standing["id"] != page.decision_id:
        return empty, None
    try:
        async with connection.transaction():
            await undo_decision(connection, standing, person=acting.person, now=acting.at)
    except GradientError as refusal:
        return replace(page, answer=str(refusal)), None
    return empty, item["course_id"]


async def _item(connection: Connection, page: NotionPage) -> dict[str, Any] | None:
    course, _, name = page.key.partition("/")
    found = await notion.asked(connection, course, turn_of(name)[0])
    return None if found is None else await reviews.one(connection, found["id"])


def _meant(given: Given, page: NotionPage, topics: Mapping[str, NotionPage]) -> tuple[Answer, str | None]:
    """The answer as the queue takes it, with the slug of the topic that it names."""
    answer = next((one for one in ANSWERS if one == _word(given)), None)
    if answer is None:
        raise GradientError(f"{given.decision} is no answer; choose one of {', '.join(ANSWERS)}.")
    if answer != "change":
        return answer, None
    if len(given.topics) != 1:
        raise GradientError(NO_TOPIC)
    topic = topics.get(given.topics[0])
    if topic is None or topic.course != page.course:
        raise GradientError(FOREIGN_TOPIC)
    return answer, topic.key.partition("/")[2]


def _told(answer: Answer, acting: Acting, decision: int) -> str:
    at = acting.at.astimezone(UTC)
    return f"{WORDS[answer]} by {acting.person}, {at:%Y-%m-%d %H:%M} (decision {decision})."


def _word(given: Given) -> str:
    """The answer in the words of the queue; who rejects and names a topic means that one."""
    word = (given.decision or "").strip().casefold()
    return "change" if word == "reject" and given.topics else word


def _holds(standing: Mapping[str, Any], acting: Acting) -> bool:
    """Whether a decision outlasts what is answered now; one that was copied gives way in the same minute."""
    minute = standing["at"].replace(second=0, microsecond=0)
    return bool(minute > acting.at if "copied_from" in standing["details"] else minute >= acting.at)
