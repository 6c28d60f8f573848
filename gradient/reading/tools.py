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


AUDIO: Final = _named("audio/4", "faster-whisper")
DELIMITED: Final = "delimited/9"
HTML: Final = _named("html/11", "lxml")
DOCX: Final = "docx/7"
MARKDOWN: Final = _named("markdown/11", "markdown-it-py")
NOTEBOOK: Final = _named("notebook/10", "markdown-it-py")
PDF: Final = _named("pdf/10", "pymupdf-lite", "pymupdf")
PLAIN: Final = _named("plain/9", "charset-normalizer")
SOURCE_CODE: Final = _named("source code/8", "pygments")
TRANSCRIPT: Final = "transcript/8"
PPTX: Final = "pptx/8"
XLSX: Final = _named("xlsx/7", "openpyxl")
