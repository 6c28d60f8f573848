"""What lies beside the cells of a sheet: comments, titles of charts, what is written of pictures."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from gradient.reading.alternatives import told
from gradient.reading.office import graphics
from gradient.reading.office.package import Package
from gradient.reading.office.trees import inside

_THREADED = re.compile(r"\[Threaded comment\](?s:.*?)\n\s*Comment:\s*")
"""What a spreadsheet program writes before a comment for programs that know no answers."""


def beside(package: Package, sheet: str) -> Iterator[str]:
    """A line for each comment with its cell, and for each chart and picture that says what it shows."""
    for relation in package.relations(sheet):
        if package.has(relation.target) and relation.kind == "comments":
            yield from _comments(package.tree(relation.target))
        elif package.has(relation.target) and relation.kind == "drawing":
            yield from _drawn(package, relation.target)


def _comments(root: Element) -> Iterator[str]:
    for comment in inside(root, "s:comment"):
        text = "".join(one.text or "" for one in inside(comment, "s:t"))
        line = " ".join(_THREADED.sub("", text).split())
        if line:
            yield f"{comment.get('ref', '')}: {line}"


def _drawn(package: Package, drawing: str) -> Iterator[str]:
    for element in inside(package.tree(drawing), "xdr:cNvPr"):
        alternative = told(element.get("descr"))
        if alternative:
            yield alternative
    for relation in package.relations(drawing):
        if relation.kind == "chart" and package.has(relation.target):
            title, _ = graphics.chart(package.tree(relation.target))
            if title.text:
                yield title.text
