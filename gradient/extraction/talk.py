"""Sentences that speak of the course, its files or its licence and carry nothing to learn."""

import re

_PART = (
    r"(?:section|chapter|lecture|lesson|video|module|lab|tutorial|post|notes?|course|unit|part|class|exercise|page"
    r"|article|document|assignment|notebook)"
)
_CONNECTIVE = (
    r"(?:first|now|next|then|so|but|and|finally|in summary|okay|ok|alright|also|again|moreover"
    r"|before we start),?\s+"
)
_IN_PART = (
    r"(?:in|from|throughout|by the end of|at the end of|during)\s+(?:this|our\s+next|later|these|other"
    r"|the\s+(?:next|following|previous|last|first|rest\s+of\s+the|coming))\s+" + _PART
)
_THIS_PART = rf"(?:this|the\s+next|the\s+following|the\s+previous)\s+{_PART}\b"
_WE_DO = (
    r"(?:we|you|i)(?:'ll|’ll|'re|’re|'ve|’ve|'d|’d)?\s+"
    r"(?:(?:will|are\s+going\s+to|going\s+to|like\s+to|have|now|next|also|first|then|just|already|briefly|be|not|soon)\s+)*"
    r"(?:see|saw|seen|look|cover(?:ed|ing)?|discuss(?:ed)?|learn(?:ed|ing)?|explore|div(?:e|ing)|come\s+back|talk(?:ed)?"
    r"|return|start|begin|introduce|describe|show|study|go\s+(?:over|through|into)|revisit|using\s+this|developed"
    r"|arrived)\b"
)
_POINTING = (
    r"let(?:'s|’s|\s+us)\b|here(?:'s|’s|\s+is|\s+are)\b|there\s+you\s+(?:go|have)|refer\s+to\b"
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
    r"|to\s+(?:learn|see|find\s+out|read|explore|get\s+started|understand\s+(?:this|more))\b"
    r"|if\s+you(?:'re|’re|\s+are|\s+have|\s+want|\s+would|\s+need|'d)\b"
    r"|you\s+(?:can|should|may|might|could)\s+(?:also\s+)?(?:find|see|skip|click|open|download|check)"
)
_ABOUT_COURSE = re.compile(
    rf"\W*(?:{_CONNECTIVE})*(?:{_IN_PART}|{_THIS_PART}|{_WE_DO}|{_POINTING}|{_ORDERS})", re.IGNORECASE
)
_LEGAL = re.compile(
    r"\b(?:licen[sc]ed? under|creative commons|all rights reserved|copyright|without (?:any )?warrant"
    r"|terms of use|(?:was|were|is|are) (?:fully )?funded by|grant (?:no|number)|equal opportunity)\b|©",
    re.IGNORECASE,
)


def is_about_course(text: str) -> bool:
    """Whether `text` begins by speaking of the course itself or by telling the reader what to do."""
    return _ABOUT_COURSE.match(text) is not None


def is_legal(text: str) -> bool:
    """Whether `text` is about licence, funding or liability."""
    return _LEGAL.search(text) is not None
