"""Sentences that speak of the course, its files or its licence and carry nothing to learn."""

import re

_PART = (
    r"(?:section|chapter|lecture|lesson|video|module|lab|tutorial|post|notes?|course|unit|part|class|exercise|page"
    r"|article|document|assignment|notebook)"
)
_CONNECTIVE = (
    r"(?:first|now|next|then|so|but|and|finally|in summary|okay|ok|alright|also|again|moreover|here"
    r"|for example|before we start),?\s+"
)
_IN_PART = (
    r"(?:in|from|for|throughout|by the end of|at the end of|during)\s+(?:this|our\s+next|later|these|other"
    r"|the\s+(?:next|following|previous|last|first|rest\s+of\s+the|coming))\s+" + _PART
)
_THIS_PART = rf"(?:this|the\s+next|the\s+following|the\s+previous)\s+{_PART}\b"
_WE_DO = (
    r"(?:we|you|i)(?:'ll|’ll|'re|’re|'ve|’ve|'d|’d)?\s+"
    r"(?:(?:will|are\s+going\s+to|going\s+to|like\s+to|have|now|next|also|first|then|just|already|briefly|be|not|soon)\s+)*"
    r"(?:see|saw|seen|look|cover(?:ed|ing)?|discuss(?:ed)?|learn(?:ed|ing)?|explore|div(?:e|ing)|come\s+back|talk(?:ed)?"
    r"|return|start|begin|introduce|describe|show|study|go\s+(?:over|through|into)|revisit|using\s+this|developed"
    r"|arrived)\b"
    r"|we(?:'ll|’ll|\s+will|\s+won't)\s+(?!(?:\w+ly\s+)?(?:refer|call|denote|define|assume|write|say|note)\b)"
)
_POINTING = (
    r"let(?:'s|’s|s|\s+us(?!\s+have))\b|here(?:'s|’s|\s+is|\s+are)\b|there\s+you\s+(?:go|have)|refer\s+to\b"
    r"|see\s+(?:the|figure|section|also|below|above|here|\w+\s+for)\b|the\s+table\s+of\s+contents|figure\s+\d"
    r"|as\s+(?:we|you)(?:'ll|’ll|\s+will|\s+can)?\s+(?:see|saw|have\s+seen|mentioned|discussed)\s*[.:]"
    r"|image\s+(?:source|credit)|(?:left|right|top|bottom|above|below|middle):|hint:|todo\b|authors?:"
    r"|for\s+(?:more|further)\b|more\s+(?:information|details|on\s+this)"
)
_ORDERS = (
    r"(?:click|tap|press|open|type|select|choose|download|scroll|navigate|drag|right-click|check\s+out|feel\s+free"
    r"|don't\s+worry|don’t\s+worry|try\s+(?:it|this|out|to)|make\s+sure|go\s+to|go\s+ahead|have\s+a\s+look"
    r"|take\s+a\s+(?:look|moment)|welcome|congratulations|thank|enjoy|remember\s+to|stay\s+tuned|subscribe|ready\s+to"
    r"|want\s+to|run\s+(?:the|this)|submit|turn\s+in|answer\s+the|test\s+your)\b"
    r"|(?:look\s+at|imagine|ensure|make\s+sure|check\s+(?:that|if|whether|the)|see\s+if|keep\s+reading)\b"
    r"|if\s+this\s+(?:does|doesn't|doesn’t|is|isn't|isn’t|sounds|seems)\b"
    r"|to\s+(?:learn|see|find\s+out|read|explore|get\s+started|understand\s+(?:this|more))\b"
    r"|if\s+you(?:'re|’re|\s+are|\s+have|\s+want|\s+would|\s+need|'d)\b"
    r"|you\s+(?:can|should|may|might|could)\s+(?:also\s+)?(?:find|see|skip|click|open|download|check)"
)
_ABOUT_COURSE = re.compile(
    rf"\W*(?:{_CONNECTIVE})*(?:{_IN_PART}|{_THIS_PART}|{_WE_DO}|{_POINTING}|{_ORDERS})", re.IGNORECASE
)
_SHOWN = (
    r"(?:code|snippets?|figures?|images?|pictures?|plots?|diagrams?|tables?|listings?|examples?|demo|animations?"
    r"|visuali[sz]ations?|circuits?)"
)
_ELSEWHERE = re.compile(
    rf"\b{_SHOWN}\s+(?:\w+\s+)?(?:above|below|on\s+the\s+(?:left|right|top|bottom))\b"
    rf"|\b(?:above|below|following|next|previous)\s+{_SHOWN}\b"
    r"|\b(?:tables?|figures?|fig\.|listing|algorithm)\s+\d|\blet(?:'s|’s|s)\b|\blearn\s+more\b|\bread\s+more\b"
    r"|\bas\s+(?:we|you)(?:'ve|’ve|\s+have|\s+will)?(?:\s+\w+)?\s+(?:saw|see|seen|mentioned|discussed|alluded|noted"
    r"|described|explained|learned)\b|\bwe(?:'ve|’ve|\s+have)\s+(?:already\s+)?(?:seen|discussed|covered|introduced)\b"
    r"|\bhelp\s+us\b|\b(?:from|in)\s+the\s+(?:next|previous|last|coming)\s+(?:section|chapter|lecture|lesson|video)s?\b"
    r"|\b(?:we|you)(?:'re|’re|\s+are)\s+(?:now\s+)?(?:going\s+to|ready\s+to)\b|\byou\s+should\s+see\b"
    r"|\(see\s+(?:details|below|above|section)\b|\bto\s+do\s+this,?\s+(?:we|you)\b|\bthis\s+button\b|\b(?:we|you)(?:'ll|’ll|\s+will)\s+(?:\w+\s+)?(?:see|explain|discuss|cover|come\s+back)\b"
    r"|\bhere[.!]$|\b(?:in|for|of)\s+this\s+(?:class|course|tutorial|section|chapter|lecture)\b",
    re.IGNORECASE,
)
_REMINDER = re.compile(
    r"(?:As|Like)\s+(?:(?:we|you)(?:'ve|’ve|\s+have|'ll|’ll|\s+will|\s+can)?\s|(?:mentioned|discussed|described|shown"
    r"|noted|seen|explained|stated|usual|should\s+be)\b)[^,.\n]{0,60},\s+(?=\S)"
)
_LEGAL = re.compile(
    r"\b(?:licen[sc]ed? under|creative commons|all rights reserved|copyright|without (?:any )?warrant"
    r"|terms of use|(?:was|were|is|are) (?:fully )?funded by|grant (?:no|number)|equal opportunity)\b|©",
    re.IGNORECASE,
)


def is_about_course(text: str) -> bool:
    """Whether `text` begins by speaking of the course itself or by telling the reader what to do."""
    return _ABOUT_COURSE.match(text) is not None


def points_elsewhere(text: str) -> bool:
    """Whether `text` cannot do without a figure, code or another part of the course that it points to."""
    return _ELSEWHERE.search(text) is not None


def reminder_length(text: str) -> int:
    """The length of a clause at the beginning that only reminds of what came before: "As we saw above, "."""
    reminder = _REMINDER.match(text)
    return 0 if reminder is None else reminder.end()


def is_legal(text: str) -> bool:
    """Whether `text` is about licence, funding or liability."""
    return _LEGAL.search(text) is not None
