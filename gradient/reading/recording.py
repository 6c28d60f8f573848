"""Recordings of lectures: what is said in them, through faster-whisper, which the extra `audio` installs."""

import io
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, ClassVar, Protocol

from gradient.reading import tools
from gradient.reading.cues import Cue
from gradient.reading.port import Damaged, NothingToRead, Unreadable
from gradient.reading.transcript import transcript
from gradient.text.document import Document

MODEL = "small"
"""The size of Whisper that is used. Its weights must be on this machine: nothing is fetched."""


class Segment(Protocol):
    """A stretch of speech: seconds from the start, and what is said."""

    start: float
    end: float
    text: str


class Listener(Protocol):
    """What this module uses of `faster_whisper.WhisperModel`."""

    def transcribe(self, audio: BinaryIO, *, vad_filter: bool) -> tuple[Iterable[Segment], Any]:
        """The segments, heard one after the other as they are asked for, and what `language` they are in."""
        ...


class NotInstalled(Exception):
    """The extra `audio` is not installed."""


class NoWeights(Exception):
    """The weights of the model are not on this machine."""


def whisper() -> Listener:
    """The model, loaded from the weights on this machine. Raises NotInstalled or NoWeights."""
    try:
        from faster_whisper import WhisperModel
    except ImportError as error:
        raise NotInstalled from error
    try:
        model: Listener = WhisperModel(MODEL, device="cpu", compute_type="int8", local_files_only=True)
    except (OSError, ValueError) as error:
        raise NoWeights from error
    return model


class RecordingReader:
    """Reads recordings; each stretch of speech is a page, as a cue of subtitles is."""

    suffixes: ClassVar[tuple[str, ...]] = (".mp3", ".wav", ".m4a", ".ogg", ".flac", ".mp4", ".webm")
    tool: ClassVar[str] = tools.AUDIO

    def __init__(self, load: Callable[[], Listener] = whisper) -> None:
        self._load = load
        self._listener: Listener | None = None

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`. Without the extra, it is unread and says so."""
        if not data:
            raise NothingToRead.file(name)
        try:
            self._listener = self._listener or self._load()
        except NotInstalled:
            how = "install Gradient with its extra to have it read: pip install 'gradient[audio]'."
            return Document("", share_read=0.0, missing=f"{name} is a recording; {how}", layout="transcript")
        except NoWeights as error:
            how = f"put the weights of faster-whisper «{MODEL}» on this machine, then run gradient retry."
            raise Unreadable(f"{name} is a recording; {how}") from error
        return _heard(self._listener, data, name)


def _heard(listener: Listener, data: bytes, name: str) -> Document:
    try:
        segments, told = listener.transcribe(io.BytesIO(data), vad_filter=True)
        cues = [
            Cue(number, one.start, one.end, " ".join(one.text.split()))
            for number, one in enumerate(segments, 1)
        ]
    except (ValueError, OSError, EOFError, IndexError) as error:
        raise Damaged.file(name, "no sound can be decoded from it") from error
    said = [cue for cue in cues if cue.text]
    if not said:
        raise NothingToRead.file(name, "holds no speech")
    return transcript(said, language=told.language)
