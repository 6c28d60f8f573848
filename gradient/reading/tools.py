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


MARKDOWN: Final = _named("markdown/1", "markdown-it-py")
PDF: Final = _named("pdf/1", "pymupdf-lite", "pymupdf")
PLAIN: Final = _named("plain/1", "charset-normalizer")
