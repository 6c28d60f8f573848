"""Plays `read` on this machine: RapidOCR with the models that lie in its wheel. It never opens a connection.

What is here blocks for seconds and takes much memory; it belongs in a process that may be killed.
"""

import math
import os
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np

from gradient.text.seen import SeenLine

NAME: Final = "ocr"
_MODELS: Final = {"Det.model_path": "PP-OCRv6_det_small.onnx", "Rec.model_path": "PP-OCRv6_rec_small.onnx"}
_MOST_THREADS = 4

Corners = Sequence[Sequence[float]]
"""Of a line, clockwise from its top left, in pixels."""


def installed() -> bool:
    """Whether the packages of the extra `ocr` are there; loads none of them."""
    return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def tool() -> str:
    """Our version with that of the library, whose models come with it."""
    try:
        return f"ocr/1 rapidocr/{version('rapidocr')}"
    except PackageNotFoundError:
        return "ocr/1"


def lines(picture: bytes) -> tuple[SeenLine, ...]:
    """The lines of text on a picture in PNG, as if the page lay straight."""
    seen = _engine()(picture)
    if seen.boxes is None or seen.txts is None:
        return ()
    height, width = seen.img.shape[:2]
    return straightened(list(zip(seen.txts, np.asarray(seen.boxes).tolist(), strict=True)), width, height)


def straightened(found: Sequence[tuple[str, Corners]], width: int, height: int) -> tuple[SeenLine, ...]:
    """Lines with their corners, turned back by the slope that most of the text has."""
    if not found:
        return ()
    slope = median(_slope(corners) for text, corners in found for _ in range(max(1, len(text) // 10)))
    return tuple(
        _line(text, [_turned(corner, -slope, width / 2, height / 2) for corner in corners], width, height)
        for text, corners in found
        if text.strip()
    )


def _slope(corners: Corners) -> float:
    """How far the upper edge of a line falls to the right, in radians."""
    (x0, y0), (x1, y1) = corners[0], corners[1]
    return math.atan2(y1 - y0, x1 - x0)


def _turned(corner: Sequence[float], by: float, x: float, y: float) -> tuple[float, float]:
    sine, cosine = math.sin(by), math.cos(by)
    right, down = corner[0] - x, corner[1] - y
    return x + right * cosine - down * sine, y + right * sine + down * cosine


def _line(text: str, corners: Corners, width: int, height: int) -> SeenLine:
    """The line with its middle edges: a line that is not quite straight gets no taller by that."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return SeenLine(
        " ".join(text.split()),
        min(ax, dx) / width,
        (ay + by) / 2 / height,
        max(bx, cx) / width,
        (cy + dy) / 2 / height,
    )


@cache
def _engine() -> Any:
    """The engine with models from files alone, so that it has nothing to download."""
    import rapidocr

    folder = Path(rapidocr.__file__).parent / "models"
    threads = min(_MOST_THREADS, os.cpu_count() or 1)
    return rapidocr.RapidOCR(
        params={
            **{key: str(folder / name) for key, name in _MODELS.items()},
            "Global.use_cls": False,
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
