"""Values from a file or the environment, checked once, with errors that a person can act on."""

import difflib
from collections.abc import Mapping
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

SECRET = frozenset({"key"})
"""Names of keys whose values are never shown, not even wrong ones."""

Model = TypeVar("Model", bound=BaseModel)


def checked(model: type[Model], values: Mapping[str, Any], source: str) -> Model:
    """The values as a model. Raises SettingsError, naming the source, the key and what to write instead."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise SettingsError(sentence(error, model, source)) from error


def sentence(error: ValidationError, model: type[BaseModel], source: str) -> str:
    """What is wrong with the first wrong key, in one sentence."""
    first, others = first_of(error), error.error_count() - 1
    key = key_of(first, model)
    more = f" ({others} more like this)" if others else ""
    if first["type"] == "extra_forbidden":
        return f"{source}: there is no key {key!r}{more}; {_instead(key, model)}"
    if first["type"] == "missing":
        return f"{source}: the key {key!r} is missing{more}; add it."
    if not key:
        return f"{source}: {_reason(first)}."
    value = "wrong" if key.rpartition(".")[2] in SECRET else repr(first["input"])
    return f"{source}: {key!r} is {value}{more}, but {_reason(first)}."


def first_of(error: ValidationError) -> ErrorDetails:
    """The error to show first: a key with a typo also leaves the right one missing, and says more."""
    return min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")


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
    keys = keys_of(model)
    section, _, name = written.rpartition(".")
    beside = [key.rpartition(".")[2] for key in keys if key.rpartition(".")[0] == section]
    others = [] if section else sorted({key.split(".")[0] for key in keys if "." in key})
    elsewhere = [key for key in keys if key.rpartition(".")[2] == name]
    near = elsewhere or difflib.get_close_matches(name, [*beside, *others], n=1)
    return f"did you mean {near[0]!r}?" if near else f"known here are {', '.join([*beside, *others])}."
