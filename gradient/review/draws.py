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

KEPT_OUT = 1 / 2
"""The share of draws that no map is fitted on, so that there are some to certify a threshold with."""


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

    `probability` is the one with which such a question is drawn, `position` where its hash fell,
    uniform in 0 ≤ position < 1 among all questions. `drawn_from` is the threshold under which an audit
    was drawn, None for a uniform draw.
    """

    kind: DrawKind
    probability: float
    position: float
    drawn_from: float | None = None


def draw(key: QuestionKey, salt: str, shares: DrawShares, accepted_from: float | None = None) -> Draw | None:
    """The draw of an undecided question (task, subject, object: natural keys), None if it is not drawn.

    `accepted_from` is the threshold by which the question is accepted on the model's word, None if it
    is not. A question that is drawn in both ways counts as the uniform draw, which says more.
    """
    uniform = position("uniform", key, salt)
    if uniform < shares.uniform:
        return Draw("uniform", shares.uniform, uniform)
    audit = position("audit", key, salt)
    if accepted_from is not None and audit < shares.audit:
        return Draw("audit", shares.audit, audit, accepted_from)
    return None


def kept_out(about: tuple[str, ...], salt: str) -> bool:
    """Whether maps are not fitted on draws about this, a natural key; the same for all time.

    It is asked of what tells on one another: all tags of a content, both directions of a pair of topics.
    """
    return position("kept out", about, salt) < KEPT_OUT


@lru_cache(maxsize=1 << 16)
def position(kind: DrawKind | Literal["kept out"], key: tuple[str, ...], salt: str) -> float:
    """Where the hash of a key falls, uniform in 0 ≤ position < 1 and of its own for each kind."""
    message = json.dumps([kind, *key]).encode()
    digest = hmac.digest(salt.encode(), message, hashlib.sha256)
    # 53 bits: all that a float between 0 and 1 holds.
    return (int.from_bytes(digest[:8]) >> 11) / 2**53
