"""A page as plain text for a terminal."""

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

WIDTH = 88
_ESCAPED = re.compile(r"\\([$`])")


def render_text(page: Mapping[str, Any], width: int = WIDTH) -> str:
    """The page (as `store.pages.page_json` gives it) as text of at most `width` columns, code aside."""
    lines = [page["title"], "=" * len(page["title"]), *_standing(page), ""]
    if page["learn_first"]:
        lines += [*_wrapped(f"Learn first: {_titles(page['learn_first'])}", width), ""]
    for block in page["blocks"]:
        if not _is_title(block, page["title"]):
            lines += [*_block(block, width), ""]
    if page["leads_to"]:
        lines += [*_wrapped(f"Leads to: {_titles(page['leads_to'])}", width), ""]
    lines += _sources(page["blocks"], width)
    for one in page["missing"]:
        lines += _wrapped(f"Not all of {one['source']} was read: {one['missing']}", width)
    return "\n".join(lines).rstrip() + "\n"


def _standing(page: Mapping[str, Any]) -> list[str]:
    if page["state"] is None:
        return ["There is no page yet."]
    notes = {"stale": "(out of date: what it stands on has changed)"}.get(page["state"])
    return [note for note in (notes, page["reason"]) if note]


def _is_title(block: Mapping[str, Any], title: str) -> bool:
    return (block["type"], block["content"]) == ("heading", title)


def _block(block: Mapping[str, Any], width: int) -> list[str]:
    content = block["content"]
    if block["type"] in ("code", "math", "table"):
        return [f"    {line}" for line in content.split("\n")]
    content = _ESCAPED.sub(r"\1", content)
    if block["type"] == "heading":
        return [content, "-" * len(content)]
    if block["type"] == "list":
        return [line for item in content.split("\n") for line in _wrapped(item, width, "- ", "  ")]
    if block["type"] == "callout":
        return _wrapped(content, width, "| ", "| ")
    return _wrapped(content, width)


def _sources(blocks: Iterable[Mapping[str, Any]], width: int) -> list[str]:
    places: dict[str, dict[str, None]] = {}
    for block in blocks:
        for support in block["supports"]:
            within = [support["place"]] if support["place"] else []
            places.setdefault(support["source"], {}).update(dict.fromkeys(within))
    named = [f"{source} ({', '.join(found)})" if found else source for source, found in places.items()]
    return _wrapped(f"Sources: {'; '.join(named)}", width) if named else []


def _titles(topics: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(topic["title"] for topic in topics)


def _wrapped(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
