"""Names that two sources may use for different things, seen by the words around them."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from gradient.outline.evidence import Evidence
from gradient.outline.mention import MentioningChunk
from gradient.outline.words import FUNCTION_WORDS

Context = dict[str, float]
# Contexts less alike than this cosine are in doubt. In four real courses 4 % of the names that two sources
# share fall below it, and a fifth of the pairs made up from two different names: words alone tell no more.
_ALIKE_AT_LEAST = 0.04
_MAX_WORDS = 2
_MAX_SHOWN = 5
_SHOWN_WORDS = 6


def homonyms(
    chunks: Sequence[MentioningChunk], topics: Sequence[Evidence]
) -> list[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]]:
    """Keys in doubt, each with two sources and the words that are typical of the name in each of them.

    Only short names that both sources mark (by a definition, emphasis or heading) are compared; the most
    doubtful ones are returned.
    """
    weights = _weights(chunks)
    doubtful = []
    for evidence in topics:
        contexts = _contexts(chunks, evidence, weights)
        pairs = [
            (_cosine(contexts[one], contexts[two]), one, two)
            for one, two in combinations(sorted(contexts), 2)
        ]
        if pairs and min(pairs)[0] < _ALIKE_AT_LEAST:
            alike, one, two = min(pairs)
            doubtful.append(
                (alike, evidence.key, tuple((each, _typical(contexts[each])) for each in (one, two)))
            )
    return sorted((key, contexts) for _, key, contexts in sorted(doubtful)[:_MAX_SHOWN])


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
    own = tuple(evidence.key.split())
    if len(own) > _MAX_WORDS:
        return {}
    marked = {chunks[index].source for index in evidence.definitions | evidence.emphases}
    marked |= {path[0] for path in evidence.headings}
    by_source: dict[str, list[int]] = {}
    for index in sorted(evidence.alone):
        if chunks[index].source in marked:
            by_source.setdefault(chunks[index].source, []).append(index)
    return {source: _context(chunks, indices, weights, own) for source, indices in by_source.items()}


def _context(
    chunks: Sequence[MentioningChunk],
    indices: Sequence[int],
    weights: Mapping[str, float],
    own: tuple[str, ...],
) -> Context:
    counts = Counter(word for index in indices for word in chunks[index].words if word in weights)
    return {
        word: count / len(indices) * weights[word]
        for word, count in counts.items()
        if not word.startswith(own)
    }


def _cosine(one: Context, two: Context) -> float:
    dot = sum(weight * two[word] for word, weight in one.items() if word in two)
    norms = math.sqrt(sum(w * w for w in one.values()) * sum(w * w for w in two.values()))
    return dot / norms if norms else 0.0


def _typical(context: Context) -> tuple[str, ...]:
    return tuple(sorted(context, key=lambda word: (-context[word], word))[:_SHOWN_WORDS])
