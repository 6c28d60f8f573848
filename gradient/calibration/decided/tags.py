"""What decided tags of a course teach about the others: what a place among the candidates is worth."""

from collections.abc import Mapping
from dataclasses import replace

from gradient.outline.candidate_worth import Standing, Worth, log_odds
from gradient.providers.ports import LogOdds, Scorer, ScoreRequest

LEARNED = "learned"


async def with_learned(
    requests: Mapping[int, ScoreRequest],
    standings: Mapping[int, Standing],
    worth: Worth,
    scorer: Scorer,
) -> dict[int, ScoreRequest]:
    """The requests by question, with how far the log-odds that the scorer gives by itself are corrected.

    What has no standing is not corrected: it is no candidate, or like no content that was decided about.
    """
    asked = [question_id for question_id in requests if question_id in standings]
    answers = await scorer.score([requests[question_id] for question_id in asked])
    alone = {
        question_id: answer.value
        for question_id, answer in zip(asked, answers, strict=True)
        if isinstance(answer, LogOdds)
    }
    return {
        question_id: _corrected(request, log_odds(worth, standings[question_id]) - alone[question_id])
        if question_id in alone
        else request
        for question_id, request in requests.items()
    }


def _corrected(request: ScoreRequest, correction: float) -> ScoreRequest:
    return replace(request, features={**request.features, LEARNED: round(correction, 6)})
