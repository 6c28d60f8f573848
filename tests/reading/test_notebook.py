"""Notebooks: cells in their order with their numbers, code with its language, outputs that are text."""

import json
from typing import Any

import pytest

from gradient.reading.notebook import OUTPUT_CHARACTERS, NotebookReader
from gradient.reading.port import Damaged, NothingToRead
from gradient.text.document import Document


def read(*cells: dict[str, Any], **metadata: Any) -> Document:
    notebook = {"nbformat": 4, "metadata": metadata, "cells": list(cells)}
    return NotebookReader().read(json.dumps(notebook).encode(), "a.ipynb")


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": list(lines)}


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def shown(document: Document) -> list[tuple[str, str]]:
    return [(one.kind, document.text[one.start : one.end]) for one in document.blocks]


def test_each_cell_is_a_page_with_its_number() -> None:
    document = read(markdown("# Vectors\n", "An arrow."), code(""), code("x = 1"))
    assert [page.label for page in document.pages] == ["cell 1", "cell 2", "cell 3"]
    assert [page.blank for page in document.pages] == [False, True, False]
    last = document.pages[-1]
    assert document.text[last.start : last.end] == "x = 1"
    assert [heading.title for heading in document.headings] == ["Vectors"]


def test_code_has_the_language_of_the_notebook_or_of_its_magic() -> None:
    document = read(code("x <- 1"), code("%%bash\nls"), kernelspec={"language": "R"})
    assert [block.language for block in document.blocks] == ["r", "bash"]


def test_outputs_that_are_text_stand_once_and_pictures_not_at_all() -> None:
    data = {"text/html": "<b>1</b>", "text/plain": ["1"], "image/png": "aGVsbG8="}
    document = read(
        code("x", {"output_type": "execute_result", "data": data}),
        code("y", {"output_type": "display_data", "data": {"image/png": "aGVsbG8="}}),
        code("z", {"output_type": "stream", "text": ["10%\r", "100%\n", "\x1b[31mred\x1b[0m"]}),
    )
    assert shown(document) == [("code", one) for one in ("x", "1", "y", "z", "100%\nred")]


def test_an_error_is_its_name_and_what_it_says() -> None:
    error = {
        "output_type": "error",
        "ename": "ValueError",
        "evalue": "no",
        "traceback": ["\x1b[31mAt\x1b[0m f"],
    }
    document = read(code("x", error))
    assert shown(document)[1:] == [("code", "ValueError: no"), ("furniture", "At f")]
    assert document.blocks[-1].reason == "traceback of an error"


def test_the_end_of_a_long_output_is_furniture_with_its_reason() -> None:
    lines = [f"epoch {number}\n" for number in range(1000)]
    document = read(code("train()", {"output_type": "stream", "text": lines}))
    _, kept, rest = document.blocks
    assert kept.end - kept.start <= OUTPUT_CHARACTERS
    assert (rest.kind, rest.reason) == ("furniture", "end of a long output")
    assert document.text[kept.start :] == "".join(lines).rstrip()


def test_format_3_keeps_cells_in_worksheets() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Limits"},
        {
            "cell_type": "code",
            "language": "python",
            "input": "1",
            "outputs": [{"output_type": "pyout", "text": "1"}],
        },
    ]
    notebook = {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]}
    document = NotebookReader().read(json.dumps(notebook).encode(), "a.ipynb")
    assert [(one.level, one.title) for one in document.headings] == [(2, "Limits")]
    assert [block.language for block in document.blocks] == ["python", "text"]


def test_what_stands_below_references_is_furniture_across_cells() -> None:
    document = read(
        markdown("## References"), markdown("Ada. A book, 1843."), markdown("## Next"), markdown("A text.")
    )
    assert [one.reason for one in document.blocks] == ["references", None]


@pytest.mark.parametrize("data", [b'{"cells": [', b"[1]", b'{"cells": 3}', b'{"cells": [1]}', b"[" * 100_000])
def test_a_broken_notebook_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged, match=r"a\.ipynb is damaged"):
        NotebookReader().read(data, "a.ipynb")


def test_a_notebook_without_text_holds_nothing() -> None:
    with pytest.raises(NothingToRead, match="no cell"):
        read(code(""))


@pytest.mark.parametrize("text", [None, "<IPython.core.display.HTML object>", "<Styler at 0x7f>"])
def test_an_output_that_is_html_alone_is_read_as_the_page_shows_it(text: str | None) -> None:
    rows = ["<tr><th>k</th><th>loss</th></tr>", "<tr><td>1</td><td>0.5</td></tr>"]
    data = {"text/html": ["<style>td {color: red}</style><table>", *rows, "</table>"]}
    if text is not None:
        data["text/plain"] = [text]
    document = read(code("show()", {"output_type": "display_data", "data": data}))
    assert shown(document) == [("code", "show()"), ("table", "k | loss\n1 | 0.5")]
