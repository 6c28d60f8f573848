"""A course whose roles are played by models, each over its protocol: clean, and with faults on every wire."""

import math
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import TEMPLATE, fresh_database
from tests.daemon.lectures import KRUSKAL, PATHS, TREES
from tests.daemon.runs import answer, ask, make_home, put, run, running
from tests.providers import ollama_protocol
from tests.providers.loopback import Body, Fault, Loopback, loopback
from tests.providers.scripted import behind_claude
from tests.providers.servers import ModelServer, running_server, tool

ANTHROPIC_KEY, VOYAGE_KEY = "sk-marked-anthropic", "pa-marked-voyage"
LECTURES = {"1-trees.md": TREES, "2-kruskal.md": KRUSKAL, "3-paths.md": PATHS}
STANDING = """
SELECT questions.natural_key, coalesce(tags.status, prerequisites.status) AS status,
       judgement.log_yes, judgement.log_no
  FROM questions
  LEFT JOIN tags ON tags.question_id = questions.id
  LEFT JOIN prerequisites ON prerequisites.question_id = questions.id
  LEFT JOIN LATERAL (SELECT log_yes, log_no FROM judgements WHERE judgements.question_id = questions.id
                      ORDER BY judgements.id DESC LIMIT 1) AS judgement ON true
 ORDER BY questions.natural_key
"""
PAGES = """
SELECT topics.slug, blocks.type, blocks.content
  FROM blocks JOIN topics ON topics.id = blocks.topic_id ORDER BY topics.slug, blocks.position
"""
TROUBLE = "SELECT stage, reason FROM outcomes WHERE outcome IN ('failed', 'parked')"
CALLS = "SELECT provider, count(*) FROM calls GROUP BY provider ORDER BY provider"


@dataclass(frozen=True)
class Models:
    """The servers behind the roles."""

    claude: ModelServer
    voyage: ModelServer
    ollama: Loopback

    @property
    def variables(self) -> dict[str, str]:
        """The settings of a process whose roles they play."""
        haiku = "anthropic:claude-haiku-5-5"
        roles = {"EXTRACT": haiku, "PICK": haiku, "WRITE": haiku, "EMBED": "voyage:voyage-4-lite"}
        roles["SCORE"] = f"ollama:{ollama_protocol.MODEL}"
        return {f"GRADIENT_ROLES_{role}": by for role, by in roles.items()} | {
            "ANTHROPIC_API_KEY": ANTHROPIC_KEY,
            "ANTHROPIC_BASE_URL": self.claude.url,
            "VOYAGE_API_KEY": VOYAGE_KEY,
            "GRADIENT_VOYAGE_URL": f"{self.voyage.url}/v1",
            "GRADIENT_OLLAMA_URL": self.ollama.url,
        }

    def seed_faults(self) -> None:
        """Let each wire go wrong in every way that passes, or that a correction mends.

        Claude is first asked one question after the other, those that are cut off in halves; from the ninth
        request on there are several at once, of which each has to bear one fault alone.
        """
        by_number: dict[int, dict[str, object]] = {
            1: {"do": "overloaded"},
            2: {"do": "fenced-json"},
            4: {"do": "truncate"},
            5: {"do": "prose-before-json"},
            7: {"do": "empty"},
            9: {"do": "drop-before"},
            10: {"do": "retry-after", "retry_after": 1},
            17: {"do": "commit-then-drop"},
            18: {"status": 500},
        }
        # A rule does not count what one before it has answered.
        late_first = sorted(by_number.items(), reverse=True)
        self.claude.faults(*({"path": "/v1/messages$", "nth": at, **does} for at, does in late_first))
        self.voyage.faults(
            {"path": "/embeddings$", "nth": 3, "do": "drop-before"},
            {"path": "/embeddings$", "nth": 1, "status": 500},
        )
        self.ollama.faults += [Fault(503), Fault(drop=True), Fault(500)]

    def sent(self) -> dict[str, int]:
        """How many questions each was sent."""
        return {
            "anthropic": len(self.claude.requests()),
            "ollama": len(self.ollama.requests),
            "voyage": len(self.voyage.requests()),
        }


def judging(path: str, body: Body, key: str | None) -> Body:
    """Ollama's protocol with a model that says Yes the surer the more of a topic the other text holds."""
    answer = ollama_protocol.protocol(path, body, key)
    if body.get("logprobs"):
        first, second = re.findall(
            r"<(?:sentence|topic|first-topic|second-topic) \w+>\n(.*)", body["messages"][1]["content"]
        )
        words = set(second.casefold().split())
        shared = len(words & set(first.casefold().split())) / len(words)
        yes = 0.1 + 0.8 * shared
        tops = [
            {"token": token, "logprob": math.log(value)}
            for token, value in (("Yes", yes), ("No", 0.95 - yes))
        ]
        answer["logprobs"] = [{**tops[0], "top_logprobs": tops}]
    return answer


@pytest.fixture
def models() -> Iterator[Models]:
    with (
        loopback(behind_claude, ollama_protocol.wrong) as mind,
        running_server(tool("anthropic_server.py"), "--key", ANTHROPIC_KEY, "--llm", mind.url) as claude,
        running_server(tool("voyage_server.py"), "--key", VOYAGE_KEY) as voyage,
        loopback(judging, ollama_protocol.wrong) as ollama,
    ):
        yield Models(claude, voyage, ollama)


@pytest.fixture
def other_url(server_url: str) -> Iterator[str]:
    yield from fresh_database(server_url, TEMPLATE)


def worked(home: Path, models: Models) -> None:
    """Work three lectures off."""
    for name, text in LECTURES.items():
        put(home, f"graphs/lectures/{name}", text)
    run(home, "run", "--until-idle", **models.variables)


def test_a_batch_that_was_answered_is_collected_after_the_daemon_was_killed(
    tmp_path: Path, database_url: str
) -> None:
    with (
        loopback(behind_claude, ollama_protocol.wrong) as mind,
        running_server(tool("anthropic_server.py"), "--llm", mind.url, "--batch-delay", "1e6") as claude,
    ):
        home = make_home(tmp_path / "home", database_url)
        put(home, "graphs/lectures/1-trees.md", TREES)
        batched = {
            "GRADIENT_ROLES_EXTRACT": "anthropic:claude-haiku-5-5",
            "GRADIENT_ANTHROPIC_BATCHES": "true",
            "GRADIENT_ANTHROPIC_BATCH_SECONDS": "1",
            "ANTHROPIC_API_KEY": ANTHROPIC_KEY,
            "ANTHROPIC_BASE_URL": claude.url,
        }
        with running(home, "run", **batched) as daemon:
            daemon.until(lambda: "extract waits:" in daemon.said, "a batch")
            daemon.stop(signal.SIGKILL)
        assert ask(database_url, "SELECT count(*) FROM contents") == [0]
        claude.advance(2e6)
        run(home, "run", "--until-idle", **batched)
        assert [one["path"] for one in claude.requests()] == ["/v1/messages/batches"]
    assert {"tree", "spanning-tree"} <= {topic["slug"] for topic in answer(home, "topics")}
    assert ask(database_url, "SELECT role, ended, usd > 0 FROM calls") == [("extract", "done", True)]


def test_faults_on_every_wire_change_nothing_of_what_stands_in_the_end(
    models: Models, tmp_path: Path, database_url: str, other_url: str
) -> None:
    worked(make_home(tmp_path / "clean", database_url), models)
    clean = models.sent()
    assert dict(ask(database_url, CALLS)) == clean
    models.seed_faults()
    worked(make_home(tmp_path / "faulty", other_url), models)
    faulty = {name: count - clean[name] for name, count in models.sent().items()}
    assert dict(ask(other_url, CALLS)) == faulty
    assert all(faulty[name] > clean[name] for name in clean)
    assert sum("fault" in one and one["fault"] is not None for one in models.claude.requests()) == 9
    stands, stood = ask(other_url, STANDING), ask(database_url, STANDING)
    assert [row[:2] for row in stands] == [row[:2] for row in stood]
    assert {status for _, status, *_ in stood} == {"accepted", "review", "rejected"}
    for after, before in zip(stands, stood, strict=True):
        assert after[2:] == pytest.approx(before[2:], abs=0.01)
    assert ask(other_url, PAGES) == ask(database_url, PAGES)
    assert ask(other_url, TROUBLE) == []
