"""What Anthropic says of the models that the settings name: are they there, how long, what can they do."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from gradient.providers.access import Access
from gradient.providers.claude import PROVIDER, Claude
from gradient.settings import Settings

if TYPE_CHECKING:
    from anthropic.types import ModelInfo

SECONDS: Final = 10.0
"""Whoever waits for this is about to begin with something else."""
WAY_OUT: Final = "name another model under [roles] in gradient.toml"


async def remarks(settings: Settings, access: Access, now: datetime) -> list[str]:
    """A sentence on each thing that a person should know of models that play roles; none if all is well."""
    roles: dict[str, list[str]] = {}
    for role, named in settings.roles:
        provider, _, model = named.partition(":")
        if provider == PROVIDER:
            roles.setdefault(model, []).append(role)
    said = [await _of_model(Claude(model, access), played, settings, now) for model, played in roles.items()]
    return [sentence for one in said for sentence in one]


async def _of_model(claude: Claude, roles: Sequence[str], settings: Settings, now: datetime) -> list[str]:
    import anthropic

    try:
        async with asyncio.timeout(SECONDS):
            found = await claude.client.models.retrieve(claude.model)
    except anthropic.NotFoundError:
        return [f"{claude.name}, which is to play {_listed(roles)}, is not known to Anthropic; {WAY_OUT}."]
    except (anthropic.APIError, TimeoutError) as error:
        return [f"What there is to know of {claude.name} could not be asked: {claude.told(error)}"]
    finally:
        await claude.close()
    if not hasattr(found, "retires_at"):  # the client hands on whatever a page says that is no JSON
        return [f"What there is to know of {claude.name} could not be asked: {claude.strange()}"]
    return [*_of_life(claude.name, found, now), *_of_abilities(claude.name, found, roles, settings)]


def _of_life(name: str, found: "ModelInfo", now: datetime) -> Iterator[str]:
    ends_at = None if found.retires_at is None else found.retires_at.astimezone(UTC)
    if found.lifecycle == "retired" or (ends_at is not None and ends_at <= now):
        since = "" if ends_at is None else f" since {ends_at:%Y-%m-%d}"
        yield f"{name} is retired{since}; {WAY_OUT}."
    elif ends_at is not None:
        yield f"{name} will be retired on {ends_at:%Y-%m-%d}; {WAY_OUT} before that."


def _of_abilities(name: str, found: "ModelInfo", roles: Sequence[str], settings: Settings) -> Iterator[str]:
    able = found.capabilities
    if able is None:
        return
    if not able.structured_outputs.supported:
        yield f"{name} does not answer in a given form, which {_listed(roles)} needs; {WAY_OUT}."
    if "read" in roles and not able.image_input.supported:
        yield f"{name} does not see pictures, which read needs; {WAY_OUT}."
    if settings.anthropic.batches and not able.batch.supported:
        yield f"{name} takes no message batches; set batches = false under [anthropic] in gradient.toml."


def _listed(roles: Sequence[str]) -> str:
    return " and ".join(roles)
