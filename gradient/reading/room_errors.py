"""What may happen to a parser in its room."""

from typing import Self

from gradient.errors import GradientError


class ParserDied(GradientError):
    """The parser did not come back from a file. Another attempt may help, but hardly a third."""


class ParserCrashed(ParserDied):
    """The process of the parser ended in the middle of a file."""

    @classmethod
    def file(cls, name: str, how: str) -> Self:
        """For the file `name`; `how` is half a sentence such as "by signal 11"."""
        return cls(
            f"The parser of {name} crashed {how}; export the file again or convert it to another format."
        )


class ParserTimedOut(ParserDied):
    """The parser needed longer than it may and was killed."""

    @classmethod
    def file(cls, name: str, seconds: float) -> Self:
        """For the file `name` and the limit in seconds."""
        return cls(
            f"The parser of {name} was stopped after {seconds:g} s; split the file or raise the limit."
        )


class ParserFailed(GradientError):
    """The parser has a fault that this file shows."""

    @classmethod
    def file(cls, name: str, fault: str) -> Self:
        """For the file `name` and the fault as the parser tells it."""
        return cls(f"The parser failed on {name} ({fault}); convert the file to another format.")


class NotOpened(GradientError):
    """The file could not be opened or read from its disk; that may pass."""

    @classmethod
    def file(cls, name: str, reason: str) -> Self:
        """For the file `name` and the reason as the system tells it."""
        return cls(f"{name} cannot be opened ({reason}); check that it is there and may be read.")
