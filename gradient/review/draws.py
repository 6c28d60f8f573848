"""Draws: questions put to a person whatever their confidence, so that decisions say something about all.

Whether a question is drawn hangs on a keyed hash of its natural key under a salt that is stored with
the course: the same whenever it is computed, in whatever order, and not to be foreseen without the salt.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

DrawKind = Literal["audit", "uniform"]

QuestionKey = tuple[str, str, str]


@dataclass(frozen=True)
class DrawShares:
    """How much is drawn, 0 to 1: `audit` of the accepted questions, `uniform` of all undecided ones."""

    audit: float = 1 / 20
    uniform: float = 1 / 20

    def __post_init__(self) -> None:
        for kind, share in vars(self).items():
            if not 0 <= share <= 1:
                raise ValueError(f"the share of {kind} draws is {share}: set it within 0 and 1")


@dataclass(frozen=True)
class Draw:
    """A question that was drawn.

    `probability` is the one with which such a question is drawn in any way, `position` where its hash fell,
    uniform in 0 ≤ position < 1 among all questions. `drawn_from` is the threshold under which an audit
    was drawn, `map_ids` the maps that made its confidence; both are None for a uniform draw.
    """

    kind: DrawKind
    probability: float
    position: float
    drawn_from: float | None = None
    map_ids: tuple[int, ...] | None = None


def draw(
    key: QuestionKey,
    salt: str,
    shares: DrawShares,
    accepted_from: float | None = None,
    map_ids: tuple[int, ...] = (),
) -> Draw | None:
    """The draw of an undecided question (task, subject, object: natural keys), None if it is not drawn.

    `accepted_from` is the threshold by which the question is accepted on the model's word, None if it
    is not, `map_ids` name the maps in force. A question that is drawn in both ways counts as the uniform
    draw, which says more. As an accepted one may be drawn in either way, it is drawn more often.
    """
    missed = 1 - shares.uniform if accepted_from is None else (1 - shares.uniform) * (1 - shares.audit)
    probability = round(1 - missed, 6)
    uniform = position("uniform", key, salt)
    if uniform < shares.uniform:
        return Draw("uniform", probability, uniform)
    audit = position("audit", key, salt)
    if accepted_from is not None and audit < shares.audit:
        return Draw("audit", probability, audit, accepted_from, map_ids)
    return None


@lru_cache(maxsize=1 << 16)
def position(kind: DrawKind | Literal["kept out"], key: tuple[str, ...], salt: str) -> float:
    """Where the hash of a key falls, uniform in 0 ≤ position < 1 and of its own for each kind."""
    message = json.dumps([kind, *key]).encode()
    digest = hmac.digest(salt.encode(), message, hashlib.sha256)
    # 53 bits: all that a float between 0 and 1 holds.
    return (int.from_bytes(digest[:8]) >> 11) / 2**53
