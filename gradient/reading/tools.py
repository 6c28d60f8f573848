"""The readers' names with their versions and those of the libraries they lean on; loads none of them.

One constant a reader. The number of ours grows whenever a reader's output may change.
"""

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _named(own: str, *distributions: str) -> str:
    """`own` with the version of the first of the distributions that is installed."""
    for distribution in distributions:
        try:
            return f"{own} {distribution}/{version(distribution)}"
        except PackageNotFoundError:
            continue
    return own


AUDIO: Final = _named("audio/2", "faster-whisper")
DELIMITED: Final = "delimited/6"
HTML: Final = _named("html/6", "lxml")
DOCX: Final = "docx/4"
MARKDOWN: Final = _named("markdown/7", "markdown-it-py")
NOTEBOOK: Final = _named("notebook/6", "markdown-it-py")
PDF: Final = _named("pdf/6", "pymupdf-lite", "pymupdf")
PLAIN: Final = _named("plain/7", "charset-normalizer")
SOURCE_CODE: Final = _named("source code/6", "pygments")
TRANSCRIPT: Final = "transcript/6"
PPTX: Final = "pptx/4"
XLSX: Final = _named("xlsx/5", "openpyxl")
