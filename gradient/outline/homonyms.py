"""Names that two sources may use for different things, seen by the words around them."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from gradient.outline.evidence import Evidence
from gradient.outline.mention import MentioningChunk
from gradient.outline.words import FUNCTION_WORDS

Context = dict[str, float]
# Contexts this much less alike than the two sources are elsewhere are in doubt (measured on two courses
# on machine learning that both say "kernel", against all names that they share).
_ALIKE_AT_LEAST = 0.5
_MIN_CHUNKS = 2
_SHOWN_WORDS = 6


def homonyms(
    chunks: Sequence[MentioningChunk], topics: Sequence[Evidence]
) -> list[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]]:
    """Keys in doubt, each with two sources and the words that are typical of the name in each of them."""
    weights = _weights(chunks)
    whole = {source: _context(chunks, _chunks_of(chunks, source), weights, ()) for source in _sources(chunks)}
    doubtful = []
    for evidence in sorted(topics, key=lambda each: each.key):
        contexts = _contexts(chunks, evidence, weights)
        pairs = [
            (_cosine(contexts[one], contexts[two]) / max(1e-9, _cosine(whole[one], whole[two])), one, two)
            for one, two in combinations(sorted(contexts), 2)
        ]
        if pairs and min(pairs)[0] < _ALIKE_AT_LEAST:
            _, one, two = min(pairs)
            doubtful.append((evidence.key, tuple((each, _typical(contexts[each])) for each in (one, two))))
    return doubtful


def _sources(chunks: Sequence[MentioningChunk]) -> list[str]:
    return sorted({chunk.source for chunk in chunks})


def _chunks_of(chunks: Sequence[MentioningChunk], source: str) -> list[int]:
    return [index for index, chunk in enumerate(chunks) if chunk.source == source]


def _weights(chunks: Sequence[MentioningChunk]) -> Mapping[str, float]:
    seen = Counter(word for chunk in chunks for word in chunk.words)
    return {
        word: math.log(len(chunks) / count)
        for word, count in seen.items()
        if word not in FUNCTION_WORDS and word.isalpha() and len(word) > 2
    }


def _contexts(
    chunks: Sequence[MentioningChunk], evidence: Evidence, weights: Mapping[str, float]
) -> dict[str, Context]:
    by_source: dict[str, list[int]] = {}
    for index in sorted(evidence.alone):
        by_source.setdefault(chunks[index].source, []).append(index)
    own = tuple(evidence.key.split())
    return {
        source: _context(chunks, indices, weights, own)
        for source, indices in by_source.items()
        if len(indices) >= _MIN_CHUNKS
    }


def _context(
    chunks: Sequence[MentioningChunk], indices: Sequence[int], weights: Mapping[str, float], own: tuple[str, ...]
) -> Context:
    counts = Counter(word for index in indices for word in chunks[index].words if word in weights)
    return {word: count / len(indices) * weights[word] for word, count in counts.items() if not word.startswith(own)}


def _cosine(one: Context, two: Context) -> float:
    dot = sum(weight * two[word] for word, weight in one.items() if word in two)
    norms = math.sqrt(sum(w * w for w in one.values()) * sum(w * w for w in two.values()))
    return dot / norms if norms else 0.0


def _typical(context: Context) -> tuple[str, ...]:
    return tuple(sorted(context, key=lambda word: (-context[word], word))[:_SHOWN_WORDS])
