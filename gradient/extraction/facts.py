"""Which sentences of a chunk are facts or questions worth tagging."""

import re
from dataclasses import dataclass

from gradient.extraction.mask import prose_share
from gradient.outline.words import FUNCTION_WORDS, PLAIN_VERBS, VERB_FORMS
from gradient.text.markup import plain
from gradient.text.sentences import sentences

MIN_WORDS, MAX_WORDS = 5, 70
_MIN_IDEOGRAMS = 10
# Below this share of letters a sentence is a formula, a table or code with a few words between.
_MIN_PROSE = 0.55

_LEADING_MARKS = re.compile(r"(?:[ \t>]*(?:[-*+•❒▪‣◦❏·●■□➢✓](?=\s)|\d{1,3}[.)](?=\s)|\[!\w+\]|[^\x00-\x7fàéóáæøåíöÀÉÓÁÆØÅÍÖ](?=\s+[A-Z]))?\s*)")
_LIST_ITEM = re.compile(r"[ \t>]*(?:[-*+•❒▪‣◦❏·●■]|\d{1,3}[.)])\s")
_PART = r"(?:section|chapter|lecture|lesson|video|module|lab|tutorial|post|notes?|course|unit|part|class|exercise|page|article|document|assignment|notebook)"
_META = re.compile(
    rf"(?:(?:first|now|next|then|so|but|and|finally|in summary|okay|ok|alright|also|again|moreover),?\s+)*(?:"
    rf"(?:in|from|throughout|by the end of|at the end of|during)\s+(?:this|the\s+(?:next|following|previous|last|first|rest\s+of\s+the|coming)|our\s+next|later|these|other)\s+{_PART}"
    rf"|(?:this|the\s+next|the\s+following|the\s+previous)\s+(?:{_PART})\b"
    r"|(?:we|you|i)(?:'ll|’ll|\s+will|\s+are\s+going\s+to|'re\s+going\s+to|'d\s+like\s+to|\s+have\s+now|'ve)?\s+(?:(?:now|next|also|first|then|just|already|briefly|be|not|soon)\s+)*"
    r"(?:see|saw|seen|look|cover(?:ed)?|discuss(?:ed)?|learn(?:ed|ing)?|explore|div(?:e|ing)|come\s+back|talk(?:ed)?|return|start|begin|introduce|describe|show|study|go\s+(?:over|through|into)|revisit|covering|using\s+this|developed|arrived)\b"
    r"|let(?:'s|’s|\s+us)\b|here(?:'s|’s|\s+is|\s+are)\b|there\s+you\s+(?:go|have)|see\s+(?:the|figure|section|also|below|above|here|\w+\s+for)\b|refer\s+to\b"
    r"|as\s+(?:we|you)(?:'ll|’ll|\s+will|\s+can)?\s+(?:see|saw|have\s+seen|mentioned|discussed)\s*[.:]"
    r"|(?:click|tap|press|open|type|select|choose|download|scroll|navigate|drag|right-click|check\s+out|feel\s+free|don't\s+worry|don’t\s+worry|try\s+(?:it|this|out|to)|make\s+sure|go\s+to|go\s+ahead|have\s+a\s+look|take\s+a\s+(?:look|moment)|welcome|congratulations|thank|enjoy|remember\s+to|stay\s+tuned|subscribe|ready\s+to|want\s+to|run\s+(?:the|this)|submit|turn\s+in|answer\s+the)\b"
    r"|the\s+table\s+of\s+contents|figure\s+\d|image\s+(?:source|credit)|(?:left|right|top|bottom|above|below|middle):"
    r"|for\s+(?:more|further)\s+(?:information|details)|more\s+(?:information|details|on\s+this)|if\s+you(?:'re|’re|\s+are|\s+have|\s+want|\s+would|\s+need|'d)\b"
    r"|you\s+(?:can|should|may|might|could)\s+(?:also\s+)?(?:find|see|skip|click|open|download|check)|copyright|all\s+rights|hint:|todo\b|author[s]?:"
    r")",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"https?://|www\.|\bet al\b[^.]*\(?\d{4}|\bdoi:|\barXiv\b|@\w+\.\w+|\bpp?\.\s*\d+")
_LEGAL = re.compile(
    r"\b(?:licen[sc]ed? under|creative commons|all rights reserved|copyright|without (?:any )?warrant|terms of use"
    r"|(?:was|were|is|are) (?:fully )?funded by|grant (?:no|number)|equal opportunity)\b|©",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"(?:what|why|how|when|where|which|who|whose|is|are|was|were|do|does|did|can|could|should|would|will|explain|describe|compare|given|suppose|in\b.*\b(?:what|which|how))\b",
    re.IGNORECASE,
)
_TALK = re.compile(r"\b(?:you|we|i|your|our|us|let's)\b", re.IGNORECASE)
_ANAPHOR = re.compile(
    r"(?:it|they|he|she|that|those|these|this|such|there|doing so|here|both|each|above|below|again|also|then|so|or|and|but|i|another)\b",
    re.IGNORECASE,
)
_IDEOGRAM = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FINITE = (FUNCTION_WORDS & frozenset("is are was were be been has have had do does did can could will would may might must should".split())) | VERB_FORMS | PLAIN_VERBS


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
    spans = _joined_run_ins(text, sentences(text))
    found = []
    for start, end in spans:
        marks = _LEADING_MARKS.match(text, start, end)
        begin = marks.end() if marks else start
        if prose_share(masked[begin:end]) < _MIN_PROSE:
            continue
        words = plain(text[begin:end])
        item = _LIST_ITEM.match(text, start, end) is not None
        found.append(Sentence(words, begin, end, item, words.endswith(_ENDS)))
    return found


_ENDS = (".", "!", "?", "。", "！", "？", "…", ".)", '."', ".”", "!)", "?)", ".'")


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
    return rest.startswith(("**", "__", "*", "<b>", "<strong>")) and len(rest) < 90 and rest.rstrip("*_ ").endswith((".", ":"))


def is_question(sentence: Sentence) -> bool:
    """Whether the sentence asks for an answer, and not only leads on to the next one."""
    words = _WORD.findall(sentence.words)
    asks = sentence.words.rstrip('"”’)').endswith(("?", "？"))
    if not asks or not (MIN_WORDS <= len(words) <= MAX_WORDS):
        return asks and len(_IDEOGRAM.findall(sentence.words)) >= _MIN_IDEOGRAMS
    return _QUESTION.match(sentence.words) is not None and (sentence.item or not _TALK.search(sentence.words))


def is_fact(sentence: Sentence) -> bool:
    """Whether the sentence states something to learn that can be read on its own."""
    if not is_statement(sentence) or not sentence.finished:
        return False
    return sentence.words[0].isupper() or not sentence.words[0].isalpha() or _is_ideographic(sentence.words)


def is_statement(sentence: Sentence) -> bool:
    """Whether the sentence has a verb and neither speaks of the course itself nor cites, asks or greets."""
    text = sentence.words
    if _is_ideographic(text):
        return not text.endswith(("?", "？", ":", "："))
    words = _WORD.findall(text)
    if not (MIN_WORDS <= len(words) <= MAX_WORDS) or text.endswith(("?", ":")):
        return False
    if _META.match(text) or _REFERENCE.search(text) or is_legal(sentence):
        return False
    return any(word.casefold() in _FINITE for word in words)


def is_legal(sentence: Sentence) -> bool:
    """Whether the sentence is about licence, funding or liability."""
    return _LEGAL.search(sentence.words) is not None


def stands_alone(sentence: Sentence) -> bool:
    """Whether the sentence does not begin by pointing back at the one before it."""
    return _ANAPHOR.match(sentence.words) is None


def _is_ideographic(text: str) -> bool:
    return len(_IDEOGRAM.findall(text)) >= _MIN_IDEOGRAMS
