"""Common English words that no topic is named by alone, and what their form says about their part."""

import tomllib
from importlib.resources import files


def _load() -> dict[str, tuple[str, ...]]:
    text = files("gradient.outline").joinpath("english.toml").read_text(encoding="utf-8")
    return {name: tuple(str(words).split()) for name, words in tomllib.loads(text).items()}


def _regular_forms(verb: str) -> set[str]:
    """The regular forms of `verb` other than its plain one; a last consonant doubles where it must."""
    stem = verb.removesuffix("e")
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    third = verb + "es" if verb.endswith(("s", "x", "ch", "sh", "o")) else verb + "s"
    doubled = stem + stem[-1] if len(stem) == 3 and stem[-1] in "tpnmgdb" and stem[-2] in "aeiou" else stem
    return {third, doubled + "ed", stem + "ed", doubled + "ing", stem + "ing"}


def _verb_forms(words: dict[str, tuple[str, ...]]) -> frozenset[str]:
    also_nouns = frozenset(words["verbs_also_nouns"])
    forms = set(words["irregular_verbs"]) | set(words["process_verbs"])
    for verb in (*words["process_verbs"], *words["verbs_with_plain_nouns"]):
        forms |= {form for form in _regular_forms(verb) if form.endswith("s")}
    for verb in words["verbs"]:
        if verb in also_nouns:
            forms |= {form for form in _regular_forms(verb) if form.endswith(("ed", "ing"))}
        else:
            forms |= {verb} | _regular_forms(verb)
    return frozenset(forms)


_WORDS = _load()

ARTICLES = frozenset({"a", "an", "the"})
FUNCTION_WORDS = frozenset(_WORDS["function_words"])
PLAIN_VERBS = frozenset(_WORDS["verbs"]) | frozenset(_WORDS["process_verbs"])
VERB_FORMS = _verb_forms(_WORDS)
VERBS_ALSO_NOUNS = frozenset(_WORDS["verbs_also_nouns"]) | frozenset(_WORDS["verbs_with_plain_nouns"])
THIRD_PERSONS = frozenset(
    form for verb in (*PLAIN_VERBS, *VERBS_ALSO_NOUNS) for form in _regular_forms(verb) if form.endswith("s")
)
LINKING_PARTICIPLES = frozenset(_WORDS["linking_participles"])
VAGUE_ADJECTIVES = frozenset(_WORDS["loose_adjectives"])
LOOSE_ADJECTIVES = VAGUE_ADJECTIVES | frozenset(_WORDS["size_adjectives"])
WIDE_NOUNS = frozenset(_WORDS["wide_nouns"])
VAGUE_HEADS = frozenset(_WORDS["vague_heads"])
EMPTY_HEADS = frozenset(_WORDS["empty_heads"])
NAMING_HEADS = frozenset(_WORDS["naming_heads"])
KIND_HEADS = frozenset(_WORDS["kind_heads"])
DATA_HEADS = frozenset(_WORDS["data_heads"])
GENERAL_HEADS = frozenset(_WORDS["general_heads"])
SUPERLATIVES = frozenset(_WORDS["superlatives"])
SCREEN_VERBS = frozenset(_WORDS["screen_verbs"])
SCREEN_ORDERS = SCREEN_VERBS | frozenset(_WORDS["screen_orders"])
CONTROLS = frozenset(_WORDS["controls"])
# Modifiers that add nothing, each with the ending that a single word after it has.
EMPTY_MODIFIERS = {"data": "ing", "artificial": "\0"}
AUXILIARIES = frozenset(_WORDS["auxiliaries"])
BEFORE_VERBS = frozenset(_WORDS["before_verbs"])
DETERMINERS = frozenset(_WORDS["determiners"])
PREPOSITIONS = frozenset(_WORDS["prepositions"])
FURNITURE = frozenset(title.replace("_", " ") for title in _WORDS["furniture"])
FURNITURE_HEADS = frozenset(_WORDS["furniture_heads"])
PART_LABELS = frozenset(_WORDS["part_labels"])
NEVER_TOPICS = frozenset(_WORDS["never_topics"])
TERMS_TOO = frozenset(_WORDS["terms_too"])
GATHERING = frozenset(_WORDS["gathering"])
# Words with which a text speaks of itself: behind "the" they point to what it is about.
SELF_TALK = VAGUE_HEADS | EMPTY_HEADS | PART_LABELS | TERMS_TOO | frozenset(_WORDS["self_talk"])

_BARE_ADJECTIVES = frozenset(_WORDS["bare_adjectives"])
_NOUNS_DESPITE_ENDING = frozenset(_WORDS["nouns_despite_ending"])
_ADJECTIVE_ENDINGS = _WORDS["adjective_endings"]
_NOUN_ENDINGS = _WORDS["noun_endings"]


def is_known(word: str) -> bool:
    """Whether a lower-case word is a common one, so that capitals do not make it a proper name."""
    return word in FUNCTION_WORDS or word in LOOSE_ADJECTIVES or word in WIDE_NOUNS or word in VERB_FORMS


def is_adverb(word: str) -> bool:
    """Whether a lower-case word ends like an adverb of manner."""
    return word.endswith("ly") and len(word) > 4 and word not in _NOUNS_DESPITE_ENDING


def is_participle(word: str) -> bool:
    """Whether a lower-case word ends like a past participle."""
    return word.endswith("ed") and len(word) > 4 and word not in _NOUNS_DESPITE_ENDING


def may_end_name(word: str) -> bool:
    """Whether a lower-case word can be the head of a noun phrase, judged by its form alone."""
    last = word.rsplit("-", 1)[-1]
    if word in _NOUNS_DESPITE_ENDING or last in _NOUNS_DESPITE_ENDING:
        return True
    if word in FUNCTION_WORDS or word in LOOSE_ADJECTIVES or {word, last} & _BARE_ADJECTIVES:
        return False
    if last in FUNCTION_WORDS or is_adverb(last) or is_participle(last):
        return False
    return last.endswith(_NOUN_ENDINGS) or len(last) < 5 or not last.endswith(_ADJECTIVE_ENDINGS)
