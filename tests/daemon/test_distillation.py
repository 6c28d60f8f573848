"""A model that is set leaves out what teaches nothing: paid for once, listed, and given back."""

from pathlib import Path
from typing import Any

import pytest

from tests.daemon.lectures import TREES
from tests.daemon.runs import answer, ask, put, run, running
from tests.providers.servers import ModelServer, anthropic_server

__all__ = ["anthropic_server"]

LECTURE = "graphs/lectures/1-trees.md"
SPONSORED = "graphs/lectures/2-sponsor.md"
SPONSOR = """# Cloud voucher

A **cloud voucher** is a coupon that pays for rented machines. A cloud voucher lasts for one year. To use a
cloud voucher you need an account of our sponsor.
"""
LEFT_OUT = {"nothing_to_learn": [{"passage": 3, "reason": "boilerplate"}]}
HAIKU = "anthropic:claude-haiku-5-5"
SONNET = "anthropic:claude-sonnet-5-5"
KEY = "sk-marked-key"


@pytest.fixture
def model(anthropic_server: ModelServer) -> ModelServer:
    anthropic_server.rules({"match": "coupon", "reply": LEFT_OUT})
    return anthropic_server


@pytest.fixture
def home(empty_home: Path) -> Path:
    put(empty_home, LECTURE, TREES)
    put(empty_home, SPONSORED, SPONSOR)
    return empty_home


def distilled(home: Path, model: ModelServer, role: str = HAIKU, **given: Any) -> Any:
    """One run until idle with the role played so."""
    return run(home, "run", "--until-idle", **access(model, role), **given)


def access(model: ModelServer, role: str = HAIKU) -> dict[str, str]:
    """The variables of a process in which a model plays the role."""
    return {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": model.url, "GRADIENT_ROLES_DISTIL": role}


def topics(home: Path) -> set[str]:
    return {topic["slug"] for topic in answer(home, "topics")}


def left_out(home: Path) -> list[tuple[str, str]]:
    return [(one["path"], one["reason"]) for one in answer(home, "sources", "--left-out")]


def test_what_it_leaves_out_makes_no_facts_and_no_topics_and_is_listed_with_its_reason(
    home: Path, model: ModelServer
) -> None:
    run(home, "run", "--until-idle")
    assert {"cloud-voucher", "spanning-tree"} <= topics(home)
    distilled(home, model)
    assert "cloud-voucher" not in topics(home)
    assert {"tree", "spanning-tree"} <= topics(home)
    assert left_out(home) == [(SPONSORED, f"boilerplate, says {HAIKU}")]


def test_the_same_text_is_paid_for_once_wherever_it_stands(
    home: Path, model: ModelServer, database_url: str
) -> None:
    distilled(home, model)
    assert len(model.requests()) == 1
    put(home, "others/lectures/1-trees.md", TREES)
    (home / "inbox" / SPONSORED).rename(home / "inbox/graphs/lectures/3-sponsor.md")
    distilled(home, model)
    assert len(model.requests()) == 1
    assert ask(database_url, "SELECT count(*) FROM calls WHERE role = 'distil'") == [1]
    costs = answer(home, "costs")
    assert costs["calls"] == 1
    assert costs["usd"] > 0


def test_without_it_all_is_given_back_and_with_it_again_nothing_is_bought(
    home: Path, model: ModelServer
) -> None:
    distilled(home, model)
    before = topics(home)
    run(home, "run", "--until-idle")
    assert "cloud-voucher" in topics(home)
    assert left_out(home) == []
    distilled(home, model)
    assert topics(home) == before
    assert len(model.requests()) == 1


def test_another_model_makes_passages_stale_and_buys_nothing_unasked(home: Path, model: ModelServer) -> None:
    distilled(home, model)
    distilled(home, model, SONNET)
    assert len(model.requests()) == 1
    assert left_out(home) == [(SPONSORED, f"boilerplate, says {HAIKU}")]


def test_stale_passages_are_asked_about_again_once_a_person_says_so(home: Path, model: ModelServer) -> None:
    distilled(home, model)
    sonnet = access(model, SONNET)
    (planned,) = answer(home, "refresh", "--plan", **sonnet)["stages"]
    assert (planned["stage"], planned["calls"]) == ("distil", {"low": 1, "high": 1})
    assert 0 < planned["usd_low"] < planned["usd"] < 0.1
    assert planned["stale"] == 3
    run(home, "refresh", **sonnet)
    distilled(home, model, SONNET)
    assert len(model.requests()) == 2
    assert left_out(home) == [(SPONSORED, f"boilerplate, says {SONNET}")]


def test_while_nobody_answers_nothing_is_lost_and_when_somebody_does_it_goes_on(
    home: Path, model: ModelServer, database_url: str
) -> None:
    model.faults({"path": "/v1/messages$", "do": "retry-after", "retry_after": 0, "times": 4})
    with running(home, "run", **access(model)) as daemon:
        daemon.until(lambda: "does not answer just now" in daemon.said, "a word about the outage")
        daemon.until(lambda: "tree" in topics(home), "the end of the work")
        assert KEY not in daemon.said
        assert daemon.stop() == 0
    assert ask(database_url, "SELECT ended FROM calls ORDER BY id") == ["failed"] * 4 + ["done"]
    assert len(model.requests()) == 5


def test_without_a_key_it_is_refused_at_the_start(home: Path) -> None:
    ended = run(home, "run", "--until-idle", code=2, GRADIENT_ROLES_DISTIL=HAIKU)
    assert "there is no key for it; set ANTHROPIC_API_KEY, or key under [anthropic]" in ended.stderr
