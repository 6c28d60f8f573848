"""Models that answer Yes or No: what they are shown, what their words mean, and what goes wrong."""

import math
from collections.abc import Iterator

import pytest

from gradient.errors import Outage
from gradient.providers import registry
from gradient.providers.access import Access
from gradient.providers.confidence import Logits, from_tokens
from gradient.providers.model_scorer import PROMPTS, question
from gradient.providers.ports import Errand, Quote, ScoreRequest, ShownTokens, Unanswered
from tests.providers.loopback import Fault, Loopback
from tests.providers.played import Ledger, Played, played

SECRET = b"secret"
TAG = ScoreRequest(
    "tag",
    "A loss is a number.",
    "Loss",
    ("What training makes small.",),
    {"cosine": 0.12345},
    (Quote("secret-folder/01.md", "The loss is a number.", "a reason"),),
)
PREREQUISITE = ScoreRequest("prerequisite", "Gradient", "Descent", ("It points up.", "It goes down."), {})


@pytest.fixture(params=["ollama", "openai"])
def plays(request: pytest.FixtureRequest) -> Iterator[Played]:
    with played(request.param) as found:
        yield found


async def scored(
    plays: Played, ledger: Ledger, *requests: ScoreRequest, access: Access | None = None
) -> list[ShownTokens | Unanswered]:
    found = registry.scorer(plays.setting, {}, "", access or plays.access)
    async with registry.closing(found):
        return list(await found.score(requests, Errand(ledger.book, SECRET)))  # type: ignore[arg-type]


def server(plays: Played) -> Loopback:
    assert isinstance(plays.server, Loopback)
    return plays.server


async def test_all_forms_of_a_word_are_summed_from_one_token_without_thinking(plays: Played) -> None:
    ledger = Ledger()
    (answer,) = await scored(plays, ledger, TAG)
    assert isinstance(answer, ShownTokens)
    logits = from_tokens(answer.tokens)
    assert isinstance(logits, Logits)
    assert logits.yes == pytest.approx(math.log(0.8), abs=1e-6)
    assert logits.no == pytest.approx(math.log(0.15), abs=1e-6)
    ((_, body),) = server(plays).requests
    assert body["top_logprobs"] == 20
    assert body.get("max_tokens", body.get("options", {}).get("num_predict")) == 1
    assert [call.ended for call in ledger.calls] == ["done"]
    assert ledger.calls[0].input_tokens == 40


async def test_a_question_that_is_not_taken_is_told_of_and_spoils_no_other(plays: Played) -> None:
    ledger = Ledger()
    server(plays).faults.append(Fault(400, said="no"))
    answers = await scored(plays, ledger, TAG, PREREQUISITE)
    assert sorted(type(one).__name__ for one in answers) == ["ShownTokens", "Unanswered"]
    assert sorted(call.ended for call in ledger.calls) == ["done", "failed"]


async def test_a_model_that_shows_no_probabilities_is_an_outage_with_the_way_out(plays: Played) -> None:
    silent = b'{"message": {"content": "Yes"}, "choices": [{"message": {"content": "Yes"}}]}'
    server(plays).faults.append(Fault(raw=silent))
    with pytest.raises(Outage, match=r"shows no log probabilities.*under \[roles\]"):
        await scored(plays, Ledger(), TAG)


async def test_what_does_not_fit_the_context_of_ollama_is_not_sent() -> None:
    with played("ollama") as plays:
        access = Access(ollama_url=plays.access.ollama_url, num_ctx=512)
        long = ScoreRequest("tag", "A loss is a number. " * 200, "Loss", ("",), {})
        (answer,) = await scored(plays, Ledger(), long, access=access)
        assert isinstance(answer, Unanswered)
        assert "raise num_ctx under [ollama]" in answer.reason
        assert plays.count() == 0


def test_a_scorer_is_shown_the_question_its_quotes_and_definitions_and_nothing_else() -> None:
    shown = question(TAG, SECRET)
    for text in ("A loss is a number.", "Loss", "What training makes small.", "The loss is a number."):
        assert text in shown
    for text in ("secret-folder", "0.12345", "cosine", "a reason"):
        assert text not in shown + PROMPTS["tag"].text


@pytest.mark.parametrize("request_", [TAG, PREREQUISITE], ids=["tag", "prerequisite"])
def test_nothing_from_outside_stands_outside_the_marks(request_: ScoreRequest) -> None:
    lines = question(request_, SECRET).splitlines()
    opened, outside = "", []
    for line in lines:
        if not opened and line.startswith("<") and len(line.split()) == 2:
            opened = line
        elif opened and line == opened.replace("<", "</", 1):
            opened = ""
        elif not opened and line:
            outside.append(line)
    assert len(outside) == 1
    assert outside[0].endswith("Answer Yes or No.")


def test_a_prompt_names_its_version_in_that_of_the_scorer() -> None:
    with played("openai") as plays:
        version = registry.scorer(plays.setting, {}, "", plays.access).version
    assert version == "score_tag 1, score_prerequisite 1"
