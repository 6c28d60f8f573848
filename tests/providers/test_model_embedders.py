"""Models that embed: what goes over the wire, within which limits, what goes wrong, and what is booked."""

import logging
import traceback
from collections.abc import AsyncIterator, Iterator

import numpy as np
import pytest

from gradient.errors import Outage
from gradient.providers import registry
from gradient.providers.access import Access
from gradient.providers.answers import Declined, Unusable
from gradient.providers.embedding import Limits, ModelEmbedder, within
from tests.providers.loopback import Fault, Loopback
from tests.providers.openai_protocol import KEY
from tests.providers.played import VOYAGE_KEY, Ledger, Played, played
from tests.providers.servers import ModelServer

TEXTS = ["A loss is a number.", "An orchid is a flower.", "A loss is a number."]


@pytest.fixture(params=["voyage", "ollama", "openai"])
def plays(request: pytest.FixtureRequest) -> Iterator[Played]:
    with played(request.param) as found:
        yield found


@pytest.fixture
async def embedder(plays: Played) -> AsyncIterator[ModelEmbedder]:
    found = registry.embedder(plays.setting, plays.access)
    assert isinstance(found, ModelEmbedder)
    async with registry.closing(found):
        yield found


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


async def test_equal_texts_are_sent_once_and_the_call_is_booked_with_its_tokens(
    plays: Played, embedder: ModelEmbedder, ledger: Ledger
) -> None:
    vectors = await embedder.embed(TEXTS, "document", ledger.book)
    assert np.array_equal(vectors[0], vectors[2])
    (call,) = ledger.calls
    assert plays.count() == 1
    assert f"{call.provider}:" == plays.setting[: len(call.provider) + 1]
    assert call.ended == "done"
    assert call.input_tokens is not None
    assert call.input_tokens > 0
    price = {"voyage": call.input_tokens * 0.02 / 1e6, "ollama": 0.0, "openai": None}[call.provider]
    assert call.usd == (price if price is None else pytest.approx(price))


@pytest.mark.parametrize("fault", [Fault(500), Fault(503), Fault(429), Fault(drop=True)], ids=str)
async def test_what_passes_is_tried_again_and_every_try_is_booked(
    plays: Played, embedder: ModelEmbedder, ledger: Ledger, fault: Fault
) -> None:
    plays.fail(Fault(fault.status, drop=fault.drop, times=2))
    assert (await embedder.embed(TEXTS, "document", ledger.book)).any(axis=1).all()
    assert [call.ended for call in ledger.calls] == ["failed", "failed", "done"]
    assert plays.count() == len(ledger.calls)


@pytest.mark.parametrize(
    ("status", "kind", "said"),
    [
        (401, Outage, "the key is not accepted; check .*, and start gradient run anew"),
        (404, Outage, "there is no such model"),
        (402, Outage, "the account has to be paid for"),
        (400, Declined, "does not take the request"),
    ],
)
async def test_what_does_not_pass_is_asked_once_and_told_with_the_way_out(
    plays: Played, embedder: ModelEmbedder, ledger: Ledger, status: int, kind: type[Exception], said: str
) -> None:
    plays.fail(Fault(status))
    with pytest.raises(kind, match=said):
        await embedder.embed(TEXTS, "document", ledger.book)
    assert [(call.ended, call.usd) for call in ledger.calls] == [("failed", 0.0)]
    assert plays.count() == 1


async def test_a_service_that_stays_away_is_an_outage_after_four_tries(
    plays: Played, embedder: ModelEmbedder, ledger: Ledger
) -> None:
    plays.fail(Fault(500, times=9))
    with pytest.raises(Outage, match="does not answer just now"):
        await embedder.embed(TEXTS, "document", ledger.book)
    assert plays.count() == len(ledger.calls) == 4


async def test_the_settings_name_the_length_of_the_vectors(plays: Played, embedder: ModelEmbedder) -> None:
    assert embedder.dimension == plays.access.dimensions
    assert embedder.model == plays.setting


async def only(who: str, ledger: Ledger, texts: list[str], **fault: object) -> tuple[np.ndarray, Loopback]:
    """One call to a server of our own, of which the next request goes wrong."""
    with played(who) as plays:
        assert isinstance(plays.server, Loopback)
        if fault:
            plays.server.faults.append(Fault(**fault))  # type: ignore[arg-type]
        found = registry.embedder(plays.setting, plays.access)
        async with registry.closing(found):
            return await found.embed(texts, "document", ledger.book), plays.server


@pytest.mark.parametrize("who", ["ollama", "openai"])
async def test_a_text_that_is_too_long_is_embedded_in_parts_and_nothing_is_cut_off(
    who: str, ledger: Ledger
) -> None:
    first, second = " ".join(["loss"] * 50), " ".join(["orchid"] * 50)
    vectors, _ = await only(who, ledger, [f"{first} {second}", "loss", "orchid", "kernel"])
    sum_of_parts = len(first) * vectors[1] + len(second) * vectors[2]
    assert vectors[0] == pytest.approx(sum_of_parts / np.linalg.norm(sum_of_parts), abs=1e-5)


@pytest.mark.parametrize("raw", [b"<html>", b'{"data": 3}', b'{"data": [], "embeddings": []}'])
async def test_an_answer_in_another_form_is_unusable_and_booked(raw: bytes, ledger: Ledger) -> None:
    for who in ("ollama", "openai"):
        with pytest.raises(Unusable):
            await only(who, ledger, TEXTS, raw=raw)
    assert len(ledger.calls) == 2


async def test_vectors_of_another_length_are_refused_with_the_setting_to_write(ledger: Ledger) -> None:
    with played("openai") as plays:
        found = registry.embedder(plays.setting, Access(dimensions=100))
        async with registry.closing(found):
            with pytest.raises(Outage, match=r"set dimensions = 64 under \[embedding\]"):
                await found.embed(TEXTS, "document", ledger.book)


async def test_a_spent_account_is_not_asked_again(ledger: Ledger) -> None:
    with pytest.raises(Outage, match="the spend limit of the account is reached"):
        await only("openai", ledger, TEXTS, status=429, said="You exceeded your current quota.")
    assert len(ledger.calls) == 1


async def test_a_rate_limit_that_names_the_page_of_bills_is_no_spent_account(ledger: Ledger) -> None:
    said = "Rate limit reached. Add a payment method at https://platform.openai.com/account/billing."
    await only("openai", ledger, TEXTS, status=429, said=said)
    assert [call.ended for call in ledger.calls] == ["failed", "done"]


async def test_a_pause_that_is_too_long_is_left_to_the_unit(ledger: Ledger) -> None:
    with pytest.raises(Outage, match="does not answer just now"):
        await only("openai", ledger, TEXTS, status=429, headers={"retry-after": "3600"})
    assert len(ledger.calls) == 1


async def test_a_key_that_the_service_repeats_is_in_no_error(ledger: Ledger) -> None:
    with pytest.raises(Outage, match="the key is not accepted") as told:
        await only("openai", ledger, TEXTS, status=401, said=f"Incorrect API key provided: {KEY}.")
    shown = "".join(traceback.format_exception(told.value))
    assert KEY not in f"{shown}{ledger.calls}"


async def test_a_key_is_in_no_line_of_the_log_even_where_everything_is_logged(
    plays: Played, embedder: ModelEmbedder, ledger: Ledger, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        await embedder.embed(TEXTS, "document", ledger.book)
    assert caplog.records
    assert not any(key in caplog.text for key in (KEY, VOYAGE_KEY))


async def test_a_key_is_in_no_text_about_how_a_service_is_reached() -> None:
    with played("voyage") as plays:
        assert VOYAGE_KEY not in f"{plays.access!r}{plays.access}"


async def test_voyage_is_told_what_is_to_be_found_and_what_finds(ledger: Ledger) -> None:
    with played("voyage") as plays:
        found = registry.embedder(plays.setting, plays.access)
        async with registry.closing(found):
            await found.embed(["loss"], "document", ledger.book)
            await found.embed(["loss"], "query", ledger.book)
        assert isinstance(plays.server, ModelServer)
        sent = [one["body"] for one in plays.server.requests()]
    assert [one["input_type"] for one in sent] == ["document", "query"]
    assert {(one["output_dimension"], one["truncation"]) for one in sent} == {(256, False)}


def test_batches_stay_within_texts_and_tokens() -> None:
    assert [len(one) for one in within(["a"] * 7, Limits(3, 1000))] == [3, 3, 1]
    assert [len(one) for one in within(["x" * 300] * 5, Limits(9, 250))] == [2, 2, 1]
    assert [len(one) for one in within(["x" * 3000, "y"], Limits(9, 250))] == [1, 1]
    assert [len(one) for one in within(["核" * 100] * 2, Limits(9, 150))] == [1, 1]
