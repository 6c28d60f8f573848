"""Office files that are damaged, locked, old or hostile are declined with a sentence, and soon."""

import io
import socket
import struct
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from gradient.reading.office import package as packages
from gradient.reading.port import Damaged, Encrypted, NoPages, Reader, TooLarge, UnknownType
from gradient.reading.registry import reader_for
from gradient.reading.room import Room
from tests.reading.memory import most_memory_in
from tests.reading.office_files import docx, package, paragraph, part, pptx, relations, shape, xlsx

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


FILES = {
    ".docx": docx(paragraph("A sentence that is long enough to be cut.")),
    ".pptx": pptx(shape("Waves", role="title")),
    ".xlsx": xlsx(("a", "b")),
}
KINDS = sorted(FILES)


def reader(suffix: str) -> Reader:
    found = reader_for(suffix)
    assert found is not None
    return found


@pytest.mark.parametrize("suffix", KINDS)
def test_a_file_that_was_cut_short_is_damaged(suffix: str) -> None:
    for length in (5, len(FILES[suffix]) // 2, len(FILES[suffix]) - 30):
        with pytest.raises(Damaged, match="its end is missing"):
            reader(suffix).read(FILES[suffix][:length], f"a{suffix}")


@pytest.mark.parametrize("suffix", KINDS)
def test_a_file_with_flipped_bytes_is_damaged_or_read(suffix: str) -> None:
    data = FILES[suffix]
    for position in range(0, len(data), 17):
        broken = data[:position] + bytes([data[position] ^ 0x5A]) + data[position + 1 :]
        with suppress(Damaged, Encrypted, TooLarge, NoPages):
            reader(suffix).read(broken, f"a{suffix}")


def test_a_slide_or_sheet_that_is_listed_and_not_there_is_no_small_matter() -> None:
    for suffix, gone in ((".pptx", "ppt/slides/slide1.xml"), (".xlsx", "xl/worksheets/sheet1.xml")):
        with zipfile.ZipFile(io.BytesIO(FILES[suffix])) as file:
            parts = {name: file.read(name) for name in file.namelist() if name != gone}
        with pytest.raises(Damaged):
            reader(suffix).read(package(parts), f"a{suffix}")


@pytest.mark.parametrize("suffix", KINDS)
def test_what_is_no_office_file_is_damaged(suffix: str) -> None:
    with pytest.raises(Damaged, match="it is no office file"):
        reader(suffix).read(b"<html>not found</html>", f"a{suffix}")
    with pytest.raises(Damaged, match="its main part is missing"):
        reader(suffix).read(package({"a.txt": "hello"}), f"a{suffix}")


@pytest.mark.parametrize("suffix", KINDS)
def test_a_file_of_another_kind_is_named_so(suffix: str) -> None:
    other = FILES[".pptx" if suffix != ".pptx" else ".docx"]
    with pytest.raises(Damaged, match="does not fit its name"):
        reader(suffix).read(other, f"a{suffix}")


@pytest.mark.parametrize("suffix", KINDS)
def test_a_file_with_a_password_is_encrypted(suffix: str) -> None:
    locked = OLE + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)
    with pytest.raises(Encrypted, match="protected by a password"):
        reader(suffix).read(locked, f"a{suffix}")


@pytest.mark.parametrize("suffix", KINDS)
def test_a_zip_with_a_password_is_encrypted(suffix: str) -> None:
    data = bytearray(FILES[suffix])
    entry = data.index(b"PK\x01\x02")
    struct.pack_into("<H", data, entry + 8, 1)
    with pytest.raises(Encrypted):
        reader(suffix).read(bytes(data), f"a{suffix}")


@pytest.mark.parametrize(("old", "new"), [(".doc", ".docx"), (".ppt", ".pptx"), (".xls", ".xlsx")])
def test_old_formats_are_not_read_and_the_sentence_says_what_to_do(old: str, new: str) -> None:
    with pytest.raises(UnknownType, match=rf"^week 1{old} is a .*; save it as {new}\.$"):
        reader(old).read(OLE + bytes(2000), f"week 1{old}")


@pytest.mark.parametrize(
    ("suffix", "like"),
    [(".docm", ".docx"), (".doc", ".docx"), (".pptm", ".pptx"), (".ppsx", ".pptx"), (".xlsm", ".xlsx")],
)
def test_files_with_macros_and_todays_files_under_an_old_name_are_read_alike(suffix: str, like: str) -> None:
    assert reader(suffix).read(FILES[like], "a") == reader(like).read(FILES[like], "a")


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Word document of about a megabyte with a picture of a gigabyte of zeros."""
    file = tmp_path_factory.mktemp("bomb") / "bomb.docx"
    file.write_bytes(docx(paragraph("Harmless.")))
    zeros = bytes(1 << 20)
    with (
        zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as parts,
        parts.open("word/media/image1.png", "w") as part,
    ):
        for _ in range(1024):
            part.write(zeros)
    return file


async def test_a_bomb_of_a_gigabyte_is_too_large_within_seconds_and_takes_no_memory(bomb: Path) -> None:
    async with Room(workers=1, file_bytes=2_000_000) as room:
        await room.read(FILES[".docx"], ".docx")
        began, before = time.monotonic(), most_memory_in(room)
        with pytest.raises(TooLarge, match=r"what it unpacks to is over the limit of 512 MB"):
            await room.read(bomb, ".docx")
        assert time.monotonic() - began < 10
        assert most_memory_in(room) - before < 50 * 2**20


async def test_the_room_goes_on_after_a_bomb(bomb: Path) -> None:
    async with Room(workers=1) as room:
        with pytest.raises(TooLarge):
            await room.read(bomb, ".docx")
        assert (await room.read(FILES[".docx"], ".docx")).text.startswith("A sentence")


def test_a_bomb_that_lies_about_its_size_is_not_unpacked_further_than_it_says() -> None:
    data = bytearray(docx(paragraph("x" * 500_000)))
    central = data.index(b"word/document.xml", data.index(b"PK\x01\x02")) - 46
    struct.pack_into("<I", data, central + 24, 1000)
    with pytest.raises(Damaged, match="cannot be unpacked"):
        reader(".docx").read(bytes(data), "lies.docx")


def test_what_is_unpacked_is_counted_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages.Package, "_check_sizes", lambda self: None)
    monkeypatch.setattr(packages, "MOST_UNPACKED", 100_000)
    with pytest.raises(TooLarge, match="what it unpacks to"):
        reader(".docx").read(docx(paragraph("x" * 200_000)), "a.docx")
    monkeypatch.setattr(packages, "MOST_XML", 50_000)
    with pytest.raises(TooLarge, match="one of its parts"):
        reader(".docx").read(docx(paragraph("x" * 200_000)), "a.docx")


def sheet_of(rows: str) -> bytes:
    """A spreadsheet with the rows as XML."""
    with zipfile.ZipFile(io.BytesIO(xlsx(("a", "b")))) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    before, _, after = sheet.partition("<sheetData>")
    parts["xl/worksheets/sheet1.xml"] = f"{before}<sheetData>{rows}{after[after.index('</sheetData>') :]}"
    return package(parts)


@pytest.mark.parametrize("suffix", KINDS)
def test_a_bomb_of_millions_of_small_pieces_is_too_large_before_it_is_a_tree(suffix: str) -> None:
    if suffix == ".docx":
        data = docx("<w:p><w:r><w:t>x</w:t></w:r></w:p>" * 2_500_000)
    elif suffix == ".pptx":
        data = pptx(shape(*["x"] * 1_500_000))
    else:
        data = sheet_of("<row><c><v>1</v></c></row>" * 1_500_000)
    assert len(data) < 500_000
    began = time.monotonic()
    with pytest.raises(TooLarge, match=r"the XML in it is over the limit of 5,000,000 tags"):
        reader(suffix).read(data, f"bomb{suffix}")
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("rows", "limit"),
    [("<row/>" * 30, "20 rows"), ('<row><c r="XFD1"><v>1</v></c></row>' * 20, "300,000 cells")],
    ids=["rows", "cells"],
)
def test_a_sheet_of_more_rows_or_cells_than_any_has_is_too_large(
    rows: str, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradient.reading.office.xlsx._MOST_ROWS", 20)
    monkeypatch.setattr("gradient.reading.office.xlsx._MOST_CELLS", 300_000)
    with pytest.raises(TooLarge, match=f"its sheet Sheet is over the limit of {limit}"):
        reader(".xlsx").read(sheet_of(rows), "bomb.xlsx")


def test_a_broken_part_that_nobody_needs_is_passed_over() -> None:
    data = bytearray(docx(paragraph("Mine."), parts={"word/theme/theme1.xml": "<a>" + "x" * 50 + "</a>"}))
    data[data.index(b"word/theme/theme1.xml") + len(b"word/theme/theme1.xml") + 4] ^= 0xFF
    assert reader(".docx").read(bytes(data), "a.docx").text == "Mine."


ENTITIES = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
)


@pytest.mark.parametrize("suffix", [".docx", ".pptx"])
def test_declared_entities_are_refused(suffix: str) -> None:
    main = {".docx": ("word/document.xml", "w:document"), ".pptx": ("ppt/presentation.xml", "p:presentation")}
    path, root = main[suffix]
    hostile = part(root, "<w:p>&b;&f;</w:p>").replace("?>", f"?>{ENTITIES}", 1)
    data = package({"_rels/.rels": relations(("officeDocument", path)), path: hostile})
    with pytest.raises(Damaged, match="it declares entities"):
        reader(suffix).read(data, f"a{suffix}")


def test_entities_in_a_sheet_are_refused() -> None:
    with zipfile.ZipFile(io.BytesIO(FILES[".xlsx"])) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"]
    parts["xl/worksheets/sheet1.xml"] = ENTITIES.encode() + sheet[sheet.index(b"<worksheet") :]
    with pytest.raises(Damaged, match="its sheet Sheet is broken"):
        reader(".xlsx").read(package(parts), "a.xlsx")


def test_elements_inside_each_other_without_end_are_refused() -> None:
    deep = "<w:sdt>" * 50_000 + paragraph("deep") + "</w:sdt>" * 50_000
    with pytest.raises(Damaged, match="too deep"):
        reader(".docx").read(docx(deep), "deep.docx")


def test_tables_as_deep_as_people_nest_them_are_read() -> None:
    nested = paragraph("inside")
    for _ in range(20):
        nested = f"<w:tbl><w:tr><w:tc>{nested}</w:tc></w:tr></w:tbl>"
    assert reader(".docx").read(docx(nested), "a.docx").text == "inside"


def test_what_lies_outside_is_never_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    outside = [("header", "http://127.0.0.1:9/h.xml"), ("attachedTemplate", "file:///etc/passwd")]
    data = docx(paragraph("Mine.", inner='<w:hyperlink r:id="rId3"/>'), related=outside)
    assert reader(".docx").read(data, "a.docx").text == "Mine."
    deck = pptx(shape("Waves", role="title"), related=[("notesSlide", "http://127.0.0.1:9/notes.xml")])
    assert reader(".pptx").read(deck, "a.pptx").text == "Waves"


def test_a_part_outside_of_the_zip_is_not_found() -> None:
    data = docx(paragraph("Mine."), related=[("header", "../../../../etc/passwd")])
    assert reader(".docx").read(data, "a.docx").text == "Mine."


@pytest.mark.parametrize("suffix", [".docx", ".pptx"])
def test_a_part_that_lies_before_the_file_is_damage(suffix: str) -> None:
    data = FILES[suffix]
    second = data.index(b"PK\x03\x04", 4)
    with pytest.raises(Damaged, match="one of its parts cannot be unpacked"):
        reader(suffix).read(data[second:], f"a{suffix}")
