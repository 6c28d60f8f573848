"""Which short forms stand for which long forms, by their letters alone."""

import re

from gradient.outline.words import FUNCTION_WORDS

_SHORT = re.compile(r"(?=.*[A-Z].*[A-Z])[A-Za-z][A-Za-z0-9&/-]{0,9}[A-Za-z0-9]")
_WORD = re.compile(r"[^\W_]+")


def is_acronym(surface: str) -> bool:
    """Whether `surface` is one word of 2 to 11 characters with two capitals or more ("SVM", "ConvNet")."""
    return _SHORT.fullmatch(singular_acronym(surface)) is not None


def singular_acronym(surface: str) -> str:
    """`surface` without the "s" or "'s" that makes it a plural ("CNNs")."""
    return (
        re.sub(r"(?<=[A-Z0-9a-z])['’]?s$", "", surface) if re.search(r"[A-Z]\w*['’]?s$", surface) else surface
    )


def acronym_fits(short: str, long: str) -> bool:
    """Whether the letters of `short` are beginnings of the words of `long`, all of them, in order.

    Function words of `long` may be left out. Where `short` is put together from pieces ("ConvNet"), each
    piece of three letters or more must begin a word, and words between them may be left out too.
    """
    letters = _letters(short)
    words = [word.casefold() for word in _WORD.findall(long)]
    if len(words) < 2 or len(letters) < 2:
        return False
    return _initials_fit(letters, words) or _pieces_fit(short, words)


def suffix_that_fits(short: str, words: list[str]) -> int | None:
    """Where in `words` the long form of `short` begins, if they end with one; else None.

    The shortest long form is taken. As the place itself claims the pair, a long form also fits when
    the letters of `short` only occur in it in order and each begins or follows a beginning ("DNA").
    """
    for begin in range(len(words) - 2, max(-1, len(words) - 2 * len(short) - 3), -1):
        content = words[begin].casefold() not in FUNCTION_WORDS or all(map(str.istitle, words[begin:]))
        if content and acronym_fits(short, " ".join(words[begin:])):
            return begin
    for begin in range(len(words) - 2, max(-1, len(words) - 5), -1):
        if _letters_follow(_letters(short), [word.casefold() for word in words[begin:]]):
            return begin
    return None


def _letters(short: str) -> str:
    return re.sub(r"[^a-z0-9]", "", singular_acronym(short).casefold())


def _initials_fit(letters: str, words: list[str]) -> bool:
    """Consumes one or more letters from the beginning of each word; function words may be passed over."""
    if not words:
        return not letters
    head, rest = words[0], words[1:]
    if head in FUNCTION_WORDS and _initials_fit(letters, rest):
        return True
    longest = 0
    while longest < min(len(head), len(letters)) and head[longest] == letters[longest]:
        longest += 1
    return any(_initials_fit(letters[taken:], rest) for taken in range(1, longest + 1))


def _pieces_fit(short: str, words: list[str]) -> bool:
    pieces = [
        piece.casefold() for piece in re.findall(r"[A-Z][a-z]+|[A-Z]+(?![a-z])", singular_acronym(short))
    ]
    if len(pieces) < 2 or any(len(piece) < 3 for piece in pieces):
        return False
    remaining = iter(words)
    fits = all(any(word.startswith(piece) for word in remaining) for piece in pieces)
    return fits and words[0].startswith(pieces[0])


def _letters_follow(letters: str, words: list[str]) -> bool:
    text = "".join(words)
    initials = [word[0] for word in words if word not in FUNCTION_WORDS]
    if not letters or not initials or letters[0] != initials[0] or len(letters) < len(initials):
        return False
    return _in_order(letters, text) and _in_order("".join(initials), letters)


def _in_order(needle: str, text: str) -> bool:
    remaining = iter(text)
    return all(letter in remaining for letter in needle)
