"""Which of the languages of one script a text is in, told by its alphabet alone."""

from collections.abc import Mapping
from typing import Final

_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
_PERSIAN = "ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنوی"
_ALPHABETS: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    "cyrillic": {
        "ru": frozenset(_RUSSIAN + "ё"),
        "uk": frozenset("абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"),
        "be": frozenset("абвгдеёжзійклмнопрстуўфхцчшыьэюя"),
        "bg": frozenset(_RUSSIAN) - frozenset("ыэ"),
        "mk": frozenset("абвгдѓежзѕијклљмнњопрстќуфхцчџш"),
        "sr": frozenset("абвгдђежзијклљмнњопрстћуфхцчџш"),
    },
    "ar": {
        "ar": frozenset("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي"),
        "fa": frozenset(_PERSIAN + "هۀ"),
        "ur": frozenset(_PERSIAN + "ٹڈڑںےہھۂۓ"),
    },
}
_FOREIGN = 0.01
"""Share of letters that a text may have beyond the alphabet of its language, in names and quotations."""


_BLOCKS: Final[Mapping[str, tuple[str, str]]] = {
    "cyrillic": ("\u0400", "\u052f"),
    "ar": ("\u0600", "\u06ff"),
}


def by_alphabet(text: str, script: str) -> str | None:
    """The one language of a script whose alphabet has the letters of `text`; None for two of them or none."""
    first, last = _BLOCKS[script]
    letters = [letter for letter in text.lower() if first <= letter <= last and letter.isalpha()]
    most = _FOREIGN * len(letters)
    fitting = [
        code
        for code, alphabet in _ALPHABETS[script].items()
        if sum(letter not in alphabet for letter in letters) <= most
    ]
    return fitting[0] if letters and len(fitting) == 1 else None
