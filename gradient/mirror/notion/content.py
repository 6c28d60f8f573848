"""What is to stand on the page of a topic, as blocks within Notion's limits."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gradient.mirror.notion.limits import ADDRESS, EQUATION, RELATIONS, RUNS, TABLE_WIDTH, units
from gradient.mirror.notion.node import Node, Run, fitting, portions
from gradient.store.mirrors import Cited, Link, ShownBlock, TopicItem
from gradient.text.markup import plain

SOURCES = "Sources"
NO_PAGE = "There is no page for this topic yet."
PLAIN_CODE = {"language": "plain text"}
LATEX = {"language": "latex"}

_MARKED = re.compile(
    r"(?<!\\)\$\$(?P<display>.+?)(?<!\\)\$\$|(?<!\\)\$(?P<inline>.+?)(?<!\\)\$|(?<!\\)`(?P<code>[^`]+)`",
    re.DOTALL,
)
_HELD_BACK = re.compile(r"\\([$`])")
_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*\|?\Z")
_ADDRESS = re.compile(r"https?://\S+\Z")


def topic_nodes(item: TopicItem) -> tuple[Node, ...]:
    """The blocks of a topic's page from top to bottom; its sources are folded at the end."""
    nodes: list[Node] = []
    if item.state is None:
        nodes += _notice(NO_PAGE, "ℹ️")
    elif item.reason:
        nodes += _notice(item.reason, "ℹ️")
    if len(item.before) > RELATIONS:
        nodes += [_text("heading_2", "Learn first"), *(_learnt_first(link) for link in item.before)]
    for block in item.blocks:
        if (block.type, block.content) != ("heading", item.topic.title):
            nodes += block_nodes(block)
    nodes += _sources(item.blocks)
    for gap in item.missing:
        nodes += _notice(f"Not all of {gap.source} was read: {gap.missing}", "⚠️")
    return tuple(nodes)


def block_nodes(block: ShownBlock) -> list[Node]:
    """The blocks in Notion that show one block of a page."""
    content, origin = block.content, block.id
    match block.type:
        case "heading":
            return _texts("heading_2", runs_of(content), origin)
        case "list":
            lines = content.split("\n")
            return [one for line in lines for one in _texts("bulleted_list_item", runs_of(line), origin)]
        case "callout":
            return _texts("callout", runs_of(content), origin, {"icon": _emoji("💡")})
        case "math":
            return _formula(content, origin)
        case "table":
            return _table(content, origin) or _code(content, origin)
        case "code" | "plot":
            return _code(content, origin)
        case "image" if _ADDRESS.match(content) and units(content) <= ADDRESS:
            return [Node("image", fields={"external": {"url": content}}, origin=origin)]
        case _:
            return _texts("paragraph", runs_of(content), origin)


def runs_of(content: str) -> list[Run]:
    """The runs of a block's content, in which formulas stand between `$` and code between backticks."""
    found: list[Run] = []
    last = 0
    for match in _MARKED.finditer(content):
        found.append(Run(_HELD_BACK.sub(r"\1", content[last : match.start()])))
        formula = match["display"] or match["inline"]
        if formula is None:
            found.append(Run(match["code"], "code"))
        else:
            found.append(Run(formula, "formula" if units(formula) <= EQUATION else "code"))
        last = match.end()
    found.append(Run(_HELD_BACK.sub(r"\1", content[last:])))
    return [run for run in found if run.text]


def content_of(kind: str, shown: Sequence[Mapping[str, Any]], marked: Sequence[str]) -> str:
    """The content of a block of the page as a person left it in Notion.

    `shown` are the blocks that show it there, `marked` their texts as contents are written.
    """
    if kind == "math":
        return "\n".join(_expression(block) for block in shown)
    if kind in ("list", "table"):
        return "\n".join(marked)
    if kind in ("code", "plot"):
        return "".join(marked)
    return " ".join(" ".join(marked).split())


def _expression(block: Mapping[str, Any]) -> str:
    if block["type"] == "equation":
        return str(block["equation"]["expression"])
    return "".join(item["plain_text"] for item in block[block["type"]].get("rich_text", ()))


def _texts(
    kind: str, runs: Sequence[Run], origin: int | None, fields: Mapping[str, Any] | None = None
) -> list[Node]:
    """A text as one block, or as several where it has more than one can hold."""
    after = kind if kind in ("paragraph", "callout") else "paragraph"
    first, *others = portions(runs)
    nodes = [Node(kind, first, fields=fields or {}, origin=origin)]
    more = fields if after == kind else None
    return nodes + [Node(after, one, fields=more or {}, origin=origin) for one in others]


def _text(kind: str, text: str) -> Node:
    return Node(kind, tuple(fitting([Run(text)])))


def _notice(text: str, emoji: str) -> list[Node]:
    return _texts("callout", [Run(text)], None, {"icon": _emoji(emoji)})


def _emoji(emoji: str) -> dict[str, str]:
    return {"type": "emoji", "emoji": emoji}


def _learnt_first(link: Link) -> Node:
    sure = "" if link.confidence is None else f" ({link.confidence:.2f})"
    return _text("bulleted_list_item", f"{link.title}{sure}")


def _code(content: str, origin: int | None, fields: Mapping[str, Any] = PLAIN_CODE) -> list[Node]:
    return [Node("code", runs, fields=fields, origin=origin) for runs in portions([Run(content)])]


def _formula(content: str, origin: int | None) -> list[Node]:
    inside = content.strip()
    if inside and units(inside) <= EQUATION:
        return [Node("equation", fields={"expression": inside}, origin=origin)]
    return _code(content, origin, LATEX)


def _table(content: str, origin: int | None) -> list[Node]:
    """The lines of a table of Markdown as a table; none where they are no rows of one width."""
    lines = [line for line in content.split("\n") if line.strip()]
    rows = [_cells(line) for line in lines if not _RULE.match(line.strip())]
    width = len(rows[0]) if rows else 0
    headed = len(lines) > 1 and _RULE.match(lines[1].strip()) is not None
    if not 1 <= width <= TABLE_WIDTH or any(len(row) != width for row in rows):
        return []
    cells = [tuple(tuple(fitting(runs_of(cell))) for cell in row) for row in rows]
    if any(len(cell) > RUNS for row in cells for cell in row):
        return []
    shown = tuple(Node("table_row", cells=row) for row in cells)
    fields = {"table_width": width, "has_column_header": headed, "has_row_header": False}
    return [Node("table", fields=fields, children=shown, origin=origin)]


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|")
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith(r"\|") else inside
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", inside)]


def _sources(blocks: Iterable[ShownBlock]) -> list[Node]:
    """Every place that the page stands on, in one toggle: a line each, the file first."""
    lines: dict[str, None] = {}
    for block in blocks:
        for support in block.supports:
            lines[_place(support, quoted=block.type not in ("code", "math", "table"))] = None
    if not lines:
        return []
    children = [one for line in lines for one in _texts("bulleted_list_item", [Run(line)], None)]
    return [Node("toggle", (Run(SOURCES),), children=tuple(children))]


def _place(support: Cited, *, quoted: bool) -> str:
    within = "" if support.place is None else f", {support.place}"
    return f"{support.source}{within}" + (f": “{plain(support.quote)}”" if quoted else "")
