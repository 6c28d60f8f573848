"""Plays `score` with a model that shows the probabilities of its words."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from gradient.providers.answers import Declined, Unusable
from gradient.providers.fence import fenced
from gradient.providers.keeping import once, request_hash
from gradient.providers.ports import (
    NO_ERRAND,
    Errand,
    ScoredTask,
    ScoreRequest,
    ShownTokens,
    Unanswered,
    YesNo,
)
from gradient.providers.prompts import Prompt, load
from gradient.providers.together import one_by_one

PROMPTS: Final[Mapping[ScoredTask, Prompt]] = {
    "tag": load("gradient.providers", "score_tag"),
    "prerequisite": load("gradient.providers", "score_prerequisite"),
}
_QUESTIONS: Final[Mapping[ScoredTask, str]] = {
    "tag": "Does the sentence belong to the topic? Answer Yes or No.",
    "prerequisite": "Does the first topic have to be learnt before the second? Answer Yes or No.",
}


class ModelScorer:
    """Puts each question to a model by itself. It sees the question, its quotes and the definitions alone."""

    free = False
    version = ", ".join(prompt.named for prompt in PROMPTS.values())

    def __init__(self, model: YesNo) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The role setting."""
        return self._model.name

    async def close(self) -> None:
        """Close the connections."""
        await self._model.close()

    async def score(
        self, requests: Sequence[ScoreRequest], errand: Errand = NO_ERRAND
    ) -> Sequence[ShownTokens | Unanswered]:
        """One answer a request; raises Outage if nobody answers just now or for this key."""
        return await one_by_one([self._one(request, errand) for request in requests])

    async def _one(self, request: ScoreRequest, errand: Errand) -> ShownTokens | Unanswered:
        rules, shown = PROMPTS[request.task].text, question(request, errand.secret)
        book = errand.about(request.key).book

        async def ask() -> tuple[ShownTokens, str]:
            answer = await self._model.shown(rules, shown, book)
            return answer, json.dumps(answer.tokens)

        try:
            return await once(request_hash(self.name, rules, shown), book, _tokens, ask)
        except (Declined, Unusable) as error:
            return Unanswered(str(error))


def _tokens(said: str) -> ShownTokens:
    return ShownTokens(tuple((token, probability) for token, probability in json.loads(said)))


def question(request: ScoreRequest, secret: bytes) -> str:
    """What the model is shown of a request; `secret` is that of the fences."""
    blocks = _of_tag(request) if request.task == "tag" else _of_prerequisite(request)
    blocks += [(f"quote-{number}", one.quote) for number, one in enumerate(request.quotes, 1)]
    shown = [fenced(name, text, secret) for name, text in blocks]
    return "\n\n".join([*shown, _QUESTIONS[request.task]])


def _of_tag(request: ScoreRequest) -> list[tuple[str, str]]:
    return [("sentence", request.subject), ("topic", _defined(request.object, *request.definitions))]


def _of_prerequisite(request: ScoreRequest) -> list[tuple[str, str]]:
    first, second = (*request.definitions, "", "")[:2]
    return [
        ("first-topic", _defined(request.subject, first)),
        ("second-topic", _defined(request.object, second)),
    ]


def _defined(title: str, *definitions: str) -> str:
    return "\n".join([title, *(one for one in definitions if one)])
