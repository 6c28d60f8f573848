"""SPEC.md keeps its word: its tests exist, no promise stands unguarded, no setting is described in vain."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from gradient.settings import Settings

CHECKOUT = Path(__file__).parents[2]
SPEC = (CHECKOUT / "SPEC.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
GUARDS = "guarded by"
SHOWN_ONLY = ("settings.py", "cli/explain.py")
"""Files that state a setting or show it, without obeying it."""


def functions_of(file: Path) -> set[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def missing(spec: str) -> list[str]:
    """The tests that the text names and that are not there."""
    named = sorted(set(NAMED.findall(spec)))
    return [
        f"{file}::{name}"
        for file, name in named
        if not (CHECKOUT / file).is_file() or name not in functions_of(CHECKOUT / file)
    ]


def guarded_rows(spec: str) -> Iterator[tuple[str, str]]:
    """The rows of tables whose last column says what guards them: the row, and its last cell."""
    guarded = False
    for line in spec.splitlines():
        if not line.startswith("|"):
            guarded = False
            continue
        last = line.strip("| ").rpartition("|")[2].strip()
        if last == GUARDS:
            guarded = True
        elif guarded and not set(line) <= set("|- "):
            yield line, last


def unguarded(spec: str) -> list[str]:
    return [
        line for line, last in guarded_rows(spec) if not (NAMED.search(last) or last.startswith("`.ci/run`"))
    ]


def house_rules(spec: str) -> list[int]:
    """The numbers of the house rules whose row is guarded by a test."""
    section = spec.partition("\n## House rules\n")[2].partition("\n## ")[0]
    numbers = [re.match(r"\| (\d+)\. ", line) for line, last in guarded_rows(section) if NAMED.search(last)]
    return [int(number[1]) for number in numbers if number]


def without_effect() -> set[str]:
    """The settings that no line of the package reads: neither their section nor, in it, their key."""
    package = CHECKOUT / "gradient"
    skipped = {package / name for name in SHOWN_ONLY}
    code = "\n".join(file.read_text("utf-8") for file in package.rglob("*.py") if file not in skipped)
    read = set(re.findall(r"settings\.(\w+)", code))
    whole = set(re.findall(r"\*\*dict\(settings\.(\w+)\)", code))
    return {
        f"{section}.{key}"
        for section, key in settings()
        if section not in read or not (section in whole or re.search(rf"\.{key}\b", code))
    }


def settings() -> Iterator[tuple[str, str]]:
    """Every setting by section and key; roles aside, which are refused unless they are offline."""
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel) and section not in ("roles", "database"):
            yield from ((section, key) for key in kind.model_fields)


def test_every_test_that_is_named_exists() -> None:
    assert missing(SPEC) == []


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert missing("`tests/ground/test_spec.py::test_nothing`") == ["tests/ground/test_spec.py::test_nothing"]
    assert missing("`tests/ground/test_nowhere.py::test_it`") == ["tests/ground/test_nowhere.py::test_it"]


def test_no_promise_stands_unguarded() -> None:
    assert unguarded(SPEC) == []
    assert len(list(guarded_rows(SPEC))) > 100


def test_a_promise_without_a_guard_is_noticed() -> None:
    table = f"| it holds that | {GUARDS} |\n|---|---|\n| One. | `tests/a.py::test_one` |\n| Two. | us |\n"
    assert unguarded(table) == ["| Two. | us |"]


def test_every_house_rule_has_a_test() -> None:
    assert house_rules(SPEC) == list(range(1, 14))


def test_every_setting_has_an_effect() -> None:
    assert without_effect() == set()
