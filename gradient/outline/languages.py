"""Names of topics in languages other than English, by their little words alone."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gradient.outline.names import bare_heading, clean

MAX_WORDS = 6
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_EDGE = re.compile(r"^[\s¿¡\"'“”‘’«»(]+|[\s:;,.–—\"'“”‘’«»)-]+$")
_ELISION = re.compile(r"^(?:l|un|d|dell|nell|all|dall|sull|qu)['’](?=\w)", re.IGNORECASE)
_UNFIT = re.compile(r"[?!¿¡;(){}<>\[\]|=$\\@]|\w_\w|[.:,]\s|https?:|^\W*\d|\d\W*$")


@dataclass(frozen=True)
class Language:
    """The little words of a language; all are lower-case, `called` and the copulas as patterns."""

    articles: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    stops: frozenset[str] = frozenset()
    furniture: frozenset[str] = frozenset()
    leaning: frozenset[str] = frozenset()
    is_a: str = r"(?!)"
    called: str = r"(?!)"


def is_other(language: str | None) -> bool:
    """Whether a language is known and is not English."""
    return language is not None and language.partition("-")[0] != "en"


@cache
def language_of(code: str) -> Language:
    """What is known of a language by its code of two letters; nothing for one without an entry."""
    return _known().get(code.partition("-")[0], Language())


def is_a_pattern() -> str:
    """A pattern for "is a" in every known language."""
    return "|".join(language.is_a for language in _known().values())


def called_pattern() -> str:
    """A pattern for "is called" in every known language."""
    return "|".join(language.called for language in _known().values())


def other_name(surface: str, code: str) -> str | None:
    """`surface` as the name of a topic, without article and marks, or None where it can be none."""
    language = language_of(code)
    text = _ELISION.sub("", _EDGE.sub("", clean(surface)))
    words = text.split()
    while words and words[0].casefold() in language.articles:
        words = words[1:]
    text = " ".join(words)
    lower = [word.casefold() for word in _WORD.findall(text)]
    if not lower or len(words) > MAX_WORDS or _UNFIT.search(text) or " ".join(lower) in language.furniture:
        return None
    if lower[-1] in language.links | language.stops or any(word in language.stops for word in lower):
        return None
    return text if max(map(len, lower)) > 2 and lower[0] not in language.links else None


def other_heading(heading: str, code: str) -> str | None:
    """The name that a heading is, without number and label."""
    return None if heading.rstrip().endswith(("?", "!")) else other_name(bare_heading(heading), code)


def defined_names(sentence: str, code: str) -> Iterator[tuple[int, int]]:
    """Ranges of the names that a sentence defines: "La ósmosis es el paso ...", "... se llama ósmosis"."""
    language = language_of(code)
    subject = re.match(
        rf"\W*(?P<name>\w[^.:;,()?!\n\x1f]{{1,60}}?)\s+(?:{language.is_a})", sentence, re.IGNORECASE
    )
    if subject is not None and other_name(subject["name"], code) is not None:
        yield subject.span("name")
    end = r"(?=[.:;,()]|\s+(?:y|et|und|e)\s|$)"
    named = rf"\b(?:{language.called})\s+(?P<name>[^\W\d][^.:;,()?!\n\x1f]{{2,50}}?){end}"
    for found in re.finditer(named, sentence, re.IGNORECASE):
        if other_name(found["name"], code) is not None:
            yield found.span("name")


@cache
def _known() -> Mapping[str, Language]:
    text = files("gradient.outline").joinpath("languages.toml").read_text(encoding="utf-8")
    return {code: _language(words) for code, words in tomllib.loads(text).items()}


def _language(words: Mapping[str, str]) -> Language:
    listed = {
        name: frozenset(each.replace("_", " ") for each in text.split()) for name, text in words.items()
    }
    return Language(
        listed["articles"],
        listed["links"],
        listed["stops"],
        listed["furniture"],
        listed["leaning"],
        rf"(?:{_any(listed['copulas'])})\s+(?:{_any(listed['after_copulas'])})(?:\s|['’])",
        _any(listed["called"]),
    )


def _any(words: frozenset[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))
