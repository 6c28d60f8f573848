"""The reader of pages on this machine: what it makes of slopes, and how much of a real scan it reads."""

import re
import socket
from collections import Counter
from pathlib import Path

import pytest

from gradient.errors import SettingsError
from gradient.providers import ocr, registry
from gradient.reading.pdf.reader import PdfReader

with_extra = pytest.mark.skipif(not ocr.installed(), reason="the extra ocr is not installed")


def test_lines_of_a_page_that_lies_askew_are_put_straight() -> None:
    flat, down = ocr.straightened(
        [
            ("A line that falls a little to the right", [(100, 100), (900, 128), (899, 158), (99, 130)]),
            ("and another one below it just the same", [(98, 160), (898, 188), (897, 218), (97, 190)]),
        ],
        1000,
        1000,
    )
    assert abs((flat.y1 - flat.y0) - 0.03) < 0.002
    assert flat.y1 <= down.y0 + 0.005
    assert abs(flat.x0 - down.x0) < 0.01


def test_nobody_sees_pages_unless_someone_is_set_to() -> None:
    assert registry.page_reader("offline") is None
    with pytest.raises(SettingsError, match="The role read cannot be played"):
        registry.page_reader("voyage:voyage-4")


def test_without_its_packages_the_setting_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ocr, "installed", lambda: False)
    with pytest.raises(SettingsError, match=r"install gradient\[ocr\]"):
        registry.page_reader("ocr")


@with_extra
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", ["linn_scan.pdf", "skew_scan.pdf"])
def test_nine_of_ten_words_of_a_scan_are_read_without_any_connection(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection is opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    folder = corpus / "hard-files"
    data = (folder / name).read_bytes()
    reader = PdfReader()
    document = reader.read(data, name, {1: ocr.lines(reader.picture(data, name, 1))})
    expected = words((folder / "linn_scan.expected.txt").read_text(encoding="utf-8"))
    found = (expected & words(document.text)).total() / expected.total()
    print(f"\n{name}: {found:.3f} of the words")
    assert found >= 0.9
    assert document.share_read == 1
    assert "then play your MIDI keyboard in time to the Sequencer's click track" in document.text


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))
