"""Transcripts: what was said as running text, with the time of each cue."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from gradient.reading import furniture, tools
from gradient.reading.cues import Cue, clock, cues
from gradient.reading.draft import Draft
from gradient.reading.encoding import decoded
from gradient.reading.language import guess
from gradient.reading.port import Damaged, NothingToRead
from gradient.reading.sounds import is_sound, within, without_sounds
from gradient.text.document import Block, Document

_PAUSE = 2.0
"""A silence of so many seconds after a sentence begins a new paragraph."""
_FEW_SOUNDS = 10
"""So many different sounds are named to people."""
_DIALOGUE = re.compile(r"^(?:[-–—]|>>+)\s*")
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)\]]*$")


class TranscriptReader:
    """Reads `.srt` and `.vtt`. Each cue is a page; sentences go on across cues."""

    suffixes: ClassVar[tuple[str, ...]] = (".srt", ".vtt")
    tool: ClassVar[str] = tools.TRANSCRIPT

    def read(self, data: bytes, name: str) -> Document:
        """The document in `data`; see `Reader.read`."""
        text, encoding, notes = decoded(data, name)
        found = cues(text)
        if not found and not text.lstrip("\ufeff").startswith("WEBVTT"):
            raise Damaged.file(name, "no line of it tells a time, as subtitles do")
        if not any(cue.text for cue in found):
            raise NothingToRead.file(name, "holds no cue with text")
        document = transcript(found)
        return replace(document, encoding=encoding, notes=(*notes, *document.notes))


def transcript(found: Sequence[Cue], *, language: str | None = None) -> Document:
    """The document of what was said.

    A cue of sounds alone, such as "(door slams)", is furniture between sentences and left out within one,
    with a note.
    """
    draft = Draft()
    ends_sentence, last = True, 0.0
    left_out: list[str] = []
    for cue in found:
        sound = is_sound(cue.text, surely=not ends_sentence)
        words = "" if sound else _words(cue.text)
        left_out += [] if sound else within(cue.text)
        start = draft.length
        if words:
            new = ends_sentence and (cue.start - last >= _PAUSE or _follows_furniture(draft))
            _say(draft, words, new_paragraph=new or not draft.blocks)
            ends_sentence, last = _SENTENCE_END.search(words) is not None, cue.end
        elif ends_sentence:
            draft.block("furniture", cue.text, reason=furniture.SOUND)
        elif cue.text:
            left_out.append(cue.text)
        draft.page(cue.number, start, clock(cue.start))
    spoken = draft.document()
    told = language or guess(" ".join(_spoken(spoken)))
    return draft.document(language=told, layout="transcript", notes=_notes(left_out))


def _words(text: str) -> str:
    """What is said in a cue, without sounds among it and the dash of a speaker."""
    return _DIALOGUE.sub("", " ".join(without_sounds(text).split()))


def _notes(left_out: Sequence[str]) -> tuple[str, ...]:
    """How many sounds are left out, and the first few of them."""
    if not left_out:
        return ()
    named = [" ".join(one.split()) for one in dict.fromkeys(left_out)]
    shown = ", ".join(named[:_FEW_SOUNDS]) + (", …" if len(named) > _FEW_SOUNDS else "")
    return (f"Sounds within sentences that are left out: {len(left_out)} ({shown}).",)


def _follows_furniture(draft: Draft) -> bool:
    return bool(draft.blocks) and draft.blocks[-1].kind == "furniture"


def _say(draft: Draft, words: str, *, new_paragraph: bool) -> None:
    """Goes on with the last paragraph, or begins one."""
    if new_paragraph:
        draft.block("paragraph", words)
        return
    end = draft.write(words, between=" ").end
    draft.blocks[-1] = Block("paragraph", draft.blocks[-1].start, end)


def _spoken(document: Document) -> list[str]:
    return [document.text[one.start : one.end] for one in document.blocks if one.kind == "paragraph"]
