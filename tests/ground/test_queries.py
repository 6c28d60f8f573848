"""The named SQL: each query is described, and used."""

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "gradient"
FILES = sorted((PACKAGE / "store" / "sql").glob("*.sql"))
CODE = {file: file.read_text("utf-8") for file in PACKAGE.rglob("*.py")}
HEAD = re.compile(r"^-- name: (\w+)\n(.*)", re.MULTILINE)


def is_used(noun: str, query: str) -> bool:
    """In the store module of its noun, or by one that loads the nouns it needs by name."""
    own = CODE.get(PACKAGE / "store" / f"{noun}.py", "")
    by_noun = re.compile(rf'\b_{noun}\.{query}\b|"{noun}", "{query}"')
    by_own = re.compile(rf'\b_queries\.{query}\b|"{query}"')
    return bool(by_own.search(own)) or any(by_noun.search(code) for code in CODE.values())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_query_is_described_and_used(file: Path) -> None:
    queries = HEAD.findall(file.read_text("utf-8"))
    assert queries
    for name, description in queries:
        assert description.startswith("-- "), f"{name} is not described"
        assert is_used(file.stem, name), f"nobody asks {name}"


def test_a_query_that_nobody_asks_is_noticed() -> None:
    assert is_used("statuses", "precision")
    assert not is_used("statuses", "nobody")
