"""One score from several paths."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

C2T = "c2t"
C2C2T = "c2c2t"
NAME = "name"
HEADING = "heading"
PATHS = (C2T, C2C2T, NAME, HEADING)
"""All paths by which recall finds topics."""

WEIGHTS: Mapping[str, float] = {C2T: 0.6, C2C2T: 0.5, NAME: 0.6, HEADING: 0.5}
"""How far each path alone can lift a score. Set by hand, in use until enough gold is there to fit them."""


@dataclass(frozen=True)
class Fused:
    """A topic with its score and the paths that found it, all 0 to 1."""

    topic_id: int
    score: float
    paths: Mapping[str, float]


def fuse(found: Mapping[str, Mapping[int, float]], slugs: Mapping[int, str], most: int) -> list[Fused]:
    """The best `most` topics by falling score, ties by slug.

    `found` holds for each path the topics that it found, 0 to 1. Paths are taken as independent
    witnesses: score = 1 − Π (1 − weight · path).
    """
    topics = {topic for path in found.values() for topic in path}
    fused = [
        _one(topic, {name: path[topic] for name, path in found.items() if topic in path}) for topic in topics
    ]
    return sorted(fused, key=lambda one: (-one.score, slugs[one.topic_id]))[:most]


def _one(topic: int, paths: Mapping[str, float]) -> Fused:
    doubt = math.prod(1 - WEIGHTS[name] * paths[name] for name in sorted(paths))
    return Fused(topic, round(1 - doubt, 6), {name: round(value, 6) for name, value in paths.items()})
