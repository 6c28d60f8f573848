"""Where one sentence says outright that one topic has to be known before another. The phrases are English."""

import re

from gradient.outline.words import AUXILIARIES, FUNCTION_WORDS, THIRD_PERSONS

Span = tuple[int, int]

_STOPS = (
    r"not|no|nor|nothing|neither|never|none|hardly|but|except|unless|without|than|because|since|when|while|if"
    r"|whether|so|that|which|who|whose|for|in|on|by|from|as|into|to|of|with|before|after"
)
_KNOWLEDGE = (
    r"(?:knowledge|understanding|grasp|command|basics|fundamentals|notion|notions|concept|concepts|idea|ideas"
    r"|definition|definitions|meaning|theory)\s+of|(?:familiarity|acquaintance|experience)\s+with|how\s+to"
)
_LIST = rf"(?:(?:(?:{_KNOWLEDGE})|(?!(?:{_STOPS})\b)[\w'’*\"“”-]+)[,)]?\s+[(\"“*]*){{0,9}}"
_FIRST = r"(?:first|also|already|therefore|really|of\s+course|usually|(?:wi|['’])ll)\s+"
_READER = rf"\b(?:you|we|one|students|readers|learners|everyone|everybody)\s*(?:{_FIRST})?"
_MUST = r"(?:should|must|need\s+to|needs\s+to|have\s+to|has\s+to|had\s+better|ought\s+to)\s+"
_KNOW = (
    rf"(?:{_FIRST})?(?:know|understand|learn|study|master|have\s+(?:learn(?:ed|t)|seen|met|studied|understood)"
    r"|be\s+(?:familiar|acquainted|comfortable|at\s+home)\s+with|recall|remember)\s+(?:first\s+)?(?:about\s+)?"
)
_MUST_KNOW = rf"{_READER}{_MUST}{_KNOW}"
_HAS_TO_KNOW = rf"(?:{_MUST_KNOW}|{_READER}needs?\s+(?!to\b))"
_STUDY = (
    r"(?:understand|follow|grasp|stud(?:y|ied)|learn(?:ed|t)?|master|do|tackle|start(?:ed)?|begin|read|turn\s+to"
    r"|move\s+on\s+to|go\s+on\s+to|make\s+sense\s+of|define|compute|calculate|work\s+out|derive)"
)
_STUDYING = (
    r"(?:understanding|following|grasping|studying|learning|mastering|doing|tackling|starting|beginning|reading"
    r"|turning\s+to|moving\s+on\s+to|defining|computing|calculating|deriving)"
)
_SOME_WORDS = r"(?:(?:with|how|what|why|an?|the|this|and)\s+){0,3}[\"“*]*"
_AIM = (
    rf"\b(?:(?:in\s+order\s+)?to\s+(?:\w+ly\s+)?{_STUDY}|before\s+(?:{_STUDYING}|{_READER}{_STUDY})|before|for)"
    rf"\s+{_SOME_WORDS}"
)
# What one needs for using a thing may be a part of it or a tool; what one has to know comes before it.
_USE = (
    rf"\b(?:(?:in\s+order\s+)?to\s+(?:\w+ly\s+)?(?:use|apply)|before\s+(?:using|applying"
    rf"|{_READER}(?:use|apply)))\s+{_SOME_WORDS}"
)
_CLAUSE = (
    r"(?:^|[.;:,(–—]\s*|\b(?:because|since|that|and|but|so|as|therefore|thus|hence)\s+)\W*"
    rf"(?:(?:to\s+{_STUDY}|{_STUDYING})\s+)?(?:(?:an?|the|this|each|every)\s+)?[\"“*]*"
)
_ADVERBS = r"[\"”*)]*\s+(?:(?:also|often|itself|thus|then|(?!hardly|scarcely|barely|rarely|seldom)\w+ly)\s+)?"
_REQUIRES = (
    r"(?:requires?|presupposes?|presumes?|builds?\s+(?:up)?on|rests?\s+(?:up)?on"
    r"|assumes?\s+(?:that\s+)?(?:(?:you|readers|students)\s+(?:know|understand|are\s+familiar\s+with)"
    r"|knowledge\s+of|familiarity\s+with|an?\s+understanding\s+of)"
    r"|(?:cannot|can['’]t|can\s+not)\s+be\s+(?:understood|learn(?:ed|t)|followed)\s+without"
    r"(?:\s+(?:knowing|understanding))?)\s+[\"“*(]*"
)
_NEEDED_FOR = (
    r"[\"”*)]*\s+(?:is|are)\s+(?:(?:an?|the|one)\s+)?(?:(?:important|necessary|essential|direct|only|main)\s+)?"
    r"(?:prerequisites?\s+(?:for|of|to)|(?:needed|required|necessary|essential|indispensable)\s+"
    rf"(?:for|(?:in\s+order\s+)?to\s+{_STUDY}))\s+(?:{_STUDYING}\s+)?{_SOME_WORDS}"
)
_END_OF_LIST = (
    r"[\"”*)]*(?:\s+(?:is|are|means|works?|does|do))?(?:,?\s+(?:and|or)\s+[\w'’-]+(?:\s+[\w'’-]+){0,5}?)?"
)

_HAS_AN_AIM = re.compile(rf"{_AIM}$", re.IGNORECASE)
_HAS_A_USE = re.compile(rf"{_USE}$", re.IGNORECASE)
_THEN = rf"[\"”*)]*,?\s+(?:(?!(?:{_STOPS})\b)\w+,?\s+){{0,4}}"
_THEN_KNOWS = re.compile(rf"{_THEN}{_HAS_TO_KNOW}{_LIST}$", re.IGNORECASE)
_THEN_MUST_KNOW = re.compile(rf"{_THEN}{_MUST_KNOW}{_LIST}$", re.IGNORECASE)
_KNOWS = re.compile(rf"{_HAS_TO_KNOW}{_LIST}$", re.IGNORECASE)
_THEN_HAS_AN_AIM = re.compile(rf"{_END_OF_LIST},?\s+(?:first,?\s+)?{_AIM}$", re.IGNORECASE)
_OPENS_CLAUSE = re.compile(rf"{_CLAUSE}$", re.IGNORECASE)
_THEN_REQUIRES = re.compile(rf"{_ADVERBS}{_REQUIRES}{_LIST}$", re.IGNORECASE)
_THEN_IS_NEEDED = re.compile(rf"{_NEEDED_FOR}$", re.IGNORECASE)
_NEXT_WORD = re.compile(r"[\"”*'’]*[\s-]+([^\W\d_]+)")
_DOUBTS = re.compile(
    r"\?\W*$|\b(?:if(?!\s+you\s+(?:want|wish)\s+to)|whether|suppose|imagine)\b", re.IGNORECASE
)
_IS_MADE_OF = re.compile(
    r"[^\w.;:!?,]*(?:is|are)\s+(?:just|simply|nothing\s+but|\w+ly)?\s*(?:an?|the)\s+(?:\w+\s+)?(?:vector|matrix|array|set|list"
    r"|sequence|series|collection|chain|stack|tuple|sum|product|family|group|network|graph)\s+of\s+(?:[\w-]+\s+){0,2}$",
    re.IGNORECASE,
)
_HAS_A_VERB = re.compile(rf"[\"”*'’]*\s+(?:{'|'.join(sorted(AUXILIARIES))})\b", re.IGNORECASE)
_ENDS_NAME = FUNCTION_WORDS | AUXILIARIES | THIRD_PERSONS | {"first", "well", "beforehand", "already", "work"}


def states(sentence: str, first: Span, second: Span) -> bool:
    """Whether the sentence says outright that what stands at `first` is to be known before `second`.

    "To understand work you need to know what a force is", "Power presupposes work", "You should know chords
    before you study cadences", "Rhythm is a prerequisite for counterpoint". Both have to be what the sentence
    speaks of, and no part of another name; what is denied, asked or supposed is not stated.
    """
    if _DOUBTS.search(sentence):
        return False
    if second[1] <= first[0]:
        before, between = sentence[: second[0]], sentence[second[1] : first[0]]
        learnt = _HAS_AN_AIM.search(before) and _THEN_KNOWS.match(between)
        used = _HAS_A_USE.search(before) and _THEN_MUST_KNOW.match(between)
        aimed = (learnt or used) and _ends_there(sentence, second)
        required = (
            _OPENS_CLAUSE.search(before)
            and _THEN_REQUIRES.match(between)
            and not _HAS_A_VERB.match(sentence, first[1])
        )
        return bool(aimed or required) and _ends_there(sentence, first)
    before, between = sentence[: first[0]], sentence[first[1] : second[0]]
    known = _KNOWS.search(before) and _THEN_HAS_AN_AIM.match(between)
    needed = _OPENS_CLAUSE.search(before) and _THEN_IS_NEEDED.match(between)
    return bool(known or needed) and _ends_there(sentence, second)


def is_made_of(sentence: str, first: Span, second: Span) -> bool:
    """Whether the sentence says that `second` is a vector, set, series or the like of what `first` names."""
    if first[0] < second[1] or not _OPENS_CLAUSE.search(sentence[: second[0]]):
        return False
    made = _IS_MADE_OF.match(sentence[second[1] : first[0]])
    return made is not None and _ends_there(sentence, first)


def _ends_there(sentence: str, name: Span) -> bool:
    """Whether no noun follows whose modifier the name would be, as "force" is of "force field"."""
    following = _NEXT_WORD.match(sentence, name[1])
    return following is None or following.group(1).casefold() in _ENDS_NAME
