"""Fits maps anew once there are enough new decisions, and takes them back."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from gradient.calibration.answers import Answer, by_scale
from gradient.calibration.maps.choosing import Chosen, chosen_map, is_no_use, no_use
from gradient.calibration.maps.kinds import KINDS, KINDS_OF_MODELS, Kind
from gradient.calibration.maps.labels import Labels, labels
from gradient.providers.confidence import ConfidenceMap
from gradient.providers.registry import OFFLINE
from gradient.store import installation, maps
from gradient.store.maps import Scale
from gradient.store.sessions import Connection

logger = logging.getLogger(__name__)

NEW_DECISIONS: Final = 25
"""After so many new decisions maps are fitted anew."""

RAW: Final = "raw"


@dataclass(frozen=True)
class Fit:
    """What a fit came to for a task, a scorer and its version.

    `kept_out` counts the answers that it left out, so that draws among them can certify. `in_force` says
    whether another map than before is in force now.
    """

    scale: Scale
    chosen: Chosen
    kept_out: int
    in_force: bool


async def is_due(connection: Connection) -> bool:
    """Whether there are enough new decisions for any map."""
    newest = await maps.newest(connection)
    return any(
        _is_due(scale, heard, newest.get(scale)) for scale, heard in (await _heard(connection)).items()
    )


async def refit(connection: Connection, now: datetime, *, due_alone: bool = True) -> list[Fit]:
    """Fit the maps anew for which it is time, or all; what that came to, by task, scorer and version.

    Where answers were taken back and too few are left, confidences are raw again. The same decisions come
    to the same map, which is stored once: one that was taken back is put in force again only where it is
    asked for, not because it is time.
    """
    await maps.lock(connection)
    newest, before = await maps.newest(connection), await maps.in_force(connection)
    latest = await maps.newest_decision(connection)
    fits = []
    for scale, heard in (await _heard(connection)).items():
        last = newest.get(scale)
        if (due_alone and not _is_due(scale, heard, last)) or (last is None and not heard.given):
            continue
        given = heard.given
        fitted = [one for one in given if not one.kept_out]
        of = labels(one.label for one in fitted)
        chosen = await asyncio.to_thread(chosen_map, of, kinds_of(scale))
        await _keep(connection, _Fitted(scale, chosen, of, fitted), last, latest, now, again=not due_alone)
        fits.append((scale, chosen, len(given) - len(fitted)))
    after = await maps.in_force(connection)
    raw = ConfidenceMap().to_json()
    return [Fit(*one, before.get(one[0], raw) != after.get(one[0], raw)) for one in fits]


async def take_back(connection: Connection, now: datetime, task: str | None = None) -> dict[str, Any] | None:
    """Take the map in force that was fitted last back, of a task or of any.

    The one before it holds again. The map that went, with what holds in its place as `instead` (None where
    that is raw), and the maps that were fitted at the same time and stand as `beside`; None where nothing
    would change.
    """
    await maps.lock(connection)
    every = await maps.every(connection)
    for at, one in enumerate(every):
        if one["active"] and one["task"] == (task or one["task"]) and _corrects(one, every[at + 1 :]):
            beside = [
                other
                for other in every
                if other["active"] and other["kind"] != RAW and other["id"] != one["id"]
                and other["created_at"] == one["created_at"]
            ]  # fmt: skip
            return {**one, "instead": await maps.withdraw(connection, one, now), "beside": beside}
    return None


def _corrects(stored: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a map makes other confidences than the one before it, which holds once it is taken back."""
    scale = maps.scale_of(stored)
    before = [one for one in earlier if maps.scale_of(one) == scale and one["withdrawn_at"] is None]
    instead = before[0]["parameters"] if before else ConfidenceMap().to_json()
    return bool(stored["parameters"] != instead)


class MapFitting:
    """The same as work of the daemon, which asks often: it looks again only where something is new."""

    def __init__(self) -> None:
        self._looked: tuple[int, ...] | None = None

    async def is_due(self, connection: Connection) -> bool:
        """Whether there are enough new decisions for any map."""
        now = await maps.seen_so_far(connection)
        if now == self._looked:
            return False
        due = await is_due(connection)
        self._looked = None if due else now
        return due

    async def fit(self, connection: Connection, now: datetime) -> bool:
        """Fit the maps for which it is time; whether another one is in force."""
        fits = await refit(connection, now)
        for one in fits:
            logger.info("%s", told(one))
        return any(one.in_force for one in fits)


def named(stored: Mapping[str, Any]) -> str:
    """A stored map in words."""
    return RAW if stored["kind"] == RAW else f"{stored['kind']} on {stored['decisions']} decisions"


def told(fit: Fit) -> str:
    """What a fit came to, as a sentence for people."""
    task, scorer, _ = fit.scale
    said = f"Confidences of {task}s by {scorer}: {_word(fit.chosen)}. {fit.chosen.reason}"
    if fit.kept_out:
        said += f" {fit.kept_out} more are kept out, so that draws among them can certify thresholds."
    doubt = doubted(task, fit.chosen.skill, fit.chosen.auroc)
    return f"{said} {doubt}" if doubt else said


def doubted(task: str, skill: float | None, ranking: float | None) -> str | None:
    """A sentence where a map, on decisions held out, says no more than the base rate; else None.

    `skill` is that over the base rate, `ranking` the AUROC.
    """
    if not is_no_use(skill, ranking):
        return None
    return (
        "The answers disagree with the scorer: on decisions held out, confidences by this map"
        f" {no_use(skill, ranking)}; gradient calibrate undo --task {task} takes it back."
    )


def _word(chosen: Chosen) -> str:
    if chosen.map.kind == RAW or chosen.brier is None or chosen.brier_raw is None:
        return RAW
    return f"{chosen.map.kind}, Brier {chosen.brier_raw:.3f} → {chosen.brier:.3f}"


async def answered(connection: Connection) -> dict[Scale, list[Answer]]:
    """What people answered to what they were asked, by task, scorer and its version."""
    salt = await installation.salt(connection)
    return by_scale(await maps.answers(connection, OFFLINE), salt)


def kinds_of(scale: Scale) -> Sequence[Kind]:
    """The kinds of maps that a scorer may get: evidence only where it does not stand on that already."""
    return KINDS if scale[1] == OFFLINE else KINDS_OF_MODELS


@dataclass(frozen=True)
class _Heard:
    """The answers that hold, and the (answer, undo) of those that were taken back, as decisions."""

    given: Sequence[Answer]
    taken_back: Sequence[tuple[int, int]]

    def taken_since(self, newest: int) -> int:
        """How many of the answers up to the decision `newest` were taken back after it."""
        return sum(answer <= newest < undo for answer, undo in self.taken_back)


async def _heard(connection: Connection) -> dict[Scale, _Heard]:
    """What there is to fit on, also where no answer is left, by task, scorer and version."""
    answers = await answered(connection)
    taken: dict[Scale, list[tuple[int, int]]] = {}
    for one in await maps.taken_back(connection):
        taken.setdefault(maps.scale_of(one), []).append((one["decision_id"], one["undo_id"]))
    return {
        scale: _Heard(answers.get(scale, ()), taken.get(scale, ())) for scale in sorted({*answers, *taken})
    }


def _is_due(scale: Scale, heard: _Heard, last: Mapping[str, Any] | None) -> bool:
    """Whether a first map is possible, 25 answers are new or taken back, or another kind of map is possible.

    That is one for which there are enough answers now, or raw, where those that are left are too few.
    """
    fitted = sum(not one.kept_out for one in heard.given)
    if last is None:
        return fitted >= _least(scale)
    taken = heard.taken_since(last["newest_decision"])
    new = sum(one.decision_id > last["newest_decision"] for one in heard.given)
    grown = any(last["decisions"] < kind.least <= fitted for kind in kinds_of(scale))
    shrunk = taken > 0 and any(kind.name == last["kind"] and fitted < kind.least for kind in kinds_of(scale))
    return new + taken >= NEW_DECISIONS or grown or shrunk


@dataclass(frozen=True)
class _Fitted:
    scale: Scale
    chosen: Chosen
    of: Labels
    answers: Sequence[Answer]


async def _keep(
    connection: Connection,
    fitted: _Fitted,
    last: Mapping[str, Any] | None,
    latest: int,
    now: datetime,
    *,
    again: bool,
) -> None:
    """Store the map and put it in force, unless it is stored or there is nothing to store."""
    digest = fitted.of.digest()
    if last is not None and (last["digest"], last["kind"]) == (digest, fitted.chosen.map.kind):
        await maps.seen(connection, last["id"], latest)
        if again and last["withdrawn_at"] is not None:
            await maps.restore(connection, last)
        return
    chosen = fitted.chosen
    if last is None and len(fitted.of) < _least(fitted.scale):
        return
    task, scorer, version = fitted.scale
    told = ("decisions", "reason", "brier_raw", "brier", "ece_raw", "ece")
    values = {
        "task": task,
        "scorer": scorer,
        "scorer_version": version,
        "kind": chosen.map.kind,
        "parameters": chosen.map.to_json(),
        "digest": digest,
        "newest_decision": latest,
        **{name: getattr(chosen, name) for name in told},
    }
    stands_on = [] if chosen.map.kind == RAW else [one.decision_id for one in fitted.answers]
    await maps.put(connection, values, stands_on, now)


def _least(scale: Scale) -> int:
    return min(kind.least for kind in kinds_of(scale) if kind.least)
