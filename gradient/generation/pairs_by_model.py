"""Pairs of topics picked by a model: a topic a call, asked about in both directions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from gradient.checked import Checked
from gradient.generation.pools import Pair
from gradient.providers.answers import Answerer, Asked, Declined, Unusable, answer
from gradient.providers.estimates import estimated_tokens
from gradient.providers.fence import fenced
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered
from gradient.providers.prompts import Prompt, load
from gradient.providers.together import one_by_one
from gradient.store.prerequisites import CourseMaterial, CourseTopic

PROMPT: Final[Prompt] = load("gradient.generation", "pick_prerequisites")
AT_ONCE: Final = 8
OUTLINE_SHARE: Final = 0.5
"""Of what a model takes; of a longer outline only the topic and its candidates are shown."""


class Needs(Checked):
    """The candidates that are learnt before a topic, and those that it is learnt before."""

    needed_before: list[int]
    needed_by: list[int]


class ModelPairPicker:
    """Shows a model the outline, which it may keep from call to call, and the numbers of the candidates."""

    free = False

    def __init__(self, model: Answerer, at_once: int = AT_ONCE) -> None:
        self._model = model
        self.at_once = at_once

    @property
    def tool(self) -> str:
        """Model and prompt."""
        return f"{self._model.name}, {PROMPT.named}"

    async def pick(
        self, material: CourseMaterial, shown: Mapping[int, Sequence[int]], errand: Errand = NO_ERRAND
    ) -> dict[int, list[Pair] | Unanswered]:
        """See `PairPicker.pick`; a topic that is shown nobody is not asked about."""
        outline = sorted(material.topics, key=lambda topic: topic.topic_id)
        known = {topic.topic_id for topic in outline}
        pools = {
            topic: [one for one in others if one in known] if topic in known else []
            for topic, others in shown.items()
        }
        answers = await one_by_one([self._one(outline, topic, pools[topic], errand) for topic in pools])
        return dict(zip(pools, answers, strict=True))

    async def _one(
        self, outline: Sequence[CourseTopic], topic: int, pool: Sequence[int], errand: Errand
    ) -> list[Pair] | Unanswered:
        if not pool:
            return []
        if estimated_tokens(_listed(outline)) > OUTLINE_SHARE * self._model.room:
            outline = [one for one in outline if one.topic_id in {topic, *pool}]
        numbers = {one.topic_id: number for number, one in enumerate(outline, 1)}
        try:
            asked = question(outline, topic, pool, errand.secret)
            needs = await answer(self._model, asked, errand.about(topic).book)
        except (Declined, Unusable) as error:
            return Unanswered(str(error))
        chosen = {*needs.needed_before, *needs.needed_by}
        return [pair for one in pool if numbers[one] in chosen for pair in ((topic, one), (one, topic))]


def question(outline: Sequence[CourseTopic], topic: int, pool: Sequence[int], secret: bytes) -> Asked[Needs]:
    """What a topic needs and what needs it; `secret` is that of the fences."""
    numbers = {one.topic_id: number for number, one in enumerate(outline, 1)}
    candidates = [numbers[one] for one in pool]
    listed = ", ".join(map(str, sorted(candidates)))
    shown = f"The topic is number {numbers[topic]}. Its candidates: {listed}"
    before = fenced("outline", _listed(outline), secret)
    return Asked(PROMPT.text, shown, Needs, partial(_violations, set(candidates)), before)


def _violations(candidates: set[int], needs: Needs) -> list[str]:
    named = Counter([*needs.needed_before, *needs.needed_by])
    wrong = [f"{number} is no candidate." for number in sorted(named.keys() - candidates)]
    return wrong + [
        f"{number} is named {often} times." for number, often in sorted(named.items()) if often > 1
    ]


def _listed(outline: Sequence[CourseTopic]) -> str:
    return "\n".join(f"{number}. {_line(topic)}" for number, topic in enumerate(outline, 1))


def _line(topic: CourseTopic) -> str:
    meant = topic.definition or topic.summary
    return " ".join(f"{topic.title}: {meant}".split()) if meant else topic.title
