"""A file of each format with marked words: those that people are to learn, and those that are set apart."""

import json
from typing import NamedTuple

from tests.reading.office_files import docx, paragraph, pptx, row, run, shape, xlsx
from tests.reading.pdf_files import PROSE, Sheet, pdf, saved


class Marked(NamedTuple):
    """The bytes of a file; marked words begin with `zq`, those that are set apart with `zqout`."""

    data: bytes
    kept: frozenset[str]
    apart: frozenset[str]


MARKDOWN = """---
title: zqouttitle
---

# zqtitle

## Contents

- [zqoutlink](#one)

zqbelowcontents is a sentence below it.

## zqheading

A zqparagraph with a [zqlink](https://x.org), a <zqangle> and {zqset, b} and [zqinterval, b].

> zqquote

- zqitem
  1. zqinner

| zqcell | b |
|---|---|
| a | zqvalue |

```python
zqcode = 1
```

$$zqformula = 1$$

<div>zqdiv</div>

<!-- zqoutcomment -->

[^1]: zqnote

import zqmodule as a word is prose.

## References

A reference is an alias of an object, as zqalias shows.

## Further reading

- Zqauthor, A. (1999). zqoutsource. Press.
""".replace("- Zqauthor", "- Author")
PAGE = """<title>T</title><nav>zqoutnav</nav><h1>zqtitle</h1><h2>Contents</h2><p>zqbelow is a sentence.</p>
<p>zqparagraph <b>zqbold</b> <a href=x>zqlink</a> <code>zqcode</code> <sub>zqsub</sub> &lt;zqangle&gt;</p>
<ul><li>zqitem<ul><li>zqinner</li></ul></li></ul><blockquote>zqquote</blockquote><pre>zqpre</pre>
<table><caption>zqcaption</caption><tr><th>zqhead</th></tr><tr><td>zqcell</td><td>b</td></tr></table>
<dl><dt>zqterm<dd>zqmeaning</dl><details><summary>zqsummary</summary>zqdetail</details>
<aside class=sidebar><p>A zqaside is a sentence of a box.</p></aside><svg><text>zqoutsvg</text></svg>
<div style='display:none'>zqouthidden</div><template>zqouttemplate</template><del>zqoutdel</del>
<div hidden>A zqsolution is what one finds in the end.</div><figure><img alt='zqalt of it'></figure>"""
SUBTITLES = r"""WEBVTT

NOTE a remark

00:01.000 --> 00:02.000
<v Ada>zqvoice <i>zqitalic</i> a<zqless and b>c {zqset, 2}

00:02.000 --> 00:03.000
[zqinterval, b] \frac{zqfraction}{b} (zqround) vector<zqtype>

00:03.000 --> 00:04.000
[zqalone]

00:04.000 --> 00:05.000
It ends.

00:05.000 --> 00:06.000
(zqoutsound laughs)
"""
SOURCE = '''# zqcomment
"""zqmodule"""
x = "zqstring"  # zqtrailing words that say something
def f():
    r"""zqraw"""
    return 1
class A:
    "zqshort"
# zqlast'''
CELLS = [
    {"cell_type": "markdown", "source": "# zqtitle\n\n## Contents\n\nzqbelow is a sentence."},
    {"cell_type": "raw", "source": "zqplain"},
    {
        "cell_type": "code",
        "source": "zqcode = 1",
        "outputs": [
            {"output_type": "stream", "text": ["zqstream"]},
            {"output_type": "execute_result", "data": {"text/plain": "zqresult"}},
            {"output_type": "display_data", "data": {"text/html": "<p>zqpage</p>"}},
            {"output_type": "error", "ename": "zqerror", "evalue": "no", "traceback": ["zqouttrace"]},
        ],
    },
]
WORD = (
    paragraph("zqtitle", "Titel")
    + paragraph("Contents", "berschrift1")
    + paragraph("zqbelow is a sentence.")
    + paragraph("zqheading", "Umriss")
    + paragraph("zqparagraph ", inner=run("zqbold", "<w:b/>") + run("zqoutstruck", "<w:strike/>"))
    + paragraph("zqitem", "Liste")
    + paragraph("zqcode", "Quelltext")
    + paragraph("zqoutentry", "Verzeichnis1")
    + f"<w:tbl>{row('zqhead', 'b')}{row('a | zqbar', 'zqcell')}</w:tbl>"
)
SLIDES = (
    shape("Contents", role="title") + shape("zqbelow is a sentence.", "zqsecond line"),
    shape("zqtitle", role="title") + shape("zqbody", role="body") + shape("zqoutfooter", role="ftr"),
)


def _paper() -> bytes:
    file = pdf()
    for title in ("Contents", "zqtitle"):
        sheet = Sheet(file)
        sheet.line(title, size=20)
        sheet.prose(f"{PROSE} {'zqbelow' if title == 'Contents' else 'zqparagraph'} is a word of it.")
    return saved(file)


def _marked(data: bytes, source: str) -> Marked:
    words = set(source.split())
    found = {piece for word in words for piece in _pieces(word)}
    apart = {one for one in found if one.startswith("zqout")}
    return Marked(data, frozenset(found - apart), frozenset(apart))


def _pieces(word: str) -> set[str]:
    letters = "".join(one if one.isalpha() else " " for one in word)
    return {piece for piece in letters.split() if piece.startswith("zq")}


TEXT = "zqone is a line.\n\nzqtwo <zqthree> [zqfour] {zqfive}\n"
TABLE = 'name;zqhead\nzqcell;"zqquoted, 1,5"\nzqbar | b;2\n'
FILES = {
    ".md": _marked(MARKDOWN.encode(), MARKDOWN),
    ".html": _marked(PAGE.encode(), PAGE),
    ".vtt": _marked(SUBTITLES.encode(), SUBTITLES),
    ".py": _marked(SOURCE.encode(), SOURCE),
    ".ipynb": _marked(
        json.dumps({"nbformat": 4, "metadata": {}, "cells": CELLS}).encode(),
        str(CELLS).replace("\\n", " "),
    ),
    ".docx": _marked(docx(WORD), WORD.replace("<", " <").replace(">", "> ")),
    ".pptx": _marked(pptx(*SLIDES, notes={1: "zqnotes"}), "".join(SLIDES).replace(">", "> ") + " zqnotes"),
    ".xlsx": _marked(xlsx(("zqhead", "b"), ("a | zqbar", "zqcell")), "zqhead zqbar zqcell"),
    ".csv": _marked(TABLE.encode(), TABLE),
    ".txt": _marked(TEXT.encode(), TEXT),
    ".pdf": _marked(_paper(), "zqtitle zqbelow zqparagraph"),
    ".mp3": _marked(b"0 2.5 zqone is [zqtwo]\n2.5 4 an arrow.\n", "zqone zqtwo"),
}
