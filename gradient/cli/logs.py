"""What the daemon says while it works, on stderr: text, or one JSON object a line."""

import contextlib
import json
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Literal

LOUD = ("apscheduler", "procrastinate", "watchdog", "asyncio", "httpx", "httpx2")
"""Libraries whose notices say nothing to people unless something is wrong, or everything is asked for."""

LOUDER = ("psycopg.pool", "apscheduler.scheduler")
"""They warn again and again while the database is away; we say so once."""


class TextFormatter(logging.Formatter):
    """A time, a level where it matters, and the sentence."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, with the way to an error below it where there is one."""
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        at = datetime.fromtimestamp(record.created, UTC).astimezone()
        text = f"{at:%H:%M:%S}  {level}{record.getMessage()}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class JsonFormatter(logging.Formatter):
    """One JSON object a line: at, level, logger, message, and error where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said)


class _ToLine(logging.Handler):
    def __init__(self, line: Callable[[str], None]) -> None:
        super().__init__()
        self._line = line

    def emit(self, record: logging.LogRecord) -> None:
        self._line(self.format(record))


@contextlib.contextmanager
def logging_to(line: Callable[[str], None], level: str, format: Literal["text", "json"]) -> Iterator[None]:
    """Send the log to `line` from this level on, for as long as the context lasts."""
    handler = _ToLine(line)
    handler.setFormatter(JsonFormatter() if format == "json" else TextFormatter())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(level.upper())
    if level != "debug":
        for name in LOUD:
            logging.getLogger(name).setLevel(logging.WARNING)
        for name in LOUDER:
            logging.getLogger(name).setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
