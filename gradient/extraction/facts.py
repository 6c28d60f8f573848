"""Which sentences of a chunk are facts or questions worth tagging."""

import re
from dataclasses import dataclass

from gradient.extraction.mask import prose_share
from gradient.extraction.talk import is_about_course, is_legal
from gradient.outline.words import AUXILIARIES, PLAIN_VERBS, VERB_FORMS
from gradient.text.markup import plain
from gradient.text.sentences import sentences

MIN_WORDS, MAX_WORDS = 5, 70
# A sentence that ends with a colon lacks what follows; it says enough on its own from this length.
_MIN_WORDS_BEFORE_COLON = 12
_MIN_IDEOGRAMS = 10
# Below this share of letters a sentence is a formula, a table or code with a few words between.
_MIN_PROSE = 0.5

_LEADING_MARKS = re.compile(
    r"[ \t>]*(?:[-*+•❒▪‣◦❏·●■□➢✓](?=\s)|\d{1,3}[.)](?=\s)|\[!\w+\]"
    r"|[^\x00-\x7fàéóáæøåíöÀÉÓÁÆØÅÍÖ](?=\s+[A-Z]))?\s*"
)
_LIST_ITEM = re.compile(r"[ \t>]*(?:[-*+•❒▪‣◦❏·●■]|\d{1,3}[.)])\s")
_EMPHASIS_OPENS = ("**", "__", "*", "<b>", "<strong>")
_ENDS = (".", "!", "?", "。", "！", "？", "…", ".)", '."', ".”", "!)", "?)", ".'")
_REFERENCE = re.compile(r"https?://|www\.|\bdoi:|\barXiv\b|@\w+\.\w+|\bpp?\.\s*\d+")
_QUESTION = re.compile(
    r"(?:what|why|how|when|where|which|who|whose|is|are|was|were|do|does|did|can|could|should|would|will"
    r"|explain|describe|compare|given|suppose|in\b.*\b(?:what|which|how))\b",
    re.IGNORECASE,
)
_TALK = re.compile(r"\b(?:you|we|i|your|our|us|let's)\b", re.IGNORECASE)
_ANAPHOR = re.compile(
    r"(?:it|they|he|she|that|those|these|this|such|there|doing so|here|both|each|above|below|again|also"
    r"|then|so|or|and|but|i|another)\b",
    re.IGNORECASE,
)
_IDEOGRAM = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FINITE = AUXILIARIES | VERB_FORMS | PLAIN_VERBS


@dataclass(frozen=True)
class Sentence:
    """A sentence at `text[start:end]` of its chunk, readable without markup as `words`.

    `item` says that it is an item of a list, `finished` that it ends as a sentence does.
    """

    words: str
    start: int
    end: int
    item: bool
    finished: bool


def find_sentences(text: str, masked: str) -> list[Sentence]:
    """The sentences of prose in `text`; a title that runs into its sentence stays with it."""
    found = []
    for start, end in _joined_run_ins(text, sentences(text)):
        marks = _LEADING_MARKS.match(text, start, end)
        begin = marks.end() if marks else start
        if prose_share(masked[begin:end]) < _MIN_PROSE:
            continue
        words = plain(text[begin:end])
        item = _LIST_ITEM.match(text, start, end) is not None
        found.append(Sentence(words, begin, end, item, words.endswith(_ENDS)))
    return found


def _joined_run_ins(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and _is_run_in(text[slice(*joined[-1])]) and "\n" not in text[joined[-1][1] : start]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _is_run_in(piece: str) -> bool:
    marks = _LEADING_MARKS.match(piece)
    rest = piece[marks.end() :] if marks else piece
    ends = rest.rstrip("*_ ").removesuffix("</b>").endswith((".", ":"))
    return rest.startswith(_EMPHASIS_OPENS) and len(rest) < 90 and ends


def is_question(sentence: Sentence) -> bool:
    """Whether the sentence asks for an answer, and not only leads on to the next one."""
    words = _WORD.findall(sentence.words)
    asks = sentence.words.rstrip('"”’)').endswith(("?", "？"))
    if not asks or not (MIN_WORDS <= len(words) <= MAX_WORDS):
        return asks and is_ideographic(sentence.words)
    return _QUESTION.match(sentence.words) is not None and (sentence.item or not _TALK.search(sentence.words))


def is_fact(sentence: Sentence) -> bool:
    """Whether the sentence states something to learn that can be read on its own."""
    if not is_statement(sentence) or not (sentence.finished or _says_enough(sentence)):
        return False
    first = sentence.words[0]
    return first.isupper() or not first.isalpha() or is_ideographic(sentence.words)


def _says_enough(sentence: Sentence) -> bool:
    return sentence.words.endswith(":") and len(sentence.words.split()) >= _MIN_WORDS_BEFORE_COLON


def is_statement(sentence: Sentence) -> bool:
    """Whether the sentence has a verb and neither speaks of the course itself nor cites, asks or greets."""
    text = sentence.words
    if is_ideographic(text):
        return not text.endswith(("?", "？", ":", "："))
    words = _WORD.findall(text)
    if not (MIN_WORDS <= len(words) <= MAX_WORDS) or text.endswith("?"):
        return False
    if is_about_course(text) or is_legal(text) or _REFERENCE.search(text):
        return False
    return any(word.casefold() in _FINITE for word in words)


def stands_alone(sentence: Sentence) -> bool:
    """Whether the sentence does not begin by pointing back at the one before it."""
    return _ANAPHOR.match(sentence.words) is None


def is_ideographic(text: str) -> bool:
    """Whether `text` has enough characters of a script without blanks to count as a sentence in it."""
    return len(_IDEOGRAM.findall(text)) >= _MIN_IDEOGRAMS
