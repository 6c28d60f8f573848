"""Who may play which role, and how a setting names them."""

from collections.abc import Mapping
from urllib.parse import urlsplit

OFFLINE = "offline"
OCR = "ocr"
OPENAI = "openai"
PROVIDERS = ("anthropic", "voyage", "ollama", "openai")
ANSWERING = ("anthropic", "ollama", "openai")
PLAYING: Mapping[str, tuple[str, ...]] = {
    "read": ("anthropic",),
    "distil": ANSWERING,
    "extract": ANSWERING,
    "pick": ANSWERING,
    "score": ("ollama", "openai"),
    "embed": ("voyage", "ollama", "openai"),
    "write": ANSWERING,
}
"""Whose models may play a role; all others are played without a model."""
PLAYED_IN: Mapping[str, str] = {
    "read": "read",
    "distil": "distil",
    "extract": "extract",
    "embed": "embed",
    "tags": "pick",
    "prerequisites": "pick",
    "calibrate": "score",
    "page": "write",
}
"""The role that is played in a stage."""
KEYED = ("anthropic", "voyage")
"""Providers that take no request without a key."""


def is_service(named: str) -> bool:
    """Whether the setting of a role names a model of some service."""
    return ":" in named


def player(role: str) -> str:
    """The setting of a role. ValueError, with what to write, for one that names nobody."""
    provider, colon, model = role.partition(":")
    if role != OFFLINE and not (colon and model and provider in PROVIDERS):
        raise ValueError(f'it has to be "offline" or "provider:model" with one of {", ".join(PROVIDERS)}')
    if provider == OPENAI:
        place, _, name = model.partition("#")
        if not name:
            raise ValueError(
                'it has to be "openai:", an address, # and a model, as openai:http://host:8000/v1#m'
            )
        address(place)
    return role


def address(url: str) -> str:
    """An address of the web. ValueError for anything else, and for one that holds a password."""
    found = urlsplit(url)
    if found.scheme not in ("http", "https") or not found.hostname or found.query:
        raise ValueError("it has to be an address that begins with http:// or https://")
    if found.username or found.password:
        raise ValueError("an address holds no password; there is a key for that")
    return url


def unplayable(role: str, named: str) -> str | None:
    """Why a role cannot be played by whom the setting names; None where it can."""
    provider = named.partition(":")[0]
    by = PLAYING.get(role, ())
    if provider in (OFFLINE, OCR, *by):
        return None
    if not by:
        return "this version plays it with its offline methods only"
    if role == "score" and provider == "anthropic":
        return f"Claude gives no log probabilities; {' or '.join(by)} or the offline methods do"
    return f"it is played offline or by {' or '.join(by)} only"
