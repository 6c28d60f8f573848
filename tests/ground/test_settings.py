import re
import tomllib
from pathlib import Path

import pytest

from gradient.checked import keys_of
from gradient.errors import Exit, SettingsError
from gradient.home import Home, locate
from gradient.settings import RoleSettings, Settings, load, template


def written(folder: Path, text: str) -> Home:
    (folder / "gradient.toml").write_text(text)
    return locate(folder, environ={})


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(SettingsError) as refused:
        load(written(folder, text))
    assert refused.value.exit_code == Exit.USAGE
    return str(refused.value).removeprefix(f"{folder}/")


def test_the_template_names_every_setting_with_its_default() -> None:
    values = tomllib.loads(re.sub(r"^#(?=\S)", "", template(), flags=re.MULTILINE))
    named = {f"{section}.{key}" for section, keys in values.items() if isinstance(keys, dict) for key in keys}
    assert named == set(keys_of(Settings))
    defaults = Settings().model_dump()
    unset = {
        "database.url",
        "anthropic.key",
        "voyage.key",
        "openai.key",
        "notion.token",
        "budget.day_usd",
        "budget.course_usd",
    }
    for key in named - unset:
        section, _, name = key.partition(".")
        assert values[section][name] == defaults[section][name], key
    assert all(defaults[key.split(".")[0]][key.split(".")[1]] is None for key in unset)


def test_the_template_as_written_changes_nothing(tmp_path: Path) -> None:
    assert load(written(tmp_path, template())) == Settings()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[inbox]\nsetle_seconds = 3",
            "gradient.toml: there is no key 'inbox.setle_seconds'; did you mean 'settle_seconds'?",
        ),
        (
            "settle_seconds = 3",
            "gradient.toml: there is no key 'settle_seconds'; did you mean 'inbox.settle_seconds'?",
        ),
        ("[inbx]\ndir = 'a'", "gradient.toml: there is no key 'inbx'; did you mean 'inbox'?"),
        (
            "[review]\nfoo = 1",
            "gradient.toml: there is no key 'review.foo'; known here are open_max, audit_share, draw_share.",
        ),
        ("[recall]\nk = 0", "gradient.toml: 'recall.k' is 0, but it should be greater than or equal to 1."),
        (
            "[inbox]\nsettle_seconds = 'five'",
            "gradient.toml: 'inbox.settle_seconds' is 'five', but it has to be a number.",
        ),
        (
            '[inbox]\nsettle_seconds = "5"',
            "gradient.toml: 'inbox.settle_seconds' is '5', but it has to be a number.",
        ),
        ('[recall]\nk = "5"', "gradient.toml: 'recall.k' is '5', but it has to be a whole number."),
        (
            "[markdown]\nenabled = 'yes'",
            "gradient.toml: 'markdown.enabled' is 'yes', but it has to be true or false.",
        ),
        ("[recall]\nk = 1.5", "gradient.toml: 'recall.k' is 1.5, but it has to be a whole number."),
        ("[inbox]\ndir = 3", "gradient.toml: 'inbox.dir' is 3, but it has to be a text in quotes."),
        ("inbox = 3", "gradient.toml: 'inbox' is 3, but it should be a section with keys of its own."),
        (
            "[inbox]\nwatch = 'poll'",
            "gradient.toml: 'inbox.watch' is 'poll', but it has to be true, false or \"polling\".",
        ),
        (
            "[thresholds]\ntag_accept = 0.05",
            "gradient.toml: thresholds.tag_floor is 0.1, above thresholds.tag_accept, 0.05; lower it.",
        ),
    ],
)
def test_a_wrong_key_or_value_is_one_sentence_that_says_what_to_write(
    tmp_path: Path, text: str, sentence: str
) -> None:
    assert refusal(tmp_path, text) == sentence


def test_a_role_that_nobody_here_plays_is_refused_with_the_way_out(tmp_path: Path) -> None:
    assert refusal(tmp_path, '[roles]\njudge = "ollama:qwen3:4b"') == (
        'gradient.toml: roles.judge is "ollama:qwen3:4b", but this version plays it with its offline methods'
        ' only; set roles.judge = "offline" or remove the line.'
    )
    assert "anthropic, voyage, ollama, openai" in refusal(tmp_path, '[roles]\npick = "gpt"')


def test_a_role_is_refused_to_those_who_cannot_play_it(tmp_path: Path) -> None:
    said = refusal(tmp_path, '[roles]\nembed = "anthropic:claude-haiku-5-5"')
    assert "Claude gives no log probabilities; ollama or openai or the offline methods do" in refusal(
        tmp_path, '[roles]\nscore = "anthropic:claude-haiku-5-5"'
    )
    assert "it is played offline or by voyage or ollama or openai only; set roles.embed" in said


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("http://127.0.0.1:8000/v1", "an address, # and a model"),
        ("127.0.0.1:8000#small", "begins with http:// or https://"),
        ("http://me:secret@127.0.0.1:8000/v1#small", "an address holds no password"),
    ],
)
def test_a_server_of_the_openai_protocol_is_named_by_address_and_model(
    tmp_path: Path, place: str, said: str
) -> None:
    assert said in refusal(tmp_path, f'[roles]\nembed = "openai:{place}"')
    assert "secret" not in refusal(tmp_path, f'[roles]\nembed = "openai:{place}"')
    good = load(written(tmp_path, '[roles]\nembed = "openai:http://127.0.0.1:8000/v1#small"'))
    assert good.roles.embed == "openai:http://127.0.0.1:8000/v1#small"


def test_a_provider_that_takes_nothing_without_a_key_is_refused_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VOYAGE_API_KEY", raising=False)
    voyage = '[roles]\nembed = "voyage:voyage-4-lite"\n'
    assert "set VOYAGE_API_KEY, or key under [voyage]." in refusal(tmp_path, voyage)
    assert load(written(tmp_path, f'{voyage}[voyage]\nkey = "pa-marked"')).voyage.key is not None


@pytest.mark.parametrize("text", ['[anthropic]\nkey = ["sk-marked"]', '[anthropic]\nkey = {a = "sk-marked"}'])
def test_a_key_is_never_shown(tmp_path: Path, text: str) -> None:
    assert (
        refusal(tmp_path, text)
        == "gradient.toml: 'anthropic.key' is wrong, but it has to be a text in quotes."
    )
    given = load(written(tmp_path, '[anthropic]\nkey = "sk-marked"'))
    assert "sk-marked" not in f"{given!r}{given}{given.model_dump_json()}"


def test_the_environment_comes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADIENT_INBOX_SETTLE_SECONDS", "2")
    monkeypatch.setenv("GRADIENT_INBOX_WATCH", "polling")
    settings = load(written(tmp_path, "[inbox]\nsettle_seconds = 9\ndir = 'courses'"))
    assert settings.inbox.settle_seconds == 2
    assert settings.inbox.watch == "polling"
    assert settings.inbox.dir == "courses"


def test_a_wrong_variable_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADIENT_RECALL_K", "many")
    with pytest.raises(SettingsError, match=r"^the variable GRADIENT_RECALL_K: 'recall\.k' is 'many'"):
        load(written(tmp_path, ""))


def test_every_fault_of_the_settings_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[recall]\nk = 0\nvoters = 7\n[inbox]\nwatch = 'poll'\n[anthropic]\nkey = ['sk-marked']\n"
    said = refusal(tmp_path, text)
    assert said.startswith("gradient.toml: 'inbox.watch' is 'poll', but it has to be true, false or")
    assert said.count(" Also ") == 3
    assert " Also 'recall.k' is 0, but it should be greater than or equal to 1." in said
    assert " Also 'recall.voters' is 7, but " in said
    assert "sk-marked" not in said
    monkeypatch.setenv("GRADIENT_RECALL_K", "many")
    monkeypatch.setenv("GRADIENT_RECALL_DELTA", "2")
    said = refusal(tmp_path, "")
    assert said.startswith("the variable GRADIENT_RECALL_K: 'recall.k' is 'many', but ")
    assert " Also the variable GRADIENT_RECALL_DELTA: 'recall.delta' is '2', but " in said


HIGH_FLOOR = "thresholds.tag_floor is 0.9, above thresholds.tag_accept, 0.5; lower it."
LOW_ACCEPT = "thresholds.tag_accept is 0.05, below thresholds.tag_floor, 0.1; raise it."
NOBODY = (
    'roles.judge is "anthropic:claude", but this version plays it with its offline methods only; unset it.'
)


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("GRADIENT_THRESHOLDS_TAG_FLOOR", "0.9", HIGH_FLOOR),
        ("GRADIENT_THRESHOLDS_TAG_ACCEPT", "0.05", LOW_ACCEPT),
        ("GRADIENT_THRESHOLDS", '{"tag_floor": 0.9}', HIGH_FLOOR),
        ("GRADIENT_ROLES_JUDGE", "anthropic:claude", NOBODY),
        ("GRADIENT_RECALL", '{"k": 0}', "'recall.k' is 0, but it should be greater than or equal to 1."),
    ],
)
def test_what_a_variable_makes_impossible_is_blamed_on_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert refusal(tmp_path, "") == f"the variable {variable}: {sentence}"


def test_a_key_in_the_environment_alone_switches_nothing_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "VOYAGE_API_KEY", "OPENAI_API_KEY", "NOTION_TOKEN", "OLLAMA_HOST"):
        monkeypatch.setenv(name, "set")
    assert load(written(tmp_path, "")) == Settings()
    assert {player for _, player in RoleSettings()} == {"offline"}
