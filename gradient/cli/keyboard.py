"""The review on the keyboard: one question after the other, answered with one key each."""

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gradient.cli import questions
from gradient.cli.answering import answered, taken_back
from gradient.cli.batch import Batch
from gradient.cli.keys import ESCAPE, Keyboard
from gradient.cli.opened import course_id_of
from gradient.cli.output import BOLD, DIM, GREEN, YELLOW, Styled, plural, terminal_width, wrapped, write
from gradient.cli.output import say as tell
from gradient.errors import GradientError

if TYPE_CHECKING:
    from gradient.cli.deciding import Desk
    from gradient.cli.questions import Evidence

END_OF_INPUT = ("", "\x04")
ANSWERS = {"a": "accept", "y": "accept", "r": "reject", "n": "reject", "l": "later"}
CHANGEABLE = ("tag", "prerequisite", "circle")
RULE = 88


@dataclass
class Sitting:
    """One person's sitting: what was answered, in order, and what was skipped."""

    desk: "Desk"
    keyboard: Keyboard
    course_id: int | None
    batch: Batch = field(default_factory=Batch)
    answered: list[int] = field(default_factory=list)
    skipped: set[int] = field(default_factory=set)

    async def run(self) -> None:
        """Ask until nothing is left or the person has had enough."""
        while (item := await self._next()) is not None:
            evidence = await self._show(item)
            if not await self._asked(item, evidence):
                break
        write()
        tell(self._farewell())

    async def _next(self) -> dict[str, Any] | None:
        from gradient.store import reviews

        async with self.desk.database.transaction() as connection:
            items = await reviews.listing(connection, self.course_id)
        unseen = [item for item in items if item["id"] not in self.skipped]
        before = len(self.batch)
        if self.batch.goes_on_with(unseen) and before:
            write()
            write(Styled(f"{plural(len(self.batch), 'question')} more have come up meanwhile.", BOLD))
        return self.batch.current

    async def _show(self, item: dict[str, Any]) -> "Evidence":
        async with self.desk.database.transaction() as connection:
            evidence = await questions.evidence_of(connection, item)
        write()
        write(Styled("─" * min(RULE, terminal_width()), DIM))
        where = f" · {item['course']} · {_named(item)} · number {item['id']} in gradient review"
        write(Styled(f"Question {self.batch.place}", BOLD), Styled(f"{where}{self.batch.alike}", DIM))
        write()
        questions.show(item, evidence)
        write()
        return evidence

    async def _asked(self, item: dict[str, Any], evidence: "Evidence") -> bool:
        """Put one question until it is answered, skipped or put away; False to end the sitting."""
        while True:
            write(*_keys(item, alike=bool(self.batch.alike_left)))
            sys.stdout.flush()
            key = (await self.keyboard.key()).lower()
            if key in ("q", ESCAPE, *END_OF_INPUT):
                return False
            if key == "s" or (key == "o" and self.batch.alike_left):
                self.skipped |= {item["id"], *(self.batch.alike_left if key == "o" else ())}
                return True
            if key == "u":
                if await self._take_back():
                    return True
            elif key == "c" and item["task"] in CHANGEABLE:
                to = await self.keyboard.line(_which(item, evidence))
                if to and await self._answer(item, "change", _chosen(to, evidence)):
                    return True
            elif key in ANSWERS:
                if await self._answer(item, ANSWERS[key], None):
                    return True
            else:
                write(Styled("That key does nothing here.", DIM))

    async def _answer(self, item: dict[str, Any], answer: str, to: str | None) -> bool:
        try:
            said = await answered(self.desk, item["id"], answer, to, None)
        except GradientError as error:
            _told(str(error), YELLOW)
            return False
        self.answered.append(item["id"])
        _told(said, GREEN)
        return True

    async def _take_back(self) -> bool:
        if not self.answered:
            write(Styled("Nothing was answered yet that could be taken back.", DIM))
            return False
        item_id = self.answered[-1]
        try:
            said = await taken_back(self.desk, item_id, None)
        except GradientError as error:
            _told(str(error), YELLOW)
            return False
        self.answered.pop()
        _told(said, GREEN)
        self.batch.ask_again(item_id)
        return True

    def _farewell(self) -> str:
        done = f"{plural(len(self.answered), 'question')} answered"
        left = self.batch.left
        return f"{done}; {plural(left, 'question')} left." if left else f"{done}; no question is open."


async def converse(course: str | None) -> None:
    """Put the open questions of a course, or of all, to the person at the terminal."""
    from gradient.cli.deciding import desk

    async with desk() as opened:
        async with opened.database.transaction() as connection:
            course_id = await course_id_of(connection, course)
        with Keyboard().opened() as keyboard:
            await Sitting(opened, keyboard, course_id).run()


def _named(item: dict[str, Any]) -> str:
    """What is asked about, with the number by which gradient explain knows it."""
    match item["task"]:
        case "tag" | "prerequisite":
            return f"{item['task']} {item['question_id']}"
        case "circle":
            return f"circle of prerequisite {item['question_id']}"
        case task:
            return str(task)


def _told(sentence: str, style: str) -> None:
    for line in wrapped(sentence, min(RULE, terminal_width())):
        write(Styled(line, style))


def _keys(item: dict[str, Any], *, alike: bool) -> list[Styled | str]:
    keys = ["accept", "reject", "later", "skip", "undo", "quit"]
    if item["task"] in CHANGEABLE:
        keys.insert(2, "change")
    if alike:
        keys.insert(keys.index("skip") + 1, "other topic")
    parts: list[Styled | str] = []
    for word in keys:
        parts += [Styled(f"[{word[0]}]", BOLD), word[1:], "  "]
    return parts


def _which(item: dict[str, Any], evidence: "Evidence") -> str:
    named = "Its number above or its name" if evidence.others else "Its name"
    if item["task"] == "tag":
        asked = f"Which topic instead of {item['object_title']}?"
    else:
        asked = (
            f"Which topic is learnt before {item['object_title']} instead?"
            f" (That rejects {item['subject_title']}.)"
        )
    return f"{asked} {named}, or Esc or nothing to think again: "


def _chosen(text: str, evidence: "Evidence") -> str:
    """The slug behind a number, or what was written."""
    if text.isdecimal() and 1 <= int(text) <= len(evidence.others):
        return str(evidence.others[int(text) - 1]["slug"])
    return text
