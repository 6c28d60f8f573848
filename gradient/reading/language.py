"""Which language a text is in: told by its script, in Latin and Cyrillic script by its little words."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from gradient.reading.letters import by_alphabet

_SAMPLE = 16_000
"""Characters that are looked at, taken from the whole text."""
_PIECES = 16
_FEWEST_WORDS = 20
_FEWEST_SIGNS = 20
_FEWEST_HITS = 4
_SHARE = 0.08
"""A language is recognised when so many of the words are little words of it (prose has 0.25 to 0.5)."""
_LEAD = 1.25
"""It must have so many times as many as the next language."""
_FEWEST_OWN, _OWN_LEAD = 2, 3
"""Close languages share most of their little words. Among them one is told by so many words that none of the
others has, and so many times as many of its own as the next has; otherwise it stays open."""
_WORD = re.compile(r"[^\W\d_]{2,}")
"""A single letter is no word here: formulas, lists and variables are full of them."""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_LATIN: Mapping[str, frozenset[str]] = {
    "en": _words(
        "the of and to in is that it for as with are be this on by we you can not which from have an or if at"
        " was but will they has its these when there more one would their what also then using how so into"
    ),
    "fr": _words(
        "le la les de des du et est une un que qui dans pour pas sur par avec au ce se en sont plus cette"
        " nous vous il elle ou mais comme aux ces être peut ont sa ses leur donc nos votre si tout même"
    ),
    "de": _words(
        "der die das und ist nicht ein eine einen einem einer den dem des zu mit auf für von im sich auch es"
        " wird als an werden sind oder aus bei wie wir sie ich kann dass nach durch über nur wenn so zum zur"
    ),
    "es": _words(
        "el la los las de del que en es un una por con para no se su al lo como más pero sus le ya este"
        " esta son entre cuando muy sin sobre ser también hay todo nos desde uno ni"
    ),
    "pt": _words(
        "os as de do da dos das que em um uma para com não por mais se como mas ao ele foi são está no na"
        " nos nas pelo pela seu sua ou ser quando muito há também já isso esta este entre você"
    ),
    "it": _words(
        "il lo la gli le di del della dei delle che un una per con non si da al alla nel nella sono come"
        " più anche ma questo questa essere ha può dal sul tra ogni se ci ai"
    ),
    "nl": _words(
        "de het een en van is in dat op te zijn met voor niet aan er om die als ook maar bij of uit door naar"
        " worden kan deze wordt dan nog wel we je zo"
    ),
    "sv": _words("och att det som en är av för på med den till inte om har ett de kan vi var från så eller"),
    "da": _words(
        "og at det som en er af for på med den til ikke om har et de kan vi var fra så eller der når disse"
        " også nogle noget mellem efter meget mere blive bliver kun op nu gøre uden end hvad"
    ),
    "no": _words(
        "og at det som en er av for på med den til ikke om har et de kan vi var fra så eller der når disse"
        " også noen noe mellom etter mye mer bli blir bare opp nå gjøre uten enn hva hver"
    ),
    "pl": _words("na do nie się jest to że jak dla po od co są przez lub oraz może być tym które"),
    "tr": _words("ve bir bu için ile de da olarak daha olan gibi ne çok en ya her kadar sonra ise değil"),
    "ro": _words("și de la în cu un nu pe este care că din sau pentru mai ca sunt se fi prin această"),
    "cs": _words("je se na že do to jako pro jsou by ale nebo tak která který při může jeho od"),
    "sk": _words("je sa na že do to ako pre sú by ale alebo tak ktorá ktorý pri môže jeho od nie aj ktoré"),
    "sl": _words("je se na da so za od iz kot ki pa ne bi ali če samo lahko biti ima to vsak med tudi in po"),
    "hr": _words(
        "je se na da su za od iz kao što koji koja koje nije bi ili ali ako kada samo može biti ima po to ne"
        " točka točke točki točku sustav sustava uvjet uvjeti tko tijekom općenito računalo"
    ),
    "sr": _words(
        "je se na da su za od iz kao što koji koja koje nije bi ili ali ako kada samo može biti ima po to ne"
        " gde pre uvek dve vreme vrednost vrednosti posle mesto uslov uslovi"
    ),
    "ca": _words(
        "el la els les de del dels que en és un una per amb no es al com més però aquest aquesta són entre"
        " quan molt també ser hi si seva seu"
    ),
    "gl": _words(
        "os as de do da dos das que en un unha por con para non se ao máis como pero son está na no cando moi"
        " tamén hai súa seu"
    ),
    "af": _words(
        "die en van is in dat op te nie met vir het aan was sy as ook maar by of uit deur na word kan hierdie"
        " ons jy dit elke wat"
    ),
    "et": _words("ja on ei et see mis kui ka oma või siis aga nii seda selle ning iga saab"),
    "hu": _words(
        "az és hogy nem egy is van ez meg csak vagy mint ha de már azt ezt amely akkor volt lehet kell minden"
        " pedig való szerint esetén például amelynek mert"
    ),
    "id": _words(
        "yang dan di untuk dengan ini dari adalah pada tidak dalam itu ke akan juga atau oleh bisa karena"
        " bahwa namun saja"
    ),
    "ms": _words(
        "yang dan di untuk dengan ini dari adalah pada tidak dalam itu ke akan juga atau oleh boleh kerana"
        " bahawa ialah daripada kepada sahaja"
    ),
    "vi": _words("và của là có được cho trong các với một những không này để khi từ hoặc ta như đó"),
    "fi": _words("ja on ei se että joka ovat kun myös tai mutta niin voi olla sen kuin ne jos tämä"),
}
_CYRILLIC: Mapping[str, frozenset[str]] = {
    "ru": _words("не на что как это по из для мы при также или если его только то является от может"),
    "uk": _words("не на що як це для до та ми при також або якщо його тільки від може із"),
    "be": _words("не на што як гэта па для мы пры таксама або калі яго толькі ад ёсць можа яна"),
    "bg": _words("не на че как това по от за ние при също или ако само да се са може със която който"),
    "mk": _words("не на што како тоа по од за ние при исто или ако само да се со може кој која"),
    "sr": _words("не на што као то по од за ми при такође или ако само да се са може је су који која"),
}
_SIGNS: Mapping[str, str] = {
    "kana": "\u3040-\u30ff",
    "han": "\u3400-\u9fff",
    "ko": "\uac00-\ud7af",
    "th": "\u0e00-\u0e7f",
}
_SCRIPTS: Mapping[str, str] = {
    "cyrillic": "\u0400-\u04ff",
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    "ar": "\u0600-\u06ff",
    "he": "\u0590-\u05ff",
    "hi": "\u0900-\u097f",
}


_ENCODINGS: Mapping[str, str] = {
    **dict.fromkeys(("cp932", "shift_jis", "shift_jis_2004", "shift_jisx0213", "euc_jp", "iso2022_jp"), "ja"),
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "hz"), "zh"),
    **dict.fromkeys(("cp949", "euc_kr", "johab"), "ko"),
}
"""Encodings that are made for one language."""


def little_words(text: str) -> Counter[str]:
    """How many little words of each language with Latin or Cyrillic letters stand in the text."""
    words = Counter(word.lower() for word in _WORD.findall(text))
    counts: Counter[str] = Counter()
    for listed in (_LATIN, _CYRILLIC):
        counts.update({code: _hits(words, little) for code, little in listed.items()})
    return counts


def leaning(text: str, one: str, other: str) -> int:
    """By how many words or signs a text is rather in the language `other` than in `one`."""
    counts = little_words(text)
    return _speaks(text, other, counts) - _speaks(text, one, counts)


def _speaks(text: str, code: str, counts: Mapping[str, int]) -> int:
    if code in counts:
        return counts[code]
    span = {"ja": _SIGNS["kana"] + _SIGNS["han"], "zh": _SIGNS["han"], **_SIGNS, **_SCRIPTS}.get(code)
    return 0 if span is None else len(re.findall(f"[{span}]", text))


def guess(text: str, encoding: str | None = None) -> str | None:
    """ISO 639-1 code of the language that most of `text` is in, None where there is too little of it.

    A foreign word, a name or a line of code does not change the answer. Unknown languages give None. Signs
    that several languages share, as in lists of names, are of the one that the `encoding` was made for.
    """
    told = _guess(text)
    made_for = _ENCODINGS.get(encoding or "")
    if made_for is None or told not in {None, "zh"}:
        return told
    return made_for if re.search(f"[{''.join(_SIGNS.values())}]", text) else told


def _guess(text: str) -> str | None:
    sample = _sample(text)
    if sample.isascii():
        words = _WORD.findall(sample.lower())
        return _by_words(words, _LATIN) if len(words) >= _FEWEST_WORDS else None
    signs = {name: len(re.findall(f"[{span}]", sample)) for name, span in _SIGNS.items()}
    words = [word.lower() for word in _WORD.findall(re.sub(f"[{''.join(_SIGNS.values())}]", " ", sample))]
    if sum(signs.values()) >= max(_FEWEST_SIGNS, len(words) / 2):
        return _by_signs(signs)
    if len(words) < _FEWEST_WORDS:
        return None
    script = _script(words)
    if script is None:
        return _by_words(words, _LATIN)
    if script == "cyrillic":
        return _by_words(words, _CYRILLIC) or by_alphabet(sample, script)
    return by_alphabet(sample, script) if script == "ar" else script


def _sample(text: str) -> str:
    """Pieces from all over the text, so that a beginning in another language does not decide."""
    if len(text) <= _SAMPLE:
        return text
    size = _SAMPLE // _PIECES
    step = (len(text) - size) / (_PIECES - 1)
    return " ".join(text[int(step * index) : int(step * index) + size] for index in range(_PIECES))


def _by_signs(signs: Mapping[str, int]) -> str:
    if signs["kana"] >= 0.05 * (signs["kana"] + signs["han"]) and signs["kana"] > 0:
        return "ja"
    best = max(("han", "ko", "th"), key=lambda name: signs[name])
    return "zh" if best == "han" else best


def _script(words: Iterable[str]) -> str | None:
    """The script of most words of three letters or more, None for Latin."""
    initials = "".join(word[0] for word in words if len(word) >= 3)
    counts = {name: len(re.findall(f"[{span}]", initials)) for name, span in _SCRIPTS.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > len(initials) - sum(counts.values()) else None


def _by_words(words: list[str], languages: Mapping[str, frozenset[str]]) -> str | None:
    counts = Counter(words)
    hits = Counter({code: _balanced(counts, little) for code, little in languages.items()})
    best, most = hits.most_common(1)[0]
    if most < max(_FEWEST_HITS, _SHARE * len(words)):
        return None
    close = [code for code in languages if most < _LEAD * hits[code]]
    return best if len(close) == 1 else _by_own_words(counts, {code: languages[code] for code in close})


def _by_own_words(counts: Mapping[str, int], close: Mapping[str, frozenset[str]]) -> str | None:
    """Which of several close languages has words in the text that none of the others has."""
    own = Counter(
        {
            code: _hits(counts, little.difference(*(close[other] for other in close if other != code)))
            for code, little in close.items()
        }
    )
    (best, most), (_, next_most) = own.most_common(2)
    return best if most >= max(_FEWEST_OWN, _OWN_LEAD * next_most) else None


def _balanced(counts: Mapping[str, int], little: frozenset[str]) -> int:
    """How many little words there are, where no one of them counts more than all others together."""
    total = _hits(counts, little)
    most = max((counts[word] for word in little.intersection(counts)), default=0)
    return min(total, 2 * (total - most))


def _hits(counts: Mapping[str, int], little: frozenset[str]) -> int:
    return sum(counts[word] for word in little.intersection(counts))
