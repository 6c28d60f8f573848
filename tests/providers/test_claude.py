"""Anthropic's models over the wire: what is sent, what comes back, what goes wrong, what is booked."""

import traceback
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from pydantic import SecretStr

from gradient.checked import Checked
from gradient.errors import Outage, Unplayable
from gradient.providers import claude
from gradient.providers.access import Access
from gradient.providers.answers import Answerer, Declined, Turn, Unusable
from gradient.providers.openai import OpenAIModel
from gradient.providers.wire import TooLong
from gradient.settings import Settings
from tests.providers.played import AT_ONCE, Ledger
from tests.providers.servers import ModelServer

MODEL = "claude-haiku-5-5"
KEY = "sk-marked-key"


class Colour(Checked):
    name: str


@pytest.fixture
async def model(anthropic_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Answerer]:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", anthropic_server.url)
    found = claude.answerer(MODEL, Access(anthropic_key=SecretStr(KEY), patience=AT_ONCE))
    yield found
    await found.close()


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


async def said(model: Answerer, ledger: Ledger) -> str:
    return await model.say("Name a colour.", [Turn("user", "Of the sky.")], Colour, ledger.book)


async def test_it_answers_in_the_given_form_and_the_call_is_booked_with_its_price(
    model: Answerer, ledger: Ledger, anthropic_server: ModelServer
) -> None:
    usage = {"input_tokens": 1000, "output_tokens": 200}
    anthropic_server.rules({"match": "Of the sky", "reply": {"name": "blue"}, "usage": usage})
    assert Colour.model_validate_json(await said(model, ledger)) == Colour(name="blue")
    (call,) = ledger.calls
    assert (call.provider, call.model, call.ended) == ("anthropic", MODEL, "done")
    assert call.input_tokens is not None
    assert call.output_tokens is not None
    assert call.usd == pytest.approx((call.input_tokens * 0.10 + call.output_tokens * 0.50) / 1e6)
    (request,) = anthropic_server.requests()
    assert request["body"]["output_config"]["format"]["type"] == "json_schema"
    assert not {"tools", "tool_choice", "temperature"} & request["body"].keys()


PERMANENT: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"do": "truncate"}, Unusable, "was cut off at"),
    ({"do": "empty"}, Unusable, "answered with nothing"),
    ({"do": "refusal"}, Declined, "refused to answer"),
    ({"status": 400}, Declined, "does not take the request"),
    ({"status": 413}, TooLong, "does not take the request"),
    ({"status": 401}, Unplayable, "the key is not accepted; check .*, and start gradient run anew"),
    ({"status": 402}, Unplayable, "the account has to be paid for"),
    ({"status": 404}, Unplayable, "there is no such model.*, and start gradient run anew"),
    ({"do": "spend-limit"}, Unplayable, "the spend limit of the account is reached"),
]
PASSING: list[dict[str, Any]] = [
    {"status": 429},
    {"do": "retry-after", "retry_after": 0},
    {"status": 500},
    {"status": 503},
    {"do": "overloaded"},
    {"do": "drop-before"},
    {"do": "commit-then-drop"},
]


@pytest.mark.parametrize(("fault", "kind", "sentence"), PERMANENT, ids=lambda one: str(one)[:30])
async def test_what_goes_wrong_is_told_in_a_sentence_and_booked_once(
    model: Answerer,
    ledger: Ledger,
    anthropic_server: ModelServer,
    fault: dict[str, Any],
    kind: type[Exception],
    sentence: str,
) -> None:
    anthropic_server.faults({"path": "/v1/messages$", **fault})
    with pytest.raises(kind, match=sentence) as told:
        await said(model, ledger)
    assert len(ledger.calls) == len(anthropic_server.requests()) == 1
    assert ledger.calls[0].ended != "done" or kind is Unusable
    assert KEY not in str(told.value)


@pytest.mark.parametrize("fault", PASSING, ids=str)
async def test_what_passes_is_tried_again_four_times_at_most_and_every_try_is_booked(
    model: Answerer, ledger: Ledger, anthropic_server: ModelServer, fault: dict[str, Any]
) -> None:
    anthropic_server.rules({"match": "Of the sky", "reply": {"name": "blue"}})
    anthropic_server.faults({"path": "/v1/messages$", "times": 2, **fault})
    assert await said(model, ledger)
    assert [(call.ended, call.attempt) for call in ledger.calls] == [
        ("failed", 1),
        ("failed", 2),
        ("done", 3),
    ]
    assert len(anthropic_server.requests()) == len(ledger.calls)
    anthropic_server.faults({"path": "/v1/messages$", **fault})
    with pytest.raises(Outage, match="does not answer just now") as told:
        await said(model, ledger)
    assert not isinstance(told.value, Unplayable)
    assert len(anthropic_server.requests()) == len(ledger.calls) == 7
    assert KEY not in str(told.value)


async def test_a_call_whose_answer_was_lost_has_no_known_price_and_one_turned_down_costs_nothing(
    model: Answerer, ledger: Ledger, anthropic_server: ModelServer
) -> None:
    for fault in ({"do": "commit-then-drop"}, {"status": 529}):
        anthropic_server.faults({"path": "/v1/messages$", **fault})
        with pytest.raises(Outage):
            await said(model, ledger)
    assert [call.usd for call in ledger.calls] == [None] * 4 + [0.0] * 4


async def test_a_key_that_the_service_repeats_is_in_no_error(
    model: Answerer, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    repeated = httpx2.Response(
        401,
        json={"type": "error", "error": {"type": "authentication_error", "message": f"No such key: {KEY}."}},
        request=httpx2.Request("POST", "http://127.0.0.1"),
    )

    async def send(*_: object, **__: object) -> httpx2.Response:
        return repeated

    monkeypatch.setattr(httpx2.AsyncClient, "send", send)
    with pytest.raises(Unplayable, match=r"It says: No such key: \(the key\)\.") as told:
        await said(model, ledger)
    assert KEY not in f"{traceback.format_exception(told.value)}{ledger}"


@pytest.mark.parametrize("end", ["", "/", "/v1"])
async def test_an_address_in_the_settings_comes_before_the_one_in_the_environment(
    anthropic_server: ModelServer, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    anthropic_server.rules({"match": "Of the sky", "reply": {"name": "blue"}})
    given = Settings.model_validate({"anthropic": {"key": KEY, "url": f"{anthropic_server.url}{end}"}})
    assert Access.of(Settings()).anthropic_url is None
    model = claude.answerer(MODEL, Access.of(given))
    assert "blue" in await said(model, ledger)
    await model.close()


async def test_a_request_for_which_there_was_no_connection_costs_nothing(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    nobody = claude.answerer(MODEL, Access(anthropic_key=SecretStr(KEY), patience=AT_ONCE))
    with pytest.raises(Outage):
        await said(nobody, ledger)
    await nobody.close()
    place = "http://127.0.0.1:1/v1#small"
    other = OpenAIModel(place, Access(prices={"openai:small": {"input": 1.0}}, patience=AT_ONCE))
    with pytest.raises(Outage):
        await said(other, ledger)
    await other.close()
    assert [call.usd for call in ledger.calls] == [0.0] * 8
