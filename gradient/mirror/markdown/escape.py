"""Text from outside as Markdown that says just that: no link, tag, HTML, comment or query comes of it."""

import json
import re

_MARKED = re.compile(
    r"(?<!\\)\$\$(?P<display>.+?)(?<!\\)\$\$|(?<!\\)\$(?P<inline>.+?)(?<!\\)\$|(?<!\\)`(?P<code>[^`]+)`"
)
_HELD_BACK = re.compile(r"\\([$`])")
_SPECIAL = re.compile(
    r"[\\`*\[\]<>#|$^]|(?<![^\W_])_|_(?![^\W_])|~(?=~)|=(?==)|%(?=%)|&(?=#?\w+;)|:(?=//)|(?<=[\w.])@(?=\w)"
)
_AT_START = re.compile(r"(?P<mark>[-+=~])|(?P<number>\d{1,9})(?P<stop>[.)])(?=\s|$)")
_UNSAFE_TEX = re.compile(
    r"\\(?:href|url|class|style|cssId|require|html\w*|includegraphics|unicode|data)\b|\$\$"
)
_LINK_TEXT = str.maketrans(
    {"[": "(", "]": ")", "|": "/", "<": "‹", ">": "›", "#": "♯", "^": "ˆ", "`": "'", "\\": "/"}
)


def prose(content: str) -> str:
    """The content of a block as one line of Markdown: formulas and code stay what they are."""
    pieces, last = [], 0
    for match in _MARKED.finditer(content):
        pieces += [words(_HELD_BACK.sub(r"\1", content[last : match.start()])), _marked(match)]
        last = match.end()
    pieces.append(words(_HELD_BACK.sub(r"\1", content[last:])))
    return at_start(" ".join("".join(pieces).split()))


def words(text: str) -> str:
    """Plain text inside a line: every character that Markdown reads as a mark stands behind a backslash."""
    return _SPECIAL.sub(lambda match: f"\\{match.group()}", _printable(text))


def line(text: str) -> str:
    """Plain text as a line of its own."""
    return at_start(words(" ".join(text.split())))


def at_start(text: str) -> str:
    """A line that does not begin as a list, heading or rule does."""
    match = _AT_START.match(text)
    if match is None:
        return text
    if match["mark"]:
        return f"\\{text}"
    return f"{match['number']}\\{text[match.start('stop') :]}"


def code_block(code: str) -> str:
    """Code as a fenced block whose fence it cannot close; it names no language, so nothing runs it."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{_printable(code, keep=chr(10))}\n{fence}"


def math_block(formula: str) -> str:
    """A formula as a block; as code where it holds more than mathematics."""
    inside = "\n".join(line.strip() for line in formula.split("\n") if line.strip())
    return code_block(inside) if _UNSAFE_TEX.search(inside) else f"$$\n{_printable(inside, keep=chr(10))}\n$$"


def link_text(title: str) -> str:
    """A title as the text of a wiki link."""
    return " ".join(_printable(title).translate(_LINK_TEXT).split())


def quoted(text: str) -> str:
    """A value of the front matter, in double quotes that it cannot leave."""
    return json.dumps(" ".join(_printable(text).split()), ensure_ascii=False)


def unlinked(text: str) -> str:
    """Text for the front matter, where a value in double brackets would be a link."""
    return re.sub(r"\[(?=\[)", "[ ", text)


def tag_name(text: str) -> str:
    """A tag as Obsidian takes it: letters, digits, `-`, `_` and `/`."""
    return re.sub(r"[^\w/-]+", "-", text).strip("-/") or "-"


def _marked(match: re.Match[str]) -> str:
    inside = match["display"] or match["inline"]
    if inside is not None:
        mark = "$$" if match["display"] else "$"
        return words(inside) if _UNSAFE_TEX.search(inside) else f"{mark}{_printable(inside).strip()}{mark}"
    code = _printable(match["code"])
    # A plugin of Obsidian runs code that begins with an equals sign as a query.
    return words(code) if code.lstrip().startswith(("=", "$=")) else f"`{code}`"


def _printable(text: str, keep: str = "") -> str:
    return "".join(char if char.isprintable() or char in keep else " " for char in text)
