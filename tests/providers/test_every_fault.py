"""Every fault that a service can show, on the wire of every role and whoever plays it.

What passes leaves the same result; what concerns the role is told as such after one try; an answer that is
none is corrected or told; each request is booked; and no key is in any error, line of the log or entry.
"""

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from gradient.errors import GradientError, Outage, Unplayable
from gradient.providers import registry
from gradient.providers.ports import Errand, OfferedTopic, PickRequest, ScoreRequest, Unanswered
from tests.providers import openai_protocol
from tests.providers.loopback import Body, Fault, Loopback
from tests.providers.played import ANTHROPIC_KEY, AT_ONCE, VOYAGE_KEY, Ledger, Played, played
from tests.providers.servers import ModelServer

KEYS = (ANTHROPIC_KEY, VOYAGE_KEY, openai_protocol.KEY)
TOPICS = [OfferedTopic(f"Topic {key}", "", 0.0, {}, key) for key in (1, 2)]
PICKERS = [("pick", who) for who in ("anthropic", "ollama", "openai")]
SCORERS = [("score", who) for who in ("ollama", "openai")]
EMBEDDERS = [("embed", who) for who in ("voyage", "ollama", "openai")]


def met(*players: tuple[str, str]) -> pytest.MarkDecorator:
    """A test of these roles, each with whoever plays it."""
    return pytest.mark.parametrize("playing", players, indirect=True, ids="-".join, scope="module")


everyone = met(*PICKERS, *SCORERS, *EMBEDDERS)


@dataclass
class Playing:
    """A role with whoever plays it, and what has been booked since the last fault was set."""

    role: str
    plays: Played
    ledger: Ledger = field(default_factory=Ledger)
    before: int = 0
    result: object = None

    async def clean(self) -> object:
        """What it answers where nothing goes wrong."""
        self.result = self.result or await self.asked()
        return self.result

    def fail(self, fault: Fault, **tool: Any) -> None:
        """Let the next requests go wrong: of servers of our own by `fault`, else by the rule `tool`."""
        self.ledger = Ledger()
        self.before = self.plays.count()
        if isinstance(self.plays.server, Loopback):
            self.plays.server.faults[:] = [fault]
        else:
            assert isinstance(self.plays.server, ModelServer)
            path = "embeddings$" if self.role == "embed" else "messages$"
            self.plays.server.faults({"path": path, "times": fault.times, **tool})

    async def asked(self, **patience: float) -> object:
        """One question of the role; the numbers of vectors are rounded."""
        errand = Errand(self.ledger, b"secret")
        access = replace(self.plays.access, patience=replace(AT_ONCE, **patience))
        if self.role == "pick":
            picker = registry.picker(self.plays.setting, access)
            async with registry.closing(picker):
                return (await picker.pick([PickRequest("A loss.", tuple(TOPICS))], TOPICS, errand))[0]
        if self.role == "score":
            scorer = registry.scorer(self.plays.setting, {}, "", access)
            async with registry.closing(scorer):
                return (await scorer.score([ScoreRequest("tag", "A loss.", "Loss", (), {})], errand))[0]
        embedder = registry.embedder(self.plays.setting, access)
        async with registry.closing(embedder):
            return (await embedder.embed(["A loss."], "document", self.ledger)).round(5).tolist()

    def booked(self) -> list[tuple[str, int]]:
        """How each request ended, and for which time it was made; the server has counted as many."""
        assert self.plays.count() - self.before == len(self.ledger.calls) == len(self.ledger.sent)
        return [(call.ended, call.attempt) for call in self.ledger.calls]


@pytest.fixture(scope="module")
def playing(request: pytest.FixtureRequest) -> Iterator[Playing]:
    role, who = request.param
    with played(who) as plays:
        if isinstance(plays.server, ModelServer) and role == "pick":
            reply = {"choices": [{"sentence": 1, "topics": [1]}]}
            plays.server.rules({"match": "Candidates of sentence 1", "reply": reply})
        yield Playing(role, plays)


@pytest.fixture(autouse=True)
def nothing_is_wrong_yet(request: pytest.FixtureRequest) -> None:
    if "playing" in request.fixturenames:
        server = request.getfixturevalue("playing").plays.server
        server.faults.clear() if isinstance(server, Loopback) else server.faults()


@pytest.fixture(autouse=True)
def no_key_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.DEBUG):
        yield
    assert not any(key in caplog.text for key in KEYS)


PASSING = {
    "429": (Fault(429), {"status": 429}),
    "429 with a pause": (Fault(429, headers={"retry-after": "0"}), {"status": 429, "retry_after": 0}),
    "500": (Fault(500), {"status": 500}),
    "overload": (Fault(529), {"status": 529}),
    "dropped before": (Fault(drop=True), {"do": "drop-before"}),
    "dropped after": (Fault(late=True), {"do": "commit-then-drop"}),
}


@everyone
@pytest.mark.parametrize("fault", PASSING)
async def test_what_passes_leaves_the_same_result_and_the_tries_are_counted(
    playing: Playing, fault: str
) -> None:
    clean = await playing.clean()
    ours, theirs = PASSING[fault]
    playing.fail(Fault(**{**vars(ours), "times": 2}), **theirs)
    assert await playing.asked() == clean
    assert playing.booked() == [("failed", 1), ("failed", 2), ("done", 3)]


@met(("pick", "anthropic"), ("score", "ollama"), ("embed", "openai"))
async def test_an_answer_that_is_too_slow_is_given_up_and_asked_for_again(
    playing: Playing,
) -> None:
    clean = await playing.clean()
    playing.fail(Fault(delay=3.0), delay_s=3.0)
    assert await playing.asked(longest=2.0) == clean
    assert playing.booked() == [("failed", 1), ("done", 2)]


FOR_A_PERSON = {
    "bad key": (401, "the key is not accepted; check"),
    "no model": (404, "there is no such model"),
}


@everyone
@pytest.mark.parametrize("fault", FOR_A_PERSON)
async def test_what_needs_a_person_is_told_of_the_role_after_one_try(playing: Playing, fault: str) -> None:
    status, said = FOR_A_PERSON[fault]
    key = playing.plays.access.openai_key
    repeated = "No." if key is None else f"Incorrect API key provided: {key.get_secret_value()}."
    playing.fail(Fault(status, said=repeated), status=status)
    with pytest.raises(Unplayable, match=said) as told:
        await playing.asked()
    assert playing.booked() == [("failed", 1)]
    assert playing.ledger.calls[0].usd == 0.0
    shown = f"{traceback.format_exception(told.value)}{playing.ledger}{playing.plays.access}"
    assert not any(key in shown for key in KEYS)


@met(("pick", "anthropic"), ("pick", "openai"), ("score", "openai"), ("embed", "openai"))
async def test_a_spend_limit_is_a_429_that_is_not_tried_again(playing: Playing) -> None:
    playing.fail(Fault(429, said="You exceeded your current quota."), do="spend-limit")
    with pytest.raises(Unplayable, match="the spend limit of the account is reached"):
        await playing.asked()
    assert playing.booked() == [("failed", 1)]


@everyone
async def test_a_service_that_stays_away_is_an_outage_after_four_tries(playing: Playing) -> None:
    playing.fail(Fault(500, times=9), status=500)
    with pytest.raises(Outage, match="does not answer just now") as told:
        await playing.asked()
    assert not isinstance(told.value, Unplayable)
    assert playing.booked() == [("failed", number) for number in (1, 2, 3, 4)]


def said_by(change: Callable[[str], str], finish: str = "stop") -> Fault:
    """An answer with other words, of either protocol."""

    def changed(answer: Body) -> Body:
        choices = answer.get("choices", [answer])
        choices[0]["message"]["content"] = change(choices[0]["message"]["content"])
        choices[0]["finish_reason" if "choices" in answer else "done_reason"] = finish
        return answer

    return Fault(change=changed)


SPOILT = {
    "truncate": (said_by(lambda text: text[: len(text) // 2], "length"), "cut off"),
    "prose-before-json": (said_by(lambda text: f"Here it is: {text}"), "done"),
    "fenced-json": (said_by(lambda text: f"```json\n{text}\n```"), "done"),
    "empty": (said_by(lambda _: ""), "done"),
}


@met(*PICKERS)
@pytest.mark.parametrize("fault", SPOILT)
async def test_an_answer_that_is_none_is_asked_for_once_more(playing: Playing, fault: str) -> None:
    clean = await playing.clean()
    ours, ended = SPOILT[fault]
    playing.fail(ours, do=fault)
    assert await playing.asked() == clean
    assert playing.booked() == [(ended, 1), ("done", 1)]


@met(("pick", "anthropic"), ("pick", "openai"), ("score", "openai"))
async def test_a_refusal_is_told_and_not_argued_with(playing: Playing) -> None:
    def refused(answer: Body) -> Body:
        answer["choices"][0]["message"]["refusal"] = "No."
        return answer

    playing.fail(Fault(change=refused), do="refusal")
    assert await playing.asked() == Unanswered(f"{playing.plays.setting} refused to answer.")
    assert playing.booked() == [("refused", 1)]


@met(*PICKERS[1:], *SCORERS, *EMBEDDERS[1:])
@pytest.mark.parametrize("raw", [b"<html>", b"{}", b"[]"])
async def test_what_is_no_answer_of_the_protocol_is_told_and_booked(playing: Playing, raw: bytes) -> None:
    playing.fail(Fault(raw=raw, times=9))
    with suppress(GradientError):
        assert isinstance(await playing.asked(), Unanswered)
    assert {ended for ended, _ in playing.booked()} == {"failed"}


def test_every_player_of_these_roles_is_met() -> None:
    assert {who for _, who in PICKERS} == registry.ANSWERERS.keys()
    assert {who for _, who in SCORERS} == registry.YES_NO.keys()
    assert {who for _, who in EMBEDDERS} == registry.EMBEDDERS.keys()
