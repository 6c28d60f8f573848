"""Where a sentence itself says that one topic rests on another. The phrases are English."""

import re

_BACKWARD = """
recall|remember|reminder
as (?:we|you) (?:saw|discussed|have seen|learned|know|mentioned|described)
(?:saw|seen|introduced|discussed|defined|described|covered) (?:in the (?:previous|last)|earlier|above|before)
(?:previous|earlier|last|preceding) (?:section|chapter|lecture|class|module|note|video|unit|lesson|week)s?
we (?:now )?know how to
"""
_ASKS_FOR = r"""
(?<!n['’]t )(?<!not )(?<!all you )(?:should|need to|have to|must|already) (?:be familiar|know|understand)
(?<!if )(?:you|we|one) (?:will )?needs? (?!(?:not?|nothing|to)\b)[\w’-]+(?: [\w’-]+){0,4} first(?=[.,;])
prerequisites?
assumes? (?:(?:that )?(?:you|readers|students)|knowledge|familiarity)
"""
_RESTS_ON = """
bas(?:ed|es) (?:up)?on|buil(?:ds?|t|ding) (?:up)?on|rel(?:y|ies|ying) (?:up)?on|depends? (?:up)?on
requires?|presupposes?|mak(?:es?|ing) use of|us(?:es?|ed|ing)|employs?|exploits?|appl(?:y|ies|ying)
generali[sz](?:es?|ation of|ing)|extends?|extension of|special case of|variants? of|versions? of
kinds? of|types? of|forms? of|instances? of|in terms of|compos(?:ed|es|ition) of|consists? of
made (?:up )?of|stack(?:s|ed|ing)? of|combin(?:es?|ing|ation of)|comput(?:es?|ed|ing)
deriv(?:ed|es) from|obtained (?:from|by)|defined (?:as|by|with|in|from)|given by|measures?
minimi[sz](?:es?|ing)|maximi[sz](?:es?|ing)|optimi[sz](?:es?|ing)|estimates?|approximates?
reduces?|prevents?|is an?|are
"""


_SAYS_IT = """
bas(?:ed|es) (?:up)?on|buil(?:ds?|t|ding) (?:up)?on|rel(?:y|ies|ying) (?:up)?on|depends? (?:up)?on
requires?|presupposes?|mak(?:es?|ing) use of|us(?:es?|ing)|employs?|exploits?|appl(?:y|ies|ying)
generali[sz](?:es?|ation of|ing)|extends?|extension of|special case of|variants? of|in terms of
compos(?:ed|ition) of|consists? of|made (?:up )?of|deriv(?:ed|es) from|obtained (?:from|by)
defined (?:by|with|in|from)
"""
_WITHIN = re.compile(r"\b(?:in|within|during|with|under|at)\s+(?:(?:an?|the|all|most)\s+)?$", re.IGNORECASE)
FILLING = r"(?: [\w'’-]+){0,3} \W?"
"""What may stand between the phrase and what it speaks of: some words, and no end of a clause."""


def _any(phrases: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases.split(chr(10))[1:-1])})\b", re.IGNORECASE)


_POINTS_BACK = _any(_BACKWARD)
_ASKS = _any(_ASKS_FOR)
_SAYS_RESTS_ON = _any(_RESTS_ON)
_SAYS_SO = re.compile(rf"(?:{_any(_SAYS_IT).pattern}){FILLING}$", re.IGNORECASE)


def points_back(sentence: str) -> bool:
    """Whether the sentence leans on what the reader has met before ("recall that", "as we saw in")."""
    return _POINTS_BACK.search(sentence) is not None


def asks_for(sentence: str) -> bool:
    """Whether the sentence tells the reader what to know beforehand ("you should be familiar with")."""
    return _ASKS.search(sentence) is not None


def rests_on(sentence: str, first: tuple[int, int], second: tuple[int, int] | None) -> bool:
    """Whether the sentence says that its subject rests on what stands at `first`.

    The subject is what stands at `second`, or, where that is None, what its section is about.
    """
    begin = second[1] if second is not None else 0
    return begin <= first[0] and _SAYS_RESTS_ON.search(sentence, begin, first[0]) is not None


def says_so(sentence: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether the words right before what stands at `first` say in so many words that `second` rests on it.

    Stricter than `rests_on`, which also takes what only hints at it: this is told to people. "In X, most
    data consist of Y" says it of the data.
    """
    if sentence[second[1] : second[1] + 1] == "," and _WITHIN.search(sentence, 0, second[0]):
        return False
    return second[1] <= first[0] and _SAYS_SO.search(sentence[second[1] : first[0]]) is not None
