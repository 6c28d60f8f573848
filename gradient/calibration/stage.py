"""Puts every question about a tag or a prerequisite to the scorer, and stores what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from gradient.calibration import tag_evidence
from gradient.calibration.decided.pair import DecidedPair
from gradient.calibration.decided.tags import with_learned
from gradient.calibration.prerequisite_requests import prerequisite_requests
from gradient.calibration.tag_evidence import TagEvidence
from gradient.outline import scope
from gradient.outline.candidate_worth import Standing, is_known, speaks_of
from gradient.outline.scope import Scope
from gradient.providers.confidence import Logits, Refused, from_evidence, from_tokens
from gradient.providers.ports import (
    NO_ERRAND,
    Errand,
    LogOdds,
    Quote,
    Scorer,
    ScoreRequest,
    ShownTokens,
    Unanswered,
)
from gradient.store import fusions, installation, judgements, ledger, prerequisites, questions, spaces
from gradient.store.judgements import Judgement
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.questions import PrerequisiteQuestion, TagQuestion
from gradient.store.sessions import Connection, Database
from gradient.store.vectors import VectorSpace
from gradient.work.runner import Clock
from gradient.work.stage import Finished, Part, Write, nothing

ROLE = "score"
PAID_BATCH = 128
"""As many questions as a model is asked at a time: if it is away, no more are lost than those."""


class CalibrateStage:
    """Gives every question of live contents and active topics a judgement. A unit is a question.

    The evidence is frozen in the judgement: it is drawn anew only when the question's own rows change,
    or another scorer is asked.
    """

    name = "calibrate"
    part = Part.JUDGING
    batch = 4096

    def __init__(self, scorer: Scorer, space: VectorSpace, *, clock: Clock, use_order: bool = True) -> None:
        """`space` names the vectors of neighbours, unless a course is still searched by others.

        Without `use_order` the order of teaching is withheld from the evidence of prerequisites.
        """
        self._scorer = scorer
        if not scorer.free:
            self.batch = PAID_BATCH
        self._space = space
        self._clock = clock
        self._use_order = use_order

    def units(self) -> UnitQuery:
        """Questions about tags and prerequisites; the input is the sentence and the topics they ask about."""
        tool = f"{self._scorer.name} {self._scorer.version}"
        return questions.unit_query(
            tool if self._use_order else f"{tool} without order",
            self._scorer.free,
            # One that is paid for reads definitions and quotes, which have no order.
            ordered=self._use_order and self._scorer.free,
        )

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Gather the evidence of the units and put them to the scorer."""
        question_ids = [unit.unit_id for unit in units]
        async with database.transaction() as connection:
            space = await spaces.serving(connection, course_id, self._space)
            requests = await self._about_tags(connection, space, course_id, question_ids)
            requests |= await self._about_prerequisites(connection, space, course_id, question_ids)
            errand = await self._errand(database, connection, course_id)
        if not self._scorer.free:
            requests = {question: replace(one, key=question) for question, one in requests.items()}
        answers = dict(zip(requests, await self._scorer.score(list(requests.values()), errand), strict=True))
        unanswered = {question: one for question, one in answers.items() if isinstance(one, Unanswered)}
        judged = {
            question_id: _judgement(question_id, requests[question_id], answer)
            for question_id, answer in answers.items()
            if not isinstance(answer, Unanswered)
        }

        async def write(connection: Connection) -> None:
            scorer = self._scorer
            now = self._clock()
            await judgements.put(connection, scorer.name, scorer.version, list(judged.values()), now)

        return [
            Finished.without(unit, unanswered[unit.unit_id], write if at == 0 else nothing)
            if unit.unit_id in unanswered
            else _finished(unit, judged.get(unit.unit_id), write if at == 0 else nothing)
            for at, unit in enumerate(units)
        ]

    async def _meant(self, connection: Connection, course_id: int) -> Mapping[int, Scope]:
        """What belongs to each topic and what does not, for a scorer that reads it.

        It is of the day and no input: a topic that is new beside another asks nothing about that again.
        """
        return {} if self._scorer.free else await scope.of_course(connection, course_id)

    async def _errand(self, database: Database, connection: Connection, course_id: int) -> Errand:
        if self._scorer.free:
            return NO_ERRAND
        book = ledger.booked(database, self._clock, role=ROLE, course_id=course_id, stage=self.name)
        return Errand(book, await installation.secret(connection))

    async def _about_tags(
        self, connection: Connection, space: VectorSpace, course_id: int, question_ids: Sequence[int]
    ) -> dict[int, ScoreRequest]:
        asked = await questions.about_tags(connection, space, question_ids)
        found = await tag_evidence.evidence(connection, space, course_id, asked) if asked else {}
        meant = await self._meant(connection, course_id) if asked else {}
        requests = {one.question_id: _about_tag(one, found[one.question_id], meant) for one in asked}
        worth = await fusions.worth(connection, course_id) if self._scorer.free and asked else {}
        if not is_known(worth):
            return requests
        standings = await questions.standings(connection, course_id, list(requests))
        known = {
            question_id: Standing(**one)
            for question_id, one in standings.items()
            if speaks_of(worth, found[question_id].nearest)
        }
        return await with_learned(requests, known, worth, self._scorer)

    async def _about_prerequisites(
        self, connection: Connection, space: VectorSpace, course_id: int, question_ids: Sequence[int]
    ) -> dict[int, ScoreRequest]:
        asked = await questions.about_prerequisites(connection, question_ids)
        if not asked:
            return {}
        meant = await self._meant(connection, course_id)
        asked = [_with_scopes(one, meant) for one in asked] if meant else asked
        material = await prerequisites.material(connection, course_id, space)
        # What people decided corrects a scorer that weighs evidence; one that reads texts is not corrected.
        decided = await prerequisites.decided(connection, course_id) if self._scorer.free else []
        return await prerequisite_requests(
            material,
            asked,
            [DecidedPair(*one) for one in decided],
            self._scorer,
            use_order=self._use_order,
        )


def _about_tag(asked: TagQuestion, evidence: TagEvidence, meant: Mapping[int, Scope]) -> ScoreRequest:
    quotes = tuple(Quote(one.source, one.quote) for one in evidence.quotes)
    definition = meant[asked.topic_id].text if asked.topic_id in meant else asked.definition
    return ScoreRequest("tag", asked.sentence, asked.title, (definition,), evidence.features, quotes)


def _with_scopes(asked: PrerequisiteQuestion, meant: Mapping[int, Scope]) -> PrerequisiteQuestion:
    subject, object_ = meant.get(asked.subject_id), meant.get(asked.object_id)
    return replace(
        asked,
        subject_definition=subject.text if subject else asked.subject_definition,
        object_definition=object_.text if object_ else asked.object_definition,
    )


def _judgement(question_id: int, request: ScoreRequest, answer: ShownTokens | LogOdds) -> Judgement:
    judged = from_evidence(answer.value) if isinstance(answer, LogOdds) else from_tokens(answer.tokens)
    evidence: dict[str, Any] = {
        "features": dict(request.features),
        "quotes": [asdict(quote) for quote in request.quotes],
    }
    if isinstance(answer, LogOdds):
        evidence["parts"] = dict(answer.parts)
    if isinstance(judged, Refused):
        return Judgement(question_id, None, None, judged.mass, None, judged.reason, evidence)
    return _with_confidence(question_id, judged, evidence)


def _with_confidence(question_id: int, logits: Logits, evidence: dict[str, Any]) -> Judgement:
    return Judgement(question_id, logits.yes, logits.no, logits.mass, logits.confidence, None, evidence)


def _finished(unit: Unit, judged: Judgement | None, write: Write) -> Finished:
    if judged is None:
        return Finished(unit, "skipped", "What it asks about is not there any more.", write)
    if judged.refused:
        return Finished(unit, "refused", f"The scorer gave no confidence: {judged.refused}.", write)
    return Finished(unit, write=write)
