"""Extraction with a model that chooses among sentences by their numbers and copies names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from gradient.extraction.facts import Sentence
from gradient.extraction.found import ContentKind, Extraction, FoundContent, FoundMention, first_of_each
from gradient.extraction.offline import ChunkText, extract
from gradient.extraction.question import PROMPT, InPassage, Passage, question
from gradient.outline.languages import is_other
from gradient.outline.names import canonical, clean, good_name, names_in
from gradient.outline.within import Words
from gradient.providers.answers import Answerer, answer
from gradient.providers.embedding import Limits, within
from gradient.providers.estimates import estimated_tokens
from gradient.providers.halving import in_batches
from gradient.providers.ports import NO_ERRAND, Errand, Unanswered

AT_ONCE: Final = 200
MOST_PASSAGES: Final = 40
MOST_TOKENS: Final = 10_000
"""Of the passages of one question: what is in the middle of much more is overlooked."""
SHARE_SHOWN: Final = 0.5
"""Of what a model takes; the rest is for rules and answer."""
NOT_THERE: Final = "it does not stand in the passage"


class ModelExtractor:
    """Puts several passages at once to a model.

    What it answers are numbers of sentences, so that every quote is verbatim, and names, of which those are
    taken that the passage itself writes, as it writes them. An answer that cannot be used is asked for again
    in halves, so that one passage spoils no other.
    """

    free = False

    def __init__(self, model: Answerer, at_once: int = AT_ONCE) -> None:
        self._model = model
        self.at_once = at_once

    @property
    def tool(self) -> str:
        """Model and prompt."""
        return f"{self._model.name}, {PROMPT.named}"

    async def extract(
        self, chunks: Sequence[ChunkText], errand: Errand = NO_ERRAND
    ) -> list[Extraction | Unanswered]:
        """See `Extractor.extract`; a chunk without any sentence is not asked about."""
        passages = [Passage.of(chunk) for chunk in chunks]
        asked = [one for one in passages if one.sentences]
        ask = partial(self._some, errand=errand)
        answers = iter(await in_batches(list(self._batches(asked)), ask))
        return [next(answers) if one.sentences else Extraction() for one in passages]

    def _batches(self, asked: Sequence[Passage]) -> Iterator[list[Passage]]:
        room = min(MOST_TOKENS, int(SHARE_SHOWN * self._model.room) - estimated_tokens(PROMPT.text))
        done = 0
        for batch in within([one.shown for one in asked], Limits(MOST_PASSAGES, room)):
            yield list(asked[done : done + len(batch)])
            done += len(batch)

    async def _some(self, passages: Sequence[Passage], errand: Errand) -> list[Extraction]:
        found = await answer(self._model, question(passages, errand.secret), errand.book)
        entries = {one.passage: one for one in found.passages}
        return [chosen(passage, entries[at]) for at, passage in enumerate(passages, 1)]


def chosen(passage: Passage, said: InPassage) -> Extraction:
    """What an answer about a passage stands for. Names that the passage does not write are refused."""
    names = _Names(passage)
    taught = {topic.name: topic.explained_in for topic in said.topics}
    accepted = {name: names.wrong(name) is None for name in (*taught, *said.terms)}
    keys = {canonical(name): name in taught for name, good in reversed(accepted.items()) if good}
    explained = {
        canonical(name): passage.sentences[number - 1]
        for name, number in reversed(taught.items())
        if accepted[name] and number
    }
    return Extraction(
        tuple(_contents(passage, said)),
        tuple(first_of_each(names.mentions(keys, explained))),
        tuple((name, names.wrong(name) or "") for name, good in accepted.items() if not good),
    )


def _contents(passage: Passage, said: InPassage) -> Iterator[FoundContent]:
    questions = set(said.questions)
    for number in sorted({*said.facts, *questions}):
        kind: ContentKind = "question" if number in questions else "fact"
        one = passage.sentences[number - 1]
        quote = passage.chunk.text[one.start : one.end]
        yield FoundContent(kind, one.words, one.start, one.end, quote)


class _Names:
    """The names that a passage writes, in its text or in the headings above it."""

    def __init__(self, passage: Passage) -> None:
        self._chunk = passage.chunk
        self._words = Words(passage.chunk.text)
        headed = [clean(name) for one in passage.chunk.section_path for name in (one, *names_in(one))]
        self._headed = {canonical(name): name for name in reversed(headed)}

    def wrong(self, name: str) -> str | None:
        """Why a name cannot be taken, or None."""
        key = canonical(name)
        if not key:
            return "it has no word"
        if key not in self._headed and not any(self._words.places(name)):
            return NOT_THERE
        return None if is_other(self._chunk.language) else good_name(name)

    def mentions(
        self, taught: Mapping[str, bool], explained: Mapping[str, Sentence]
    ) -> Iterator[FoundMention]:
        """Every place of names by their keys, which say whether they are taught.

        What the structure of the text says of the same names stays: headings, emphasis, acronyms. A name
        that is taught and that the author marks nowhere is set off by the word of the model.
        """
        found = [
            one
            for one in extract(self._chunk).mentions
            if one.key in taught or (one.expansion and canonical(one.expansion) in taught)
        ]
        marked = {one.key for one in found if one.kind != "term"}
        yield from found
        for key, is_taught in taught.items():
            if key in self._headed:
                yield FoundMention("heading", self._headed[key], key, None, None)
            for start, end in self._words.places(key):
                surface = clean(self._chunk.text[start:end])
                term = FoundMention("term", surface, canonical(surface), start, end)
                yield term
                sentence = explained.get(key)
                if sentence is not None and sentence.start <= start and end <= sentence.end:
                    yield replace(term, kind="definition")
                elif is_taught and key not in marked | self._headed.keys():
                    marked.add(key)
                    yield replace(term, kind="emphasis")
