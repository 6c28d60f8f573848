"""The process in which files are parsed: `python -m gradient.reading.child`, started by the room alone.

It reads requests from its standard input and writes answers to its standard output (see `frames`), one
after the other, until its input closes. It sets its own limits of memory and processor time and dies with
its parent.
"""

import argparse
import ctypes
import importlib.util
import json
import os
import re
import resource
import signal
import sys
import traceback
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from gradient.reading import registry
from gradient.reading.document_json import to_json
from gradient.reading.frames import pack_json, receive
from gradient.reading.languages import with_languages
from gradient.reading.port import NothingToRead, Reader, ShowsPages, TooLarge, UnknownType, Unreadable
from gradient.text.document import Document
from gradient.text.seen import SeenLine

Seen = Mapping[int, Sequence[SeenLine]]

_PR_SET_PDEATHSIG = 1
_GRACE_SECONDS = 5
_RESERVE_BYTES = 16 * 1024 * 1024
_reserve: list[bytearray] = []
"""Memory that is given back when there is no more, so that an answer can still be written."""
_NO_MEMORY = re.compile(r"\b(?:m|c|re)alloc\b.*\bfailed|out of memory|cannot allocate memory", re.IGNORECASE)
"""How libraries in C say what Python says with MemoryError."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves requests until the input closes."""
    options = _options(arguments)
    _die_with(options.parent)
    _limit_memory(options.memory)
    _reserve.append(bytearray(_RESERVE_BYTES))
    requests, answers = _channel()
    if options.readers:
        _register(Path(options.readers))
    answers.write(pack_json({"ready": True}))
    answers.flush()
    while (request := receive(requests)) is not None:
        _limit_processor(options.seconds)
        answers.write(_packed(_answer(json.loads(request), requests, options.characters)))
        answers.flush()
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="gradient.reading.child", description=__doc__)
    parser.add_argument("--parent", type=int, required=True, help="process id of the parent")
    parser.add_argument("--memory", type=int, required=True, help="bytes of address space")
    parser.add_argument("--seconds", type=int, required=True, help="processor time for one file")
    parser.add_argument("--characters", type=int, required=True, help="longest text that is answered")
    parser.add_argument("--readers", help="file of a module whose READERS are added to the registry")
    return parser.parse_args(arguments)


def _die_with(parent: int) -> None:
    """Asks the kernel to kill this process with its parent, where the kernel can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent is gone")


def _limit_memory(size: int) -> None:
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_processor(seconds: int) -> None:
    """Gives the next file its own processor time: a child that nobody watches any more ends by itself."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds + _GRACE_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def _channel() -> tuple[BinaryIO, BinaryIO]:
    """Streams for requests and answers; what a library prints goes to the error output instead."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


def _register(path: Path) -> None:
    spec = importlib.util.spec_from_file_location("gradient_extra_readers", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is no Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    registry.READERS.update(module.READERS)


def _answer(request: dict[str, Any], requests: BinaryIO, characters: int) -> dict[str, Any]:
    """What became of one request. Every exception is an answer here: the room raises it again."""
    path = request["path"]
    sent = receive(requests) if path is None else None
    try:
        data = sent if sent is not None else Path(path).read_bytes()
        return _done(request, data, characters)
    except (Unreadable, NothingToRead) as refusal:
        return {"refused": type(refusal).__name__, "sentence": str(refusal)}
    except OSError as error:
        return {"unopened": error.strerror or str(error)}
    except MemoryError:
        _reserve.clear()
        return {"memory": True}
    except Exception as error:  # noqa: BLE001 - a fault of a parser is told to the parent, who records it
        if _NO_MEMORY.search(str(error)):
            return {"memory": True}
        where = traceback.extract_tb(error.__traceback__)[-1]
        return {"fault": f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"}


def _packed(answer: dict[str, Any]) -> bytes:
    """The message with an answer, or with what became of it where there is no memory for it."""
    try:
        return pack_json(answer)
    except MemoryError:
        _reserve.clear()
        return pack_json({"memory": True})


def _done(request: dict[str, Any], data: bytes, characters: int) -> dict[str, Any]:
    """What was asked for: the lines on a picture, a page of a file as a picture, or the document in it."""
    if request["engine"] is not None:
        from gradient.providers.registry import page_engine

        return {"seen": page_engine(request["engine"])(data)}
    reader = registry.reader_for(request["suffix"])
    if reader is None:
        raise UnknownType.file(request["name"])
    if request["page"] is not None:
        shown = _picture(reader, data, request["name"], request["page"])
        return {"picture": b64encode(shown).decode("ascii")}
    seen = {int(number): [SeenLine(*one) for one in lines] for number, lines in request["seen"].items()}
    return {"document": to_json(_read(reader, data, request["name"], seen, characters))}


def _picture(reader: Reader, data: bytes, name: str, page: int) -> bytes:
    if not isinstance(reader, ShowsPages):
        raise Unreadable(f"The pages of {name} cannot be shown; convert it to PDF.")
    return reader.picture(data, name, page)


def _read(reader: Reader, data: bytes, name: str, seen: Seen, characters: int) -> Document:
    if seen and isinstance(reader, ShowsPages):
        document = reader.read(data, name, seen)
    else:
        document = reader.read(data, name)
    if len(document.text) > characters:
        raise TooLarge.file(name, "its text", f"{characters:,} characters")
    return with_languages(document)


if __name__ == "__main__":
    sys.exit(main())
