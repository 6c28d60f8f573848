"""The sentence that says what a topic is."""

import re
from collections.abc import Iterable, Sequence

from gradient.pages.choosing import worth
from gradient.pages.statement import NamePattern, Statement

_LEAD = r"[^\w(]*(?:(?:an?|the|so|thus|hence|here|in short|formally|recall that|note that)[\s,]+)*"
_ASIDE = r"[\"'”’*]*\s*(?:\([^()]{1,40}\)\s*)?(?:,[^,.]{3,60},\s*)?"
_IS = (
    r"(?:(?:is|are|was|were)\s+(?:\w+ly\s+|just\s+|also\s+)?"
    r"(?:an?|the|any|one|when|where|that|defined|characteri[sz]ed|used)\b"
    r"|(?:refers?\s+to|denotes?|describes?|means)\b|\s*[–—:]\s)"
)
_NAMED = (
    r"\b(?:called|known\s+as|termed|named|referred\s+to\s+as|define|definition\s+of|(?:refer\s+to|call)\s+"
    r"(?:it|this|these|them|such)(?:\s+\w+)?(?:\s+as)?)[\s\"'“‘*]+(?:(?:an?|the)\s+)?[\"'“‘\s*]*"
)
LONGEST_DEFINITION = 60
"""A sentence of more words explains more than what the topic is."""


def defining_statement(
    statements: Sequence[Statement], names: Iterable[str], prerequisites: Iterable[str]
) -> Statement | None:
    """The statement that says best what the topic is, or None.

    First comes the one that the outline took as the topic's summary, then one whose subject is a name of
    the topic, then one that gives something this name; among equals the most telling. A sentence that
    says what a prerequisite is belongs on that one's page.
    """
    own = NamePattern(names)
    others = _definition_of(NamePattern(prerequisites).source)
    subject, named = _definition_of(own.source), re.compile(rf"{_NAMED}(?:{own.source})(?!\w)", re.IGNORECASE)
    ranked = [
        (_rank(one, subject, named), -worth(one), one.order, one)
        for one in statements
        if one.kind == "fact" and not one.leans and len(one.text.split()) <= LONGEST_DEFINITION
    ]
    defining = [found for found in ranked if found[0] < 3 and not _about_other(found[3], own, others)]
    return min(defining)[3] if defining else None


def _rank(statement: Statement, subject: re.Pattern[str], named: re.Pattern[str]) -> int:
    if statement.summary:
        return 0
    if subject.match(statement.text):
        return 1
    return 2 if named.search(statement.text) else 3


def _about_other(statement: Statement, own: NamePattern, others: re.Pattern[str]) -> bool:
    match = others.match(statement.text)
    return match is not None and not own.within(match.group())


def _definition_of(names: str) -> re.Pattern[str]:
    return re.compile(rf"{_LEAD}(?:{names})(?!\w){_ASIDE}{_IS}", re.IGNORECASE)
