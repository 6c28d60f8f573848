"""A process that has imported the program and waits: each command begins as a copy of it.

Most of the time of a short command goes into importing, and the tests start hundreds. A copy is a process of
its own in all else: its working directory, environment, streams, signals and end are those of a fresh start.
"""

import array
import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import socket
import sys
from pathlib import Path
from typing import Any

PROGRAM = "gradient.cli.main"
HEAVY = ("gradient.cli", "gradient.store", "gradient.providers")
"""The packages whose modules are imported one and all, since commands import them where they need them."""
LARGEST = 2**20
STREAMS = 3


def main(listened: int) -> None:
    """Start a copy for each request that comes over the socket of this number, until it closes."""
    import_all()
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=listened) as requests:
        while True:
            message, given, _, _ = socket.recv_fds(requests, LARGEST, STREAMS)
            forget_ended()
            if not message:
                return
            if os.fork() == 0:
                requests.detach()
                os.close(listened)
                keep(json.loads(message), *given)
                return
            for one in given:
                os.close(one)


def forget_ended() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def import_all() -> None:
    from gradient.daemon import Daemon
    from gradient.providers.offline.embedder import OfflineEmbedder

    assert Daemon
    assert OfflineEmbedder()._weights  # which also undoes what the package does to the log
    for name in HEAVY:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if module.name != PROGRAM:
                importlib.import_module(module.name)


def keep(request: dict[str, Any], output: int, errors: int, told: int) -> None:
    """Start the program, say its process id, and in the end how it ended."""
    process = os.fork()
    if process == 0:
        os.close(told)
        become(request, output, errors)
        return
    os.close(output)
    os.close(errors)
    with socket.socket(fileno=told) as telling, contextlib.suppress(BrokenPipeError):
        telling.sendall(array.array("i", [process]).tobytes())
        _, status = os.waitpid(process, 0)
        telling.sendall(array.array("i", [os.waitstatus_to_exitcode(status)]).tobytes())
    os._exit(0)


def become(request: dict[str, Any], output: int, errors: int) -> None:
    """Be what a fresh interpreter would be with these arguments, and run the program to its end."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream, number in ((output, 1), (errors, 2)):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    launcher, *arguments = request["command"]
    sys.argv = [launcher or PROGRAM, *arguments]
    if launcher:
        sys.path[0] = str(Path(launcher).parent)
        runpy.run_path(launcher, run_name="__main__")
    else:
        sys.path[0] = request["folder"]
        runpy.run_module(PROGRAM, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
