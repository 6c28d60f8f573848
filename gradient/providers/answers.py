"""The one way from a question to a checked answer, whoever gives it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from gradient.errors import GradientError
from gradient.providers.keeping import once, request_hash
from gradient.store.ledger import Book

Model = TypeVar("Model", bound=BaseModel)

MOST_VIOLATIONS = 5
"""A correction names no more; an answer that is wrong in more ways is wrong as a whole."""


class Unusable(GradientError):
    """An answer that is empty, cut off or not of the form that was asked for, also after one correction."""


class Empty(Unusable):
    """An answer without any text."""


class CutOff(Unusable):
    """An answer that ends at the limit of its length."""


class Declined(GradientError):
    """The model refused to answer."""


class Turn(NamedTuple):
    """One thing that was said; `before` stands ahead of it and is the same for many questions."""

    speaker: Literal["user", "assistant"]
    text: str
    before: str = ""
    picture: bytes = b""
    """In PNG, to be looked at first; nothing where there is none."""

    @property
    def whole(self) -> str:
        """All of it."""
        return f"{self.before}\n\n{self.text}" if self.before else self.text


@dataclass(frozen=True)
class Asked(Generic[Model]):
    """A question. `rules` is the same for all questions of a kind; `shown` holds what is asked about.

    `violations` says in words for the model what of an answer cannot be, though its form is right.
    """

    rules: str
    shown: str
    form: type[Model]
    violations: Callable[[Model], Sequence[str]]
    before: str = ""
    """What is shown first and is the same for many questions, so that a service may keep it."""
    picture: bytes = b""
    """In PNG; what is shown names it by its hash. Only models that see are asked about one."""
    pieces: int = 1
    """How many things are asked about; whoever asks about several asks about fewer where there is no room."""
    unmended: Callable[[Model], Sequence[str]] | None = None
    """What a corrected answer must not break either, where that is less than `violations`."""


class Answerer(Protocol):
    """Answers in a given form."""

    @property
    def name(self) -> str:
        """The role setting."""
        ...

    @property
    def room(self) -> int:
        """How many tokens rules, question and answer may have together."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        """What it says after these turns, meant as JSON of this form; each request is booked.

        Raises Outage if nobody answers just now or for this key, Unusable if what was said is empty or
        cut off, Declined if it refuses.
        """
        ...


async def answer(by: Answerer, asked: Asked[Model], book: Book) -> Model:
    """The answer to a question. One that breaks form or rules is corrected once, told what was wrong.

    So is one that is empty, and one that is cut off where less cannot be asked about. Nothing is read into an
    answer: one in a fence, or behind other words, is wrong. The same question is not put twice to the same
    model: its answer is kept. Raises what `Answerer.say` does, and Unusable if
    the corrected answer is wrong too.
    """

    def understood(said: str) -> Model | None:
        return _checked(asked, said, asked.unmended or asked.violations)[0]

    form = asked.form.model_json_schema()
    key = request_hash(by.name, asked.rules, asked.before, asked.shown, form)
    return await once(key, book, understood, partial(_asked, by, asked, book))


async def _asked(by: Answerer, asked: Asked[Model], book: Book) -> tuple[Model, str]:
    """The answer, and the words that it was given in."""
    turns = [Turn("user", asked.shown, asked.before, asked.picture)]
    try:
        said = await by.say(asked.rules, turns, asked.form, book)
    except (Empty, CutOff) as error:
        if isinstance(error, CutOff) and asked.pieces > 1:
            raise
        turns = [Turn("user", f"{asked.shown}\n\n{_AGAIN[type(error)]}", asked.before, asked.picture)]
    else:
        found, wrong = _checked(asked, said, asked.violations)
        if found is not None:
            return found, said
        turns += [Turn("assistant", said), Turn("user", _correction(wrong))]
    said = await by.say(asked.rules, turns, asked.form, book)
    found, wrong = _checked(asked, said, asked.unmended or asked.violations)
    if found is None:
        raise Unusable(f"{by.name} gave no usable answer, also after a correction: {wrong[0]}")
    return found, said


_AGAIN = {
    Empty: "Your last answer to this was empty. Answer in full, with JSON of the given form.",
    CutOff: "Your last answer to this was too long and was cut off. Answer more briefly.",
}


def _checked(
    asked: Asked[Model], said: str, violations: Callable[[Model], Sequence[str]]
) -> tuple[Model | None, Sequence[str]]:
    """The answer, or what is wrong with it."""
    try:
        found = asked.form.model_validate_json(said, strict=True)
    except ValidationError as error:
        return None, [_what(one["loc"], one["msg"]) for one in error.errors(include_url=False)]
    wrong = violations(found)
    return (None, wrong) if wrong else (found, ())


def _what(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(str(part) for part in place) or 'the answer'}: {message}."


def _correction(wrong: Sequence[str]) -> str:
    lines = "\n".join(f"- {one}" for one in wrong[:MOST_VIOLATIONS])
    return f"That answer cannot be used:\n{lines}\nAnswer again, in full, with JSON of the given form alone."
