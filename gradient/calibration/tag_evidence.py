"""What speaks for and against a content belonging to a topic."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gradient.store import neighbours, questions
from gradient.store.questions import QuotedSource, TagQuestion
from gradient.store.sessions import Connection
from gradient.store.vectors import VectorSpace, Vote
from gradient.text.normalise import normalise

NEIGHBOURS = 10
GOLD = 1.0
"""The trust of a tag that a person decided or an outline states."""


@dataclass(frozen=True)
class TagEvidence:
    """Features by name, as the coefficients know them, and the quotes that the content stands on.

    `nearest` is the cosine, 0 to 1, to the nearest content of other sources that was decided about.
    """

    features: Mapping[str, float]
    quotes: tuple[QuotedSource, ...] = ()
    nearest: float = 0.0


async def evidence(
    connection: Connection, space: VectorSpace, course_id: int, asked: Sequence[TagQuestion]
) -> dict[int, TagEvidence]:
    """The evidence of each question, by its id."""
    content_ids = sorted({question.content_id for question in asked})
    generality = await questions.generality(connection, course_id)
    quotes = await questions.quotes(connection, content_ids)
    votes = await neighbours.similar_tagged(
        connection,
        space,
        course_id,
        content_ids,
        neighbours=NEIGHBOURS,
        least_trust=GOLD,
        other_sources=True,
    )
    shares = gold_shares(votes)
    nearest: dict[int, float] = defaultdict(float)
    for vote in votes:
        nearest[vote.content_id] = max(nearest[vote.content_id], vote.cosine)
    return {
        question.question_id: TagEvidence(
            features(
                question,
                generality.get(question.topic_id, 0.0),
                # What even the nearest one is unlike says little, however much all of them agree.
                shares.get((question.content_id, question.topic_id), 0.0) * nearest[question.content_id],
            ),
            tuple(quotes.get(question.content_id, ())),
            nearest[question.content_id],
        )
        for question in asked
    }


def features(question: TagQuestion, generality: float, gold_share: float) -> dict[str, float]:
    """All features of a question; each is 0 where there is nothing to say."""
    explains = question.defines or normalise(question.sentence) == normalise(question.summary)
    heading = question.paths.get("heading", 0.0)
    found = {
        "cosine": max(0.0, question.cosine or 0.0),
        "name": question.paths.get("name", 0.0),
        "heading": heading,
        "elsewhere": max(0.0, question.other_heading - heading),
        "neighbours": gold_share,
        "definition": float(explains),
        "first": float(question.rank == 1),
        "lead": question.score - question.other_score,
        "generality": generality,
    }
    return {name: round(value, 6) for name, value in found.items()}


def gold_shares(votes: Sequence[Vote]) -> dict[tuple[int, int], float]:
    """For each content and topic the share, 0 to 1, of the similarity of its decided neighbours."""
    total: dict[int, dict[int, float]] = defaultdict(dict)
    own: dict[tuple[int, int], float] = defaultdict(float)
    for vote in sorted(votes, key=lambda vote: (-vote.cosine, vote.topic_id)):
        cosine = max(0.0, vote.cosine)
        total[vote.content_id][vote.neighbour_id] = cosine
        own[vote.content_id, vote.topic_id] += cosine
    return {
        (content, topic): similarity / sum(total[content].values())
        for (content, topic), similarity in own.items()
        if similarity
    }
