"""Plays `pick` with a model that answers in a given form."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

from gradient.checked import Checked
from gradient.providers.answers import Answerer, Asked, answer
from gradient.providers.embedding import Limits, within
from gradient.providers.estimates import estimated_tokens
from gradient.providers.fence import fenced
from gradient.providers.halving import in_batches
from gradient.providers.ports import (
    NO_ERRAND,
    Errand,
    Exemplar,
    OfferedTopic,
    Picked,
    PickRequest,
    Unanswered,
)
from gradient.providers.prompts import Prompt, load

PROMPT: Final[Prompt] = load("gradient.providers", "pick")
MOST_SENTENCES: Final = 80
MOST_PICKS: Final = 5
MOST_EXAMPLES: Final = 12
"""Of sentences that people decided about, in one question."""
OUTLINE_SHARE: Final = 0.4
"""Of what a model takes; of a longer outline only those topics are shown that are candidates."""

Answer = Picked | Unanswered


class Choice(Checked):
    """The candidates that a sentence belongs to, the best first; where none fits, what it is about."""

    sentence: int
    topics: list[int]
    proposal: str = ""


class Choices(Checked):
    """One entry for each sentence."""

    choices: list[Choice]


class ModelPicker:
    """Puts many sentences at once to a model, after the outline, which it may keep from call to call.

    An answer that cannot be used is asked for again in halves, so that one sentence spoils no other.
    """

    free = False
    version = PROMPT.named

    def __init__(self, model: Answerer) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The role setting."""
        return self._model.name

    async def close(self) -> None:
        """Close the connections."""
        await self._model.close()

    async def pick(
        self,
        requests: Sequence[PickRequest],
        outline: Sequence[OfferedTopic] = (),
        errand: Errand = NO_ERRAND,
    ) -> list[Answer]:
        """See `Picker.pick`; raises Outage if nobody answers just now or for this key."""
        asked = [request for request in requests if request.offered]
        outline = self._shown_outline(asked, outline)
        ask = partial(self._some, outline=outline, errand=errand)
        answers = iter(await in_batches(list(self._batches(asked, outline)), ask))
        return [next(answers) if request.offered else Picked() for request in requests]

    def _shown_outline(
        self, asked: Sequence[PickRequest], outline: Sequence[OfferedTopic]
    ) -> Sequence[OfferedTopic]:
        """The whole outline where it is not too long, else the candidates; either in an order that stays."""
        offered = {topic.key: topic for request in asked for topic in request.offered}
        whole = {topic.key: topic for topic in outline}
        fits = estimated_tokens(_listed(outline)) <= OUTLINE_SHARE * self._model.room
        if whole and offered.keys() <= whole.keys() and fits:
            return outline
        return [offered[key] for key in sorted(offered)]

    def _batches(
        self, asked: Sequence[PickRequest], outline: Sequence[OfferedTopic]
    ) -> Iterator[list[PickRequest]]:
        numbers = _numbers(outline)
        examples = "".join(f"{one.sentence}{'x' * 90}" for one in _examples(asked, numbers))
        fixed = (PROMPT.text, _listed(outline), examples)
        room = self._model.room - sum(map(estimated_tokens, fixed))
        # Beside each sentence its marks and numbers, and as much again for the answer.
        texts = [f"{_sentence(1, request, numbers, b'')}{'x' * 60}" for request in asked]
        done = 0
        for batch in within(texts, Limits(MOST_SENTENCES, room)):
            yield list(asked[done : done + len(batch)])
            done += len(batch)

    async def _some(
        self, requests: Sequence[PickRequest], outline: Sequence[OfferedTopic], errand: Errand
    ) -> list[Picked]:
        book = errand.about(*(request.key for request in requests)).book
        found = await answer(self._model, question(requests, outline, errand.secret), book)
        return _own_numbers(found, requests, outline)


def question(
    requests: Sequence[PickRequest], outline: Sequence[OfferedTopic], secret: bytes
) -> Asked[Choices]:
    """Which candidates these sentences belong to; `secret` is that of the fences."""
    numbers = _numbers(outline)
    pieces = [_example(at, one, numbers, secret) for at, one in enumerate(_examples(requests, numbers), 1)]
    pieces += [_sentence(at, request, numbers, secret) for at, request in enumerate(requests, 1)]
    shown = "\n\n".join(pieces)
    candidates = [{numbers[topic.key] for topic in request.offered} for request in requests]
    before = fenced("outline", _listed(outline), secret)
    return Asked(PROMPT.text, shown, Choices, partial(_violations, candidates), before, pieces=len(requests))


def _own_numbers(
    found: Choices, requests: Sequence[PickRequest], outline: Sequence[OfferedTopic]
) -> list[Picked]:
    """For each request the numbers of its own list that stand for those of the outline."""
    by_sentence = {choice.sentence: choice for choice in found.choices}
    answers: list[Picked] = []
    for at, request in enumerate(requests, 1):
        places = {topic.key: place for place, topic in enumerate(request.offered, 1)}
        choice = by_sentence[at]
        own = [places[outline[number - 1].key] for number in choice.topics]
        answers.append(Picked.of(own, choice.proposal.strip()))
    return answers


def _violations(candidates: Sequence[set[int]], found: Choices) -> list[str]:
    named = Counter(choice.sentence for choice in found.choices)
    count = len(candidates)
    wrong = [f"sentence {at} has no entry." for at in range(1, count + 1) if at not in named]
    wrong += [f"sentence {at} has {often} entries." for at, often in sorted(named.items()) if often > 1]
    wrong += [f"there is no sentence {at}." for at in sorted(named) if not 1 <= at <= count]
    for choice in found.choices:
        if 1 <= choice.sentence <= count:
            wrong += _wrong_topics(choice, candidates[choice.sentence - 1])
    return wrong


def _wrong_topics(choice: Choice, candidates: set[int]) -> Iterator[str]:
    for number in sorted(set(choice.topics) - candidates):
        yield f"{number} is no candidate of sentence {choice.sentence}."
    if len(set(choice.topics)) < len(choice.topics):
        yield f"sentence {choice.sentence} names a topic twice."
    if len(choice.topics) > MOST_PICKS:
        yield f"sentence {choice.sentence} names more than {MOST_PICKS} topics."
    if choice.topics and choice.proposal.strip():
        yield f"sentence {choice.sentence} has topics and a proposal."


def _numbers(outline: Sequence[OfferedTopic]) -> Mapping[int, int]:
    return {topic.key: number for number, topic in enumerate(outline, 1)}


def _listed(outline: Sequence[OfferedTopic]) -> str:
    return "\n".join(f"{number}. {_line(topic)}" for number, topic in enumerate(outline, 1))


def _line(topic: OfferedTopic) -> str:
    return " ".join(f"{topic.title}: {topic.definition}".split()) if topic.definition else topic.title


def _examples(requests: Sequence[PickRequest], numbers: Mapping[int, int]) -> list[Exemplar]:
    """The sentences that people decided about, each once and of topics that are shown."""
    alike = {one.key: one for request in requests for one in request.alike}
    shown = (one for one in alike.values() if numbers.keys() & {*one.belongs, *one.belongs_not})
    return list(islice(shown, MOST_EXAMPLES))


def _example(at: int, one: Exemplar, numbers: Mapping[int, int], secret: bytes) -> str:
    said = [
        f"{what} {', '.join(str(numbers[key]) for key in keys if key in numbers)}"
        for what, keys in (("belongs to", one.belongs), ("does not belong to", one.belongs_not))
        if numbers.keys() & set(keys)
    ]
    return f"{fenced(f'example-{at}', one.sentence, secret)}\nPeople decided: it {'; it '.join(said)}."


def _sentence(at: int, request: PickRequest, numbers: Mapping[int, int], secret: bytes) -> str:
    candidates = ", ".join(str(number) for number in sorted(numbers[topic.key] for topic in request.offered))
    return f"{fenced(f'sentence-{at}', request.sentence, secret)}\nCandidates of sentence {at}: {candidates}"
