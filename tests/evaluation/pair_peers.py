"""Plain models of pairs: what anybody would build from the vectors of the two names with scikit-learn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import GroupKFold, cross_val_predict

from gradient.evaluation.gold import GoldPrerequisite
from gradient.evaluation.pairs import GRID

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class PairPeer:
    """What a plain model gives to each test pair, 0 to 1, and from where on it accepts.

    Its threshold is chosen like ours: the highest F1 on train pairs, each scored without its fold.
    """

    scores: Scores
    threshold: float


def pair_peers(
    taught: Sequence[GoldPrerequisite],
    tested: Sequence[GoldPrerequisite],
    vectors: Mapping[str, NDArray[np.float32]],
) -> dict[str, PairPeer]:
    """The plain models, fitted on `taught` for `tested`; `vectors` by topic id."""
    seen, asked = _concatenated(taught, vectors), _concatenated(tested, vectors)
    right = np.array([bool(row.label) for row in taught])
    groups = ["\t".join(row.fold_group) for row in taught]
    models = {
        "logistic regression": LogisticRegression(C=10, max_iter=500),
        "extremely random trees": ExtraTreesClassifier(100, random_state=0),
    }
    return {name: _peer(model, seen, right, groups, asked) for name, model in models.items()}


def _peer(
    model: LogisticRegression | ExtraTreesClassifier,
    seen: Scores,
    right: NDArray[np.bool_],
    groups: list[str],
    asked: Scores,
) -> PairPeer:
    apart = cross_val_predict(model, seen, right, groups=groups, cv=GroupKFold(3), method="predict_proba")
    threshold = max(GRID, key=lambda tried: f1_score(right, apart[:, 1] >= tried))
    return PairPeer(model.fit(seen, right).predict_proba(asked)[:, 1], threshold)


def _concatenated(
    rows: Sequence[GoldPrerequisite], vectors: Mapping[str, NDArray[np.float32]]
) -> NDArray[np.float64]:
    first = np.array([vectors[row.prerequisite_id] for row in rows], dtype=np.float64)
    second = np.array([vectors[row.topic_id] for row in rows], dtype=np.float64)
    return np.hstack([first, second, first * second * 4])
