"""Charts and diagrams of office files: the words and figures in them."""

import re
from itertools import zip_longest
from xml.etree.ElementTree import Element

from gradient.reading.office.draft import Piece, table
from gradient.reading.office.drawing_text import written_out
from gradient.reading.office.trees import child, inside

_LONG_NUMBER = re.compile(r"-?\d+\.\d{12,}")


def chart(root: Element) -> tuple[Piece, Piece]:
    """Titles and figures of a chart; the figures as a table with a column a series.

    The chart's own title comes before those of its axes, as it does in the file.
    """
    titles = [" ".join(_words(title) or _points(title, "c:tx")) for title in inside(root, "c:title")]
    series = list(inside(root, "c:ser"))
    columns = [_points(series[0], "c:cat", "c:xVal")] if series else []
    columns += [_points(one, "c:val", "c:yVal") for one in series]
    header = ["", *(" ".join(_points(one, "c:tx")) for one in series)]
    rows = [header, *zip_longest(*columns, fillvalue="")]
    figures = table([[Piece(cell) for cell in row] for row in rows]) if any(columns) else Piece("")
    return Piece("; ".join(title for title in titles if title)), figures


def diagram(root: Element) -> list[Piece]:
    """The texts of a diagram in the order of its points."""
    texts = (" ".join(_words(point)) for point in inside(root, "dgm:pt"))
    return [Piece(text) for text in texts if text]


def _points(series: Element, *names: str) -> list[str]:
    holder = next((found for name in names if (found := child(series, name)) is not None), None)
    if holder is None:
        return []
    return [_figure(written_out(one.text or "")) for one in inside(holder, "c:v")]


def _figure(text: str) -> str:
    """A number without the digits that only arithmetic put there; anything else as it is."""
    return f"{float(text):.12g}" if _LONG_NUMBER.fullmatch(text) else text


def _words(element: Element) -> list[str]:
    paragraphs = inside(element, "a:p")
    texts = (
        written_out("".join(one.text or "" for one in inside(paragraph, "a:t"))).strip()
        for paragraph in paragraphs
    )
    return [text for text in texts if text]
