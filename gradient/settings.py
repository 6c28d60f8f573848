"""Every setting, typed, with its default. `settings_template.toml` explains each one to people."""

import os
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError, create_model
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from gradient.checked import Checked, what_is_wrong
from gradient.errors import SettingsError
from gradient.home import Home, locate, read_toml
from gradient.playing import KEYED, OCR, OFFLINE, address, player, unplayable
from gradient.variables import KEY_VARIABLES, TEMPLATE

Share = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(gt=0, le=86400)]
Count = Annotated[int, Field(ge=1, le=10000)]


def _page_reader(role: str) -> str:
    return role if role == OCR else player(role)


def _folder(path: str) -> str:
    if not path.strip():
        raise ValueError("it has to name a folder")
    return path


def _watching(watch: bool | str) -> bool | str:
    if isinstance(watch, str) and watch != "polling":
        raise ValueError('it has to be true, false or "polling"')
    return watch


def _voters(voters: str | list[str]) -> str | list[str]:
    if isinstance(voters, str) and voters not in ("own", "all"):
        raise ValueError('it has to be "own", "all" or a list of the slugs of courses')
    return voters


def _prices(prices: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    for model, rates in prices.items():
        if "input" not in rates or rates.keys() - set(_RATES):
            raise ValueError(f"{model} has to have input, and may have {', '.join(_RATES[1:])}")
        if min(rates.values()) < 0:
            raise ValueError(f"no price of {model} can be below 0")
    return prices


_RATES = ("input", "output", "cache_write", "cache_read")

AtOnce = Annotated[int, Field(ge=1, le=1000)]
Dollars = Annotated[float, Field(ge=0, le=1_000_000)]
ModelPrices = Annotated[dict[str, dict[str, float]], AfterValidator(_prices)]
Voters = Annotated[str | list[str], Field(union_mode="left_to_right"), AfterValidator(_voters)]
Watching = Annotated[bool | str, Field(union_mode="left_to_right"), AfterValidator(_watching)]
Folder = Annotated[str, AfterValidator(_folder)]
Player = Annotated[str, AfterValidator(player)]
Address = Annotated[str, AfterValidator(address)]
PageReader = Annotated[str, AfterValidator(_page_reader)]


class InboxSettings(Checked):
    """The watched folder."""

    dir: Folder = "inbox"
    settle_seconds: Annotated[float, Field(ge=0, le=3600)] = 5
    watch: Watching = True


class DatabaseSettings(Checked):
    """Which PostgreSQL; None is the embedded one."""

    url: str | None = None


AT_ONCE: Mapping[str, int] = {"anthropic": 16, "voyage": 4, "ollama": 2, "openai": 16}
"""How many requests to a provider may be under way at a time."""


class RoleSettings(Checked):
    """Who plays each role."""

    read: PageReader = OFFLINE
    distil: Player = OFFLINE
    extract: Player = OFFLINE
    embed: Player = OFFLINE
    pick: Player = OFFLINE
    score: Player = OFFLINE
    write: Player = OFFLINE
    judge: Player = OFFLINE


class AnthropicSettings(Checked):
    """How Anthropic's models are reached; without a key the variable ANTHROPIC_API_KEY has it.

    An address that is not given may stand in ANTHROPIC_BASE_URL.
    """

    key: SecretStr | None = None
    url: Address = "https://api.anthropic.com"
    at_once: AtOnce = AT_ONCE["anthropic"]
    batches: bool = False
    batch_seconds: Seconds = 60


class VoyageSettings(Checked):
    """How Voyage's models are reached; without a key the variable VOYAGE_API_KEY has it."""

    key: SecretStr | None = None
    url: Address = "https://api.voyageai.com/v1"
    at_once: AtOnce = AT_ONCE["voyage"]


class OllamaSettings(Checked):
    """Where Ollama answers, and how many tokens it gives a model for a question with its answer."""

    url: Address = "http://127.0.0.1:11434"
    num_ctx: Annotated[int, Field(ge=512, le=1_048_576)] = 8192
    decision_models: list[str] = Field(default_factory=list)
    at_once: AtOnce = AT_ONCE["ollama"]


class OpenAISettings(Checked):
    """The key for OpenAI-compatible servers; without it the variable OPENAI_API_KEY may have one."""

    key: SecretStr | None = None
    at_once: AtOnce = AT_ONCE["openai"]


class EmbeddingSettings(Checked):
    """What is asked of a model that embeds."""

    dimensions: Annotated[int, Field(ge=32, le=4000)] = 1024


class BudgetSettings(Checked):
    """What model calls may cost, in US dollars: on one day, and for one course altogether; None: no limit."""

    day_usd: Dollars | None = None
    course_usd: Dollars | None = None


class PriceSettings(Checked):
    """What models cost, in US dollars for a million tokens, by the names that roles have."""

    models: ModelPrices = Field(default_factory=dict)


class ThresholdSettings(Checked):
    """Confidences from which a question is accepted, and below which it is rejected."""

    tag_accept: Share = 0.5
    tag_floor: Share = 0.1
    prerequisite_accept: Share = 0.6
    prerequisite_floor: Share = 0.3
    direction_margin: Annotated[float, Field(ge=0, le=1000)] = 1.0


class OutlineSettings(Checked):
    """How many topics are found in a course."""

    most_topics: Count = 80


class RecallSettings(Checked):
    """How many candidates a content is offered, and from where."""

    k: Count = 30
    delta: Share = 0.1
    c2t_max: Count = 100
    c2c2t_max: Count = 30
    others_max: Count = 100
    neighbours: Count = 10
    fitted_neighbours: Count = 100
    t2t_max: Count = 10
    t2t_floor: Share = 0.3
    sources: Count = 50
    preset: Literal["none", "paper"] = "none"
    gold_trust: Share = 1.0
    silver_trust: Share = 0.6
    voters: Voters = "own"


class ReviewSettings(Checked):
    """How much a course asks of people."""

    open_max: Count = 50
    audit_share: Share = 0.05
    draw_share: Share = 0.05


class MarkdownSettings(Checked):
    """The mirror for an Obsidian vault."""

    enabled: bool = True
    dir: Folder = ".gradient/vault"


class NotionSettings(Checked):
    """The mirror in Notion; without a token there the variable GRADIENT_NOTION_TOKEN has it."""

    enabled: bool = False
    token: SecretStr | None = None
    url: Address = "https://api.notion.com"
    requests_per_second: Annotated[float, Field(gt=0, le=100)] = 2.5
    poll_seconds: Seconds = 120
    block_allowance: Annotated[int, Field(ge=0, le=1_000_000_000)] = 0


class ReadingSettings(Checked):
    """Limits of the processes that parse files."""

    seconds: Seconds = 60
    memory_mb: Annotated[int, Field(ge=128, le=1_048_576)] = 1024
    max_file_mb: Count = 200


class HealthSettings(Checked):
    """The page for monitoring, on loopback alone."""

    enabled: bool = False
    port: Annotated[int, Field(ge=0, le=65535)] = 8321


class LogSettings(Checked):
    """What the daemon says on stderr."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"


class Settings(BaseSettings):
    """All settings of one installation. A variable `GRADIENT_<SECTION>_<KEY>` overrides the file."""

    model_config = SettingsConfigDict(
        env_prefix="GRADIENT_",
        env_nested_delimiter="_",
        env_nested_max_split=1,
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
    )

    inbox: InboxSettings = InboxSettings()
    database: DatabaseSettings = DatabaseSettings()
    roles: RoleSettings = RoleSettings()
    anthropic: AnthropicSettings = AnthropicSettings()
    voyage: VoyageSettings = VoyageSettings()
    ollama: OllamaSettings = OllamaSettings()
    openai: OpenAISettings = OpenAISettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    budget: BudgetSettings = BudgetSettings()
    prices: PriceSettings = PriceSettings()
    thresholds: ThresholdSettings = ThresholdSettings()
    outline: OutlineSettings = OutlineSettings()
    recall: RecallSettings = RecallSettings()
    review: ReviewSettings = ReviewSettings()
    markdown: MarkdownSettings = MarkdownSettings()
    notion: NotionSettings = NotionSettings()
    reading: ReadingSettings = ReadingSettings()
    health: HealthSettings = HealthSettings()
    log: LogSettings = LogSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003  pydantic's signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment comes before the file; there is nothing else."""
        return env_settings, init_settings


def load(home: Home | None = None) -> Settings:
    """The settings of a home (that of the working directory), from its file and the environment.

    Raises SettingsError for a key that is unknown or wrong, and for a role that nobody here can play.
    """
    home = home or locate()
    values: dict[str, Any] = read_toml(home.config_file) if home.config_file else {}
    file = str(home.config_file)
    try:
        _as_in_a_file().model_validate(values, strict=True)
    except ValidationError as error:
        raise SettingsError(what_is_wrong(error, Settings, lambda _: file)) from error
    try:
        settings = Settings(**values)
    except ValidationError as error:
        wrong = what_is_wrong(error, Settings, lambda key: _variable_of(key) or file)
        raise SettingsError(wrong) from error
    _refuse_impossible(settings, home)
    return settings


def template() -> str:
    """The commented `gradient.toml` that `gradient init` writes: every setting with its default."""
    return TEMPLATE.read_text("utf-8")


@cache
def _as_in_a_file() -> type[Checked]:
    """The sections as a file states them, where a number is no text; a variable can only be a text."""
    sections: dict[str, Any] = {
        name: (field.annotation, field.default) for name, field in Settings.model_fields.items()
    }
    return create_model("SettingsFile", __base__=Checked, **sections)


def _variable_of(key: str) -> str | None:
    """The variable of the environment that a key comes from, of its own or of its section, as it is shown."""
    section, _, name = key.partition(".")
    wanted = f"GRADIENT_{section}_{name}".upper(), f"GRADIENT_{section}".upper()
    given = {variable.upper(): variable for variable, value in os.environ.items() if value}
    if wanted[0] in given:
        return f"the variable {given[wanted[0]]}"
    if wanted[1] in given and (not name or f'"{name}"' in os.environ[given[wanted[1]]]):
        return f"the variable {given[wanted[1]]}"
    return None


def _refuse_impossible(settings: Settings, home: Home) -> None:
    for task in ("tag", "prerequisite"):
        _refuse_crossed(settings.thresholds, task, home)
    for role, named in settings.roles:
        _refuse_unplayable(role, named, home)
        provider = named.partition(":")[0]
        if provider in KEYED and getattr(settings, provider).key is None:
            _refuse_without_key(provider, role, named, home)
    if settings.notion.enabled and settings.notion.token is None:
        source = _variable_of("notion.enabled") or home.config_file
        raise SettingsError(
            f"{source}: notion.enabled is true, but there is no token; set GRADIENT_NOTION_TOKEN, or token"
            " under [notion]."
        )


def _refuse_unplayable(role: str, named: str, home: Home) -> None:
    why = unplayable(role, named)
    if why is None:
        return
    variable = _variable_of(f"roles.{role}")
    way_out = f'set roles.{role} = "offline" or remove the line' if variable is None else "unset it"
    raise SettingsError(f'{variable or home.config_file}: roles.{role} is "{named}", but {why}; {way_out}.')


def _refuse_without_key(provider: str, role: str, named: str, home: Home) -> None:
    variable = KEY_VARIABLES[provider]
    if not os.environ.get(variable):
        source = _variable_of(f"roles.{role}") or home.config_file
        raise SettingsError(
            f'{source}: roles.{role} is "{named}", but there is no key for it; set {variable},'
            f" or key under [{provider}]."
        )


def _refuse_crossed(thresholds: ThresholdSettings, task: str, home: Home) -> None:
    """Refuse a floor above its threshold; a variable is blamed before the file, which it overrides."""
    floor, accept = f"{task}_floor", f"{task}_accept"
    low, high = getattr(thresholds, floor), getattr(thresholds, accept)
    if low <= high:
        return
    of_floor, of_accept = _variable_of(f"thresholds.{floor}"), _variable_of(f"thresholds.{accept}")
    if of_floor is None and of_accept is not None:
        said = f"{of_accept}: thresholds.{accept} is {high}, below thresholds.{floor}, {low}; raise it."
    else:
        source = of_floor or home.config_file
        said = f"{source}: thresholds.{floor} is {low}, above thresholds.{accept}, {high}; lower it."
    raise SettingsError(said)
