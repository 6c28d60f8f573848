"""Questions about prerequisites as a scorer is asked them: names, definitions, evidence, what is learnt."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gradient.calibration.decided.fitting import CourseTopics, Known, Learned, are_enough
from gradient.calibration.decided.pair import DecidedPair
from gradient.calibration.prerequisite_evidence import LEARNED, CourseEvidence, PrerequisiteEvidence
from gradient.providers.ports import LogOdds, Quote, Scorer, ScoreRequest
from gradient.store.prerequisites import CourseMaterial
from gradient.store.questions import PrerequisiteQuestion


@dataclass(frozen=True)
class _Read:
    """What a course says: of the questions by id, and of the decided pairs."""

    asked: Mapping[int, ScoreRequest]
    decided: Sequence[ScoreRequest]


async def prerequisite_requests(
    material: CourseMaterial,
    asked: Sequence[PrerequisiteQuestion],
    decided: Sequence[DecidedPair],
    scorer: Scorer,
    *,
    use_order: bool,
) -> dict[int, ScoreRequest]:
    """One request a question, by its id.

    Where people decided enough pairs of the course, what these teach is added to the evidence: how far the
    log-odds that the scorer gives by itself are to be corrected. Without `use_order` nothing is drawn from
    the order in which topics are taught.
    """
    learning = decided if are_enough(decided) else ()
    read = await asyncio.to_thread(_read, material, asked, learning, use_order)
    if not learning:
        return dict(read.asked)
    known = await _known(scorer, [*read.decided, *read.asked.values()])
    topics = CourseTopics({topic.topic_id: topic.title for topic in material.topics}, material.vectors)
    pairs = [(one.subject_id, one.object_id) for one in asked]
    corrections = await asyncio.to_thread(_corrections, topics, learning, pairs, known)
    return {
        question_id: replace(request, features={**request.features, LEARNED: correction})
        for (question_id, request), correction in zip(read.asked.items(), corrections, strict=True)
    }


def _read(
    material: CourseMaterial,
    asked: Sequence[PrerequisiteQuestion],
    decided: Sequence[DecidedPair],
    use_order: bool,
) -> _Read:
    course = CourseEvidence(material, use_order=use_order)
    sources = {passage.chunk_id: passage.source for passage in material.passages}
    return _Read(
        {one.question_id: _request(one, course.of(one.subject_id, one.object_id), sources) for one in asked},
        [ScoreRequest("prerequisite", "", "", (), course.of(*one.ends).features) for one in decided],
    )


def _request(
    asked: PrerequisiteQuestion, evidence: PrerequisiteEvidence, sources: Mapping[int, str]
) -> ScoreRequest:
    definitions = (asked.subject_definition, asked.object_definition)
    quotes = tuple(Quote(sources[one.chunk_id], one.quote, one.reason) for one in evidence.quotes)
    return ScoreRequest("prerequisite", asked.subject, asked.object, definitions, evidence.features, quotes)


async def _known(scorer: Scorer, requests: Sequence[ScoreRequest]) -> list[Known]:
    answers = await scorer.score(requests)
    return [
        Known(request.features, answer.value)
        for request, answer in zip(requests, answers, strict=True)
        if isinstance(answer, LogOdds)
    ]


def _corrections(
    topics: CourseTopics,
    decided: Sequence[DecidedPair],
    pairs: Sequence[tuple[int, int]],
    known: Sequence[Known],
) -> list[float]:
    learned = Learned(topics, decided, known[: len(decided)])
    found: list[float] = learned.corrections(pairs, known[len(decided) :]).tolist()
    return found
