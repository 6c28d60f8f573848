"""Starts the command line with parsers that crash and hang, and so many seconds for each file."""

import sys
from pathlib import Path
from typing import Any

from gradient import pipeline
from gradient.cli.main import main
from gradient.reading.room import Room

READERS = Path(__file__).parents[1] / "reading" / "hostile_readers.py"
SECONDS = 4.0


def hostile_room(_: Any) -> Room:
    return Room(workers=2, seconds=SECONDS, readers=READERS)


if __name__ == "__main__":
    pipeline._room = hostile_room
    sys.exit(main())
