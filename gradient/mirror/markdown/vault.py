"""The files of a vault: found by what they say they are, written whole or not at all, never lost."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gradient.errors import GradientError
from gradient.mirror.markdown.note import FoundNote, Note, find_note, with_rest
from gradient.mirror.markdown.review_note import keep_ticks

ENDING = ".md"
NEW_ENDING = ".new.md"
"""What is new about a file that a person changed stands beside it under this ending."""

TEMPORARY = ".gradient-writing.tmp"


class VaultUnusable(GradientError):
    """A file of the vault cannot be read or written."""


@dataclass
class Vault:
    """A folder of Markdown files. Places are paths in it, with `/` between folders."""

    root: Path
    _found: dict[str, list[str]] = field(default_factory=dict)

    def look_around(self, *, beside: bool = False) -> None:
        """Find every file of ours, wherever a person has put it; what begins with a dot is left alone.

        Files that stand beside a changed one are found only if asked for.
        """
        self._found = {}
        for place in sorted(self._places(self.root, "")):
            note = self.find(place)
            if note is not None and note.id is not None and (beside or not place.endswith(NEW_ENDING)):
                self._found.setdefault(note.id, []).append(place)

    def places_of(self, note_id: str) -> list[str]:
        """Where files of this id lay when we looked around."""
        return self._found.get(note_id, [])

    def ours(self) -> list[tuple[str, str]]:
        """The id and the place of every file of ours that lay there when we looked around."""
        return [(note_id, place) for note_id, places in self._found.items() for place in places]

    def read(self, place: str) -> str | None:
        """The text of a file; None if there is none. Undecodable bytes stand as replacement characters."""
        try:
            return (self.root / place).read_bytes().decode("utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise VaultUnusable(f"{self.root / place} cannot be read: {error.strerror}.") from error

    def find(self, place: str) -> FoundNote | None:
        """What the file at a place is; None if there is none."""
        text = self.read(place)
        return None if text is None else find_note(text)

    def put(self, place: str, note: Note) -> bool:
        """Bring the file at a place to what `note` says; False if a person's version stays instead.

        A file that a person changed keeps that text. If there is anything new to say since, it is written
        beside the file (`.new.md`), to be compared and deleted by the person.
        """
        before = self.read(place)
        found = None if before is None else find_note(before)
        if found is None or found.untouched:
            text = with_rest(note, "" if found is None else found.rest)
            self.write(place, keep_ticks(text, before or ""), before)
            self._remove_untouched(_beside(place))
            return True
        if found.base != note.hash:
            beside = _beside(place)
            older = self.read(beside)
            if older is None or find_note(older).untouched:
                self.write(beside, keep_ticks(note.text, older or ""), older)
        return False

    def write(self, place: str, text: str, before: str | None) -> None:
        """Write a file by way of a temporary one, unless it says the same already."""
        if before is not None and before.replace("\r\n", "\n") == text:
            return
        path = self.root / place
        temporary = path.parent / TEMPORARY
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(text, encoding="utf-8", newline="\n")
            temporary.replace(path)
        except OSError as error:
            raise VaultUnusable(
                f"{path} cannot be written: {error.strerror}; make room there or let it be written."
            ) from error

    def remove(self, place: str) -> bool:
        """Remove a file that is ours and that no person changed or added to; False if it stays."""
        self._remove_untouched(_beside(place))
        return self._remove_untouched(place)

    def take_away(self, place: str) -> None:
        """Remove a file whose text stands elsewhere."""
        self._remove_untouched(_beside(place))
        self._unlink(place)

    def make_folder(self, name: str) -> None:
        """Make a folder, if there is none."""
        try:
            (self.root / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise VaultUnusable(f"{self.root / name} cannot be made: {error.strerror}.") from error

    def folders(self) -> list[str]:
        """The names of the folders right below the root; none if there is no root."""
        try:
            with os.scandir(self.root) as entries:
                return sorted(entry.name for entry in entries if entry.is_dir())
        except (FileNotFoundError, NotADirectoryError):
            return []

    def _remove_untouched(self, place: str) -> bool:
        found = self.find(place)
        if found is None:
            return True
        if found.id is None or not found.untouched or found.rest.strip():
            return False
        self._unlink(place)
        return True

    def _unlink(self, place: str) -> None:
        try:
            (self.root / place).unlink(missing_ok=True)
        except OSError as error:
            raise VaultUnusable(f"{self.root / place} cannot be removed: {error.strerror}.") from error

    def _places(self, folder: Path, above: str) -> Iterator[str]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return
        for entry in entries:
            if entry.name.startswith(".") or not _is_text(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from self._places(folder / entry.name, f"{above}{entry.name}/")
            elif entry.name.endswith(ENDING):
                yield f"{above}{entry.name}"


def _is_text(name: str) -> bool:
    """Whether a name can be stored: one that is no UTF-8 was given by a person and to nothing of ours."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _beside(place: str) -> str:
    return place.removesuffix(ENDING) + NEW_ENDING
