"""What is opened thousands of times and never closed takes no longer than other text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradient.reading.furniture import links_within_page, only_links
from gradient.text.markup import plain
from gradient.text.sentences import sentences
from gradient.text.spans import OPAQUE, opaque_spans

SECONDS = 5
"""Each of them takes under half a second, and took a minute where each opening was looked after."""
UNCLOSED = {
    "code": "".join("`" * length + " a " for length in range(1, 1_000)),
    "formulas": r"\( a " * 20_000,
    "displayed formulas": r"\[ a " * 20_000,
    "prices": "$1" + "a" * 50_000,
    "emphasis": "*a **b " * 20_000,
    "notes": "[^a" * 30_000,
    "stops": "." * 100_000 + "x",
    "links": "[" * 5_000 + "a" + "](" * 5_000,
    "links of the page": "[a](#" * 60_000,
}
PIECES = st.text("`~$\\[]()a1=>_ \n", max_size=40)


@pytest.mark.parametrize("text", UNCLOSED.values(), ids=UNCLOSED)
def test_what_is_never_closed_is_not_looked_after_each_time(text: str) -> None:
    started = time.process_time()
    plain(text)
    sentences(text)
    only_links(text)
    links_within_page(text)
    assert time.process_time() - started < SECONDS


@settings(derandomize=True, max_examples=500, deadline=None)
@given(PIECES)
def test_the_spans_are_those_of_the_pattern(text: str) -> None:
    assert opaque_spans(text) == [match.span() for match in OPAQUE.pattern.finditer(text)]
