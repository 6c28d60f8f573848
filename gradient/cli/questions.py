"""Review items in plain words: what they ask, and what speaks for and against."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gradient.cli.output import (
    CYAN,
    DIM,
    PROSE_WIDTH,
    Part,
    Styled,
    confidence,
    terminal_width,
    wrapped,
    write,
)
from gradient.cli.printable import one_line
from gradient.review.wording import consequences, question_of
from gradient.text.markup import plain

if TYPE_CHECKING:
    from gradient.store.sessions import Connection

MARGIN = " " * 15
MOST_QUOTES = 4
MOST_OTHERS = 5
LOTS = "What is drawn by lot, whatever its confidence and worth, measures how right the rest is."
AROUND = 200
"""Characters that are shown before and after a quote at most."""


@dataclass(frozen=True)
class Evidence:
    """What is shown with a question.

    `quotes` are verbatim, each with source, page and reason. `names` are those of the topics asked about,
    `definitions` what belongs to them by title, `elsewhere` the narrower topics that have what does not,
    `others` what else recall offers (slug, title, score). `refusal` says why an accept is refused, if it is.
    """

    quotes: Sequence[Mapping[str, Any]] = ()
    names: Sequence[str] = ()
    definitions: Mapping[str, str] = field(default_factory=dict)
    others: Sequence[Mapping[str, Any]] = ()
    scale: str | None = None
    refusal: str | None = None
    elsewhere: Mapping[str, Sequence[str]] = field(default_factory=dict)


def shape(item: Mapping[str, Any]) -> dict[str, Any]:
    """An item as `review list --json` prints it."""
    return {
        "id": item["id"],
        "task": item["task"],
        "question": question_of(item),
        "course": item["course"],
        "confidence": item["confidence"],
        "reason": item["reason"],
        "priority": item["priority"],
        "created_at": item["created_at"],
        "state": item["state"],
        "draw": item["draw"],
        "question_id": item["question_id"],
    }


async def evidence_of(connection: "Connection", item: Mapping[str, Any]) -> Evidence:
    """What the database holds for and against."""
    from gradient.outline import scope
    from gradient.outline.scope import Scope
    from gradient.store import circles, curation, explain, reviews, status

    task = item["task"]
    asked = "tag" if task == "tag" else "prerequisite" if task in ("prerequisite", "circle") else None
    scale = (await status.scales(connection)).get(asked) if asked else None
    ends = [item["question_object"]] if task == "tag" else [item["question_subject"], item["question_object"]]
    ids = [one for one in ends if one is not None]
    names = [one["name"] for one in await curation.names(connection, ids)]
    topics = [await explain.topic(connection, one) for one in ids]
    scopes = await scope.of_course(connection, item["course_id"])
    meant = {one["title"]: scopes.get(one["id"], Scope(one["summary"])) for one in topics if one is not None}
    definitions = {title: one.belongs for title, one in meant.items() if one.belongs}
    if task == "tag":
        quotes = await reviews.supports(connection, item["question_subject"])
        others = [
            one
            for one in await explain.candidates(connection, item["question_subject"])
            if one["slug"] != item["object_slug"]
        ]
        elsewhere = {title: one.narrower for title, one in meant.items() if one.narrower}
        return Evidence(
            quotes[:MOST_QUOTES], names, definitions, others[:MOST_OTHERS], scale, elsewhere=elsewhere
        )
    judged = await reviews.evidence(connection, item["question_id"]) if item["question_id"] else {}
    refusal = None
    if asked == "prerequisite":
        edge = (item["subject_slug"], item["object_slug"])
        refusal = await circles.refusal(connection, item["course_id"], edge)
    return Evidence(judged.get("quotes", [])[:MOST_QUOTES], names, definitions, (), scale, refusal)


def show(item: Mapping[str, Any], evidence: Evidence) -> None:
    """Print a question with all that helps to answer it."""
    width = min(PROSE_WIDTH, terminal_width())
    for number, line in enumerate(wrapped(question_of(item), width - 2)):
        write("  " if number else "", *_marked(line, evidence.names))
    write()
    if item["confidence"] is not None:
        scale = f" ({evidence.scale})" if evidence.scale else ""
        _field("confidence", f"{confidence(item['confidence'])}{scale}", width)
    _field("asked because", f"{item['reason']} {LOTS}" if item["draw"] else item["reason"], width)
    for title, definition in evidence.definitions.items():
        _field("meant by it", f"{title}: {definition}", width)
    for title, narrower in evidence.elsewhere.items():
        own = "a topic of its own" if len(narrower) == 1 else "topics of their own"
        _field("not meant", f"{', '.join(narrower)}: {own} beside {title}", width)
    passages = [_passage(quote) for quote in evidence.quotes]
    for at, (quote, passage) in enumerate(zip(evidence.quotes, passages, strict=True)):
        _quote(quote, "" if passage in passages[:at] else passage, evidence.names, width)
    if evidence.others:
        named = [f"{number} {one['title']}" for number, one in enumerate(evidence.others, 1)]
        _field("or instead", ", ".join(named), width)
    write()
    accepted, rejected = consequences(item, evidence.refusal)
    _field("if accepted", accepted, width)
    _field("if rejected", rejected, width)


def _field(name: str, text: str, width: int) -> None:
    head = f"{name:<{len(MARGIN) - 1}} "
    room = width - len(MARGIN)
    for number, line in enumerate(wrapped(one_line(text), room)):
        write(Styled(head, DIM) if number == 0 else MARGIN, line)


def _quote(quote: Mapping[str, Any], passage: str, names: Iterable[str], width: int) -> None:
    """Where a quote stands, and its passage; none where the same words were shown already."""
    place = quote["source"]
    if quote.get("place"):
        place += f", {quote['place']}"
    if quote.get("section_path"):
        place += f" › {' › '.join(quote['section_path'])}"
    if quote.get("reason"):
        place += f" ({quote['reason']})"
    _field("in" if passage else "and in", place, width)
    for line in wrapped(passage, width - len(MARGIN)) if passage else ():
        write(MARGIN, *_marked(line, names))


def _passage(quote: Mapping[str, Any]) -> str:
    """The quote between the words that stand around it, without marks of markup, as in the vault.

    Words that are cut in two are left out; `gradient explain` shows the quote as it stands in the file.
    """
    before, after = quote.get("before") or "", quote.get("after") or ""
    if len(before) >= AROUND:
        before = f"… {before.partition(' ')[2]}"
    if len(after) >= AROUND:
        after = f"{after.rpartition(' ')[0]} …"
    parts = one_line(plain(before)), f"“{one_line(plain(quote['quote']))}”", one_line(plain(after))
    return " ".join(part for part in parts if part)


def _marked(text: str, names: Iterable[str]) -> list[Part]:
    """The text with the names of topics in it highlighted."""
    from gradient.outline.matching import Matcher

    parts: list[Part] = []
    at = 0
    for found in Matcher((0, name) for name in names).find(text):
        if found.start >= at:
            parts += [text[at : found.start], Styled(text[found.start : found.end], CYAN)]
            at = found.end
    return [*parts, text[at:]]
