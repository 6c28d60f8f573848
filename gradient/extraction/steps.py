"""Sentences that tell the reader to do something: steps at a screen, exercises; and labelled fields."""

import re

from gradient.outline.words import (
    CONTROLS,
    FUNCTION_WORDS,
    PLAIN_VERBS,
    SCREEN_ORDERS,
    SCREEN_VERBS,
    VERB_FORMS,
)

_SCREEN = {form for control in CONTROLS - {"box", "window", "author"} for form in (control, control + "s")}
_AT_SCREEN = re.compile(
    r"(?:^|[,;]\s|\b(?:and|then|can|you|to|by|simply|should|will)\s)"
    r"(?:(?:double|right|left)[- ])?click(?:ing)?\b"
    r"|\b(?:click|press|hit)\s+(?:the\s+)?(?:OK|Apply|Enter|Next|Cancel)\b|\bwindow\s+(?:opens|will\s+open|appears)"
    r"|(?-i:\w\s\|\s[A-Z][a-z]+)",
    re.IGNORECASE,
)
_PREAMBLE = re.compile(
    r"(?:(?:now|next|then|first|second|finally|again|once\s[^,]{1,60}|when\s[^,]{1,60}|if\s[^,]{1,60}"
    r"|(?:from|in|on|at|under|using|within|after|before|to|for|with|by)\s[^,.]{1,60}?|also|just|simply|please)"
    r"(?:,\s+|\s+(?=click\b|choose\b|select\b|right-click\b)))+",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?:step|task|activity|lab|part|phase|assignment|homework|lesson|lecture|module|unit|week|day|session)\s+(?:\d+(?:\.\d+)*|[IVX]+)\s*[:.–—-]\s*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_EXERCISE = re.compile(
    r"(?:(?:briefly|in your own words,?)\s+)?(?:explain|describe|discuss|compare|contrast|distinguish"
    r"|differentiate|identify|list|name|state|summari[sz]e|justify|outline|brainstorm|define|recogni[sz]e|understand|interpret"
    r"|prove|sketch|write|demonstrate|appl(?:y|ies)|illustrate)\s",
    re.IGNORECASE,
)
_WRITE = re.compile(
    r"write\s+(?:(?:an?|the|down|your|queries|programs)\b)(?!.*\bas\b[^.]*:?\s*$)|rewrite\s|fill in\s",
    re.IGNORECASE,
)
_GOALS = re.compile(
    r"objective|goal|outcome|you (?:will|should) (?:be able|learn)|exercise|challenge|quiz|question",
    re.IGNORECASE,
)
_FIELD = re.compile(r"\s*(?P<label>[A-Z][\w /]{2,40}?):\s+(?P<value>\S[^\n]*(?:\n(?!\s*\n)[^\n]*){0,3})\s*\Z")
_CAPTION = re.compile(
    r"\W*(?:(?:figure|fig\.|table|photo|image|picture|plate|chart|map|source|credit|screenshot)s?"
    r"(?:\s+(?:source|credit|attribution|courtesy))?\s*(?:\d+(?:[.\d]*\w?)?\s*[:.–—-]|:)|(?:photo|image)\s+by\b)",
    re.IGNORECASE,
)


def is_instruction(text: str) -> bool:
    """Whether the sentence `text` is a step at a screen or of a list: "Click Open.", "Step 1: ..." """
    label = _LABELLED.match(text)
    rest = _PREAMBLE.sub("", text[label.end() if label else 0 :], count=1)
    words = [word.casefold() for word in _WORD.findall(rest)]
    if label is not None and (not words or label.group().casefold().startswith("step")):
        return True
    if not words:
        return False
    if label is not None and (words[0] in PLAIN_VERBS or words[0] in VERB_FORMS or words[0].endswith("ing")):
        return True
    if words[0] in SCREEN_VERBS or _AT_SCREEN.search(text):
        return True
    return words[0] in SCREEN_ORDERS and any(word.casefold() in _SCREEN for word in _WORD.findall(text))


def is_bare_label(text: str) -> bool:
    """Whether `text` is a numbered part with its title, and no sentence: "Task 2 – World maps"."""
    return _LABELLED.match(text) is not None and not text.endswith((".", "!", "?", ":"))


def is_exercise(text: str, *, item: bool, section: str) -> bool:
    """Whether `text` sets the reader a task to answer: "Explain why ...", "Write a query that ..."."""
    if _WRITE.match(text):
        return True
    return _EXERCISE.match(text) is not None and (item or _GOALS.search(section) is not None)


def is_caption(text: str) -> bool:
    """Whether `text` says what a picture or table shows, or where it is from."""
    return _CAPTION.match(text) is not None


def is_field(text: str) -> bool:
    """Whether `text` is a label with a name, a date or a number behind it: "Author: Ada Lovelace"."""
    field = _FIELD.match(text)
    if field is None:
        return False
    if any(word.casefold() in FUNCTION_WORDS for word in _WORD.findall(field["label"])):
        return False
    words = _WORD.findall(field["value"])
    told = [word for word in words if word[0].islower() and word not in FUNCTION_WORDS]
    return not told and len(words) <= 12
