"""The room in which files are parsed: child processes that can be killed without harm to anyone else."""

import asyncio
import math
import signal
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gradient.reading import port, registry
from gradient.reading.document_json import from_json
from gradient.reading.frames import pack, pack_json
from gradient.reading.room_child import Child, ChildEnded
from gradient.reading.room_errors import NotOpened, ParserCrashed, ParserFailed, ParserTimedOut
from gradient.text.document import Document
from gradient.text.seen import SeenLine

Seen = Mapping[int, Sequence[SeenLine]]

_MEGABYTE = 1024 * 1024
_START_SECONDS = 60
_REFUSALS: Mapping[str, type[port.Unreadable | port.NothingToRead]] = {
    kind.__name__: kind
    for kind in (
        port.Unreadable,
        port.Encrypted,
        port.Damaged,
        port.NoPages,
        port.TooLarge,
        port.NothingToRead,
        port.UnknownType,
    )
}


@dataclass(frozen=True)
class Limits:
    """What one file may take: seconds, bytes of memory and of the file, characters of its text."""

    seconds: float
    memory_bytes: int
    file_bytes: int
    characters: int
    answer_bytes: int = 512 * _MEGABYTE


class Room:
    """Parses files in at most `workers` child processes, each replaced after `recycle` files.

    It is an asynchronous context manager: no child outlives it. A child starts when the first file needs
    it. `readers` is the file of a module whose `READERS` join the registry in the children.
    """

    def __init__(
        self,
        workers: int = 2,
        *,
        seconds: float = 60,
        memory_bytes: int = 1024 * _MEGABYTE,
        file_bytes: int = 256 * _MEGABYTE,
        characters: int = 20_000_000,
        recycle: int = 50,
        readers: Path | None = None,
    ) -> None:
        self._limits = Limits(seconds, memory_bytes, file_bytes, characters)
        self._recycle = recycle
        self._readers = readers
        self._places = asyncio.Semaphore(workers)
        self._idle: list[Child] = []
        self._children: set[Child] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Kills every child and waits until all are gone."""
        self._idle.clear()
        await asyncio.gather(*(self._dismiss(child) for child in list(self._children)))

    async def read(
        self, source: Path | bytes, suffix: str, name: str | None = None, seen: Seen = port.NOTHING_SEEN
    ) -> Document:
        """The document in a file or in its bytes; `name` stands for it in messages.

        What was `seen` on some pages of it takes the place of their text.

        Raises what readers raise (`Unreadable`, `NothingToRead`), `UnknownType`, `NotOpened` where the
        file cannot be opened, `ParserTimedOut` and `ParserCrashed` (both `ParserDied`) where its parser
        did not come back, and `ParserFailed` where it has a fault. Each leaves the room in order.
        """
        name = name or (source.name if isinstance(source, Path) else f"the file ({suffix})")
        if self._readers is None and not registry.known(suffix):
            raise port.UnknownType.file(name)
        answer = await self._answer(source, _Request(name, suffix, seen=seen))
        return from_json(answer["document"])

    async def picture(self, source: Path | bytes, suffix: str, name: str, page: int) -> bytes:
        """A page (from 1) of a file as a picture in PNG. Raises what `read` raises."""
        answer = await self._answer(source, _Request(name, suffix, page=page))
        return b64decode(answer["picture"])

    async def see(self, picture: bytes, name: str, engine: str) -> tuple[SeenLine, ...]:
        """What an engine of the role `read` sees on a picture in PNG. Raises what `read` raises."""
        answer = await self._answer(picture, _Request(name, engine=engine))
        return tuple(SeenLine(*one) for one in answer["seen"])

    async def _answer(self, source: Path | bytes, request: "_Request") -> dict[str, Any]:
        """What a child found; raises what it raised, and what became of itself."""
        self._check_size(source, request.name)
        async with self._places:
            answer = await self._ask(source, request)
        _raise_what_it_raised(answer, request.name, self._limits)
        return answer

    def _check_size(self, source: Path | bytes, name: str) -> None:
        try:
            size = source.stat().st_size if isinstance(source, Path) else len(source)
        except OSError as error:
            raise NotOpened.file(name, error.strerror or str(error)) from error
        if size > self._limits.file_bytes:
            raise port.TooLarge.file(name, "it", f"{self._limits.file_bytes / _MEGABYTE:,.0f} MB")

    async def _ask(self, source: Path | bytes, request: "_Request") -> dict[str, Any]:
        """The answer of a child, which is dismissed unless it is sound and may read more files."""
        name = request.name
        child = await self._child(name)
        messages = _messages(source, request)
        sound = False
        try:
            async with asyncio.timeout(self._limits.seconds):
                answer = await child.ask(*messages, longest=self._limits.answer_bytes)
            sound = "memory" not in answer and "fault" not in answer and child.files < self._recycle
        except TimeoutError as error:
            raise ParserTimedOut.file(name, self._limits.seconds) from error
        except ChildEnded as error:
            raise ParserCrashed.file(name, _how(await child.ended())) from error
        finally:
            if sound:
                self._idle.append(child)
            else:
                await self._dismiss(child)
        return answer

    async def _child(self, name: str) -> Child:
        if not self._idle:
            self._idle.append(await self._start(name))
        child = self._idle.pop()
        child.files += 1
        return child

    async def _start(self, name: str) -> Child:
        limits = self._limits
        arguments = ["--memory", str(limits.memory_bytes), "--seconds", str(math.ceil(limits.seconds))]
        arguments += ["--characters", str(limits.characters)]
        if self._readers is not None:
            arguments += ["--readers", str(self._readers)]
        child = await Child.start(*arguments)
        self._children.add(child)
        try:
            async with asyncio.timeout(_START_SECONDS):
                await child.ask(longest=limits.answer_bytes)
        except (ChildEnded, TimeoutError) as error:
            await self._dismiss(child)
            raise ParserCrashed.file(name, "before it had begun") from error
        except asyncio.CancelledError:
            await self._dismiss(child)
            raise
        return child

    async def _dismiss(self, child: Child) -> None:
        await child.kill()
        self._children.discard(child)


@dataclass(frozen=True)
class _Request:
    """A document by default; a picture of `page`; or what `engine` sees on a picture."""

    name: str
    suffix: str = ""
    page: int | None = None
    seen: Seen = field(default_factory=dict)
    engine: str | None = None


def _messages(source: Path | bytes, request: _Request) -> list[bytes]:
    path = str(source.absolute()) if isinstance(source, Path) else None
    head = pack_json({**vars(request), "seen": dict(request.seen), "path": path})
    return [head] if isinstance(source, Path) else [head, pack(source)]


def _raise_what_it_raised(answer: Mapping[str, Any], name: str, limits: Limits) -> None:
    if answer.keys() & {"document", "picture", "seen"}:
        return
    if "refused" in answer:
        raise _REFUSALS[answer["refused"]](answer["sentence"])
    if "memory" in answer:
        raise port.TooLarge.file(name, "the memory it needs", f"{limits.memory_bytes / _MEGABYTE:,.0f} MB")
    if "unopened" in answer:
        raise NotOpened.file(name, answer["unopened"])
    raise ParserFailed.file(name, answer["fault"])


def _how(code: int) -> str:
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
