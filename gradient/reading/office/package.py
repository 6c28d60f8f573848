"""Office files as packages: a zip of parts that point to each other. Nothing outside is ever fetched."""

import io
import posixpath
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import unquote
from xml.etree.ElementTree import Element
from zipfile import BadZipFile, ZipFile, ZipInfo

from gradient.reading import furniture
from gradient.reading.office.trees import NotSound, tree
from gradient.reading.port import Damaged, Encrypted, NothingToRead, TooLarge, UnknownType

MEGABYTE: Final = 1024 * 1024
MOST_UNPACKED: Final = 512 * MEGABYTE
MOST_XML: Final = 96 * MEGABYTE
"""What all parts, and what a part of text alone, may unpack to. The second becomes a tree in memory that
is several times as large."""
MOST_TAGS: Final = 5_000_000
"""Tags in all parts together. Tags that a program writes are so long that the limits of size are met first;
a tree of the shortest ones would take many times the memory of its text."""
_CHUNK = 64 * 1024
_OLD_CONTAINER = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
_MAIN = "officeDocument"
_UNPACKING = (BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, ValueError, OSError)
"""What zipfile raises where a zip is not as its directory says."""


@dataclass(frozen=True)
class Relation:
    """A pointer of a part to another; `kind` is the last word of its type."""

    id: str
    kind: str
    target: str


class Package:
    """The parts of an office file, unpacked one by one within limits.

    `kind` is what people call such a file and `suffix` that of today's format, both for messages.
    Opening raises what `Reader.read` raises.
    """

    def __init__(self, data: bytes, name: str, kind: str, suffix: str) -> None:
        self.data = data
        self.name = name
        self._unpacked = 0
        self._relations: dict[str, list[Relation]] = {}
        if not data:
            raise NothingToRead.file(name)
        if data.startswith(_OLD_CONTAINER):
            _refuse_old(data, name, kind, suffix)
        self._zip = self._open(data)
        self._parts = {info.filename.lower(): info for info in self._zip.infolist()}
        self._check_sizes()
        self._check_tags()

    def main(self, root: str) -> tuple[str, Element]:
        """The path of the part with the matter itself, and its tree, whose root is named `root`.

        Raises Damaged.
        """
        path = self.related("", _MAIN)
        if path is None:
            raise Damaged.file(self.name, "its main part is missing")
        found = self.tree(path)
        if found.tag != root:
            raise Damaged.file(self.name, "what is in it does not fit its name")
        return path, found

    def has(self, path: str) -> bool:
        """Whether there is such a part."""
        return path.lower() in self._parts

    def tree(self, path: str) -> Element:
        """The root of the XML of a part. Raises Damaged and TooLarge."""
        try:
            return tree(self.stream(path))
        except NotSound as error:
            raise Damaged.file(self.name, str(error)) from error

    def relations(self, path: str) -> list[Relation]:
        """Where a part points to inside the package; "" stands for the package itself."""
        if path not in self._relations:
            self._relations[path] = self._read_relations(path)
        return self._relations[path]

    def _read_relations(self, path: str) -> list[Relation]:
        folder, own = posixpath.split(path)
        listed = posixpath.join(folder, "_rels", f"{own}.rels")
        if not self.has(listed):
            return []
        return [
            Relation(one.get("Id", ""), one.get("Type", "").rpartition("/")[2], _target(folder, one))
            for one in self.tree(listed)
            if one.get("TargetMode") != "External"
        ]

    def related(self, path: str, kind: str) -> str | None:
        """The first part of a kind that a part points to, where it is there."""
        targets = (relation.target for relation in self.relations(path) if relation.kind == kind)
        return next((target for target in targets if self.has(target)), None)

    def stream(self, path: str) -> Iterator[bytes]:
        """The bytes of a part, counted as they come. Raises Damaged and TooLarge."""
        size = 0
        try:
            with self._zip.open(self._parts[path.lower()]) as part:
                while chunk := part.read(_CHUNK):
                    size += len(chunk)
                    self._unpacked += len(chunk)
                    self._check(size, MOST_XML, "one of its parts")
                    self._check(self._unpacked, MOST_UNPACKED, "what it unpacks to")
                    yield chunk
        except _UNPACKING as error:
            raise Damaged.file(self.name, "one of its parts cannot be unpacked") from error

    @cached_property
    def title(self) -> str | None:
        """The title that the file states about itself, unless a program put it there."""
        path = self.related("", "core-properties")
        if path is None:
            return None
        stated = " ".join(
            next((one.text or "" for one in self.tree(path) if one.tag == "dc:title"), "").split()
        )
        return stated if stated and not furniture.is_file_title(stated) else None

    def _open(self, data: bytes) -> ZipFile:
        try:
            return ZipFile(io.BytesIO(data))
        except (BadZipFile, ValueError, NotImplementedError, OSError) as error:
            torn = data.startswith(b"PK")
            detail = "its end is missing" if torn else "it is no office file"
            raise Damaged.file(self.name, detail) from error

    def _check_sizes(self) -> None:
        """Refuses by what the directory says; unpacking never goes beyond what it says of a part."""
        infos = self._zip.infolist()
        if any(_is_locked(info) for info in infos):
            raise Encrypted.file(self.name)
        self._check(sum(info.file_size for info in infos), MOST_UNPACKED, "what it unpacks to")
        largest = max(
            (info.file_size for info in infos if info.filename.endswith((".xml", ".rels"))), default=0
        )
        self._check(largest, MOST_XML, "one of its parts")

    def _check_tags(self) -> None:
        """Unpacks the parts of text once and counts, before there is a tree of any.

        Broken ones are passed over here: perhaps nobody needs them.
        """
        tags = 0
        for path in self._parts:
            if path.endswith((".xml", ".rels")):
                with suppress(Damaged):
                    for chunk in self.stream(path):
                        tags += chunk.count(b"<")
                        if tags > MOST_TAGS:
                            raise TooLarge.file(self.name, "the XML in it", f"{MOST_TAGS:,} tags")
        self._unpacked = 0

    def _check(self, size: int, most: int, what: str) -> None:
        if size > most:
            raise TooLarge.file(self.name, what, f"{most // MEGABYTE} MB")


def _is_locked(info: ZipInfo) -> bool:
    return bool(info.flag_bits & 1)


def _refuse_old(data: bytes, name: str, kind: str, suffix: str) -> None:
    if _ENCRYPTED_STREAM in data:
        raise Encrypted.file(name)
    raise UnknownType(
        f"{name} is {kind} in the format of before 2007, which is not read; save it as {suffix}."
    )


def _target(folder: str, relation: Element) -> str:
    target = unquote(relation.get("Target", "")).replace("\\", "/")
    joined = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(joined)
