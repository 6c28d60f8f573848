"""Recordings: the way from a model that listens to a transcript, with a stand-in for the model."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import pytest

from gradient.reading.port import Damaged, NothingToRead, Unreadable
from gradient.reading.recording import NotInstalled, NoWeights, RecordingReader
from tests.reading.spoken import Said, Told


class StandIn:
    """Says what it was given, as the library does: segments come while they are asked for."""

    def __init__(self, *said: Said, fails: Exception | None = None) -> None:
        self.said = said
        self.fails = fails
        self.loaded = 0

    def load(self) -> "StandIn":
        self.loaded += 1
        return self

    def transcribe(self, audio: BinaryIO, *, vad_filter: bool) -> tuple[Iterable[Said], Told]:
        assert audio.read() == b"sound"
        return self._segments(), Told("fr")

    def _segments(self) -> Iterator[Said]:
        if self.fails:
            raise self.fails
        yield from self.said


def test_speech_becomes_a_transcript_with_times_and_its_language() -> None:
    stand_in = StandIn(Said(0, 2, " Un vecteur est"), Said(62, 64, " une flèche."))
    document = RecordingReader(stand_in.load).read(b"sound", "a.mp3")
    assert document.text == "Un vecteur est une flèche."
    assert [page.label for page in document.pages] == ["0:00", "1:02"]
    assert (document.layout, document.language, document.share_read) == ("transcript", "fr", 1.0)


def test_the_model_is_loaded_once() -> None:
    stand_in = StandIn(Said(0, 2, "Words."))
    reader = RecordingReader(stand_in.load)
    assert stand_in.loaded == 0
    assert reader.read(b"sound", "a.mp3") == reader.read(b"sound", "a.mp3")
    assert stand_in.loaded == 1


def test_without_the_extra_a_recording_is_unread_and_says_what_to_install() -> None:
    def load() -> StandIn:
        raise NotInstalled

    document = RecordingReader(load).read(b"sound", "week 1.mp3")
    assert (document.share_read, document.text) == (0.0, "")
    assert document.missing is not None
    assert "week 1.mp3" in document.missing
    assert "pip install 'gradient[audio]'" in document.missing


def test_without_weights_a_recording_waits_for_them() -> None:
    def load() -> StandIn:
        raise NoWeights

    with pytest.raises(Unreadable, match="weights"):
        RecordingReader(load).read(b"sound", "a.mp3")


@pytest.mark.parametrize("error", [ValueError(), OSError(), IndexError(), EOFError()])
def test_sound_that_cannot_be_decoded_is_damaged(error: Exception) -> None:
    with pytest.raises(Damaged, match=r"a\.mp3 is damaged"):
        RecordingReader(StandIn(fails=error).load).read(b"sound", "a.mp3")


def test_silence_is_nothing_to_read() -> None:
    with pytest.raises(NothingToRead, match="no speech"):
        RecordingReader(StandIn().load).read(b"sound", "a.mp3")
