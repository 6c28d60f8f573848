"""What the offline scorer weighed for one question, as terms in plain words that add up to its log-odds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

INTERCEPT = "intercept"
REST = "rest"
LEAST_SHOWN = 0.05
"""Terms that are smaller are shown as one."""

LIMIT = 19.99
"""No side of a judgement falls below −20, so from here on evidence moves the log-odds no further."""

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "tag": {
        INTERCEPT: "where it starts before any evidence (intercept)",
        "cosine": "the sentence is like the topic, by their vectors",
        "name": "the sentence names the topic",
        "heading": "a heading above it names the topic",
        "elsewhere": "a heading above it names another topic instead",
        "neighbours": "sentences like it that people decided on belong to the topic",
        "definition": "the sentence explains the topic",
        "first": "recall has no better candidate",
        "lead": "how far the topic leads the best other candidate",
        "generality": "the topic is a candidate for many sentences, so being one says less",
        "learned": "what decided tags of the course teach of candidates that stand like it",
    },
    "prerequisite": {
        INTERCEPT: "where it starts before any evidence (intercept)",
        "reference": "sentences about {then} name {first}",
        "back_reference": "sentences about {first} name {then}",
        "asymmetry": "{then} names {first} more than the other way round",
        "rank": "{first} is prominent among what sentences about {then} name",
        "definition": "sentences that explain {then} name {first}",
        "name": "the name of {then} is made of that of {first}",
        "section": "{then} is taught under a heading of {first}",
        "territory": "{then} is mostly named where {first} is taught",
        "generality": "{first} is named in more sections than {then}",
        "similarity": "the two are alike, by their vectors",
        "untaught": "the course has few sentences about {first}",
        "unexplained": "the course has few sentences about {then}",
        "cue": "sentences say that {then} rests on {first}",
        "statement": "a sentence says outright that {then} needs {first}",
        "order": "{first} is taught before {then}",
        "learned": "what people decided about other prerequisites of the course",
    },
}
"""What each feature means, by task; also those that only older judgements have keep their words here."""

TURNED = frozenset(
    {"asymmetry", "definition", "name", "section", "territory", "generality", "cue", "statement", "order"}
)
"""Features of prerequisites that say the same of the two topics in turn where they are below 0."""


@dataclass(frozen=True)
class Term:
    """One summand of the log-odds: feature × coefficient, both None where there is no such product."""

    name: str
    value: float
    feature: float | None = None
    coefficient: float | None = None


@dataclass(frozen=True)
class Line:
    """A term as it is shown: its value to two decimals, and words."""

    value: float
    words: str


def terms_of(judgement: Mapping[str, Any]) -> list[Term]:
    """The terms of a judgement, the weightiest first; they add up to L_yes − L_no.

    What the stored terms do not account for is a last term, `rest`. There are none from a scorer that
    weighs no evidence, and none without a confidence.
    """
    parts = judgement["evidence"].get("parts", {})
    if judgement["refused"] or not parts:
        return []
    features = judgement["evidence"].get("features", {})
    terms = [_term(name, float(value), features.get(name)) for name, value in parts.items() if value]
    terms.sort(key=lambda term: (-abs(term.value), term.name))
    rest = difference(judgement) - sum(term.value for term in terms)
    return [*terms, Term(REST, rest)] if abs(rest) >= 1e-6 else terms


def difference(judgement: Mapping[str, Any]) -> float:
    """L_yes − L_no, the log-odds."""
    return float(judgement["log_yes"]) - float(judgement["log_no"])


def lines_of(judgement: Mapping[str, Any], task: str, first: str = "", then: str = "") -> list[Line]:
    """The terms in words, the last line being their sum; the values shown add up as they are shown.

    `first` and `then` are the titles of the topics of a prerequisite.
    """
    terms = terms_of(judgement)
    if not terms:
        return []
    total = round(difference(judgement), 2)
    large = [term for term in terms if abs(term.value) >= LEAST_SHOWN]
    shown = [Line(round(term.value, 2), _words(term, judgement, task, first, then)) for term in large]
    left = round(total - sum(line.value for line in shown), 2)
    if left:
        small = [term.name for term in terms if term not in large and term.name != REST]
        shown.append(Line(left, _small(small)))
    return [*shown, Line(total, "in sum, the log-odds L_yes − L_no")]


def _term(name: str, value: float, feature: float | None) -> Term:
    if name == INTERCEPT or not feature:
        return Term(name, value)
    return Term(name, value, feature, value / feature)


def _words(term: Term, judgement: Mapping[str, Any], task: str, first: str, then: str) -> str:
    if term.name == REST:
        if abs(difference(judgement)) >= LIMIT:
            return "beyond the limit of 20 evidence counts no further"
        return "terms that this version did not store"
    meaning = MEANINGS.get(task, {}).get(term.name)
    if task == "prerequisite" and term.name in TURNED and (term.feature or 0) < 0:
        first, then = then, first
    words = f"“{term.name}”" if meaning is None else meaning.format(first=first, then=then)
    if term.feature is None or term.coefficient is None:
        return words
    return f"{words} ({term.name} {term.feature:.2f} × {term.coefficient:.2f})"


def _small(names: Sequence[str]) -> str:
    return f"smaller terms together: {', '.join(sorted(names))}" if names else "rounding"
