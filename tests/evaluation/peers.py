"""Plain models to be measured against: what anybody would build from the same rows with scikit-learn.

The name of each topic is one more training row, as recall reads it too: many topics have no train row.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from gradient.evaluation.gold import GoldContent, GoldTopic

Scores = NDArray[np.float64]
LEAST = 1e-9
"""The least that a topic gets."""


def peers(
    taught: Sequence[GoldContent],
    tested: Sequence[GoldContent],
    vectors: Mapping[str, NDArray[np.float32]],
    outline: Sequence[GoldTopic],
) -> dict[str, Scores]:
    """What each plain model gives to each topic, a row for each of `tested`; `vectors` by text."""
    topics = [topic.topic_id for topic in outline]
    texts = [*(row.text for row in taught), *(topic.name for topic in outline)]
    right = [*(row.topic_ids[0] for row in taught), *topics]
    words = _by_words(texts, right, [row.text for row in tested], topics)
    seen = np.array([vectors[text] for text in texts])
    asked = np.array([vectors[row.text] for row in tested])
    by_vector = _fitted(LogisticRegression(C=30, max_iter=2000), seen, right, asked, topics)
    return {
        "TF-IDF and logistic regression": words,
        "that, with logistic regression on the vectors": np.sqrt(words * by_vector),
    }


def ranks(scores: Scores, tested: Sequence[GoldContent], topics: Sequence[str]) -> NDArray[np.int64]:
    """The place from 1 of the first right topic of each row."""
    place = {topic: at for at, topic in enumerate(topics)}
    order = np.argsort(-scores, axis=1, kind="stable")
    return np.array(
        [
            1 + min(int(np.flatnonzero(row == place[topic])[0]) for topic in one.topic_ids)
            for row, one in zip(order, tested, strict=True)
        ]
    )


def _by_words(seen: list[str], right: list[str], asked: list[str], topics: Sequence[str]) -> Scores:
    words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
    letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True, min_df=2)
    features = hstack([words.fit_transform(seen), letters.fit_transform(seen)]).tocsr()
    others = hstack([words.transform(asked), letters.transform(asked)]).tocsr()
    return _fitted(LogisticRegression(C=10, solver="newton-cg"), features, right, others, topics)


def _fitted(
    model: LogisticRegression, features: object, right: list[str], others: object, topics: Sequence[str]
) -> Scores:
    model.fit(features, right)
    place = {topic: at for at, topic in enumerate(topics)}
    likely = model.predict_proba(others)
    scores = np.full((likely.shape[0], len(topics)), LEAST)
    scores[:, [place[topic] for topic in model.classes_]] = np.maximum(likely, LEAST)
    return scores
