"""Judgements: what scorers said, with the evidence of that time. They only grow."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gradient.store.queries import load
from gradient.store.sessions import Connection, execute

_queries = load("judgements")


@dataclass(frozen=True)
class Judgement:
    """One question put to a scorer. `refused` says why there are no logarithms and no confidence."""

    question_id: int
    log_yes: float | None
    log_no: float | None
    mass: float
    raw_confidence: float | None
    refused: str | None
    evidence: Mapping[str, Any]


async def put(
    connection: Connection, scorer: str, prompt_version: str, judgements: Sequence[Judgement], now: datetime
) -> None:
    """Store judgements of one scorer."""
    await execute(
        connection,
        _queries.put,
        scorer=scorer,
        prompt_version=prompt_version,
        at=now,
        question_ids=[one.question_id for one in judgements],
        log_yes=[one.log_yes for one in judgements],
        log_no=[one.log_no for one in judgements],
        mass=[one.mass for one in judgements],
        raw_confidence=[one.raw_confidence for one in judgements],
        refused=[one.refused for one in judgements],
        evidence=[json.dumps(dict(one.evidence)) for one in judgements],
    )
