"""The form of a file in the vault: what is ours in it, whether a person changed that, and what is theirs.

Each file carries the hash of its own text, so that it can be told from the file alone whether a person
changed it, however a run that wrote it ended. What a person writes below the last line of ours is theirs
and no change: it stays when the file is written anew.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from gradient.mirror.markdown.escape import quoted

END = "%% gradient: what stands above is written anew when the course changes; what you write below stays. %%"

_HEAD = re.compile(r"\A---\n(?P<head>.*?)^---[ \t]*\n", re.DOTALL | re.MULTILINE)
_KEY = re.compile(
    r"^gradient_(?P<key>\w+):[ \t]*(?P<quote>[\"']?)(?P<value>.*?)(?P=quote)[ \t]*$", re.MULTILINE
)
_HASH_LINE = re.compile(r"^gradient_hash:.*\n", re.MULTILINE)
_LINK_FOLDER = re.compile(r"\[\[(?:[^\[\]|\n]*/)?")
_BOX = re.compile(r"^([ \t]*[-*] )\[.\](?= .*\^gradient-)", re.MULTILINE)

FrontMatter = Sequence[tuple[str, str | Sequence[str]]]
"""Keys with one value or a list of them."""


@dataclass(frozen=True)
class Note:
    """A file as we write it. `id` is what it is found by wherever it lies."""

    id: str
    text: str

    @property
    def hash(self) -> str:
        """Hash of the text that is ours, 16 hexadecimal digits."""
        return _hash(self.text)


@dataclass(frozen=True)
class FoundNote:
    """A file as it lies in the vault.

    `id` is None for a file that is not ours. `base` is the hash of what we last wrote; where `untouched`,
    our part still says that. `title` is the title it was written under, `rest` what a person added below.
    """

    id: str | None
    base: str | None
    untouched: bool
    title: str | None
    rest: str


def make_note(note_id: str, front: FrontMatter, body: str) -> Note:
    """A file with its front matter and body."""
    lines = ["---", f"gradient_id: {quoted(note_id)}"]
    for key, found in front:
        lines += [f"{key}: {quoted(found)}"] if isinstance(found, str) else _listed(key, found)
    # Code from outside may hold the line that ends our part.
    safe = "\n".join(body.splitlines()).replace(END, END.strip("% ")).strip("\n")
    bare = "\n".join([*lines, "---", safe, "", END]) + "\n"
    stamped = bare.replace("---\n", f"---\ngradient_hash: {quoted(_hash(bare))}\n", 1)
    return Note(note_id, stamped)


def find_note(text: str) -> FoundNote:
    """What a file of the vault is."""
    text = text.replace("\r\n", "\n")
    head = _HEAD.match(text)
    keys = {match["key"]: match["value"] for match in _KEY.finditer(head["head"])} if head else {}
    ours, end, rest = text.partition(f"{END}\n")
    if not end:
        ours, end, rest = text.partition(END)
    base = keys.get("hash")
    untouched = bool(end) and base is not None and _hash(f"{ours}{END}\n") == base
    return FoundNote(keys.get("id"), base, untouched, keys.get("title"), rest)


def with_rest(note: Note, rest: str) -> str:
    """The text of a file: ours, and what a person added below it."""
    return note.text + rest


def _listed(key: str, values: Sequence[str]) -> list[str]:
    return [f"{key}:", *(f"  - {quoted(one)}" for one in values)] if values else []


def _hash(text: str) -> str:
    """Ticks, the line of the hash itself and the folders of links, which Obsidian keeps up, do not count."""
    bare = _BOX.sub(r"\1[ ]", _LINK_FOLDER.sub("[[", _HASH_LINE.sub("", text)))
    return hashlib.sha256(bare.encode()).hexdigest()[:16]
