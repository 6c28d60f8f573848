"""Distil: leaves out what teaches nothing, by the word of a model where one is set; rules came before it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from gradient.distillation.question import PROMPT, Passage, question, reasons
from gradient.providers.answers import Answerer, Declined, Unusable, answer
from gradient.store import distillations, installation, ledger
from gradient.store.outcomes import Unit, UnitQuery
from gradient.store.sessions import Connection, Database
from gradient.work.failures import Parked
from gradient.work.runner import Clock, utc_now
from gradient.work.stage import Finished, Part, Write, nothing

BY_RULE: Final = "rules alone"
ROLE: Final = "distil"


class DistilStage:
    """Asks a model about each passage that no rule leaves out, several at a time and each text once.

    Without a model it gives back what one had left out. A new prompt or model makes passages stale and buys
    nothing.
    """

    name = "distil"
    part = Part.FINDING
    batch = 12

    def __init__(self, model: Answerer | None, clock: Clock = utc_now) -> None:
        self._model = model
        self._clock = clock

    def units(self) -> UnitQuery:
        """The passages to ask about; without a model those that one was asked about."""
        if self._model is None:
            return distillations.given_back_units(BY_RULE)
        return distillations.asked_units(_tool(self._model), BY_RULE)

    async def work(self, database: Database, course_id: int, units: Sequence[Unit]) -> list[Finished]:
        """Ask about the passages, or take what was said of the same text before."""
        if self._model is None:
            given_back = {unit.unit_id: None for unit in units}
            return _finished(units, partial(_give_back, course_id, given_back))
        async with database.transaction() as connection:
            rows = await distillations.passages(connection, [unit.unit_id for unit in units])
            hashes = {row["id"]: _input_hash(row) for row in rows}
            known = await distillations.known(connection, list(hashes.values()), _tool(self._model))
            secret = await installation.secret(connection)
        new_texts = {hashes[row["id"]]: row for row in rows if hashes[row["id"]] not in known}
        new = await self._said(self._model, database, course_id, new_texts, secret) if new_texts else {}
        said = {passage: (known | new)[input_hash] for passage, input_hash in hashes.items()}
        return _finished(units, partial(_write, course_id, new, said, _tool(self._model)))

    async def _said(
        self,
        model: Answerer,
        database: Database,
        course_id: int,
        texts: Mapping[str, Mapping[str, Any]],
        secret: bytes,
    ) -> dict[str, str | None]:
        """Why each text teaches nothing, in words for people, or None, by the hash of what was shown."""
        book = ledger.booked(database, self._clock, role=ROLE, course_id=course_id, stage=self.name)
        passages = [Passage(tuple(row["section_path"]), row["text"]) for row in texts.values()]
        try:
            verdict = await answer(model, question(passages, secret), book)
        except (Declined, Unusable) as error:
            raise Parked(str(error)) from error
        whys = (
            None if reason is None else f"{reason}, says {model.name}"
            for reason in reasons(verdict, len(texts))
        )
        return dict(zip(texts, whys, strict=True))


def _tool(model: Answerer) -> str:
    return f"{model.name}, {PROMPT.named}"


def _input_hash(row: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps([row["text"], row["section_path"]]).encode()).hexdigest()


def _finished(units: Sequence[Unit], write: Write) -> list[Finished]:
    """All units as done; the first one writes for all."""
    return [Finished(unit, write=write if at == 0 else nothing) for at, unit in enumerate(units)]


async def _give_back(course_id: int, passages: Mapping[int, None], connection: Connection) -> None:
    await distillations.mark(connection, course_id, passages, None)


async def _write(
    course_id: int,
    new: Mapping[str, str | None],
    said: Mapping[int, str | None],
    tool: str,
    connection: Connection,
) -> None:
    await distillations.keep(connection, tool, new)
    await distillations.mark(connection, course_id, said, tool)
