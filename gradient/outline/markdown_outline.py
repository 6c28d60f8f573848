"""An outline written in Markdown: headings and nested lists."""

import re

from gradient.outline.entries import MAX_DEPTH, Entry, entry, refuse
from gradient.text.markup import plain

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$")
_STATEMENT = re.compile(r"\**([\w ]+?)\**\s*:\s*(.*)$")
_TAB = 4
_LIST_LEVEL = 100


def markdown_entries(name: str, text: str) -> list[Entry]:
    """The headings and list items of `text` as a tree.

    A line "requires: ...", "aliases: ..." or "summary: ..." below an item speaks of it. A first heading
    of level 1 that is the only one of its level is the title of the file and no topic.
    """
    roots: list[Entry] = []
    open_entries: list[tuple[int, Entry]] = []
    body = _FRONT_MATTER.sub(lambda match: "\n" * match.group().count("\n"), text)
    for number, line in enumerate(body.splitlines(), start=1):
        level, words = _level(line)
        if level is None:
            _remark(words, open_entries)
            continue
        if open_entries and level >= _LIST_LEVEL and _remark(words, open_entries):
            continue
        while open_entries and open_entries[-1][0] >= level:
            open_entries.pop()
        found = entry(plain(words), number)
        if not found.title:
            refuse(name, "a topic has no title; give it one or remove the line", number)
        if len(open_entries) >= MAX_DEPTH:
            refuse(name, f"more than {MAX_DEPTH} levels; flatten the outline", number)
        (open_entries[-1][1].children if open_entries else roots).append(found)
        open_entries.append((level, found))
    return roots[0].children if _is_title(body, roots) else roots


def _level(line: str) -> tuple[int | None, str]:
    """The depth of a line, headings before list items, and its words; None for what is neither."""
    if heading := _HEADING.match(line):
        return len(heading.group(1)), heading.group(2)
    if item := _ITEM.match(line):
        return _LIST_LEVEL + len(item.group(1).expandtabs(_TAB)), item.group(2)
    return None, line.strip()


def _remark(words: str, open_entries: list[tuple[int, Entry]]) -> bool:
    """Takes a line that speaks of the topic above it; whether it was one."""
    statement = _STATEMENT.match(words)
    return bool(statement and open_entries and open_entries[-1][1].state(*statement.groups()))


def _is_title(text: str, roots: list[Entry]) -> bool:
    levels = [len(match.group(1)) for match in re.finditer(r"^(#{1,6})[ \t]", text, re.MULTILINE)]
    return len(roots) == 1 and bool(roots[0].children) and levels[:1] == [1] and levels.count(1) == 1
