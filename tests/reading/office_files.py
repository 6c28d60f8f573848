"""Small office files for tests, made part by part."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl import Workbook

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMES = (
    f'xmlns:w="{W}" xmlns:p="{P}" xmlns:a="{A}" xmlns:m="{M}" xmlns:r="{R}"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
    ' xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
    ' xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
Related = Sequence[tuple[str, str]]
"""Kind and target of what a part points to; the first is rId1."""

STYLES = """
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Mein Kapitel"/>
  <w:basedOn w:val="berschrift1"/></w:style>
<w:style w:type="paragraph" w:styleId="Umriss"><w:name w:val="Umriss"/>
  <w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style>
<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Quelltext"><w:name w:val="HTML Preformatted"/></w:style>
<w:style w:type="paragraph" w:styleId="Liste"><w:name w:val="List Bullet"/>
  <w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>
<w:style w:type="character" w:styleId="Fett"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Kreis"><w:name w:val="Kreis"/><w:basedOn w:val="Kreis"/></w:style>
"""


def part(tag: str, inner: str) -> str:
    """The XML of a part with all names declared."""
    return f'<?xml version="1.0" encoding="UTF-8"?><{tag} {NAMES}>{inner}</{tag}>'


def relations(*related: tuple[str, str]) -> str:
    """The part that says where another points to; targets with :// lie outside."""
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{R}/{kind}" Target="{target}"'
        f"{' TargetMode=' + chr(34) + 'External' + chr(34) if '://' in target else ''}/>"
        for number, (kind, target) in enumerate(related, start=1)
    )
    names = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{names}">{rows}</Relationships>'


def package(parts: Mapping[str, str | bytes]) -> bytes:
    """The bytes of a zip with the parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written:
        for path, content in parts.items():
            written.writestr(path, content)
    return file.getvalue()


def paragraph(text: str = "", style: str = "", inner: str = "", properties: str = "") -> str:
    """A paragraph of a Word document: a run with the text, then whatever else stands in it."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{run(text) if text else ''}{inner}</w:p>"


def run(text: str, properties: str = "") -> str:
    """A run of a Word document."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def row(*cells: str) -> str:
    """A row of a table in a Word document."""
    return "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in cells) + "</w:tr>"


def docx(
    body: str, parts: Mapping[str, str | bytes] | None = None, related: Related = (), root: str = "w:document"
) -> bytes:
    """A Word document with the body; `related` is what it points to, `parts` what else is in it."""
    return package(
        {
            "_rels/.rels": relations(("officeDocument", "word/document.xml")),
            "word/document.xml": part(root, f"<w:body>{body}</w:body>"),
            "word/_rels/document.xml.rels": relations(("styles", "styles.xml"), *related),
            "word/styles.xml": part("w:styles", STYLES),
            **(parts or {}),
        }
    )


def xlsx(*rows: tuple[Any, ...]) -> bytes:
    """A spreadsheet of one sheet with the rows."""
    book = Workbook()
    assert book.active is not None
    for cells in rows:
        book.active.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def shape(*paragraphs: str, role: str = "", place: tuple[int, int, int, int] | None = None) -> str:
    """A shape of a slide; a paragraph that begins with < is XML."""
    holder = f'<p:ph type="{role}"/>' if role else ""
    return (
        f"<p:sp><p:nvSpPr><p:cNvPr/><p:cNvSpPr/><p:nvPr>{holder}</p:nvPr></p:nvSpPr>"
        f"<p:spPr>{_frame(place)}</p:spPr><p:txBody>{''.join(map(_line, paragraphs))}</p:txBody></p:sp>"
    )


def picture(place: tuple[int, int, int, int]) -> str:
    """A picture on a slide."""
    return f"<p:pic><p:nvPicPr><p:nvPr/></p:nvPicPr><p:spPr>{_frame(place)}</p:spPr></p:pic>"


def pptx(
    *slides: str,
    notes: Mapping[int, str] | None = None,
    parts: Mapping[str, str | bytes] | None = None,
    related: Related = (),
    hidden: Sequence[int] = (),
) -> bytes:
    """A presentation of slides; `notes` by number of the slide, `related` is what each slide points to."""
    numbers = range(1, len(slides) + 1)
    listed = "".join(f'<p:sldId id="{255 + number}" r:id="rId{number}"/>' for number in numbers)
    size = '<p:sldSz cx="1000" cy="500"/>'
    found: dict[str, str | bytes] = {
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": part("p:presentation", f"<p:sldIdLst>{listed}</p:sldIdLst>{size}"),
        "ppt/_rels/presentation.xml.rels": relations(
            *(("slide", f"slides/slide{number}.xml") for number in numbers)
        ),
    }
    for number, inner in enumerate(slides, start=1):
        own = part("p:sld", f"<p:cSld><p:spTree>{inner}</p:spTree></p:cSld>")
        found[f"ppt/slides/slide{number}.xml"] = (
            own.replace("<p:sld ", '<p:sld show="0" ') if number in hidden else own
        )
        more = [("notesSlide", f"../notes{number}.xml")] if notes and number in notes else []
        found[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(*related, *more)
    for number, text in (notes or {}).items():
        body = shape(text, role="body") + shape(str(number), role="sldNum")
        found[f"ppt/notes{number}.xml"] = part("p:notes", f"<p:cSld><p:spTree>{body}</p:spTree></p:cSld>")
    return package({**found, **(parts or {})})


def _line(text: str) -> str:
    return text if text.startswith("<") else f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"


def _frame(place: tuple[int, int, int, int] | None) -> str:
    if place is None:
        return ""
    left, top, width, height = place
    return f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'
