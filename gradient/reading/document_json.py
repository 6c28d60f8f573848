"""A document as JSON and back, unchanged."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields
from typing import Any, TypeVar

from gradient.text.document import Block, Document, Heading, Page, Span, Tongue

_Part = TypeVar("_Part")
_PARTS: Mapping[str, type[Any]] = {
    "headings": Heading,
    "blocks": Block,
    "pages": Page,
    "emphases": Span,
    "languages": Tongue,
}


def to_json(document: Document) -> dict[str, Any]:
    """The document as values that JSON knows; its parts are lists of their fields in order."""
    values = {field.name: getattr(document, field.name) for field in fields(document)}
    return values | {name: [astuple(part) for part in values[name]] for name in _PARTS}


def from_json(values: Mapping[str, Any]) -> Document:
    """The document that `to_json` made `values` of. Raises TypeError where they are something else."""
    parts = {name: _parts(kind, values[name]) for name, kind in _PARTS.items()}
    return Document(**{**values, **parts, "notes": tuple(values["notes"])})


def _parts(kind: type[_Part], values: Sequence[Sequence[Any]]) -> tuple[_Part, ...]:
    return tuple(kind(*value) for value in values)
