"""Names of files and folders that every system takes, and that Obsidian can link to."""

import re
import unicodedata

INDEX, REVIEW = "Index", "Review"
LONGEST_NAME = 100
"""Bytes (UTF-8) of a name without its ending; with a slug and an ending it stays below 255."""

_ILLEGAL = re.compile(r'[\x00-\x1f\x7f:/\\*?"<>|#^\[\]%\u2028\u2029]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|clock\$|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def legal_name(text: str) -> str:
    """`text` as the name of a file or folder, without its ending; "" where nothing of it can stay."""
    visible = "".join(char for char in unicodedata.normalize("NFC", text) if _is_visible(char))
    name = " ".join(_ILLEGAL.sub(" ", visible).split()).strip(". ")
    name = _cut(name, LONGEST_NAME).rstrip(". ")
    return f"{name}_" if _RESERVED.fullmatch(name) else name


def note_name(title: str, slug: str, *, twin: bool) -> str:
    """The name of a topic's note: its title, with the slug behind it where the title does not tell enough.

    That is where a `twin` has all but the same title, where the title is that of the index or the review
    queue, and where nothing legal is left of it.
    """
    name = legal_name(title)
    if name and not twin and name.casefold() not in {INDEX.casefold(), REVIEW.casefold()}:
        return name
    safe = legal_name(slug) or "topic"
    return f"{name} ({safe})" if name else safe


def folder_name(course: str) -> str:
    """The name of the folder of a course, whose slug holds letters, digits and hyphens alone."""
    return f"{course}_" if _RESERVED.fullmatch(course) else course


def course_of(folder: str) -> str:
    """The slug of the course whose folder has this name."""
    return folder.removesuffix("_")


def _is_visible(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"} or char.isspace()


def _cut(text: str, size: int) -> str:
    """`text` cut to at most `size` bytes, no character cut in two."""
    return text.encode("utf-8")[:size].decode("utf-8", errors="ignore")
