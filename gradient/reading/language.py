"""Which language a text is written in."""

import re
from functools import cache
from importlib import import_module
from typing import Protocol

_LETTERS_NEEDED = 80
_SURE_ENOUGH = 0.8
_SAMPLE = 20_000
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class _Identifier(Protocol):
    def classify(self, text: str) -> tuple[str, float]: ...


@cache
def _identifier() -> _Identifier:
    langid = import_module("py3langid.langid")
    identifier: _Identifier = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    return identifier


def guess(text: str) -> str | None:
    """ISO 639-1 code of the language that most of `text` is in, None where there is too little of it."""
    words = " ".join(_WORD.findall(text[:_SAMPLE]))
    if len(words) < _LETTERS_NEEDED:
        return None
    code, certainty = _identifier().classify(words)
    return code if certainty >= _SURE_ENOUGH else None
