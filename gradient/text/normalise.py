"""The one normalisation under which texts are compared, hashed and searched for quotes."""

import hashlib
import re
import unicodedata

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_SPACE = re.compile(r"\s+")


def normalise(text: str) -> str:
    """Unicode NFC, no soft hyphens or zero-width characters, every run of white space one blank, trimmed.

    Applying it twice changes nothing more.
    """
    visible = _INVISIBLE.sub("", text)
    return _SPACE.sub(" ", unicodedata.normalize("NFC", visible)).strip()


def text_hash(text: str) -> str:
    """Sha256 of the normalised text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(normalise(text).encode("utf-8")).hexdigest()
