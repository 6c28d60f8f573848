"""The blocks of a page as we mean them, as they are sent, and as they are read."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gradient.mirror.notion.limits import RUN_BYTES, RUNS, pieces

TEXTS = frozenset(
    {
        "paragraph",
        "heading_1",
        "heading_2",
        "heading_3",
        "heading_4",
        "bulleted_list_item",
        "numbered_list_item",
        "to_do",
        "quote",
        "toggle",
        "callout",
        "code",
    }
)
"""The types of blocks whose words a person can change."""

CELL = "\x1f"
"""Stands between the cells of a row, where a row is one text."""


@dataclass(frozen=True)
class Run:
    """Some text in one style."""

    text: str
    style: Literal["plain", "code", "formula"] = "plain"


@dataclass(frozen=True)
class Node:
    """A block that is to stand on a page.

    `cells` are those of a table's row, `fields` what the type has beside text and children. `origin` is the
    id of the block of the page that it shows, None for what we put around those. Only the blocks right on the
    page have children.
    """

    type: str
    runs: tuple[Run, ...] = ()
    cells: tuple[tuple[Run, ...], ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    children: tuple["Node", ...] = ()
    origin: int | None = None

    @property
    def words(self) -> str:
        """What the block says, children aside."""
        return _said(self)

    @property
    def signature(self) -> str:
        """What says whether two blocks are the same to a reader, children aside."""
        return signature(self.type, self.words)

    def request(self, children: Sequence["Node"] = ()) -> dict[str, Any]:
        """The block as it is sent, with these of its children."""
        body = self.content()
        if children:
            body["children"] = [child.request() for child in children]
        return {"type": self.type, self.type: body}

    @property
    def kind(self) -> str:
        """What a block has to have in common with another to be changed into it."""
        return kind(self.type, self.fields)

    def change(self) -> dict[str, Any]:
        """What is sent to make this of a block of its kind; children are not touched."""
        body = self.content()
        body.pop("table_width", None)
        return {self.type: body}

    def content(self) -> dict[str, Any]:
        """What the block holds, children aside."""
        body: dict[str, Any] = dict(self.fields)
        if self.type in TEXTS:
            body["rich_text"] = rich_text(self.runs)
        elif self.type == "table_row":
            body["cells"] = [rich_text(cell) for cell in self.cells]
        return body


def kind(block_type: str, body: Mapping[str, Any]) -> str:
    """The kind of a block: its type, and of a table how many columns it has, which nothing changes."""
    return f"table {body['table_width']}" if block_type == "table" else block_type


def signature(block_type: str, said: str) -> str:
    """The signature of a block of a type that says this."""
    return hashlib.sha256(f"{block_type}\0{said}".encode("utf-8", "surrogatepass")).hexdigest()[:20]


def rich_text(runs: Iterable[Run]) -> list[dict[str, Any]]:
    """Runs as they are sent; each fits already (`fitting`)."""
    return [_sent(run) for run in runs]


def fitting(runs: Iterable[Run]) -> list[Run]:
    """The runs, cut so that each fits: together they say the same."""
    return [
        Run(piece, run.style)
        for run in runs
        for piece in ([run.text] if run.style == "formula" else pieces(run.text))
    ]


def portions(runs: Sequence[Run]) -> list[tuple[Run, ...]]:
    """Runs that fit, a block each."""
    found: list[list[Run]] = [[]]
    size = 0
    for run in fitting(runs):
        length = len(run.text.encode())
        if found[-1] and (len(found[-1]) == RUNS or size + length > RUN_BYTES):
            found.append([])
            size = 0
        found[-1].append(run)
        size += length
    return [tuple(one) for one in found]


def said_by(items: Iterable[Mapping[str, Any]]) -> str:
    """The words of text as it is read; formulas stand between `$`."""
    return "".join(
        f"${item['equation']['expression']}$" if item.get("type") == "equation" else item["plain_text"]
        for item in items
    )


def marked_up(items: Iterable[Mapping[str, Any]]) -> str:
    """The words of text as it is read, written as the contents of blocks are."""
    return "".join(_marked(item) for item in items)


def _marked(item: Mapping[str, Any]) -> str:
    if item.get("type") == "equation":
        return f"${item['equation']['expression']}$"
    text = str(item["plain_text"])
    if item["annotations"]["code"] and "`" not in text and text.strip():
        return f"`{text}`"
    return text.replace("`", r"\`").replace("$", r"\$")


def _said(node: Node) -> str:
    if node.type == "table_row":
        return CELL.join(_words(cell) for cell in node.cells)
    if node.type == "code":
        return f"{node.fields['language']}\n{_words(node.runs)}"
    if node.type == "equation":
        return str(node.fields["expression"])
    if node.type == "image":
        return str(node.fields["external"]["url"])
    if node.type == "table":
        return f"{node.fields['table_width']} {node.fields['has_column_header']}"
    return _words(node.runs)


def said_in(block: Mapping[str, Any]) -> str:
    """What a block that was read says, as `Node.signature` counts it."""
    kind = block["type"]
    body = block.get(kind) or {}
    if kind == "table_row":
        return CELL.join(said_by(cell) for cell in body["cells"])
    if kind == "code":
        return f"{body['language']}\n{said_by(body['rich_text'])}"
    if kind == "equation":
        return str(body["expression"])
    if kind == "image":
        return str((body.get("external") or {}).get("url", ""))
    if kind == "table":
        return f"{body['table_width']} {body['has_column_header']}"
    return said_by(body.get("rich_text", ()))


def _words(runs: Iterable[Run]) -> str:
    return "".join(f"${run.text}$" if run.style == "formula" else run.text for run in runs)


def _sent(run: Run) -> dict[str, Any]:
    if run.style == "formula":
        return {"type": "equation", "equation": {"expression": run.text}}
    item: dict[str, Any] = {"type": "text", "text": {"content": run.text}}
    if run.style == "code":
        item["annotations"] = {"code": True}
    return item
