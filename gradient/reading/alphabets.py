"""The letters beyond ASCII of each language, commonest first, and the code pages for them."""

from collections.abc import Mapping
from typing import Final

_LETTERS: Final[Mapping[str, str]] = {
    "en": "éöüèñïäáçóíàêôøâëåúîûœæ",
    "fr": "éèàêçîùôâûëïœÿæ",
    "de": "üäößéà",
    "es": "óíáéñúü",
    "pt": "ãçéáíóõêúâôàü",
    "it": "èàùòìéîó",
    "nl": "ëéïèöóüê",
    "sv": "äåöéü",
    "da": "åøæéöü",
    "fi": "äöåšž",
    "is": "íðáþöéúæóý",
    "cs": "íáéěřčýžšůúňóťď",
    "sk": "áíéčžýúšľťôňóďäĺŕ",
    "pl": "ęóąłśżćńźé",
    "hu": "éáőöóüíúűŐ",
    "ro": "ăîţşâșț",
    "hr": "čšžćđ",
    "tr": "ıüşiğçöâîû",
    "lt": "ėšžųįūčąę",
    "lv": "āīēšūņļžčģķ",
    "vi": "\u0301đ\u0300ưôâ\u0323êơ\u0309ă\u0303áàảạấầậế",
    "el": "αοιετσνηυρπκμλςίόάωέδγήχθύφώβξζψϊϋΐ",
    "ru": "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
    "uk": "оаиніевртскмлдупязьгбчйхїжцшщєюфґ",
    "bg": "аеоитнрсвлкдпмузябъгчщхжшцюйфь",
    "he": "יוהלאתרבמשנםכעקדפחטגןצזסךץףי",
    "ar": "اليمنرتوبعدةسفهكحقجشصخطأىزضذغثئءؤإظآ،؟",
}
"""Ordered by their share in ordinary prose."""

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "cp1252": ("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "fi", "is"),
    "iso8859_15": ("fr", "fi"),
    "mac_roman": ("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da"),
    "cp850": ("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "fi", "is"),
    "cp437": ("en", "de", "fr", "es", "it", "nl", "sv"),
    "cp1250": ("cs", "sk", "pl", "hu", "ro", "hr", "de"),
    "iso8859_2": ("cs", "sk", "pl", "hu", "ro", "hr"),
    "cp852": ("cs", "sk", "pl", "hu", "ro", "hr"),
    "cp1254": ("tr",),
    "cp857": ("tr",),
    "cp1257": ("lt", "lv"),
    "cp1258": ("vi",),
    "cp1253": ("el",),
    "iso8859_7": ("el",),
    "cp737": ("el",),
    "cp1251": ("ru", "uk", "bg"),
    "koi8_r": ("ru",),
    "koi8_u": ("uk",),
    "cp866": ("ru", "bg"),
    "iso8859_5": ("ru", "uk", "bg"),
    "cp1255": ("he",),
    "cp1256": ("ar",),
}
"""Code pages with the languages that were written in them; of two that give one text the first is named."""

OWN_SCRIPT: Final = frozenset({"el", "ru", "uk", "bg", "he", "ar"})
"""Languages whose letters do not stand beside letters of ASCII in one word."""


def shares(language: str) -> Mapping[str, float]:
    """Each letter with its estimated share among the letters beyond ASCII: one over its rank (Zipf)."""
    letters = _LETTERS[language]
    whole = sum(1 / rank for rank in range(1, len(letters) + 1))
    return {letter: 1 / rank / whole for rank, letter in reversed(list(enumerate(letters, start=1)))}
