"""How the name of a topic is shown: one surface and one case, whatever the order of the mentions."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from gradient.outline.acronyms import is_acronym, singular_acronym
from gradient.outline.mention import Mention
from gradient.outline.names import canonical, clean, good_name
from gradient.outline.words import EMPTY_HEADS, KIND_HEADS, NAMING_HEADS, WIDE_NOUNS, is_known, may_end_name

# Endings of common nouns in the plural, which no proper name has.
_ABSTRACT_PLURALS = ("tions", "sions", "ments", "ances", "ences", "isms")
_PART = re.compile(r"[^\s-]+")
# A word that prose writes small at least this often is no proper name.
_SMALL_SHARE = 0.1
# A short form that is written this much oftener than its long form, which the course spells out once or
# twice, is the name: "ReLU"; one of capitals alone has to be commoner than that: "FAISS".
_SHORT_FORM_WINS, _CAPITALS_WIN, _LONG_FORM_RARE = 3, 4, 2
# The key that a topic goes by gives it its title unless another spelling is this much commoner.
_LEADS_BY = 4


class Casing:
    """How the prose of a course writes each word: small, with a capital, or in a way of its own."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._forms: dict[str, Counter[str]] = {}
        for mention in mentions:
            if mention.kind == "heading" or _is_title_case(mention.surface):
                continue
            for part in _PART.findall(mention.surface):
                self._forms.setdefault(part.casefold(), Counter())[part] += 1

    def knows(self, word: str) -> bool:
        """Whether the prose holds `word`, in whatever case."""
        return word.casefold() in self._forms

    def is_small(self, word: str) -> bool:
        """Whether `word` is written small inside a sentence."""
        forms = self._forms.get(word.casefold(), Counter())
        return is_known(word.casefold()) or forms[word.casefold()] > _SMALL_SHARE * forms.total()

    def of(self, word: str) -> str:
        """`word` as it stands inside a sentence."""
        forms = self._forms.get(word.casefold(), Counter())
        own = Counter({form: count for form, count in forms.items() if _has_own_form(form)})
        if (
            own
            and own.total() > forms[word.casefold()]
            and own.total() * 2 >= forms.total() - forms[word.casefold()]
        ):
            return max(own, key=lambda form: (own[form], form))
        if self.is_small(word) or (not forms.total() and word.istitle()):
            return word.casefold()
        return max(forms, key=lambda form: (forms[form], form), default=word)


def title(surfaces: Mapping[str, int], chunks: Mapping[str, int], casing: Casing, leader: str = "") -> str:
    """The title of a topic whose mentions are written as `surfaces`, with how often.

    `chunks` counts, for each canonical key, the chunks that hold it at all, also inside longer names;
    `leader` is the key that the topic goes by.

    Long forms go before abbreviations unless they are rare beside them, then the commonest, unless the
    leader says more; in it the singular goes before the plural. The first word gets a capital unless it has
    a form of its own ("k-means").
    """
    spellings = _by_key(surfaces)
    key = min(spellings, key=lambda key: _order(key, spellings))
    if _is_fit(spellings.get(leader, ())) and _leads(leader, key, spellings):
        key = leader
    best = spellings[key]
    short = [counts for counts in spellings.values() if all(is_acronym(surface) for surface in counts)]
    if short and chunks.get(key, 0) <= _LONG_FORM_RARE:
        commonest = max(short, key=lambda counts: (counts.total(), sorted(counts)))
        wins = _CAPITALS_WIN if all(map(str.isupper, commonest)) else _SHORT_FORM_WINS
        if commonest.total() >= wins * best.total():
            best = _with_head(commonest, spellings)
    chosen = min(
        best, key=lambda surface: (_is_plural(surface), -_alike(surface, best), -best[surface], surface)
    )
    return _shown(chosen, casing, singular=True)


def _order(key: str, spellings: Mapping[str, Counter[str]]) -> tuple[bool, bool, int, str]:
    """Spellings that are names by their form come first, then the long ones, then the commonest."""
    counts = spellings[key]
    return not _is_fit(counts), _is_short(counts), -counts.total(), key


def _is_fit(surfaces: Iterable[str]) -> bool:
    return any(good_name(surface) is None for surface in surfaces)


def _with_head(short: Counter[str], spellings: Mapping[str, Counter[str]]) -> Counter[str]:
    """The spelling that says more than the bare short form, where one is about as common: "VC dimension"."""
    begin = canonical(max(short)) + " "
    telling = [
        key
        for key in sorted(spellings)
        if key.startswith(begin) and _head(key) not in EMPTY_HEADS | KIND_HEADS | NAMING_HEADS
    ]
    best = max(telling, key=lambda key: spellings[key].total(), default=None)
    return spellings[best] if best and 2 * spellings[best].total() >= short.total() else short


def _leads(leader: str, commonest: str, spellings: Mapping[str, Counter[str]]) -> bool:
    """Whether the topic shows the key that it goes by although another spelling is commoner."""
    if leader not in spellings or spellings[leader].total() * _LEADS_BY < spellings[commonest].total():
        return False
    acronym = all(is_acronym(surface) for surface in spellings[leader])
    headed = commonest.startswith(leader + " ")
    telling = _head(leader) not in EMPTY_HEADS and _head(commonest) in EMPTY_HEADS
    fuller = leader.endswith(" " + commonest) or leader.startswith(commonest + " ")
    return fuller or (acronym and headed) or (telling and not headed)


def _head(key: str) -> str:
    return key.rpartition(" ")[-1]


def aliases(surfaces: Mapping[str, int], shown: str, casing: Casing) -> tuple[str, ...]:
    """The other names of a topic shown as `shown`, each spelling once, sorted without regard to case."""
    names = {_shown(surface, casing, singular=False) for surface in surfaces}
    others = {name.casefold(): name for name in sorted(names) if name.casefold() != shown.casefold()}
    return tuple(others[lower] for lower in sorted(others))


def _by_key(surfaces: Mapping[str, int]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for surface, count in surfaces.items():
        name = clean(surface)
        found.setdefault(canonical(name), Counter())[name] += count
    return found


def _is_short(spellings: Mapping[str, int]) -> bool:
    return any(is_acronym(word) for surface in spellings for word in surface.split())


def _is_plural(surface: str) -> bool:
    return surface.casefold().replace("-", " ").replace("'", "") != canonical(surface)


def _alike(surface: str, spellings: Mapping[str, int]) -> int:
    """How often the surface is written in any case."""
    return sum(count for other, count in spellings.items() if other.casefold() == surface.casefold())


def _shown(surface: str, casing: Casing, *, singular: bool) -> str:
    words = surface.split()
    if _is_proper(words, casing):
        return surface
    words = [_cased(word, casing) for word in words]
    if singular:
        words[-1] = _singular(words[-1], casing)
    return " ".join([_capital(words[0]), *words[1:]])


def _is_proper(words: list[str], casing: Casing) -> bool:
    """Whether all of several words have capitals and the course never writes one of them small."""
    content = [word for word in words if len(word) > 3 or not word.islower()]
    parts = [part for word in words for part in _PART.findall(word)]
    if len(parts) < 2 or (len(words) > 2 and canonical(words[-1]) in WIDE_NOUNS):
        return False
    capitals = all(part[:1].isupper() for word in content for part in _PART.findall(word))
    return capitals and any(part.istitle() and not casing.is_small(part) for part in parts)


def _is_title_case(surface: str) -> bool:
    parts = [part for part in _PART.findall(surface) if len(part) > 3]
    return len(parts) > 2 and all(part.istitle() for part in parts)


def _has_own_form(form: str) -> bool:
    """Whether a word has capitals elsewhere than at its beginning only: "BERT", "ReLU", "L2"."""
    return bool(re.search(r"[A-Z]", form[1:]) or (re.search(r"\d", form) and re.search(r"[A-Z]", form)))


def _cased(word: str, casing: Casing) -> str:
    if is_acronym(word) and "-" not in word:
        return singular_acronym(word)
    return re.sub(_PART, lambda part: casing.of(part.group()), word)


def _singular(word: str, casing: Casing) -> str:
    """`word` in the singular, where its ending is that of a plural or the course writes it so elsewhere."""
    single = canonical(word)
    if word.istitle() and word.endswith(_ABSTRACT_PLURALS):
        return word[:-1]
    if not word.islower() or "-" in word or single == word:
        return word
    regular = word == single + "s" and not single.endswith(("a", "i", "o", "u", "y", "s"))
    return single if (casing.knows(single) or regular) and may_end_name(single) else word


def _capital(word: str) -> str:
    first = word.split("-", maxsplit=1)[0]
    if _has_own_form(first) or (len(first) == 1 and "-" in word):
        return word
    return word[:1].upper() + word[1:]
