"""Which reader reads which type of file.

A new format is one module with a reader and one line here. Readers are named, not imported: a process
loads the libraries of the formats that it meets and no others.
"""

from functools import cache
from importlib import import_module
from pathlib import PurePath

from gradient.reading.port import Reader

READERS: dict[str, str] = {
    **dict.fromkeys(
        (".md", ".markdown", ".mdx", ".mdown", ".mkd", ".qmd", ".rmd"),
        "gradient.reading.markdown:MarkdownReader",
    ),
    **dict.fromkeys((".txt", ".text"), "gradient.reading.plain:PlainReader"),
    ".pdf": "gradient.reading.pdf.reader:PdfReader",
}


def suffix_of(name: str) -> str:
    """The suffix by which a file is known, lower case with its dot; empty where it has none."""
    return PurePath(name).suffix.lower()


def known(suffix: str) -> bool:
    """Whether some reader reads files of this suffix; loads nothing."""
    return suffix.lower() in READERS


def reader_for(suffix: str) -> Reader | None:
    """The reader for a suffix such as `.pdf`, None for a type that nobody reads."""
    target = READERS.get(suffix.lower())
    return None if target is None else load(target)


@cache
def load(target: str) -> Reader:
    """The reader that `module:class` names."""
    module, _, name = target.partition(":")
    reader: Reader = getattr(import_module(module), name)()
    return reader
