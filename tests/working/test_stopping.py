"""A process that is asked to stop does, even when it is too busy to listen."""

import signal
import subprocess
import sys

import pytest

from tests.conftest import CHECKOUT

BUSY = """
import asyncio, sys, time
from gradient.work import stopping
stopping.STOP_SECONDS = 0.5

async def main():
    stop = asyncio.Event()
    with stopping.stopped_by_signals(stop):
        print("ready", flush=True)
        if sys.argv[1] == "listening":
            await stop.wait()
        else:
            end = time.monotonic() + 60
            while time.monotonic() < end:
                pass

asyncio.run(main())
"""


@pytest.mark.parametrize(("how", "code"), [("listening", 0), ("busy", 1)])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_process(how: str, code: int, number: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY, how], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process, process.stdout:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.wait(20) == code
