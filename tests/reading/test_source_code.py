"""Source code: what comments and docstrings say is text, all else is code in its language."""

import pytest

from gradient.reading.source_code import SourceReader
from gradient.text.document import Document


def read(source: str, name: str = "a.py") -> Document:
    return SourceReader().read(source.encode(), name)


def shown(document: Document) -> list[tuple[str, str]]:
    return [(one.kind, document.text[one.start : one.end]) for one in document.blocks]


PYTHON = '''#!/usr/bin/env python
# Copyright 2024 Somebody
"""Means of many kinds.

A mean is a number
in the middle.
"""

import math  # needed below

# The mean is the sum
# divided by the count.
def mean(values):
    """Return the mean.

    >>> mean([1, 3])
    2.0
    """
    text = """no docstring"""
    # total = sum(values)
    return sum(values) / len(values)
'''


def test_python_is_told_apart_into_text_and_code() -> None:
    assert shown(read(PYTHON)) == [
        ("code", "#!/usr/bin/env python"),
        ("furniture", "Copyright 2024 Somebody"),
        ("paragraph", "Means of many kinds."),
        ("paragraph", "A mean is a number\nin the middle."),
        ("code", "import math  # needed below"),
        ("paragraph", "The mean is the sum\ndivided by the count."),
        ("code", "def mean(values):"),
        ("paragraph", "Return the mean."),
        ("code", ">>> mean([1, 3])\n2.0"),
        ("code", '    text = """no docstring"""'),
        ("code", "total = sum(values)"),
        ("code", "    return sum(values) / len(values)"),
    ]


@pytest.mark.parametrize(
    ("name", "source", "language"),
    [
        ("a.js", "/**\n * Adds two numbers.\n */\nfunction add(a, b) { return a + b }\n", "javascript"),
        ("a.java", "/* Adds two numbers. */\nint add(int a, int b) { return a + b; }\n", "java"),
        ("a.c", "// Adds two numbers.\nint add(int a, int b) { return a + b; }\n", "c"),
        ("a.h", "// Adds two numbers.\nnamespace sums { }\n", "cpp"),
        ("a.rs", "/// Adds two numbers.\nfn add(a: i32) -> i32 { a }\n", "rust"),
        ("a.go", "// Adds two numbers.\nfunc add(a int) int { return a }\n", "go"),
        ("a.R", "#' Adds two numbers.\nadd <- function(a, b) a + b\n", "r"),
        ("a.jl", "# Adds two numbers.\nadd(a, b) = a + b\n", "julia"),
        ("a.m", "% Adds two numbers.\nfunction c = add(a, b)\n", "matlab"),
        ("a.sql", "-- Adds two numbers.\nSELECT 1 + 1;\n", "sql"),
        ("a.sh", "# Adds two numbers.\necho $((1 + 1))\n", "bash"),
        ("a.ts", "// Adds two numbers.\nconst add = (a: number) => a\n", "typescript"),
        ("a.cpp", "// Adds two numbers.\nint add(int a);\n", "cpp"),
    ],
)
def test_comments_of_each_language_lose_their_marks(name: str, source: str, language: str) -> None:
    document = read(source, name)
    assert shown(document)[0] == ("paragraph", "Adds two numbers.")
    assert document.blocks[1].language == language


SAID = "Adds two numbers."


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.py", f'def add(a, b):\n    r"""{SAID}"""\n    return a + b\n'),
        ("a.py", f'class Sum:\n    "{SAID}"\n    value = 0\n'),
        ("a.py", f"# first\n\nr'''{SAID}'''\n\nx = 1\n"),
        ("a.py", f"async def add(\n    a,\n) -> int:  # now\n\n    '{SAID}'\n    return a\n"),
        ("a.jl", f'"""\n{SAID}\n"""\nfunction add(a, b)\n    a + b\nend\n'),
        ("a.jl", f'"{SAID}"\nadd(a, b) = a + b\n'),
        ("a.c", f"int x;\n// {SAID}"),
        ("a.cpp", f"int x;\n// {SAID}"),
        ("a.cs", f"int x;\n// {SAID}"),
        ("a.kt", f"val x = 1\n// {SAID}"),
        ("a.f90", f"x = 1\n! {SAID}"),
        ("a.py", f"x = 1  # {SAID} It is short.\ny = 2\n"),
    ],
)
def test_docstrings_and_comments_of_all_forms_are_text(name: str, source: str) -> None:
    texts = [text for kind, text in shown(read(source, name)) if kind == "paragraph"]
    assert texts[-1].startswith(SAID)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.py", f'x = {{\n    "a":\n    "{SAID}"\n}}\n'),
        ("a.py", f'print(\n    r"""{SAID}"""\n)\n'),
        ("a.jl", f'print("{SAID}")\nx = """\n{SAID}\n"""\n'),
        ("a.py", "x = 1  # noqa: one two three four\n"),
        ("a.c", "int x; // the sum\n"),
    ],
)
def test_other_strings_and_labels_stay_code(name: str, source: str) -> None:
    assert [kind for kind, _ in shown(read(source, name))] == ["code"]


def test_every_word_of_a_file_is_kept() -> None:
    assert words(read(PYTHON).text) == words(PYTHON)


def words(source: str) -> list[str]:
    return [word for word in source.replace('"""', " ").split() if word != "#"]


@pytest.mark.parametrize(
    ("name", "comment", "kinds"),
    [
        ("a.py", "x = 1\nThe sum is what all add up to.\nprint(x)\nTODO", "code paragraph code"),
        ("a.R", "squares the value of x\nplot(x, y)", "paragraph code"),
        ("a.py", "x = 1\ny = 2\nz = 3\nThe sum of the values is small.", "code paragraph"),
        ("a.py", "It is the value of\nx = 1\nwhere the loop begins.", "paragraph"),
        ("a.py", "Adds all the values;\nthen returns their sum;", "paragraph"),
        ("a.py", "static const unsigned int n;\nint value;", "code"),
        ("a.py", 'print("the sum of all values")\nx = 1', "code"),
    ],
)
def test_prose_and_code_that_was_switched_off_are_told_apart(name: str, comment: str, kinds: str) -> None:
    source = "".join(f"# {line}\n" for line in comment.splitlines())
    found = shown(read(source, name))
    assert [kind for kind, _ in found] == kinds.split()
    assert "\n".join(text for _, text in found) == comment


def test_a_directive_is_no_comment() -> None:
    assert shown(read("#include <stdio.h>\n#define N 3\nint x;\n", "a.c")) == [
        ("code", "#include <stdio.h>\n#define N 3\nint x;")
    ]


def test_the_language_is_that_of_the_comments() -> None:
    comment = (
        "# Der Mittelwert ist die Summe der Werte, geteilt durch ihre Anzahl; er ist nicht der Median.\n"
    )
    assert read(comment * 3 + "x = 1\n").language == "de"
