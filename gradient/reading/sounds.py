"""Descriptions of sounds in subtitles, told from what is said in brackets by the words for sounds."""

import re

_SURE = r"""
applau[ds]\w* clap(?:s|ping) laugh\w* chuckl\w+ giggl\w+ music cough\w* sneez\w+ sniff\w* sigh\w* gasp\w*
groan\w* grunt\w* scream\w* shout\w* whisper\w* whistl\w+ singing humming cheer(?:s|ing) chatter\w* crosstalk
inaudible unintelligible indistinct beep\w* buzzing ringing knock(?:s|ing) footsteps clatter\w* thuds?
slam(?:s|ming) crashes crashing [sw]h?woosh\w* whoosh\w* snapping popping blank_audio yawn\w* murmur\w*
mumbl\w+ rustl\w+ beifall gelächter lachen lacht musik räuspern husten unverständlich applaudissements rires
musique aplausos risas risos música applausi risate musica
"""
_DOUBTFUL = r"""
sounds? nois(?:e|es|y) silence pauses? bells? phone door song breath\w* clicks? clicking typing bang static
foreign echo\w* throat crowd audience stille silencio silenzio bruit ruido ruído
"""
"""Words that tell a sound only where nothing else is said: «foreign key» and «sound argument» tell none."""
_BESIDE = r"""
plays? playing continues? stops? loud\w* soft\w* background in the an? of and effects? language speaking
clears clearing
"""
_IS_SURE, _IS_DOUBTFUL, _IS_BESIDE = (
    re.compile(rf"(?:{'|'.join(words.split())})", re.IGNORECASE) for words in (_SURE, _DOUBTFUL, _BESIDE)
)
_MOST_WORDS = 5
"""Words that a description has at most; a sentence has more."""
_LETTERS = re.compile(r"[^\W\d_][\w'’-]*(?:[ ,]+[^\W\d_][\w'’-]*)*[.…!]?", re.UNICODE)
_BRACKETED = re.compile(r"\(([^()\n]{1,60})\)|\[([^\[\]\n]{1,60})\]|\*([^*\n]{1,40})\*")
_SUNG = re.compile(r"♪[^♪]*♪?")
_WITHIN = re.compile(r"(?<!\w)\[([^\[\]\n]{1,60})\](?!\w)|^\(([^()\n]{1,60})\)(?=\s)")


def is_sound(text: str, *, surely: bool = False) -> bool:
    """Whether a cue describes sounds and says nothing besides; `surely` where a sentence may go on in it."""
    told = _describes_surely if surely else _describes
    rest = _SUNG.sub("", _BRACKETED.sub(lambda found: "" if told(found) else found.group(), text))
    return rest != text and re.fullmatch(r"(?:[^\w()\[\]]|_)*", rest) is not None


def within(text: str) -> list[str]:
    """The sounds among the words of a cue, in their order."""
    return [found.group() for pattern in (_WITHIN, _SUNG) for found in pattern.finditer(text) if _goes(found)]


def without_sounds(text: str) -> str:
    """The words of a cue."""
    return _SUNG.sub(" ", _WITHIN.sub(lambda found: " " if _goes(found) else found.group(), text))


def _goes(found: re.Match[str]) -> bool:
    """Among words, only what is sure to be a sound: «noise», «echo» and «bell» are things to speak of."""
    return found.re is _SUNG or _describes_surely(found)


def _describes_surely(found: re.Match[str]) -> bool:
    words = re.findall(r"[\w'’-]+", found.group())
    return any(map(_IS_SURE.fullmatch, words)) and _describes(found)


def _describes(found: re.Match[str]) -> bool:
    """Whether the words in brackets name a sound."""
    inner = next(group for group in found.groups() if group is not None).strip()
    words = re.findall(r"[\w'’-]+", inner)
    rest = [word for word in words if not _IS_DOUBTFUL.fullmatch(word)]
    named = len(rest) < len(words) and all(map(_IS_BESIDE.fullmatch, rest))
    return (
        (named or any(map(_IS_SURE.fullmatch, words)))
        and len(words) <= _MOST_WORDS
        and _LETTERS.fullmatch(inner) is not None
    )
