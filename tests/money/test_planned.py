"""What is said beforehand of calls and tokens, against what the ledger says afterwards."""

import asyncio
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gradient.home import Home
from gradient.pages.question import PROMPT as PAGE_PROMPT
from gradient.pipeline import opened_stages
from gradient.providers.model_picker import MOST_SENTENCES
from gradient.settings import load
from gradient.store import outcomes
from gradient.store.sessions import Database
from tests.cli.conftest import Gradient, gradient, place
from tests.daemon.conftest import empty_home
from tests.daemon.lectures import TREES
from tests.daemon.runs import answer, ask, put, run
from tests.daemon.test_models import Models, models
from tests.providers import openai_protocol
from tests.providers.loopback import Body, Loopback, loopback
from tests.providers.openai_protocol import KEY
from tests.providers.played import ANTHROPIC_KEY, Played, played
from tests.providers.servers import ModelServer
from tests.recall.small_course import NOW, SmallCourse, run_all, work_on

__all__ = ["empty_home", "gradient", "models", "place"]

SENTENCES = [
    f"A {name} network learns its {number} weights from examples that people have labelled."
    for number in range(3, 40)
    for name in ("deep", "shallow")
]
ROLES = """
[roles]
embed = "{openai}"
pick = "{anthropic}"
score = "{openai}"
[embedding]
dimensions = 64
"""

TOOL = f"{PAGE_PROMPT.name} {PAGE_PROMPT.version}"

NONE_OF_THEM = [
    {
        "match": f"Candidates of sentence {count}: ",
        "reply": {"choices": [{"sentence": at, "topics": []} for at in range(1, count + 1)]},
    }
    for count in range(MOST_SENTENCES, 0, -1)
]
"""What a model answers to so many sentences that belong to no topic."""


def counting(path: str, body: Body, key: str | None) -> Body:
    """The protocol with a count of the tokens that were sent, four letters each."""
    answer = openai_protocol.protocol(path, body, key)
    texts = body["input"] if "input" in body else [one["content"] for one in body["messages"]]
    answer["usage"] = {**answer["usage"], "prompt_tokens": math.ceil(sum(map(len, texts)) / 4)}
    return answer


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback(counting, openai_protocol.wrong) as found:
        yield found


@pytest.fixture
def claude() -> Iterator[Played]:
    with played("anthropic") as found:
        yield found


def setting(server: Loopback) -> str:
    return f"openai:{server.url}/v1#{openai_protocol.MODEL}"


async def taught(database: Database, course: SmallCourse) -> None:
    """A course that the offline methods have worked on."""
    source = course.source("vision/01.md")
    for title in ("Neural network", "Example", "Weight"):
        course.topic(title, summary=f"A {title.lower()} is something that learning is about.")
    for sentence in SENTENCES:
        course.content(sentence, course.chunk(source, sentence))
    await run_all(database, course)


async def test_what_a_refresh_would_send_is_known_within_a_quarter(
    database: Database, course: SmallCourse, place: Home, gradient: Gradient, server: Loopback,
    claude: Played, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    await taught(database, course)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    text = ROLES.format(openai=setting(server), anthropic=claude.setting)
    (place.base / "gradient.toml").write_text(text, "utf-8")
    found = await planned(gradient)
    plan = (await asyncio.to_thread(gradient, "run", "--plan")).out
    assert f"calibrate {found['calibrate']['stale']}" in plan
    assert "gradient refresh --plan says what that would cost" in " ".join(plan.split())
    assert server.requests == []
    assert isinstance(claude.server, ModelServer)
    assert claude.server.requests() == []
    claude.server.rules(*NONE_OF_THEM)
    assert found.keys() == {"embed", "tags", "calibrate"}
    assert found["tags"]["could_flip"] > 0
    assert found["tags"]["usd"] > found["tags"]["usd_low"] > 0
    assert found["embed"]["usd"] is None
    await all_stale(database, course, place)
    for stage, one in found.items():
        calls, tokens = course.all(
            "SELECT count(*), sum(input_tokens) FROM calls WHERE stage = %s", stage
        )[0]  # fmt: skip
        assert one["calls"] == {"low": calls, "high": calls}, stage
        assert one["input_tokens"]["low"] == one["input_tokens"]["high"]
        assert one["input_tokens"]["low"] == pytest.approx(tokens, rel=0.25), stage


async def test_pages_that_may_follow_from_other_scores_are_told_and_not_made_stale(
    database: Database, course: SmallCourse, place: Home, gradient: Gradient, server: Loopback,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    await taught(database, course)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    roles = f'[roles]\nwrite = "anthropic:claude-haiku-5-5"\nscore = "{setting(server)}"\n'
    (place.base / "gradient.toml").write_text(roles, "utf-8")
    course.one("UPDATE outcomes SET tool = %s WHERE stage = 'page'", f"anthropic:claude-haiku-5-5, {TOOL}")
    found = await planned(gradient)
    assert found.keys() == {"calibrate", "page"}
    page = found["page"]
    assert (page["stale"], page["calls"]["low"], page["usd_low"]) == (0, 0, 0.0)
    assert page["calls"]["high"] >= 3
    assert page["usd"] > 0
    await asyncio.to_thread(gradient, "refresh")
    assert course.all("SELECT DISTINCT stage FROM outcomes WHERE refresh") == [("calibrate",)]


async def planned(gradient: Gradient) -> dict[str, Any]:
    """What refresh --plan says of each stage; it runs in a thread, since it has a loop of its own."""
    ran = await asyncio.to_thread(gradient, "refresh", "--plan", "--json")
    return {one["stage"]: one for one in ran.json["stages"]}


async def all_stale(database: Database, course: SmallCourse, home: Home) -> None:
    """Carry out what was planned."""
    settings = load(Home(home.directory, home.base, home.base / "gradient.toml", home.database_url))
    async with opened_stages(home, settings, None) as stages:
        for stage in stages:
            if stage.name in ("embed", "tags", "calibrate"):
                async with database.transaction() as connection:
                    query = stage.units()
                    known = await outcomes.due(connection, query, course.id, NOW)
                    every = await outcomes.due(connection, replace(query, free=True), course.id, NOW)
                units = [unit for unit in every if unit not in known]
                for at in range(0, len(units), stage.batch):
                    await work_on(database, stage, course, units[at : at + stage.batch])


def test_what_other_models_would_be_sent_is_known_for_every_stage(
    empty_home: Path, database_url: str, models: Models
) -> None:
    put(empty_home, "graphs/lectures/1-trees.md", TREES)
    run(empty_home, "run", "--until-idle", **models.variables)
    sonnet = {name: value.replace("haiku", "sonnet") for name, value in models.variables.items()}
    found = {one["stage"]: one for one in answer(empty_home, "refresh", "--plan", **sonnet)["stages"]}
    assert found.keys() == {"extract", "tags", "prerequisites", "page"}
    run(empty_home, "refresh", **sonnet)
    run(empty_home, "run", "--until-idle", **sonnet)
    sent = ask(
        database_url,
        "SELECT stage, count(*), sum(input_tokens), sum(usd)::float FROM calls"
        " WHERE model = 'claude-sonnet-5-5' GROUP BY stage",
    )
    assert {stage for stage, *_ in sent} == found.keys()
    for stage, calls, tokens, usd in sent:
        assert found[stage]["calls"] == {"low": calls, "high": calls}, stage
        assert found[stage]["input_tokens"]["low"] == pytest.approx(tokens, rel=0.25), stage
        assert found[stage]["usd_low"] <= usd <= found[stage]["usd"], stage


def test_what_a_first_run_sends_lies_between_the_bounds_that_were_told(
    empty_home: Path, database_url: str, server: Loopback
) -> None:
    put(empty_home, "graphs/lectures/1-trees.md", TREES)
    roles = {f"GRADIENT_ROLES_{role}": setting(server) for role in ("EMBED", "PICK", "SCORE")}
    given = {**roles, "OPENAI_API_KEY": KEY, "GRADIENT_EMBEDDING_DIMENSIONS": "64"}
    plan = answer(empty_home, "run", "--plan", **given)
    assert server.requests == []
    run(empty_home, "run", "--until-idle", code=None, **given)
    bounds = {one["stage"]: one for one in plan["models"]}
    assert bounds.keys() == {"embed", "tags", "prerequisites", "calibrate"}
    sent = ask(
        database_url,
        "SELECT stage, count(*), sum(coalesce(input_tokens, 0)) FROM calls GROUP BY stage",
    )
    assert len(sent) >= 3
    for stage, calls, tokens in sent:
        assert bounds[stage]["calls"]["low"] <= calls <= bounds[stage]["calls"]["high"], stage
        low, high = bounds[stage]["input_tokens"].values()
        assert low <= tokens <= high, stage
    assert answer(empty_home, "run", "--plan", **given)["models"] == []
