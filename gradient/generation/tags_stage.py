"""Picks topics for contents among the candidates of recall."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from gradient.outline import scope
from gradient.outline.names import canonical, clean, good_name
from gradient.outline.scope import Scope
from gradient.outline.within import Words
from gradient.providers.ports import (
    NO_ERRAND,
    Errand,
    Exemplar,
    OfferedTopic,
    Picker,
    PickRequest,
    Unanswered,
)
from gradient.store import installation, ledger, spaces, statuses, tags
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.store.tags import Offer, OutlineTopic, Pick, Proposal
from gradient.store.vectors import VectorSpace
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part, Write, nothing

MOST_PICKS = 5
ROLE = "pick"
MOST_ALIKE = 2
"""Decisions of people that are shown for a content."""
PAID_BATCH = 80
"""As many contents as a model is asked about at once: if it is away, no more are lost than those."""


class TagsStage:
    """Chooses at most five topics a content, the primary one first, or none. A unit is a content."""

    name = "tags"
    part = Part.JUDGING
    batch = 256

    def __init__(
        self,
        picker: Picker,
        clock: Clock = utc_now,
        space: VectorSpace | None = None,
        at_once: int = PAID_BATCH,
    ) -> None:
        """`at_once` contents are put to a picker that is paid for.

        `space` names the vectors that say which decisions are about something alike; without, none is shown.
        """
        self._space = space
        self._picker = picker
        self._clock = clock
        if not picker.free:
            self.batch = at_once

    def units(self) -> UnitQuery:
        """Live contents never picked for, that lost an accepted topic or are offered a new one in front."""
        return tags.unit_query(f"{self._picker.name} {self._picker.version}", self._picker.free)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Put the candidates of the units to the picker, but those that a person rejected."""
        content_ids = [unit.unit_id for unit in units]
        async with database.transaction() as connection:
            offered = await tags.offers(connection, content_ids)
            outline = [] if self._picker.free else await tags.outline(connection, course_id)
            scoped = {} if self._picker.free else await scope.of_course(connection, course_id)
            secret = b"" if self._picker.free else await installation.secret(connection)
            alike = await self._alike(connection, course_id, content_ids)
        asked = _to_choose_from(offered)
        errand = NO_ERRAND
        if not self._picker.free:
            book = ledger.booked(database, self._clock, role=ROLE, course_id=course_id, stage=self.name)
            errand = Errand(book, secret)
        answers = await self._picker.pick(
            [replace(one, alike=alike.get(one.key, ())) for one in requests_of(offered, scoped)],
            [_shown(one, scoped, 0.0, {}) for one in outline],
            errand,
        )
        said = dict(zip(asked, answers, strict=True))
        unanswered = {content: one for content, one in said.items() if isinstance(one, Unanswered)}
        picks = [
            pick
            for content, answer in said.items()
            if not isinstance(answer, Unanswered)
            for pick in _picks(asked[content], answer)
        ]
        shown = [one for one in offered if one.content_id not in unanswered]
        proposals = [
            found
            for content, answer in said.items()
            if not isinstance(answer, Unanswered)
            and (found := _proposal(asked[content][0], answer.proposal)) is not None
        ]

        async def write(connection: Connection) -> None:
            await statuses.lock(connection, course_id)
            answered = [content for content in content_ids if content not in unanswered]
            await tags.replace_picks(connection, answered, shown, picks)
            await tags.replace_proposals(connection, answered, proposals)

        picked = {pick.content_id for pick in picks}
        return [
            Finished.without(unit, unanswered[unit.unit_id], write if at == 0 else nothing)
            if unit.unit_id in unanswered
            else _finished(
                unit,
                len(asked.get(unit.unit_id, ())),
                unit.unit_id in picked,
                write if at == 0 else nothing,
                alike.get(unit.unit_id, ()),
            )
            for at, unit in enumerate(units)
        ]

    async def _alike(
        self, connection: Connection, course_id: int, content_ids: Sequence[int]
    ) -> Mapping[int, tuple[Exemplar, ...]]:
        """For each content the nearest ones about which people decided, where a model is asked."""
        if self._picker.free or self._space is None:
            return {}
        space = await spaces.serving(connection, course_id, self._space)
        found: dict[int, list[Exemplar]] = defaultdict(list)
        for one in await tags.exemplars(connection, course_id, content_ids, space, MOST_ALIKE):
            belongs, belongs_not = tuple(one["belongs"] or ()), tuple(one["belongs_not"] or ())
            exemplar = Exemplar(one["content_id"], one["sentence"], belongs, belongs_not)
            found[one["asked_id"]].append(exemplar)
        return {content: tuple(ones) for content, ones in found.items()}


def _to_choose_from(offered: Sequence[Offer]) -> Mapping[int, list[Offer]]:
    """The offers of each content that has any that no person rejected. `offered` is sorted by content."""
    open_ones = [offer for offer in offered if not offer.refused]
    return {content: list(its) for content, its in groupby(open_ones, key=lambda offer: offer.content_id)}


def requests_of(offered: Sequence[Offer], scoped: Mapping[int, Scope]) -> list[PickRequest]:
    """What a picker is asked about contents, by their offers; a content without any is not asked about."""
    return [_request(its, scoped) for its in _to_choose_from(offered).values()]


def _shown(
    one: OutlineTopic | Offer, scoped: Mapping[int, Scope], score: float, paths: Mapping[str, float]
) -> OfferedTopic:
    """A topic with what belongs to it and what does not, where a picker reads that."""
    meant = scoped.get(one.topic_id)
    return OfferedTopic(one.title, meant.text if meant else one.definition, score, paths, one.topic_id)


def _request(offers: Sequence[Offer], scoped: Mapping[int, Scope]) -> PickRequest:
    shown = tuple(_shown(one, scoped, one.score, one.paths) for one in offers)
    return PickRequest(offers[0].sentence, shown, likely=offers[0].likely, key=offers[0].content_id)


def _picks(offers: Sequence[Offer], answer: Sequence[int]) -> list[Pick]:
    """The picks that an answer stands for. ValueError if it is no list of different numbers shown."""
    if len(set(answer)) < len(answer) or not all(1 <= number <= len(offers) for number in answer):
        raise ValueError(f"the picker answered {list(answer)} to a list of {len(offers)} candidates")
    chosen = [offers[number - 1] for number in answer[:MOST_PICKS]]
    return [Pick(one.content_id, one.topic_id, place) for place, one in enumerate(chosen, start=1)]


def _proposal(offer: Offer, name: str) -> Proposal | None:
    """What a content is proposed to be about: a name that its sentence writes, or nothing."""
    for start, end in Words(offer.sentence).places(name):
        surface = clean(offer.sentence[start:end])
        if good_name(surface) is None:
            return Proposal(offer.content_id, canonical(surface), surface)
    return None


def _finished(unit: Unit, offered: int, picked: bool, write: Write, alike: Sequence[Exemplar]) -> Finished:
    seen = {"exemplars": [one.key for one in alike]} if alike else None
    if picked:
        return Finished(unit, write=write, seen=seen)
    if not offered:
        return Finished(unit, "skipped", "Recall offers no topic for it.", write)
    return Finished(unit, "refused", f"None of the {offered} topics offered fits it clearly.", write, seen)
