"""What every reader of files offers, and the sentences with which a file is declined."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, Protocol, Self, runtime_checkable

from gradient.errors import GradientError
from gradient.text.document import Document
from gradient.text.seen import SeenLine

NOTHING_SEEN: Final[Mapping[int, Sequence[SeenLine]]] = MappingProxyType({})


class Unreadable(GradientError):
    """A file that cannot be read as it is: trying again changes nothing, another file or tool may."""


class Encrypted(Unreadable):
    """The file needs a password."""

    @classmethod
    def file(cls, name: str) -> Self:
        """For the file `name`."""
        return cls(f"{name} is protected by a password; save a copy without one.")


class Damaged(Unreadable):
    """The file is broken or cut short."""

    @classmethod
    def file(cls, name: str, detail: str) -> Self:
        """For the file `name`; `detail` is half a sentence such as "its end is missing"."""
        return cls(f"{name} is damaged: {detail}; export or download it again.")


class NoPages(Unreadable):
    """The file opens but holds no page."""

    @classmethod
    def file(cls, name: str) -> Self:
        """For the file `name`."""
        return cls(f"{name} opens but has no pages; export or download it again.")


class TooLarge(Unreadable):
    """The file, or what it unpacks to, is over a limit."""

    @classmethod
    def file(cls, name: str, what: str, limit: str) -> Self:
        """For the file `name`; `what` is over the `limit`, a number with its unit."""
        return cls(f"{name} is too large: {what} is over the limit of {limit}; split it or raise the limit.")


class NothingToRead(GradientError):
    """There is nothing to do, and that is no failure."""

    @classmethod
    def file(cls, name: str, how: str = "is empty") -> Self:
        """For the file `name`, which `how`."""
        return cls(f"{name} {how}; there is nothing to read in it.")


class UnknownType(NothingToRead):
    """No reader reads files of this type."""

    @classmethod
    def file(cls, name: str, how: str = "is of a type that is not read") -> Self:
        """For the file `name`."""
        return cls(f"{name} {how}; convert it, or leave it where it is.")


class Reader(Protocol):
    """Turns the bytes of a file into a document.

    `suffixes` are lower case with their dot; `tool` names the reader and its version and changes
    whenever its output may change.
    """

    suffixes: ClassVar[tuple[str, ...]]
    tool: ClassVar[str]

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; `name` is used in messages.

        Raises `Unreadable` (Encrypted, Damaged, NoPages, TooLarge) or `NothingToRead`.
        """
        ...


@runtime_checkable
class ShowsPages(Reader, Protocol):
    """A reader that can show its pages as pictures, and read on with what someone saw on them."""

    def picture(self, data: bytes, name: str, number: int) -> bytes:
        """Page `number` (from 1) as a picture in PNG. Raises Unreadable."""
        ...

    def read(self, data: bytes, name: str, seen: Mapping[int, Sequence[SeenLine]] = NOTHING_SEEN) -> Document:
        """The document, with what was `seen` on pages (by their number) in place of their own text."""
        ...
