"""Which reader reads which type of file.

A new format is one module with a reader, its tool, and a line in each table here. Readers are named, not
imported: a process loads the libraries of the formats that it parses and no others.
"""

from functools import cache
from importlib import import_module

from gradient.reading import tools
from gradient.reading.port import Reader
from gradient.reading.programming import LANGUAGES

_MARKDOWN = "gradient.reading.markdown:MarkdownReader"
_PLAIN = "gradient.reading.plain:PlainReader"
_DELIMITED = "gradient.reading.delimited:DelimitedReader"
_NOTEBOOK = "gradient.reading.notebook:NotebookReader"
_TRANSCRIPT = "gradient.reading.transcript:TranscriptReader"
_HTML = "gradient.reading.webpage:WebPageReader"
_RECORDING = "gradient.reading.recording:RecordingReader"
_SOURCE_CODE = "gradient.reading.source_code:SourceReader"
_PDF = "gradient.reading.pdf.reader:PdfReader"
_DOCX = "gradient.reading.office.docx:DocxReader"
_PPTX = "gradient.reading.office.pptx:PptxReader"
_XLSX = "gradient.reading.office.xlsx:XlsxReader"

READERS: dict[str, str] = {
    **dict.fromkeys((".md", ".markdown", ".mdx", ".mdown", ".mkd", ".qmd", ".rmd"), _MARKDOWN),
    **dict.fromkeys((".txt", ".text"), _PLAIN),
    **dict.fromkeys((".csv", ".tsv", ".tab"), _DELIMITED),
    **dict.fromkeys((".html", ".htm", ".xhtml", ".xht"), _HTML),
    ".ipynb": _NOTEBOOK,
    ".pdf": _PDF,
    **dict.fromkeys((".srt", ".vtt"), _TRANSCRIPT),
    **dict.fromkeys(LANGUAGES, _SOURCE_CODE),
    **dict.fromkeys((".mp3", ".wav", ".m4a", ".ogg", ".flac", ".mp4", ".webm"), _RECORDING),
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm", ".doc"), _DOCX),
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm", ".ppt"), _PPTX),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xltm", ".xls"), _XLSX),
}
TOOLS: dict[str, str] = {
    _MARKDOWN: tools.MARKDOWN,
    _PLAIN: tools.PLAIN,
    _DELIMITED: tools.DELIMITED,
    _HTML: tools.HTML,
    _NOTEBOOK: tools.NOTEBOOK,
    _PDF: tools.PDF,
    _RECORDING: tools.AUDIO,
    _SOURCE_CODE: tools.SOURCE_CODE,
    _TRANSCRIPT: tools.TRANSCRIPT,
    _DOCX: tools.DOCX,
    _PPTX: tools.PPTX,
    _XLSX: tools.XLSX,
}


def known(suffix: str) -> bool:
    """Whether some reader reads files of this suffix; loads nothing."""
    return suffix.lower() in READERS


def tool_for(suffix: str) -> str | None:
    """The tool of the reader for a suffix, None for a type that nobody reads; loads nothing."""
    target = READERS.get(suffix.lower())
    return None if target is None else TOOLS[target]


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
