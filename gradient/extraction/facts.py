"""Which sentences of a chunk are facts or questions worth tagging."""

import re
from dataclasses import dataclass

from gradient.extraction.formulas import readable_formulas
from gradient.extraction.mask import is_debris, prose_share
from gradient.extraction.steps import is_bare_label, is_caption, is_exercise, is_field, is_instruction
from gradient.extraction.talk import is_about_course, is_legal, points_elsewhere, reminder_length
from gradient.outline.words import AUXILIARIES, PLAIN_VERBS, THIRD_PERSONS, VERB_FORMS
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
# "Osmosis – ..." has its subject in its title, so that it says enough however it ends.
_TITLE = re.compile(r"[^\W_][^.:;!?\n]{1,70}?\s[–—]\s+\S")
_TITLE_ONLY = re.compile(r"[^\W_][^.:;!?\n]{1,70}?\s[–—]\s+")
# An item of a list whose set-off title names what the rest says: "- **Batch size**: the number of ...".
_TITLED_ITEM = re.compile(
    r"[ \t>]*(?:[-*+•❒▪‣◦❏·●■]|\d{1,3}[.)])\s+(?:\*\*|__|<b>|<strong>)[^*_<>\n]{2,60}?"
    r"(?::?(?:\*\*|__|</b>|</strong>):?|:(?:\*\*|__|</b>|</strong>))\s+\S",
)
_NAMING = re.compile(
    r"(?:this|these|that|those|it|they|such\s\w+|this\s\w+(?:\s\w+)?|the\s(?:resulting|former|latter)\s\w+)\s+(?:is|are)\s+"
    r"(?:\w+ly\s+|also\s+|often\s+|what\s+is\s+)?(?:called|known\s+as|referred\s+to\s+as|termed|named)\s",
    re.IGNORECASE,
)
# What leads to a figure or a table at the end of a statement.
_LEADS_TO_FIGURE = re.compile(
    r",?\s+(?:as|which\s+(?:is|are))\s+(?:\w+\s+)?(?:shown|described|illustrated|depicted|given|seen)\s+in\s+the\s[^.]*:$"
)
# What leads to a formula at the end of a statement that says enough without it.
_LEADS_TO_FORMULA = re.compile(
    r",?\s+(?:and\s+|which\s+)?(?:is|are)\s+(?:defined|given|computed|expressed|written)\b[^,.;:]{0,60}"
    r"\b(?:as(?:\s+follows)?|by)\s*:$"
    r"|(?<!ed)(?<!en)(?<!is)(?<!are)(?<!done)\s+as\s+follows\s*:$"
)
_FRAGMENT = re.compile(r"(?:which|whose|where(?![^,]*,))\s", re.IGNORECASE)
# A set-up says nothing without the sentence after it: "Let f be a function."
_SET_UP = re.compile(r"(?:[^.:;!?\n]{2,70}?\s[–—]\s+)?Let\s(?!us\b)(?!.*\b(?:then|we have|is said|called)\b)")
_POINTS_BACK = re.compile(
    r"(?:(?:and|but|so|then|also|thus|hence|however|therefore|of course|in particular|moreover|in addition"
    r"|additionally|furthermore|for example|instead|similarly|finally),?\s+)?"
    r"(?:(?P<person>it|they|he|she|doing so|the latter|the former)\b"
    r"|(?:this|that|these|those)(?:\s+(?P<verb>\w+)|['’]s\b))",
    re.IGNORECASE,
)
_IMPERSONAL = re.compile(
    r"(?:\w+,?\s+)?it(?:\s+(?:is|was|can|may|might|would|turns|follows|seems)|'s)\b(?:\s+\w+){0,4}\s+(?:that|to|how"
    r"|whether|out)\b",
    re.IGNORECASE,
)
_IDEOGRAM = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POINTING_VERBS = frozenset({"way", "means", "includes", "allow", "give", "help", "make", "gives", "works"})
LEFT_OUT = "[…]"
_FINITE = AUXILIARIES | VERB_FORMS | PLAIN_VERBS


@dataclass(frozen=True)
class Sentence:
    """A sentence at `text[start:end]` of its chunk, readable without markup as `words`.

    `item` says that it is an item of a list, `titled` that its set-off title names what it says, `finished`
    that it ends as a sentence does. What it announces with a colon, and where a formula breaks it off, is
    left out with "[…]".
    """

    words: str
    start: int
    end: int
    item: bool
    finished: bool
    titled: bool = False


def find_sentences(text: str, masked: str) -> list[Sentence]:
    """The sentences of prose in `text`; a title that runs into its sentence stays with it."""
    found = []
    for start, end in _joined_run_ins(text, sentences(text)):
        marks = _LEADING_MARKS.match(text, start, end)
        begin = marks.end() if marks else start
        begin += reminder_length(text[begin:end])
        if prose_share(masked[begin:end]) < _MIN_PROSE or is_debris(masked[begin:end]):
            continue
        words = _without_lead(_LEADS_TO_FIGURE.sub(".", readable_formulas(plain(text[begin:end]))))
        item = _LIST_ITEM.match(text, start, end) is not None
        titled = _TITLED_ITEM.match(text, start, end) is not None
        finished = words.endswith(_ENDS)
        shown = words if finished or not _says_enough(words) else f"{words.rstrip(' :,')} {LEFT_OUT}"
        found.append(Sentence(_with_capital(shown, begin > start), begin, end, item, finished, titled))
    return found


def _without_lead(words: str) -> str:
    """`words` without the clause that only leads on to a formula, if a whole statement is left."""
    left = _LEADS_TO_FORMULA.sub(".", words)
    verbs = _WORD.findall(_TITLE_ONLY.sub("", left))
    whole = len(verbs) >= MIN_WORDS and any(word.casefold() in _FINITE for word in verbs)
    return left if whole else words


def _says_enough(words: str) -> bool:
    announces = words.endswith(":") and len(words.split()) >= _MIN_WORDS_BEFORE_COLON
    return announces or _TITLE.match(words) is not None


def _with_capital(words: str, cut: bool) -> str:
    first = words.partition(" ")[0]
    return words[:1].upper() + words[1:] if cut and first.islower() and "-" not in first else words


def _joined_run_ins(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        last = text[slice(*joined[-1])] if joined else ""
        between = text[joined[-1][1] : start] if joined else "\n\n"
        leads_on = "\n" not in between and _leads_on(last)
        if joined and (leads_on or (between.count("\n") < 2 and _names_what(last, text[start:end]))):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _names_what(last: str, piece: str) -> bool:
    """Whether the sentence `piece` gives a name to what the `last` one tells: "This is called osmosis." """
    short = len(last.split()) + len(piece.split()) <= MAX_WORDS
    return short and _NAMING.match(piece) is not None and last.rstrip("*_ ").endswith((".", "!"))


def _leads_on(piece: str) -> bool:
    """Whether a title or a set-up, which says nothing without the sentence after it."""
    marks = _LEADING_MARKS.match(piece)
    rest = piece[marks.end() :] if marks else piece
    set_up = _SET_UP.match(rest) is not None and len(rest.split()) < MAX_WORDS // 2
    return set_up or _is_run_in(rest)


def _is_run_in(rest: str) -> bool:
    ends = rest.rstrip("*_ ").removesuffix("</b>").endswith((".", ":"))
    return rest.startswith(_EMPHASIS_OPENS) and len(rest) < 90 and ends


def is_question(sentence: Sentence, section: str = "") -> bool:
    """Whether the sentence asks for an answer, and not only leads on to the next one.

    `section` is the heading above it.
    """
    words = _WORD.findall(sentence.words)
    if MIN_WORDS <= len(words) <= MAX_WORDS and is_task(sentence, section):
        return sentence.finished
    asks = sentence.words.rstrip('"”’)').endswith(("?", "？"))
    if not asks or not (MIN_WORDS <= len(words) <= MAX_WORDS):
        return asks and is_ideographic(sentence.words)
    return _QUESTION.match(sentence.words) is not None and (sentence.item or not _TALK.search(sentence.words))


def is_task(sentence: Sentence, section: str = "") -> bool:
    """Whether the sentence sets the reader an exercise."""
    return is_exercise(sentence.words, item=sentence.item, section=section)


def is_fact(sentence: Sentence) -> bool:
    """Whether the sentence states something to learn that can be read on its own."""
    complete = sentence.finished or sentence.titled or sentence.words.endswith(LEFT_OUT)
    if not complete or not is_statement(sentence) or points_back(sentence):
        return False
    if points_elsewhere(sentence.words) and not sentence.titled:
        return False
    if is_task(sentence) or _FRAGMENT.match(sentence.words):
        return False
    first = sentence.words[0]
    named = sentence.words[1:2] == "-"
    return first.isupper() or not first.isalpha() or named or is_ideographic(sentence.words)


def points_back(sentence: Sentence) -> bool:
    """Whether the subject of the sentence is a pronoun for what stands before it."""
    match = _POINTS_BACK.match(sentence.words)
    if match is None:
        return False
    if match["person"] is None:
        verb = (match["verb"] or "is").casefold()
        return verb in AUXILIARIES or verb in THIRD_PERSONS or verb in _POINTING_VERBS
    return _IMPERSONAL.match(sentence.words) is None


def is_statement(sentence: Sentence) -> bool:
    """Whether the sentence has a verb and neither speaks of the course itself nor cites, asks or greets."""
    text = sentence.words
    if is_ideographic(text):
        return not text.endswith(("?", "？", ":", "："))
    words = _WORD.findall(text)
    if not (MIN_WORDS <= len(words) <= MAX_WORDS) or text.endswith("?"):
        return False
    if is_about_course(text) or is_legal(text) or _REFERENCE.search(text) or is_furniture(text):
        return False
    long_enough = sentence.finished or len(words) >= _MIN_WORDS_BEFORE_COLON
    titled = _TITLE.match(text) is not None and long_enough
    return titled or sentence.titled or any(word.casefold() in _FINITE for word in words)


def is_furniture(text: str) -> bool:
    """Whether the readable sentence `text` is a step, a numbered title, a caption or a labelled field."""
    return is_instruction(text) or is_bare_label(text) or is_caption(text) or is_field(text)


def stands_alone(sentence: Sentence) -> bool:
    """Whether the sentence does not begin by pointing back at the one before it."""
    return _ANAPHOR.match(sentence.words) is None


def is_ideographic(text: str) -> bool:
    """Whether `text` has enough characters of a script without blanks to count as a sentence in it."""
    return len(_IDEOGRAM.findall(text)) >= _MIN_IDEOGRAMS
