"""Decision models of Ollama: a probability of Yes, asked for in one pass."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from gradient.errors import Outage
from gradient.providers import registry
from gradient.providers.confidence import LEAST_LOGARITHM, Logits, from_tokens
from gradient.providers.model_scorer import PROMPTS
from gradient.providers.ports import Errand, Scorer, ScoreRequest, ShownTokens, Unanswered
from tests.providers.loopback import Fault, Loopback
from tests.providers.ollama_protocol import MODEL
from tests.providers.played import AT_ONCE, Ledger, Played, played

LOSS = ScoreRequest("tag", "A loss is a number.", "Loss", ("What training makes small.",), {})
ORCHID = ScoreRequest("tag", "An orchid is a plant.", "Orchid", (), {})


@pytest.fixture
def plays() -> Iterator[Played]:
    with played("ollama") as found:
        yield replace(found, access=replace(found.access, decision_models=(MODEL,), patience=AT_ONCE))


def server(plays: Played) -> Loopback:
    assert isinstance(plays.server, Loopback)
    return plays.server


async def scored(plays: Played, ledger: Ledger, *requests: ScoreRequest) -> Sequence[object]:
    scorer = registry.scorer(plays.setting, {}, "", plays.access)
    async with registry.closing(scorer):
        return await scorer.score(requests, Errand(ledger, b"secret"))


def logits(answer: object) -> Logits:
    assert isinstance(answer, ShownTokens)
    found = from_tokens(answer.tokens)
    assert isinstance(found, Logits)
    return found


async def test_its_probability_is_that_of_yes_and_what_is_left_that_of_no(plays: Played) -> None:
    ledger = Ledger()
    yes, no = map(logits, await scored(plays, ledger, LOSS, ORCHID))
    assert (yes.yes, yes.no) == (pytest.approx(math.log(0.7)), pytest.approx(math.log(0.3)))
    assert no.yes < no.no
    assert [(call.ended, call.input_tokens, call.usd) for call in ledger.calls] == [("done", 40, 0.0)] * 2
    (path, body), _ = server(plays).requests
    assert path == "/v1/systemone"
    (question,) = body["questions"].values()
    assert question["instructions"] == PROMPTS["tag"].text
    assert body["state"].startswith("<sentence ")


@pytest.mark.parametrize(("noul", "sure"), [(0.0, "no"), (1.0, "yes")])
async def test_what_it_is_entirely_sure_of_stays_within_bounds(plays: Played, noul: float, sure: str) -> None:
    said = {"model": MODEL, "answers": {"answer": {"type": "noul", "noul": noul}}}
    server(plays).faults.append(Fault(raw=json.dumps(said).encode()))
    found = logits((await scored(plays, Ledger(), LOSS))[0])
    assert getattr(found, sure) == 0.0
    assert min(found.yes, found.no) >= LEAST_LOGARITHM


@pytest.mark.parametrize(
    "answers", [{}, {"other": {"noul": 0.5}}, {"answer": {"noul": 1.5}}, {"answer": {"choice": "a"}}]
)
async def test_no_probability_is_no_answer(plays: Played, answers: dict[str, object]) -> None:
    server(plays).faults.append(Fault(raw=json.dumps({"model": MODEL, "answers": answers}).encode()))
    (found,) = await scored(plays, Ledger(), LOSS)
    assert isinstance(found, Unanswered)


async def test_an_ollama_that_does_not_know_of_decisions_is_an_outage_with_the_way_out(plays: Played) -> None:
    server(plays).faults.append(Fault(404, said="404 page not found"))
    with pytest.raises(Outage, match="there is no such model"):
        await scored(plays, Ledger(), LOSS)


def test_it_is_another_scorer_than_the_same_model_that_writes(plays: Played) -> None:
    def of(*decision_models: str) -> Scorer:
        return registry.scorer(plays.setting, {}, "", replace(plays.access, decision_models=decision_models))

    assert of(MODEL).name != of().name
