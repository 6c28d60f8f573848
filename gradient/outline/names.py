"""Names of topics: their canonical form, and which surfaces a teacher would put into an index."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from gradient.outline.phrases import MAX_WORDS, ORDINALS, Word, names_with_of, noun_phrases
from gradient.outline.words import (
    ARTICLES,
    AUXILIARIES,
    DETERMINERS,
    FUNCTION_WORDS,
    FURNITURE,
    FURNITURE_HEADS,
    LINKING_PARTICIPLES,
    LOOSE_ADJECTIVES,
    PART_LABELS,
    PLAIN_VERBS,
    THIRD_PERSONS,
    VAGUE_HEADS,
    VERB_FORMS,
    WIDE_NOUNS,
    is_participle,
    may_end_name,
)

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*(?:[+#]{1,2}(?!\w))?")
_LINE_BREAK_HYPHEN = re.compile(r"(?<=[a-z])-\s*\n\s*(?=[a-z])")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_ANCHOR = re.compile(r"\[\[[^\]]*\]\]|\{[#:.][^}]*\}|<[^<>]*>|\[\^[^\]]*\]")
_MARKS = re.compile(r"[*`~#]+|(?<!\w)_+|_+(?!\w)|^\W+(?=\w)|[\s:;,.!–—-]+$")
_MARKUP = re.compile(r"\[\[|\]\]|[<>{}$\\=|@^~`]|https?:|www\.|&\w+;")
_CODE = re.compile(
    r"\w_\w|\w\(\)|[a-z]\.[a-z]|^\w+/\w+/|(?:[A-Z][a-z]+){3,}|^[a-z]+[A-Z][a-z]+[A-Z]|::|--\w|\w\[|^[a-z]{2,}\d+$"
)
_NUMBERED = re.compile(
    rf"^\W*(?:(?i:{'|'.join(sorted(PART_LABELS))})\s*#?\s*(?:\d+(?:\.\d+)*|[IVX]{{1,4}})\b\W*"
    r"|#?\d+(?:\.\d+)*\s*[.:)–—-]+\s*|(?:[IVX]{1,4}|[A-Z])\s*[.)]\s+)"
)
_LEADING_NUMBER = re.compile(r"^\W*\d+(?:\.\d+)*[.):]?\s+(?=[^\W\d])")
# Greek letters in a short word of its own are a formula; joined to a word they are a name ("ε-greedy").
_FORMULA = re.compile(r"(?<![\w-])\w?[\u0370-\u03ff]\w{0,2}(?![\w-])|[\u2200-\u22ff\u27c0-\u2bff=∈]")
_DATE = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|fall|spring"
    r"|summer|winter)\s+\d|^\d+(?:st|nd|rd|th)?\s+\w+\s+\d{4}$|^\W*\d{4}\W*$",
    re.IGNORECASE,
)
_NUMBERED_THING = re.compile(r"^[a-z]-?th\b")
_INSIDE_NAMES = frozenset(
    ["of", "and", "for", "in", "to", "the", "on", "under", "de", "la", "du", "von", "&"]
)
_LINKS = frozenset({"of", "the", "de", "la", "du", "von"})
_ASKS = re.compile(r"\b(?:do|does|did|can|should|could|would)\b.*\?\W*$")
# A heading that only takes up a word of the text before: "A high-dimensional vector?".
_WONDERS = re.compile(r"\W*(?:an?|the)\s[^?]*\?", re.IGNORECASE)
_CAPITALS_PLURAL = re.compile(r"(?<=[A-Z]{2})s\b")
_HYPHEN_SPACED = re.compile(r"(?<=\b\w) - (?=\w)")


def clean(surface: str) -> str:
    """`surface` as one line without marks of markup, leading numbers and articles, and edge punctuation."""
    text = unicodedata.normalize("NFKC", surface).replace("’", "'")
    text = _LINE_BREAK_HYPHEN.sub("", text)
    text = (
        _DASHES.sub("-", _ANCHOR.sub(" ", text))
        if "[" in text or "{" in text or "<" in text
        else _DASHES.sub("-", text)
    )
    text = " ".join(_MARKS.sub(" ", " ".join(text.split())).split()).strip("\"'“”‘„«» ")
    text = re.sub(r"(?<=\w)'s?$", "", _HYPHEN_SPACED.sub("-", text))
    first, _, rest = text.partition(" ")
    return rest if first.casefold() in ARTICLES and rest else text


@lru_cache(maxsize=65536)
def canonical(surface: str) -> str:
    """The key under which all spellings of one name meet, or "" where nothing is left.

    Case, accents, articles, possessives, hyphens and number are made equal; British endings become
    American. Singulars are formed by rule, so a key is for comparing and not for showing.
    """
    text = unicodedata.normalize("NFKD", _CAPITALS_PLURAL.sub("", clean(surface)))
    text = "".join(char for char in text if not unicodedata.combining(char)).casefold()
    words = [_singular(_american(word.removesuffix("'s").replace("'", ""))) for word in _WORD.findall(text)]
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return " ".join(word for word in words if word)


def joined(key: str) -> str:
    """`key` without blanks: "over fitting", "over-fitting" and "overfitting" are one name."""
    return key.replace(" ", "")


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is", "ics", "bias", "ous")):
        return _IRREGULAR_PLURALS.get(word, word)
    if word in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


_IRREGULAR_PLURALS = {
    "matrices": "matrix", "vertices": "vertex", "indices": "index", "axes": "axis", "analyses": "analysis",
    "hypotheses": "hypothesis", "bases": "basis", "criteria": "criterion", "phenomena": "phenomenon",
    "series": "series", "species": "species", "lens": "lens", "theses": "thesis", "crises": "crisis",
    "syntheses": "synthesis", "appendices": "appendix", "data": "data", "media": "media", "mice": "mouse",
    "men": "man", "women": "woman", "children": "child", "people": "people", "feet": "foot", "teeth": "tooth",
    "nuclei": "nucleus", "stimuli": "stimulus", "radii": "radius", "foci": "focus", "fungi": "fungus",
    "bacteria": "bacterium", "mitochondria": "mitochondrion", "formulae": "formula", "alumni": "alumnus",
    "leaves": "leaf", "halves": "half", "wolves": "wolf", "lives": "life", "wives": "wife", "quizzes": "quiz",
    "parentheses": "parenthesis", "diagnoses": "diagnosis", "maxima": "maximum", "minima": "minimum",
    "optima": "optimum", "spectra": "spectrum", "viruses": "virus", "biases": "bias", "gases": "gas",
    "classes": "class", "losses": "loss", "processes": "process", "news": "news", "gas": "gas",
    "metrics": "metric", "topics": "topic", "heuristics": "heuristic", "critics": "critic",
    "fabrics": "fabric", "characteristics": "characteristic", "relics": "relic", "harmonics": "harmonic",
    "antibiotics": "antibiotic", "corpora": "corpus", "genera": "genus", "schemata": "schema",
    "larvae": "larva", "algae": "alga",
}  # fmt: skip


def _american(word: str) -> str:
    if len(word) < 6:
        return word
    word = re.sub(r"is(?=ation|ing$|ed$|er$|ers$)", "iz", word)
    word = re.sub(r"our(?=$|s$|al$|hood|ing$|ed$)", "or", word)
    return re.sub(r"ell(?=ing$|ed$|er$)", "el", word)


def good_name(surface: str) -> str | None:
    """None if `surface` can name a topic, else the reason in two or three words why it cannot."""
    if _MARKUP.search(surface):
        return "markup"
    text = clean(surface)
    words = [word.casefold() for word in re.findall(r"[^\s/,()]+", text)]
    if not re.search(r"[^\W\d_]{2}|^C\+\+$", text):
        return "no word"
    if _CODE.search(text):
        return "code identifier"
    if re.search(r"[(),;]", text):
        return "list or brackets"
    if _FORMULA.search(text):
        return "formula"
    if _DATE.search(text):
        return "date"
    if surface.rstrip().endswith("?"):
        return "question"
    if _NUMBERED_THING.match(text.casefold()):
        return "one of a row"
    return _furniture(text, words) or _sentence(text, words) or _no_noun(words)


def _furniture(text: str, words: list[str]) -> str | None:
    lower = " ".join(words).strip(" :.!")
    if lower in FURNITURE or canonical(text) in _FURNITURE_KEYS or words[-1] in FURNITURE_HEADS:
        return "part of a document"
    if _NUMBERED.match(text) and words[0].strip("#0123456789.:") in PART_LABELS | {""}:
        return "numbered part"
    return None


def _sentence(text: str, words: list[str]) -> str | None:
    if len(words) > MAX_WORDS:
        return "too long"
    if re.search(r"[.!?;:]\s", text) or any(word in AUXILIARIES for word in words):
        return "sentence"
    if any(
        word in FUNCTION_WORDS and word not in _INSIDE_NAMES and not _is_ordinal_of(before, word)
        for before, word in pairwise(words)
    ):
        return "sentence"
    # "An n-gram model makes the Markov assumption: ..." has the look of a name with what it is.
    if any(verb in THIRD_PERSONS and word in DETERMINERS for verb, word in pairwise(words[1:])):
        return "sentence"
    return None


def _is_ordinal_of(before: str, word: str) -> bool:
    """Whether an ordinal tells findings of one person apart: "Newton's second law"."""
    return word in ORDINALS and before.endswith("'s")


def _no_noun(words: list[str]) -> str | None:
    first, last = words[0], words[-1].removesuffix("'s")
    if (first in FUNCTION_WORDS and not _begins_with_ordinal(words)) or first in LINKING_PARTICIPLES:
        return "begins with no noun"
    if (
        first in VERB_FORMS
        and (len(words) > 1 or not first.endswith("ing"))
        and first not in LOOSE_ADJECTIVES
        and not _is_adjectival(words)
    ):
        return "begins with a verb"
    if first in PLAIN_VERBS and len(words) > 1 and words[1] in DETERMINERS | {"in", "on", "to", "with"}:
        return "begins with a verb"
    if len(words) > 1 and first.endswith("ing") and words[1] in LOOSE_ADJECTIVES | FUNCTION_WORDS:
        return "begins with a verb"
    if not may_end_name(last) or (last in VERB_FORMS and not last.endswith("ing")):
        return "ends with no noun"
    return None


def _begins_with_ordinal(words: list[str]) -> bool:
    """Whether an ordinal says of what kind a noun is: "seventh chord", but not "first step"."""
    plain = WIDE_NOUNS | VAGUE_HEADS | PART_LABELS | FUNCTION_WORDS
    return len(words) > 1 and words[0] in ORDINALS and canonical(words[1]) not in plain


def _is_adjectival(words: list[str]) -> bool:
    """Whether the name begins with a participle that says of what kind its head is: "connected graph"."""
    return is_participle(words[0]) and all(may_end_name(word) for word in words[1:])


_FURNITURE_KEYS = frozenset(canonical(title) for title in FURNITURE)


def names_in(heading: str) -> tuple[str, ...]:
    """The names that stand in a heading, in order; none in a heading of mere furniture.

    "Using FAISS for efficient similarity search" holds "FAISS" and "efficient similarity search",
    "Strategy #2: Random local search" holds "Random local search".
    """
    text = bare_heading(heading)
    if good_name(text) == "part of a document" or _WONDERS.match(heading):
        return ()
    if good_name(text) is None and _is_one_name(text):
        return (clean(text),)
    text = _without_lead(text)
    asks = _ASKS.search(text) is not None
    found: dict[str, None] = {}
    for phrase in _phrases_of_heading(text):
        ends_in_verb = asks and len(phrase) > 1 and phrase[-1].lower in PLAIN_VERBS
        name = clean(text[phrase[0].start : phrase[-2 if ends_in_verb else -1].end])
        if good_name(name) is None:
            found[name] = None
    return tuple(found)


def bare_heading(heading: str) -> str:
    """`heading` without marks of markup, number and label of a part: "Lecture 2: Osmosis" is "Osmosis"."""
    text = _LEADING_NUMBER.sub("", _NUMBERED.sub("", _ANCHOR.sub(" ", heading).strip()))
    return re.sub(r"[`*]", "", _HYPHEN_SPACED.sub("-", text))


def _phrases_of_heading(text: str) -> list[tuple[Word, ...]]:
    """The noun phrases of a heading; those that make one proper name together are one."""
    phrases = noun_phrases(text)
    proper = [each for each in names_with_of(text, phrases) if _is_proper(text, each)]
    inside = {word for each in proper for word in each}
    return sorted(
        proper + [each for each in phrases if each[0] not in inside], key=lambda each: each[0].start
    )


def _is_proper(text: str, phrase: tuple[Word, ...]) -> bool:
    """Whether "of" joins the words of `phrase` and all of them have capitals: "Congress of Vienna"."""
    joined = any(" of " in text[one.end : two.start] for one, two in pairwise(phrase))
    if not joined or phrase[0].start == 0 or phrase[0].lower in VAGUE_HEADS:
        return False
    return all(text[word.start].isupper() for word in phrase)


def _is_one_name(text: str) -> bool:
    words = text.casefold().split()
    loose = words[0] in LOOSE_ADJECTIVES or (
        words[0].endswith("ing") and len(words) > 1 and words[1] in FUNCTION_WORDS
    )
    return (
        not loose
        and not re.search(r"[:(/]", text)
        and all(
            word not in FUNCTION_WORDS or word in _LINKS or _is_ordinal_of(before, word)
            for before, word in pairwise(["", *words[_begins_with_ordinal(words) :]])
        )
    )


def _without_lead(text: str) -> str:
    """Blanks out a gerund that governs what follows: "Computing the gradient", "Creating text embeddings"."""
    match = re.match(r"\W*([^\W\d_]+ing)\s+([\w']+)\s", text)
    if match and (match.group(2).casefold() in FUNCTION_WORDS or match.group(1).casefold() in VERB_FORMS):
        return " " * match.end(1) + text[match.end(1) :]
    return text
