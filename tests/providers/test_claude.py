"""Anthropic's models over the wire: what is sent, what comes back, what goes wrong, what is booked."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr

from gradient.checked import Checked
from gradient.errors import Outage
from gradient.providers import claude
from gradient.providers.access import Access
from gradient.providers.answers import Answerer, Declined, Turn, Unusable
from gradient.store.ledger import Call
from tests.providers.servers import ModelServer

MODEL = "claude-haiku-5-5"
KEY = "sk-marked-key"


class Colour(Checked):
    name: str


@pytest.fixture
async def model(anthropic_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Answerer]:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", anthropic_server.url)
    found = claude.answerer(MODEL, Access(anthropic_key=SecretStr(KEY)))
    yield found
    await found.close()


class Ledger:
    def __init__(self) -> None:
        self.calls: list[Call] = []

    async def book(self, call: Call) -> None:
        self.calls.append(call)


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


FAULTS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"do": "truncate"}, Unusable, "was cut off at"),
    ({"do": "empty"}, Unusable, "answered with nothing"),
    ({"do": "refusal"}, Declined, "refused to answer"),
    ({"status": 400}, Declined, "does not take the request"),
    ({"status": 413}, Declined, "does not take the request"),
    ({"status": 401}, Outage, "the key is not accepted; check"),
    ({"status": 404}, Outage, "there is no such model"),
    ({"do": "spend-limit"}, Outage, "the spend limit of the account is reached"),
    ({"status": 429}, Outage, "does not answer just now"),
    ({"status": 500}, Outage, "does not answer just now"),
    ({"do": "overloaded"}, Outage, "does not answer just now"),
    ({"do": "drop-before"}, Outage, "does not answer just now"),
    ({"do": "commit-then-drop"}, Outage, "does not answer just now"),
]


@pytest.mark.parametrize(("fault", "kind", "sentence"), FAULTS, ids=lambda one: str(one)[:30])
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


async def test_a_call_whose_answer_was_lost_has_no_known_price_and_one_turned_down_costs_nothing(
    model: Answerer, ledger: Ledger, anthropic_server: ModelServer
) -> None:
    for fault in ({"do": "commit-then-drop"}, {"status": 529}):
        anthropic_server.faults({"path": "/v1/messages$", **fault})
        with pytest.raises(Outage):
            await said(model, ledger)
    assert [call.usd for call in ledger.calls] == [None, 0.0]
