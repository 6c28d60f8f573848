"""The shapes of a slide in the order in which people read them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from gradient.reading.office.trees import child, value

Place = tuple[int, int, int, int]
"""Left, top, width and height in the file's own unit (English metric units)."""
_NOWHERE: Place = (0, 0, 0, 0)
_SHAPES = {"p:sp", "p:graphicFrame", "p:pic", "p:cxnSp", "p:contentPart"}
_EDGE = 0.15
"""Share of a slide from each side that is its edge."""
_SAME_ROW = 0.5
"""Two shapes stand side by side when they share so much of the height of the lower one."""


@dataclass(frozen=True)
class Shape:
    """A shape with its place; `role` is what a placeholder is for ("" where it is none)."""

    element: Element
    role: str | None
    place: Place

    @property
    def is_title(self) -> bool:
        """Whether it is the placeholder of the title."""
        return self.role in {"title", "ctrTitle"}

    @property
    def is_running(self) -> bool:
        """Whether it shows what repeats on each slide: date, number, footer."""
        return self.role in {"dt", "ftr", "sldNum", "hdr"}

    def is_at_edge(self, size: tuple[int, int]) -> bool:
        """Whether it may repeat on each slide of that `size`: no placeholder, in the middle of the slide
        neither across nor down; without a place it may."""
        if self.role is not None or self.place == _NOWHERE:
            return self.role is None
        left, top, width, height = self.place
        middles = ((left + width / 2) / size[0], (top + height / 2) / size[1])
        return any(not _EDGE <= middle <= 1 - _EDGE for middle in middles)


def shapes(slide: Element, inherited: Mapping[str, Place]) -> list[Shape]:
    """All shapes, those of groups one by one: the title, the other placeholders, then by place."""
    tree = child(slide, "p:cSld", "p:spTree")
    found = [] if tree is None else list(_flat(tree, inherited))
    titles = [one for one in found if one.is_title]
    placeholders = [one for one in found if one.role is not None and not one.is_title]
    others = [one for one in found if one.role is None]
    if titles or placeholders:
        return [*titles, *(_compared(placeholders) or _by_row(placeholders)), *_by_row(others)]
    return _by_row(others)


def places(layout: Element | None) -> dict[str, Place]:
    """Where the placeholders of a layout stand, by type and by index."""
    tree = None if layout is None else child(layout, "p:cSld", "p:spTree")
    found: dict[str, Place] = {}
    for shape in tree if tree is not None else ():
        holder = _placeholder(shape)
        place = _place(shape)
        if holder is not None and place is not None:
            found.setdefault(f"index {holder.get('idx', '0')}", place)
            found.setdefault(holder.get("type", "obj"), place)
    return found


def _flat(
    tree: Element, inherited: Mapping[str, Place], scale: tuple[float, float, float, float] = (1, 1, 0, 0)
) -> Iterator[Shape]:
    for element in tree:
        if element.tag == "p:grpSp":
            if value(element, "p:nvGrpSpPr", "p:cNvPr", name="descr"):
                yield Shape(element, None, _scaled(_place_of_group(element), scale))
            yield from _flat(element, inherited, _within(element, scale))
        elif element.tag in _SHAPES:
            holder = _placeholder(element)
            role = None if holder is None else holder.get("type", "obj")
            own = _place(element)
            place = _scaled(own, scale) if own is not None else _inherited(holder, inherited)
            yield Shape(element, role, place)


def _place_of_group(group: Element) -> Place:
    frame = child(group, "p:grpSpPr", "a:xfrm")
    return _NOWHERE if frame is None else _corner(frame, "a:off", "a:ext")


def _placeholder(element: Element) -> Element | None:
    holders = (child(one, "p:nvPr", "p:ph") for one in element if one.tag.startswith("p:nv"))
    return next((holder for holder in holders if holder is not None), None)


def _inherited(holder: Element | None, inherited: Mapping[str, Place]) -> Place:
    if holder is None:
        return _NOWHERE
    keys = (f"index {holder.get('idx', '0')}", holder.get("type", "obj"), "body")
    return next((inherited[key] for key in keys if key in inherited), _NOWHERE)


def _place(element: Element) -> Place | None:
    frame = child(element, "p:xfrm")
    frame = child(element, "p:spPr", "a:xfrm") if frame is None else frame
    return None if frame is None else _corner(frame, "a:off", "a:ext")


def _corner(frame: Element, offset: str, extent: str) -> Place:
    numbers = [(offset, "x"), (offset, "y"), (extent, "cx"), (extent, "cy")]
    left, top, width, height = (_number(value(frame, tag, name=name)) for tag, name in numbers)
    return left, top, width, height


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.lstrip("-").isdecimal() else 0


def _within(group: Element, outer: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """How places inside a group become places on the slide: factors and shifts for x and y."""
    frame = child(group, "p:grpSpPr", "a:xfrm")
    if frame is None:
        return outer
    left, top, width, height = _corner(frame, "a:off", "a:ext")
    inner = _corner(frame, "a:chOff", "a:chExt")
    across, down = width / (inner[2] or width or 1), height / (inner[3] or height or 1)
    outer_across, outer_down, right, lower = outer
    return (
        across * outer_across,
        down * outer_down,
        right + outer_across * (left - across * inner[0]),
        lower + outer_down * (top - down * inner[1]),
    )


def _scaled(place: Place, scale: tuple[float, float, float, float]) -> Place:
    across, down, right, lower = scale
    left, top, width, height = place
    return (
        round(across * left + right),
        round(down * top + lower),
        round(across * width),
        round(down * height),
    )


def _compared(found: Sequence[Shape]) -> list[Shape] | None:
    """Column by column, where each begins with a heading of text and goes on with what is compared."""
    columns: list[list[Shape]] = []
    for shape in sorted((one for one in found if not one.is_running), key=lambda one: one.place[0]):
        reach = max((one.place[0] + one.place[2] for one in columns[-1]), default=0) if columns else 0
        if columns and shape.place[0] < reach:
            columns[-1].append(shape)
        else:
            columns.append([shape])
    ordered = [sorted(column, key=lambda one: one.place[1]) for column in columns]
    headed = all(len(one) > 1 and one[0].role == "body" != one[1].role for one in ordered)
    if len(ordered) < 2 or not headed:
        return None
    return [*(shape for column in ordered for shape in column), *(one for one in found if one.is_running)]


def _by_row(found: Sequence[Shape]) -> list[Shape]:
    """From top to bottom, what stands side by side from left to right."""
    ordered: list[Shape] = []
    row: list[Shape] = []
    for shape in sorted(found, key=lambda one: (one.place[1], one.place[0])):
        if row and not _beside(row[0], shape):
            ordered += sorted(row, key=lambda one: one.place[0])
            row = []
        row.append(shape)
    return [*ordered, *sorted(row, key=lambda one: one.place[0])]


def _beside(upper: Shape, lower: Shape) -> bool:
    top, height = lower.place[1], lower.place[3]
    shared = min(upper.place[1] + upper.place[3], top + height) - top
    return shared >= _SAME_ROW * min(height, upper.place[3]) if height else top == upper.place[1]
