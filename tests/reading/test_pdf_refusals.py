"""PDF files that cannot be read: each kind is told apart, and nothing is read that is not all there."""

from pathlib import Path

import pymupdf
import pytest

from gradient.reading.pdf.reader import PdfReader
from gradient.reading.port import Damaged, Encrypted, NoPages, NothingToRead, Unreadable
from tests.reading.pdf_files import PROSE, Sheet, of_lines, pdf, saved


def read(data: bytes) -> object:
    return PdfReader().read(data, "week 2.pdf")


def test_a_password_is_asked_for() -> None:
    file = pdf()
    Sheet(file).prose(PROSE)
    data = saved(file, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    with pytest.raises(Encrypted, match=r"week 2\.pdf is protected by a password; save a copy without one\."):
        read(data)


def test_an_owner_password_alone_does_not_prevent_reading() -> None:
    file = pdf()
    Sheet(file).prose(PROSE)
    data = saved(file, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner")
    assert "perceptron" in PdfReader().read(data, "a.pdf").text


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.6, 0.8, 0.9, 0.98])
def test_a_file_cut_short_is_damaged_however_much_of_it_there_is(share: float) -> None:
    file = pdf()
    for _ in range(5):
        Sheet(file).prose(PROSE * 5)
    data = saved(file)
    for tail in (b"", b"\0" * 4096, b"\n%%EOF\n"):
        with pytest.raises(Unreadable):
            read(data[: int(len(data) * share)] + tail)


def test_corrupt_data_of_a_page_are_not_taken_for_all_of_it() -> None:
    file = pdf()
    for number in range(3):
        Sheet(file).prose(f"This is page {number}. " + PROSE * 5)
    data = saved(file, deflate=True, clean=True)
    whole = pymupdf.open(stream=data, filetype="pdf")
    contents = whole.xref_stream_raw(whole[1].get_contents()[0])
    place = data.index(contents) + len(contents) // 2
    with pytest.raises(Damaged, match="page 2 are corrupt"):
        read(data[:place] + b"\x00\xff\x13\x37\x00\xff\x00\xaa" + data[place + 8 :])


def test_something_else_than_a_pdf_is_damaged() -> None:
    with pytest.raises(Damaged, match="not a PDF file"):
        read(b"<html>not found</html>")
    with pytest.raises(Damaged):
        read(b"%PDF-1.7\nnonsense")


def test_an_empty_file_and_blank_pages_are_nothing_to_read() -> None:
    with pytest.raises(NothingToRead, match="is empty"):
        read(b"")
    file = pdf()
    file.new_page()
    with pytest.raises(NothingToRead, match="only blank pages"):
        read(saved(file))


def test_white_space_alone_is_a_page_without_text() -> None:
    with pytest.raises(NothingToRead):
        read(of_lines([" ", "  "]))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("encrypted_password.pdf", Encrypted),
        ("fuzzed_zero_pages.pdf", NoPages),
        ("truncated_184_bytes.pdf", Damaged),
        ("empty#hash.pdf", NothingToRead),
        ("restricted_but_readable.pdf", NothingToRead),
    ],
)
def test_hard_files_are_told_apart(corpus: Path, name: str, kind: type[Exception]) -> None:
    with pytest.raises(kind, match=name.replace(".", r"\.")):
        PdfReader().read((corpus / "hard-files" / name).read_bytes(), name)


@pytest.mark.parametrize("name", ["linn_scan.pdf", "skew_scan.pdf"])
def test_scans_are_read_as_nothing_with_a_share_of_zero(corpus: Path, name: str) -> None:
    document = PdfReader().read((corpus / "hard-files" / name).read_bytes(), name)
    assert (document.text, document.share_read) == ("", 0.0)
    assert document.missing == (
        "Page 1 has no usable text layer and was not read;"
        " put a version of the file that has one in its place."
    )


def test_ligatures_become_letters(corpus: Path) -> None:
    text = PdfReader().read((corpus / "hard-files" / "ligatures.pdf").read_bytes(), "ligatures.pdf").text
    assert text
    assert not any("\ufb00" <= letter <= "\ufb06" for letter in text)


def test_a_good_lecture_cut_to_its_first_sixty_percent_is_refused(corpus: Path) -> None:
    data = (corpus / "cs229-machine-learning" / "03_cheatsheet-supervised-learning.pdf").read_bytes()
    with pytest.raises(Damaged, match="its end is missing"):
        read(data[: len(data) * 6 // 10])
