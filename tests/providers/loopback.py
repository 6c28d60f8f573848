"""A small strict server on loopback: what is not in a protocol is refused, and faults come on demand."""

import hashlib
import json
import math
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


class Refusal(Exception):
    """An answer with another status than 200."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status


@dataclass
class Fault:
    """What goes wrong with the next requests: a status, other bytes, or a connection that ends.

    With `late` it ends after the work is done. `change` makes another answer of the right one; `delay` is
    how many seconds it takes.
    """

    status: int | None = None
    said: str = "injected"
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False
    raw: bytes | None = None
    late: bool = False
    change: Callable[[Body], Body] | None = None
    delay: float = 0.0
    times: int = 1


Protocol = Callable[[str, Body, str | None], Body]
"""From a path, a body and the key to the answer; raises Refusal."""


class Loopback:
    """One running server. `requests` are the bodies by their order, those of faults too."""

    def __init__(self, protocol: Protocol, wrong: Callable[[str], Body]) -> None:
        self.protocol = protocol
        self.wrong = wrong
        self.requests: list[tuple[str, Body]] = []
        self.faults: list[Fault] = []
        self.lock = threading.Lock()
        self.url = ""

    def next_fault(self, path: str, body: Body) -> Fault | None:
        with self.lock:
            self.requests.append((path, body))
            if not self.faults:
                return None
            fault = self.faults[0]
            fault.times -= 1
            if fault.times <= 0:
                self.faults.pop(0)
            return fault


@contextmanager
def loopback(protocol: Protocol, wrong: Callable[[str], Body]) -> Iterator[Loopback]:
    """The server of a protocol on a free port; `wrong` forms the body of an error."""
    state = Loopback(protocol, wrong)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            fault = state.next_fault(self.path, body)
            if fault is not None and fault.drop:
                self.close_connection = True
                return
            key = (self.headers.get("authorization") or "").removeprefix("Bearer ") or None
            try:
                if fault is not None and fault.status is not None:
                    raise Refusal(fault.status, fault.said)
                self.spoilt(fault or Fault(), state.protocol(self.path, body, key))
            except Refusal as error:
                self.reply(
                    error.status, json.dumps(state.wrong(str(error))).encode(), fault.headers if fault else {}
                )

        def spoilt(self, fault: Fault, answer: Body) -> None:
            if fault.late:
                self.close_connection = True
                return
            time.sleep(fault.delay)
            changed = answer if fault.change is None else fault.change(answer)
            self.reply(200, fault.raw or json.dumps(changed).encode(), {})

        def reply(self, status: int, sent: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(sent))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def only(body: Body, *allowed: str) -> None:
    """Refuse what a protocol does not know."""
    unknown = sorted(body.keys() - set(allowed))
    if unknown:
        raise Refusal(400, f"unknown fields {unknown}")


def need(holds: bool, said: str, status: int = 400) -> None:
    """Refuse unless something holds."""
    if not holds:
        raise Refusal(status, said)


def vector_of(text: str, dimension: int) -> list[float]:
    """A direction that texts with common words share, twice as long as it should be."""
    vector = [0.0] * dimension
    for word in re.findall(r"\w+", text.lower()):
        for at in range(8):
            digest = hashlib.sha256(f"{word} {at}".encode()).digest()
            vector[int.from_bytes(digest[:4], "big") % dimension] += 1 if digest[4] & 1 else -1
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    return [2 * value / length for value in vector]


YES = "loss"
"""A model of the tests says Yes where this stands in a question, else No."""


def judged(question: str) -> list[Body]:
    """The likeliest words of a model that was asked for one, the best first."""
    likely = {"Yes": 0.7, " yes": 0.1, "No": 0.15} if YES in question.lower() else {"No": 0.8, "Yes": 0.1}
    return [{"token": token, "logprob": math.log(value)} for token, value in likely.items()]


def picked(question: str) -> Body:
    """What a model that was asked to pick answers: the first candidate of each sentence."""
    found = re.findall(r"Candidates of sentence (\d+): (\d+)", question)
    return {"choices": [{"sentence": int(at), "topics": [int(first)]} for at, first in found]}
