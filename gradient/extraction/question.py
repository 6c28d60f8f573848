"""What a model is asked about passages: which of their sentences to take, and what they teach."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from gradient.checked import Checked
from gradient.extraction.facts import Sentence
from gradient.extraction.offline import ChunkText, all_sentences
from gradient.providers.answers import Asked
from gradient.providers.fence import fenced
from gradient.providers.prompts import Prompt, load

PROMPT: Final[Prompt] = load("gradient.extraction", "extract")


class TaughtTopic(Checked):
    """What a passage teaches, and which of its sentences says what that is; 0 if none does."""

    name: str
    explained_in: int


class InPassage(Checked):
    """What one passage holds; facts and questions are numbers of its sentences."""

    passage: int
    facts: list[int]
    questions: list[int]
    topics: list[TaughtTopic]
    terms: list[str]


class InPassages(Checked):
    """One entry for each passage."""

    passages: list[InPassage]


@dataclass(frozen=True)
class Passage:
    """A chunk with its sentences, which are numbered from 1."""

    chunk: ChunkText
    sentences: tuple[Sentence, ...]

    @classmethod
    def of(cls, chunk: ChunkText) -> "Passage":
        """The passage of a chunk."""
        return cls(chunk, tuple(all_sentences(chunk)))

    @property
    def shown(self) -> str:
        """The headings above the passage, and its text with the numbers of its sentences."""
        pieces, done = [], 0
        for number, sentence in enumerate(self.sentences, 1):
            pieces += [self.chunk.text[done : sentence.start], f"[[{number}]] "]
            done = sentence.start
        text = "".join([*pieces, self.chunk.text[done:]])
        path = " > ".join(self.chunk.section_path)
        return f"{path}\n\n{text}" if path else text


def question(passages: Sequence[Passage], secret: bytes) -> Asked[InPassages]:
    """What these passages hold; `secret` is that of the fences."""
    shown = "\n\n".join(fenced(f"passage-{at}", one.shown, secret) for at, one in enumerate(passages, 1))
    counts = [len(one.sentences) for one in passages]
    return Asked(PROMPT.text, shown, InPassages, partial(_violations, counts), pieces=len(passages))


def _violations(counts: Sequence[int], found: InPassages) -> list[str]:
    """`counts` are the numbers of sentences of the passages."""
    named = Counter(one.passage for one in found.passages)
    wrong = [f"passage {at} has no entry." for at in range(1, len(counts) + 1) if at not in named]
    wrong += [f"passage {at} has {often} entries." for at, often in sorted(named.items()) if often > 1]
    wrong += [f"there is no passage {at}." for at in sorted(named) if not 1 <= at <= len(counts)]
    for one in found.passages:
        if 1 <= one.passage <= len(counts):
            wrong += _wrong_numbers(one, counts[one.passage - 1])
    return wrong


def _wrong_numbers(one: InPassage, count: int) -> Iterator[str]:
    explained = [topic.explained_in for topic in one.topics if topic.explained_in != 0]
    for number in sorted({*one.facts, *one.questions, *explained}):
        if not 1 <= number <= count:
            yield f"passage {one.passage} has no sentence {number}."
    for number, often in sorted(Counter([*one.facts, *one.questions]).items()):
        if often > 1:
            yield f"sentence {number} of passage {one.passage} is named {often} times."
