"""Readers of all formats lose no word: each is read, or set apart with the rule that says why."""

import re

import pytest

from gradient.reading.recording import RecordingReader
from gradient.reading.registry import READERS, reader_for
from gradient.text.document import Document
from tests.reading.marked_files import FILES
from tests.reading.spoken import recordings
from tests.reading.test_readers import SAMPLES


def read(suffix: str, data: bytes) -> Document:
    found = reader_for(suffix)
    assert found is not None
    reader = recordings() if isinstance(found, RecordingReader) else found
    return reader.read(data, f"a{suffix}")


def words(texts: list[str]) -> set[str]:
    return set(re.findall(r"zq[a-z]+", "\n".join(texts)))


def test_every_reader_is_tried_here() -> None:
    assert {READERS[suffix] for suffix in FILES} == set(READERS.values())


@pytest.mark.parametrize("suffix", FILES)
def test_what_teaches_is_read(suffix: str) -> None:
    document = read(suffix, FILES[suffix].data)
    items = [*document.headings, *(one for one in document.blocks if one.kind != "furniture")]
    assert words([document.text[one.start : one.end] for one in items]) == FILES[suffix].kept


@pytest.mark.parametrize("suffix", FILES)
def test_what_does_not_is_listed_with_its_rule(suffix: str) -> None:
    document = read(suffix, FILES[suffix].data)
    apart = [one for one in document.blocks if one.kind == "furniture"]
    assert all(one.reason for one in apart)
    listed = [document.text[one.start : one.end] for one in apart]
    assert words([*listed, *document.notes]) == FILES[suffix].apart


@pytest.mark.parametrize("suffix", FILES)
@pytest.mark.parametrize("sample", ["plain", "marked"])
def test_headings_and_blocks_cover_the_text(suffix: str, sample: str) -> None:
    data = FILES[suffix].data if sample == "marked" else SAMPLES.get(suffix, FILES[suffix].data)
    document = read(suffix, data)
    bare = list(document.text)
    for one in [*document.headings, *document.blocks]:
        bare[one.start : one.end] = " " * (one.end - one.start)
    assert not re.findall(r"\w+", "".join(bare))
