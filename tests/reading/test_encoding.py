"""Text of any encoding: the whole file decides, and no character is lost."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.reading.encoding import decode, decoded
from gradient.reading.port import Damaged, NothingToRead

GERMAN = "Über die Größe der Schätzfehler läßt sich wenig sagen, denn die Wörter hängen von Fällen ab. "


UNICODE = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]


@pytest.mark.parametrize("encoding", UNICODE)
def test_unicode_encodings_are_told_apart(encoding: str) -> None:
    assert (
        decode(("Schätzung des Fehlers\n" * 3).encode(encoding), "a.txt")[0] == "Schätzung des Fehlers\n" * 3
    )


def test_a_late_accent_decides_for_the_whole_file() -> None:
    text, encoding = decode(b"plain ascii text\n" * 300 + b"\xe9t\xe9", "a.txt")
    assert text.endswith("été")
    assert encoding != "utf-8"


CZECH = "Vektor je úsečka, která má délku a směr, a jsou to věci, které se dají sčítat jako čísla. "
OLD = [
    ("cp1252", "a" * 5000 + "é"),
    ("cp1252", "plain words of ascii. " * 3000 + "\ncafé – “naïve”"),
    ("cp1252", "ascii alone. " * 3000 + "\n" + GERMAN),
    ("cp1252", "ascii alone.\n" * 1000 + "été\né\n"),
    ("mac_roman", "Größe über alles, é à ü. "),
    ("cp850", "Größe über alles, é à ü, façon. "),
    ("cp1250", CZECH * 3),
    ("cp1251", "Вектор это стрелка, у которой есть длина и направление. " * 4),
    ("koi8_r", "Вектор это стрелка, у которой есть длина и направление. " * 4),
    ("cp1253", "Το διάνυσμα είναι ένα βέλος με μήκος και κατεύθυνση. " * 4),
    ("cp932", "ascii first. " * 500 + "\n日本語の名前は佐藤太郎です。\n" + "ascii again. " * 500),
    ("cp932", "テスト,データ\n"),
    ("euc_jp", "線形代数の基礎。ベクトルは矢である。" * 3),
    ("gb18030", "向量是有长度和方向的箭头。" * 4),
    ("big5", "向量是有長度和方向的箭頭。" * 4),
    ("big5", "ascii first. " * 500 + "\n向量是有長度和方向的箭頭。\n" + "ascii again. " * 500),
    ("cp949", "벡터는 길이와 방향을 가진 화살표이다. " * 4),
]


@pytest.mark.parametrize(("encoding", "text"), OLD)
def test_old_encodings_are_told_by_every_byte_beyond_ascii(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding), "a.txt") == (text, encoding)


def test_an_old_encoding_gives_the_right_letters_and_its_name() -> None:
    text, encoding = decode((GERMAN * 3).encode("cp1252"), "a.txt")
    assert text == GERMAN * 3
    assert (GERMAN * 3).encode("cp1252").decode(encoding) == text


@given(st.text(alphabet=st.characters(exclude_categories=["C"]), min_size=1).filter(str.strip))
def test_utf8_is_kept_to_the_letter(text: str) -> None:
    text = text.lstrip("\ufeff")
    if text.strip():
        assert decode(text.encode(), "a.txt")[0] == text.replace("\r\n", "\n")


def test_line_ends_become_line_feeds_and_nothing_else_changes() -> None:
    assert decode("one\r\ntwo\x00three\x85".encode(), "a.txt")[0] == "one\ntwo\x00three\x85"


@pytest.mark.parametrize("data", [b"", b"   ", b"\n\r\n\t", b"\xef\xbb\xbf", b"\xff\xfe \x00"])
def test_empty_and_blank_files_hold_nothing_to_read(data: bytes) -> None:
    with pytest.raises(NothingToRead, match=r"notes\.txt"):
        decode(data, "notes.txt")


def test_binary_data_is_no_text() -> None:
    with pytest.raises(Damaged, match="binary"):
        decode(bytes(range(32)) * 20, "a.txt")


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("umlauts-non-utf8.md", "können"),
        ("utf16.txt", "This is a test document"),
        ("shift-jis.csv", "名前"),
        ("linn_scan.expected.txt", "MIDI Sequence Recorder"),
    ],
)
def test_hard_files_come_out_right(corpus: Path, name: str, holds: str) -> None:
    text, encoding = decode((corpus / "hard-files" / name).read_bytes(), name)
    assert holds in text
    assert "\ufffd" not in text
    assert encoding


LONG_GERMAN = GERMAN * 30


@pytest.mark.parametrize("broken", [b"\xff", b"\xed\xa0\x80", b"\xed\xa0\xbd\xed\xb8\x80", b"\xe2\x82"])
@pytest.mark.parametrize("declared", [None, "iso-8859-1"])
def test_a_broken_place_leaves_the_rest_of_a_utf8_text_as_it_is(broken: bytes, declared: str | None) -> None:
    data = LONG_GERMAN.encode() + b"Hier: " + broken + b" und weiter.\n" + LONG_GERMAN.encode()
    text, encoding = decode(data, "a.txt", declared)
    assert encoding == "utf-8"
    assert text == f"{LONG_GERMAN}Hier: \ufffd und weiter.\n{LONG_GERMAN}"


def test_a_utf8_text_cut_in_mid_character_stays_utf8() -> None:
    assert decode((LONG_GERMAN + "ü").encode()[:-1], "a.txt") == (LONG_GERMAN + "\ufffd", "utf-8")


def test_a_short_utf8_text_with_a_broken_place_stays_utf8() -> None:
    data = "Größe über alles".encode() + b"\xff" + " für Schüler".encode()
    assert decode(data, "a.txt") == ("Größe über alles\ufffd für Schüler", "utf-8")


def test_half_of_a_surrogate_pair_makes_no_old_encoding_of_a_short_utf8_text() -> None:
    assert decode(b"Half: \xed\xa0\x80 here.", "a.txt") == ("Half: \ufffd here.", "utf-8")


@pytest.mark.parametrize(("encoding", "text"), [("cp1252", GERMAN), ("cp1251", "Вектор это стрелка. " * 8)])
def test_a_nul_in_an_old_encoding_leaves_the_rest_as_it_is(encoding: str, text: str) -> None:
    data = text.encode(encoding) + b"\0" + text.encode(encoding)
    assert decode(data, "a.txt") == (f"{text}\0{text}", encoding)


def test_japanese_by_escapes_is_told_by_them() -> None:
    text = "線形代数の基礎。 A vector.\n"
    assert decode(text.encode("iso2022_jp"), "a.txt")[0] == text


@pytest.mark.parametrize(("encoding", "text"), [("big5", "向量空間"), ("euc_jp", "線形代数")])
def test_very_short_texts_of_signs_are_read_right_or_the_doubt_is_said(encoding: str, text: str) -> None:
    found = decoded(text.encode(encoding), "a.txt")
    assert found.text == text or found.notes


def test_a_mark_of_utf8_before_a_broken_place_refuses_nothing() -> None:
    data = b"\xef\xbb\xbf" + LONG_GERMAN.encode() + b"\xff"
    assert decode(data, "a.txt") == (LONG_GERMAN + "\ufffd", "utf-8-sig")


def test_many_broken_places_make_no_utf8() -> None:
    mixed = (GERMAN * 2).encode() + (GERMAN * 2).encode("cp1252")
    assert decode(mixed, "a.txt")[1] != "utf-8"


@pytest.mark.parametrize("ends", ["\r", "\r\n", "\r\r\n"])
def test_all_line_ends_become_line_feeds(ends: str) -> None:
    assert decode(f"one{ends}two{ends}{ends}three".encode(), "a.txt")[0] == "one\ntwo\n\nthree"
