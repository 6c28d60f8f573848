"""What every reader of files offers, and the sentences with which a reader declines a file."""

from typing import ClassVar, Protocol

from gradient.reading.document import Document


class Unreadable(Exception):
    """A file that cannot be read as it is: trying again changes nothing, another file or tool may.

    The message is one sentence for people: what is the matter with which file, and what to do.
    """

    sentence: ClassVar[str] = "{name} cannot be read; replace the file."

    def __init__(self, name: str, **facts: object) -> None:
        self.name = name
        self.facts = facts
        super().__init__(self.sentence.format(name=name, **facts))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._again, (type(self), self.name, self.facts)

    @staticmethod
    def _again(kind: "type[Unreadable]", name: str, facts: dict[str, object]) -> "Unreadable":
        return kind(name, **facts)


class Encrypted(Unreadable):
    """The file needs a password."""

    sentence = "{name} is protected by a password; save a copy without one."


class Damaged(Unreadable):
    """The file is broken or cut short."""

    sentence = "{name} is damaged ({detail}); export or download it again."

    def __init__(self, name: str, detail: str = "it does not follow its format") -> None:
        super().__init__(name, detail=detail)


class NoPages(Unreadable):
    """The file opens but holds no page."""

    sentence = "{name} opens but has no pages; export or download it again."


class TooLarge(Unreadable):
    """The file, or what it unpacks to, is over a limit."""

    sentence = "{name} is over the limit of {limit} for {what}; split it or raise the limit."

    def __init__(self, name: str, what: str, limit: str) -> None:
        super().__init__(name, what=what, limit=limit)


class NothingToRead(Exception):
    """The file is empty or blank: there is nothing to do, and that is no failure."""

    def __init__(self, name: str, how: str = "is empty") -> None:
        self.name = name
        self.how = how
        super().__init__(f"{name} {how}; there is nothing to read in it.")


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
