"""How the name of a topic is shown: one surface and one case, whatever the order of the mentions."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from gradient.outline.acronyms import is_acronym, singular_acronym
from gradient.outline.mention import Mention
from gradient.outline.names import canonical, clean
from gradient.outline.words import WIDE_NOUNS

_PART = re.compile(r"[^\s-]+")
# A word that prose writes small at least this often is no proper name.
_SMALL_SHARE = 0.1


class Casing:
    """How the prose of a course writes each word: small, with a capital, or in a way of its own."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._forms: dict[str, Counter[str]] = {}
        for mention in mentions:
            if mention.kind == "heading":
                continue
            for part in _PART.findall(mention.surface):
                self._forms.setdefault(part.casefold(), Counter())[part] += 1

    def of(self, word: str) -> str:
        """`word` as it stands inside a sentence."""
        forms = self._forms.get(word.casefold(), Counter({word: 1}))
        small, total = forms.get(word.casefold(), 0), sum(forms.values())
        own = {form: count for form, count in forms.items() if _has_own_form(form)}
        if own and sum(own.values()) * 2 >= total - small and sum(own.values()) > small:
            return max(own, key=lambda form: (own[form], form))
        if small >= _SMALL_SHARE * total or word.casefold() in WIDE_NOUNS:
            return word.casefold()
        return max(forms, key=lambda form: (forms[form], form)) if forms else word

    def knows(self, word: str) -> bool:
        """Whether the prose holds `word`, in whatever case."""
        return word.casefold() in self._forms


def _has_own_form(form: str) -> bool:
    """Whether a word has capitals elsewhere than at its beginning only, or digits: "BERT", "ReLU", "L2"."""
    return bool(re.search(r"[A-Z]", form[1:]) or (re.search(r"\d", form) and re.search(r"[A-Z]", form)))


def title(surfaces: Mapping[str, int], casing: Casing) -> str:
    """The title of a topic whose mentions are written as `surfaces`, with how often.

    Long forms go before acronyms, the singular before the plural, then the commonest spelling. The first
    word gets a capital unless it has a form of its own ("k-means", "kNN").
    """
    best = min(surfaces, key=lambda surface: _preference(surface, surfaces))
    words = [_cased(word, casing) for word in clean(best).split()]
    return " ".join([_capital(words[0]), *words[1:-1], *([_singular(words[-1], casing)] if words[1:] else [])])


def aliases(surfaces: Mapping[str, int], shown: str, casing: Casing) -> tuple[str, ...]:
    """The other names of a topic shown as `shown`, each spelling once, sorted without regard to case."""
    names = {" ".join(_cased(word, casing) for word in clean(surface).split()) for surface in surfaces}
    others = {name.casefold(): name for name in sorted(names) if name.casefold() != shown.casefold()}
    return tuple(others[lower] for lower in sorted(others))


def _preference(surface: str, surfaces: Mapping[str, int]) -> tuple[object, ...]:
    same = Counter[str]()
    for other, count in surfaces.items():
        same[clean(other).casefold()] += count
    lower = clean(surface).casefold()
    key = canonical(surface)
    plural = lower.replace("-", " ").replace("'", "") != key
    total = sum(count for other, count in surfaces.items() if canonical(other) == key)
    acronyms = sum(is_acronym(word) for word in clean(surface).split())
    return (is_acronym(clean(surface)), acronyms, -total, key, plural, -same[lower], -surfaces[surface], surface)


def _cased(word: str, casing: Casing) -> str:
    if is_acronym(word):
        return singular_acronym(word)
    return re.sub(_PART, lambda part: casing.of(part.group()), word)


def _singular(word: str, casing: Casing) -> str:
    """`word` in the singular if the course writes it so elsewhere; a word of one's own stays as it is."""
    single = canonical(word)
    return single if word.islower() and "-" not in word and single != word and casing.knows(single) else word


def _capital(word: str) -> str:
    first = word.split("-")[0]
    if _has_own_form(word) or len(first) == 1 and "-" in word:
        return word
    return word[:1].upper() + word[1:]
