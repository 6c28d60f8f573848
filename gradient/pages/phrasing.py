"""How sentences of a course are phrased: what points back, what speaks of the course, what labels."""

import re

_LEANS = re.compile(
    r"\W*(?:this|that|these|those|it|they|its|their|he|she|such|here|there|however|therefore|thus|hence|then|so"
    r"|but|and|or|also|moreover|furthermore|instead|similarly|likewise|both|in other words|for example"
    r"|for instance|again|another|finally|in particular|in contrast|on the other hand|as a result|otherwise"
    r"|above|below)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:this|next|previous|following|last|upcoming|later|earlier)\s+"
    r"(?:sections?|chapters?|lectures?|lessons?|courses?|tutorials?|assignments?|videos?|modules?|notes?)\b"
    r"|\b(?:in|for|of) this class\b"
    r"|^(?:now,? |so |then )?(?:lets?\b|let['’]s\b|recall\b|before (?:moving|we)\b)"
    r"|^(?:by now|now that|as usual|see if you|you should now|as should be|once you|the first thing we)\b"
    r"|\b(?:check out|learn more|find out more|read more|see the documentation)\b"
    r"|^we (?:will|now|mention|want to)\b"
    r"|\b(?:code|snippet|figure|images?|pictures?|plots?|diagrams?|tables?|examples?|circuits?|demo|visuali[sz]ations?"
    r"|formulas?|equations?)\s+(?:\w+\s+)?(?:above|below|on the (?:left|right))\b"
    r"|\b(?:above|below|shown here)\s+(?:is|are|code|figure|image|plot|diagram|table|example|circuit)\b"
    r"|\b(?:we|you)(?:['’]ll| will)(?: \w+)? (?:see|discuss|describe|cover|look|talk|go|come)\b"
    r"|\bwe (?:have )?(?:so far )?(?:discussed|introduced|covered)\b|\bso far discussed\b"
    r"|\bas (?:we|you) (?:already |have )?(?:saw|seen|mentioned|discussed|described|gave)\b",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"(?<!\\)\$")
_LABEL = re.compile(
    r"[*_]{1,3}(?:motivation|overview|introduction|intuition|summary|example|note|aside|implementation|idea)"
    r"[.:]?[*_]{1,3}[.:]?\s+",
    re.IGNORECASE,
)


def leans(text: str) -> bool:
    """Whether a sentence begins by pointing back at the one before it."""
    return _LEANS.match(text) is not None


def is_aside(text: str) -> bool:
    """Whether a sentence speaks of the course itself, or of a picture or code that stands beside it there.

    One that states a formula is none, whatever else it says.
    """
    return _ASIDE.search(text) is not None and not _FORMULA.search(text)


def label_length(quote: str) -> int:
    """The number of characters of a label in bold or italics that tells nothing, such as "Motivation."."""
    label = _LABEL.match(quote)
    return 0 if label is None else label.end()
