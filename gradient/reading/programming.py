"""Which programming language a file is in."""

import re
from collections.abc import Mapping

LANGUAGES: Mapping[str, str] = {
    **dict.fromkeys((".py", ".pyi"), "python"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx"), "javascript"),
    **dict.fromkeys((".ts", ".tsx"), "typescript"),
    **dict.fromkeys((".c", ".h"), "c"),
    **dict.fromkeys((".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx"), "cpp"),
    **dict.fromkeys((".sh", ".bash"), "bash"),
    ".java": "java",
    ".cs": "csharp",
    ".rs": "rust",
    ".go": "go",
    ".r": "r",
    ".jl": "julia",
    ".m": "matlab",
    ".sql": "sql",
    ".rb": "ruby",
    ".php": "php",
    ".kt": "kotlin",
    ".scala": "scala",
    ".swift": "swift",
    ".hs": "haskell",
    ".lua": "lua",
    ".pl": "perl",
    ".f90": "fortran",
}
"""Suffixes with the names that pygments has for their languages."""
_OBJECTIVE_C = re.compile(r"^\s*(?:@(?:interface|implementation|import)\b|#import\b)", re.MULTILINE)
_CPP = re.compile(r"^\s*(?:class\s+\w|namespace\b|template\s*<)|\bstd::", re.MULTILINE)


def language_of(name: str, text: str) -> str:
    """The language of a file by its suffix; `.m` and `.h` stand for two, which the text tells apart."""
    suffix = f".{name.rpartition('.')[2].lower()}"
    if suffix == ".m" and _OBJECTIVE_C.search(text):
        return "objective-c"
    if suffix == ".h" and _CPP.search(text):
        return "cpp"
    return LANGUAGES.get(suffix, "text")
