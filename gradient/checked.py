"""Values from a file or the environment, checked once, with errors that a person can act on."""

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from gradient.errors import SettingsError


class Checked(BaseModel):
    """A set of keys: no others are allowed, and none changes afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, validate_default=True)


_KINDS = {
    **dict.fromkeys(("float_parsing", "float_type"), "a number"),
    **dict.fromkeys(("int_parsing", "int_type", "int_from_float"), "a whole number"),
    **dict.fromkeys(("bool_parsing", "bool_type"), "true or false"),
    "string_type": "a text in quotes",
    "list_type": "a list",
}
"""What a value of the wrong kind should be, by the error of the library."""

_PASSWORD = re.compile(r"://[^/]*@")
"""In an address."""

SECRET = frozenset({"key"})
"""Names of keys whose values are never shown, not even wrong ones."""

Model = TypeVar("Model", bound=BaseModel)


MOST_NAMED = 5
"""How many wrong keys are named at once; of the others only the number is told."""


def checked(model: type[Model], values: Mapping[str, Any], source: str) -> Model:
    """The values as a model. Raises SettingsError, naming the source, the keys and what to write instead."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise SettingsError(what_is_wrong(error, model, lambda _: source)) from error


def what_is_wrong(error: ValidationError, model: type[BaseModel], source_of: Callable[[str], str]) -> str:
    """A sentence on each wrong key, those that are unknown first; `source_of` tells where a key stands."""
    wrong = _wrong_keys(error, model)
    said, before = [], None
    for key, one in [*wrong.items()][:MOST_NAMED]:
        source = source_of(key)
        said.append(("" if source == before else f"{source}: ") + _fault(one, key, model))
        before = source
    if len(wrong) > MOST_NAMED:
        more = len(wrong) - MOST_NAMED
        said.append("1 more key is wrong." if more == 1 else f"{more} more keys are wrong.")
    return " Also ".join(said)


def _wrong_keys(error: ValidationError, model: type[BaseModel]) -> dict[str, ErrorDetails]:
    """The first error of each wrong key; a key that is missing since it was mistyped is no further one."""
    errors = error.errors(include_url=False)
    errors.sort(key=lambda one: one["type"] != "extra_forbidden")
    found: dict[str, ErrorDetails] = {}
    for one in errors:
        found.setdefault(key_of(one, model), one)
    meant = {_meant(key, model) for key, one in found.items() if one["type"] == "extra_forbidden"}
    return {key: one for key, one in found.items() if one["type"] != "missing" or key not in meant}


def _fault(error: ErrorDetails, key: str, model: type[BaseModel]) -> str:
    if error["type"] == "extra_forbidden":
        return f"there is no key {key!r}; {_instead(key, model)}"
    if error["type"] == "missing":
        return f"the key {key!r} is missing; add it."
    if not key:
        return f"{_reason(error)}."
    secret = key.rpartition(".")[2] in SECRET or _PASSWORD.search(str(error["input"]))
    value = "wrong" if secret else repr(error["input"])
    return f"{key!r} is {value}, but {_reason(error)}."


def key_of(error: ErrorDetails, model: type[BaseModel]) -> str:
    """The key that an error is about, dotted; members of a list and variants of a type are no keys."""
    parts: list[str] = []
    inner: type[BaseModel] | None = model
    for part in error["loc"]:
        if inner is None:
            break
        parts.append(str(part))
        field = inner.model_fields.get(str(part))
        inner = _model_in(field.annotation) if field else None
    return ".".join(parts)


def keys_of(model: type[BaseModel], prefix: str = "") -> list[str]:
    """All keys of a model and of the models in it, dotted, in order."""
    keys = []
    for name, field in model.model_fields.items():
        inner = _model_in(field.annotation)
        keys += keys_of(inner, f"{prefix}{name}.") if inner else [f"{prefix}{name}"]
    return keys


def _model_in(annotation: Any) -> type[BaseModel] | None:
    found = (kind for kind in (annotation, *get_args(annotation)) if isinstance(kind, type))
    return next((kind for kind in found if issubclass(kind, BaseModel)), None)


def _reason(error: ErrorDetails) -> str:
    if error["type"] == "model_type":
        return "it should be a section with keys of its own"
    if error["type"] in _KINDS:
        return f"it has to be {_KINDS[error['type']]}"
    said = error["msg"].removeprefix("Value error, ").rstrip(".")
    return said.replace("Input should", "it should", 1)


def _instead(written: str, model: type[BaseModel]) -> str:
    meant = _meant(written, model)
    section = written.rpartition(".")[0]
    if meant is None:
        return f"known here are {', '.join(_beside(section, model))}."
    return f"did you mean {meant.removeprefix(f'{section}.')!r}?"


def _meant(written: str, model: type[BaseModel]) -> str | None:
    """The key that an unknown one most likely should be: of the same name elsewhere, or one much like it."""
    section, _, name = written.rpartition(".")
    elsewhere = [key for key in keys_of(model) if key.rpartition(".")[2] == name]
    near = difflib.get_close_matches(name, _beside(section, model), n=1)
    return next(iter(elsewhere), None) or next((f"{section}.{one}".lstrip(".") for one in near), None)


def _beside(section: str, model: type[BaseModel]) -> list[str]:
    """The names of the keys and sections in a section; in none: of the topmost."""
    keys = keys_of(model)
    names = [key.rpartition(".")[2] for key in keys if key.rpartition(".")[0] == section]
    return names if section else names + sorted({key.split(".")[0] for key in keys if "." in key})
