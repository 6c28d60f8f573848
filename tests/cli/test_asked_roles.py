"""`gradient doctor` asks each role one question, and says what came of it, how long it took and the price."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gradient.home import Home
from gradient.providers.trial import Tried
from tests.cli.conftest import Gradient, Taught
from tests.providers import loopback
from tests.providers.loopback import Fault, Loopback
from tests.providers.openai_protocol import KEY
from tests.providers.played import ANTHROPIC_KEY, Played, played
from tests.providers.servers import ModelServer

PRICES = '[prices]\nmodels = { "openai:small" = { input = 1.0, output = 1.0 } }\n'


@pytest.fixture
def served() -> Iterator[Played]:
    with played("openai") as found:
        yield found


@pytest.fixture
def claude() -> Iterator[Played]:
    with played("anthropic") as found:
        yield found


def settings(place: Home, text: str) -> None:
    (place.base / "gradient.toml").write_text(text, "utf-8")


def roles(gradient: Gradient) -> dict[str, str]:
    """What is said of each role, by the state and the name of the role."""
    found = [one for one in gradient("doctor", "--json").json if one["about"] == "role"]
    return {f"{one['state']} {one['said'].split()[0].rstrip(':')}": one["said"] for one in found}


def test_each_role_is_asked_one_question_that_is_booked_with_its_price(
    gradient: Gradient, taught: Taught, place: Home, served: Played, claude: Played,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    assert isinstance(claude.server, ModelServer)
    claude.server.rules({"match": "names a plant", "reply": {"word": "oak"}})
    monkeypatch.setattr(loopback, "YES", "tree")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    text = f'[roles]\npick = "{served.setting}"\nscore = "{served.setting}"\nembed = "{served.setting}"\n'
    settings(place, f'{text}distil = "{claude.setting}"\n[embedding]\ndimensions = 64\n{PRICES}')
    taught.rows.one("INSERT INTO pauses VALUES ('pick', 'Away.', now(), 0, now() + '1 hour')")
    found = roles(gradient)
    assert found.keys() == {"well pick", "well score", "well embed", "well distil", "wrong The"}
    assert "it picks Tree" in found["well pick"] or "it picks Photosynthesis" in found["well pick"]
    assert "for 0.000041 USD." in found["well pick"]
    assert "holds for likely by 0." in found["well score"]
    assert "its vectors have 64 numbers" in found["well embed"]
    assert "it says 'oak', after" in found["well distil"]
    assert served.count() == 3
    calls = taught.rows.all("SELECT role, ended, usd IS NULL FROM calls ORDER BY role")
    assert calls == [(role, "done", False) for role in ("distil", "embed", "pick", "score")]
    # The role answers, so it is paused no more.
    assert taught.rows.all("SELECT role FROM pauses") == []


def test_models_are_asked_before_the_first_run_too(
    gradient: Gradient, taught: Taught, place: Home, served: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = place.database_url

    @contextmanager
    def migrated(home: Home) -> Iterator[str]:
        assert (home.database_url, home.directory.is_dir()) == (None, False)
        yield str(url)

    monkeypatch.setattr("gradient.cli.opened.migrated", migrated)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    settings(place, f'[roles]\npick = "{served.setting}"\n')
    monkeypatch.delenv("GRADIENT_DATABASE_URL")
    monkeypatch.setenv("GRADIENT_HOME", str(place.base / "elsewhere"))
    monkeypatch.chdir(place.base)
    assert "well pick" in roles(gradient)
    assert taught.rows.one("SELECT count(*) FROM calls") == 1


def test_a_wrong_answer_is_called_wrong(
    gradient: Gradient, taught: Taught, place: Home, served: Played, claude: Played,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    assert isinstance(claude.server, ModelServer)
    claude.server.rules({"match": "names a plant", "reply": {"word": "text"}})
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    settings(place, f'[roles]\nscore = "{served.setting}"\ndistil = "{claude.setting}"\n{PRICES}')
    found = roles(gradient)
    assert "it says 'text', after" in found["note distil"]
    for role in ("distil", "score"):
        assert found[f"note {role}"].endswith("That is wrong: do not trust this model with the role.")


def test_roles_are_shown_as_they_answer_and_none_is_waited_for_for_ever(
    gradient: Gradient, taught: Taught, place: Home, served: Played, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    shown: list[str] = []

    async def tried(role: str, *_: object) -> Tried:
        shown.append(capsys.readouterr().out)
        if role == "score":
            await asyncio.Event().wait()
        return Tried("it picks Tree", True, 1.0, 0.0)

    monkeypatch.setattr("gradient.providers.trial.tried", tried)
    monkeypatch.setattr("gradient.cli.asked_roles.DEADLINE", 0.05)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    settings(place, f'[roles]\npick = "{served.setting}"\nscore = "{served.setting}"\n')
    ran = gradient("doctor")
    assert "PostgreSQL" in shown[0]
    assert "pick is played by" in shown[1]
    assert ran.code == 1
    assert "has not answered within" in " ".join(ran.out.split())


def test_it_ends_from_the_keyboard_with_one_sentence(
    gradient: Gradient, taught: Taught, place: Home, served: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[type[BaseException]] = [KeyboardInterrupt, asyncio.CancelledError]

    async def tried(*_: object) -> Tried:
        raise ended[0]

    monkeypatch.setattr("gradient.providers.trial.tried", tried)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    settings(place, f'[roles]\npick = "{served.setting}"\n')
    while ended:
        ran = gradient("doctor")
        assert (ran.code, ran.err) == (130, "Stopped.\n")
        del ended[0]


def test_a_role_that_does_not_answer_is_wrong_and_no_key_is_shown(
    gradient: Gradient, taught: Taught, place: Home, served: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(served.server, Loopback)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    settings(place, f'[roles]\npick = "{served.setting}"\n')
    served.server.faults.append(Fault(401, said=f"Incorrect API key provided: {KEY}."))
    ran = gradient("doctor", "--json")
    assert ran.code == 1
    assert "the key is not accepted" in ran.out
    assert KEY not in f"{ran.out}{ran.err}"
    taught.rows.one("UPDATE budget SET day_usd = 0")
    assert "note pick" in roles(gradient)
