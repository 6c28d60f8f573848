"""What someone saw on the picture of a page."""

from typing import NamedTuple


class SeenLine(NamedTuple):
    """A line of text with its place in shares of the picture's width and height, from its top left corner.

    The place is the one that it has where the page lies straight.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
