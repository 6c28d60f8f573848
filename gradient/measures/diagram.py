"""A reliability diagram as SVG: how often rows of a confidence are right, beside how often they should be."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from gradient.measures.reliability import Bin

SIDE = 400
"""Length of both axes, in pixels."""

LEFT, TOP = 60, 50
BAND = 60
"""Height of the bars below the axis that show how the mass lies."""

NARROWEST = 0.02
"""A bar is drawn at least so wide, as a share of the axis, so that equal confidences have one too."""

TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LEAST_RADIUS, MOST_RADIUS = 3.0, 12.0


def reliability_svg(bins: Sequence[Bin], title: str, caption: str = "") -> str:
    """The diagram as one SVG document, about 520 by 570 pixels.

    Each bin is a circle at (mean confidence, share of right rows), the larger the more mass it holds, with a
    line to where it should be; the diagonal is where all of them would mean what they say.
    """
    width, height = LEFT + SIDE + 60, TOP + SIDE + BAND + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(LEFT + SIDE / 2, TOP - 22, title, size=15),
        *_axes(),
        *(_bin(one) for one in bins),
        *(_bar(one, max(map(_density, bins))) for one in bins),
        _text(LEFT + SIDE / 2, TOP + SIDE + 34, "confidence"),
        _text(0, 0, "share of right ones", turn=f"translate({LEFT - 40},{TOP + SIDE / 2}) rotate(-90)"),
        _text(LEFT + SIDE / 2, height - 14, caption, size=11),
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


def _bar(one: Bin, most: float) -> str:
    """Where the rows of a bin lie: the area over their range is the mass that they hold."""
    left, right = _x(one.least), _x(one.most)
    height = (BAND - 20) * _density(one) / most
    bottom = TOP + SIDE + 44 + BAND - 20
    return (
        f'<rect x="{left:.1f}" y="{bottom - height:.1f}" width="{max(NARROWEST * SIDE, right - left):.1f}"'
        f' height="{height:.1f}" fill="#93c5fd" stroke="#1d4ed8" stroke-width="0.5"/>'
    )


def _density(one: Bin) -> float:
    return one.share / max(NARROWEST, one.most - one.least)


def _text(x: float, y: float, words: str, *, size: int = 12, anchor: str = "middle", turn: str = "") -> str:
    moved = f' transform="{turn}"' if turn else ""
    at = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text {at} font-size="{size}" text-anchor="{anchor}"{moved}>{escape(words)}</text>'


def _x(confidence: float) -> float:
    return LEFT + SIDE * confidence


def _y(share: float) -> float:
    return TOP + SIDE * (1 - share)
