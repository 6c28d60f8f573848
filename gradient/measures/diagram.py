"""A reliability diagram as SVG: how often rows of a confidence are right, beside how often they should be."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from gradient.measures.reliability import Bin

SIDE = 400
"""Length of both axes, in pixels."""

LEFT, TOP = 60, 50
BAND = 60
"""Height of the bars below the axis that show how the mass lies."""

BARS = 20
LINE = 16
SIGN = 0.62
"""The width of a sign as a share of its height, on average and with room to spare."""

TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LEAST_RADIUS, MOST_RADIUS = 3.0, 12.0


def reliability_svg(bins: Sequence[Bin], title: str, caption: str = "") -> str:
    """The diagram as one SVG document, about 520 by 570 pixels; a caption may have several lines.

    Each bin is a circle at (mean confidence, share of right rows), the larger the more mass it holds, with a
    line to where it should be; the diagonal is where all of them would mean what they say.
    """
    captions = caption.split("\n")
    width, below = LEFT + SIDE + 60, TOP + SIDE + BAND + 50
    height = below + LINE * len(captions)
    masses = bar_masses(bins)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(LEFT + SIDE / 2, TOP - 22, title, size=_fitting(title, 15)),
        *_axes(),
        *(_bin(one) for one in bins),
        *(_bar(place, mass, max(masses)) for place, mass in enumerate(masses) if mass),
        _text(LEFT + SIDE / 2, TOP + SIDE + 34, "confidence"),
        _text(LEFT - 8, TOP + SIDE + BAND + 20, "rows", anchor="end"),
        _text(0, 0, "share of right ones", turn=f"translate({LEFT - 40},{TOP + SIDE / 2}) rotate(-90)"),
        *(_text(LEFT + SIDE / 2, below + LINE * line, words, size=11) for line, words in enumerate(captions)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes() -> list[str]:
    found = [
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888888"/>',
        f'<path d="M {_x(0)} {_y(0)} L {_x(1)} {_y(1)}" stroke="#888888" stroke-dasharray="5 4"/>',
    ]
    for tick in TICKS:
        found.append(_text(_x(tick), TOP + SIDE + 16, f"{tick:.1f}"))
        found.append(_text(LEFT - 8, _y(tick) + 4, f"{tick:.1f}", anchor="end"))
    return found


def _bin(one: Bin) -> str:
    x, y = _x(one.confidence), _y(one.right)
    radius = LEAST_RADIUS + (MOST_RADIUS - LEAST_RADIUS) * one.share
    told = f"{one.rows} rows: confidence {one.confidence:.3f}, right {one.right:.3f}"
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x:.1f}" y2="{_y(one.confidence):.1f}" stroke="#c2410c"'
        f' stroke-width="2"/><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#1d4ed8">'
        f"<title>{escape(told)}</title></circle>"
    )


def bar_masses(bins: Sequence[Bin]) -> list[float]:
    """How much of all mass lies in each of 20 equal parts of the axis, if that of a bin is spread evenly."""
    masses = [0.0] * BARS
    for one in bins:
        first, last = (min(BARS - 1, int(end * BARS)) for end in (one.least, one.most))
        width = one.most - one.least
        for bar in range(first, last + 1):
            inside = min(one.most, (bar + 1) / BARS) - max(one.least, bar / BARS)
            masses[bar] += one.share * (inside / width if width > 0 else 1.0)
    return masses


def _bar(place: int, mass: float, most: float) -> str:
    width, height = SIDE / BARS, (BAND - 20) * mass / most
    bottom = TOP + SIDE + 44 + BAND - 20
    return (
        f'<rect x="{LEFT + width * place:.1f}" y="{bottom - height:.1f}" width="{width:.1f}"'
        f' height="{height:.1f}" fill="#93c5fd" stroke="#1d4ed8" stroke-width="0.5">'
        f"<title>{100 * mass:.1f} % of the rows</title></rect>"
    )


def _fitting(words: str, size: int) -> float:
    """The size, or the smaller one at which the words stay on the picture."""
    return min(size, (SIDE + 2 * LEFT) / (SIGN * max(1, len(words))))


def _text(x: float, y: float, words: str, *, size: float = 12, anchor: str = "middle", turn: str = "") -> str:
    moved = f' transform="{turn}"' if turn else ""
    at = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text {at} font-size="{size:.3g}" text-anchor="{anchor}"{moved}>{escape(words)}</text>'


def _x(confidence: float) -> float:
    return LEFT + SIDE * confidence


def _y(share: float) -> float:
    return TOP + SIDE * (1 - share)
