"""Maps from log-odds to confidence: all that were ever fitted on decisions, and which are in force."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute, row, rows, value

MAPS_LOCK = 1_196_572_999

Scale = tuple[str, str, str]
"""What a map corrects: task, scorer, and version of the scorer."""

_queries = load("maps")


async def lock(connection: Connection) -> None:
    """Wait until nobody else fits or withdraws a map; free again when the transaction ends."""
    await execute(connection, _queries.lock, key=MAPS_LOCK)


async def answers(connection: Connection, offline: str) -> list[dict[str, Any]]:
    """What people answered to what they were asked, each with the newest judgement of its question.

    task, scorer, scorer_version, decision_id, course, natural_key, right, difference (L_yes − L_no), draw and
    its probability, features (of scorers other than `offline`), source.
    """
    return await rows(connection, _queries.answers, offline=offline)


async def taken_back(connection: Connection) -> list[dict[str, Any]]:
    """The answers that were taken back and that no other one followed: decision_id, and the undo, undo_id.

    With task, scorer, scorer_version of the newest judgement of the question.
    """
    return await rows(connection, _queries.taken_back)


async def newest(connection: Connection) -> dict[Scale, dict[str, Any]]:
    """What was fitted last for each scale, taken back or not."""
    return {scale_of(one): one for one in await rows(connection, _queries.newest)}


async def every(connection: Connection) -> list[dict[str, Any]]:
    """Every map that was ever fitted, the newest first."""
    return await rows(connection, _queries.all)


async def in_force(connection: Connection) -> dict[Scale, str]:
    """The parameters of the maps in force."""
    return {scale_of(one): one["parameters"] for one in await rows(connection, _queries.in_force)}


async def seen_so_far(connection: Connection) -> tuple[int, ...]:
    """The newest decision, judgement and map: while they are the same, no fit comes to anything new."""
    found = await row(connection, _queries.seen_so_far)
    return tuple((found or {}).values())


async def newest_decision(connection: Connection) -> int:
    """The newest answer of people, 0 where there is none."""
    return int(await value(connection, _queries.newest_decision))


async def fitted_on(connection: Connection, map_id: int) -> list[int]:
    """The decisions that a map was fitted on."""
    return [one["decision_id"] for one in await rows(connection, _queries.fitted_on, map=map_id)]


async def put(
    connection: Connection, values: Mapping[str, Any], decisions: Sequence[int], now: datetime
) -> int:
    """Store a map, with the decisions that it was fitted on, and put it in force; its id."""
    map_id = int(await value(connection, _queries.put, **values, now=now))
    await execute(connection, _queries.put_decisions, map=map_id, decisions=list(decisions))
    await _enforce(connection, scale_of(values))
    return map_id


async def seen(connection: Connection, map_id: int, newest_decision: int) -> None:
    """Note that the decisions up to the newest would come to the same map."""
    await execute(connection, _queries.seen, map=map_id, newest_decision=newest_decision)


async def withdraw(connection: Connection, taken: Mapping[str, Any], now: datetime) -> dict[str, Any] | None:
    """Take a map back: the one before it that holds is in force again; that, or None where it is raw."""
    await execute(connection, _queries.withdraw, map=taken["id"], now=now)
    return await _enforce(connection, scale_of(taken))


async def restore(connection: Connection, taken: Mapping[str, Any]) -> None:
    """Put a map in force again that was taken back."""
    await execute(connection, _queries.restore, map=taken["id"])
    await _enforce(connection, scale_of(taken))


def scale_of(values: Mapping[str, Any]) -> Scale:
    """What a row is about."""
    return values["task"], values["scorer"], values["scorer_version"]


async def _enforce(connection: Connection, scale: Scale) -> dict[str, Any] | None:
    task, scorer, version = scale
    given = {"task": task, "scorer": scorer, "scorer_version": version}
    await execute(connection, _queries.deactivate, **given)
    return await row(connection, _queries.activate, **given)
