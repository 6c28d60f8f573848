"""The sentence that says what a topic is."""

import re
from collections.abc import Iterable, Sequence

from gradient.pages.choosing import worth
from gradient.pages.statement import NamePattern, Statement

_LEAD = r"[^\w(]*(?:(?:an?|the|so|thus|hence|here|in short|formally|recall that|note that)[\s,]+)*"
_ASIDE = r"[\"'”’*]*\s*(?:\([^()]{1,40}\)\s*)?(?:,[^,.]{3,60},\s*)?"
_IS = (
    r"(?:(?:is|are|was|were)\s+(?:(?!only)\w+ly\s+|just\s+|also\s+)?"
    r"(?:an?|the|any|one|when|where|that|defined|characteri[sz]ed)\b"
    r"|(?:refers?\s+to|denotes?|describes?|means)\b|\s*[–—:]\s)"
)
_NAMED = (
    r"\b(?:called|known\s+as|termed|named|referred\s+to\s+as|define|definition\s+of|(?:refer\s+to|call)\s+"
    r"(?:it|this|these|them|such)(?:\s+\w+)?(?:\s+as)?)[\s\"'“‘*]+(?:(?:an?|the)\s+)?[\"'“‘\s*]*"
)
_WHICH = r"(?!\w)[\"'”’*]*,\s+which\s+(?:is|are|means)\s+(?:an?|the)\b"
_POINTS = re.compile(r"(?:we|you|i|as|indeed)\b|.*\b(?:this|these|those|it|them)\b", re.IGNORECASE)
LONGEST_DEFINITION = 60
"""A sentence of more words explains more than what the topic is."""


def defining_statement(
    statements: Sequence[Statement], names: Iterable[str], prerequisites: Iterable[str]
) -> Statement | None:
    """The statement that says best what the topic is, or None.

    It says what the topic is, or that what it describes has the topic's name. Of several that do, the one
    comes first that the outline took as the topic's summary, then one whose subject is the topic, then the
    most telling. A sentence that says what a prerequisite is belongs on that one's page.
    """
    own = NamePattern(names)
    others = _definition_of(NamePattern(prerequisites).source)
    subject = _definition_of(own.source)
    named = re.compile(rf"{_NAMED}(?:{own.source})(?!\w)", re.IGNORECASE)
    which = re.compile(rf"(?<!\w)(?:{own.source}){_WHICH}", re.IGNORECASE)
    defining = [
        one
        for one in statements
        if one.kind == "fact" and not one.leans and len(one.text.split()) <= LONGEST_DEFINITION
        if subject.match(one.text) or which.search(one.text) or _names(one.text, named)
        if not _about_other(one, own, others)
    ]

    def rank(one: Statement) -> tuple[bool, bool, bool, float, int]:
        return (one.aside, not one.summary, subject.match(one.text) is None, -worth(one), one.order)

    return min(defining, key=rank, default=None)


def _names(text: str, named: re.Pattern[str]) -> bool:
    """Whether the sentence itself says what it is that has the name."""
    found = named.search(text)
    return found is not None and _POINTS.match(text[: found.end()]) is None


def _about_other(statement: Statement, own: NamePattern, others: re.Pattern[str]) -> bool:
    match = others.match(statement.text)
    return match is not None and not own.within(match.group())


def _definition_of(names: str) -> re.Pattern[str]:
    return re.compile(rf"{_LEAD}(?:{names})(?!\w){_ASIDE}{_IS}", re.IGNORECASE)
