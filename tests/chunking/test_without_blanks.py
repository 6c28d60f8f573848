"""Text without blanks is cut as well: short enough, at the best place there is, and by its own characters."""

import base64
import random
import unicodedata

import pytest

from gradient.chunking.structure import cut
from gradient.chunking.words import count_words
from tests.chunking.documents import prose
from tests.chunking.test_boundaries import changed
from tests.chunking.test_structure import assert_all_is_held_once

DRAW = random.Random(20_301)
THAI = ["กราฟ", "จุดยอด", "เส้นเชื่อม", "ต้นไม้", "และ", "ที่", "เชื่อมต่อกัน", "ไม่มี", "วัฏจักร", "ทฤษฎี", "ระยะทาง"]
CHINESE = "图是顶点和边的集合连接树没有环通路长度最短距离之间每个定理证明函数极限导数积分"
NAMES = ["count", "total", "vertex", "edge", "weight", "path"]


def drawn(words: list[str] | str, count: int, pauses: str = "") -> str:
    """So many words without a blank, with one of the pauses behind some of them."""
    return "".join(
        DRAW.choice(words) + (DRAW.choice(pauses) if pauses and DRAW.random() < 0.15 else "")
        for _ in range(count)
    )


TEXTS = {
    "data": base64.b64encode(DRAW.randbytes(30_000)).decode(),
    "brackets": "(" * 20_000,
    "code": "".join(f"{DRAW.choice(NAMES)}{number}={number * 7};" for number in range(2_000)),
    "thai": drawn(THAI, 2_000),
    "chinese": drawn(CHINESE, 3_000, "，、"),
    "words": " ".join(f"w{DRAW.randrange(9_999)}" for _ in range(3_000)),
}
LONGEST = {"thai": 5 * 400, "chinese": 400} | dict.fromkeys(("data", "brackets", "code"), 20 * 400)


@pytest.mark.parametrize("kind", TEXTS)
def test_no_passage_is_longer_than_four_hundred_words(kind: str) -> None:
    document = prose([TEXTS[kind]])
    passages = cut(document)
    assert len(passages) > 2
    assert max(count_words(one.text) for one in passages) <= 400
    assert max(len(one.text) for one in passages) <= LONGEST.get(kind, 6 * 400)
    assert_all_is_held_once(document)


@pytest.mark.parametrize("kind", sorted(TEXTS.keys() - {"brackets"}))
def test_an_insertion_changes_its_passage_and_the_neighbours_at_most(kind: str) -> None:
    text = TEXTS[kind]
    before = cut(prose([text]))
    for place in range(0, len(text), len(text) // 8):
        assert changed(before, cut(prose([f"{text[:place]}added{text[place:]}"]))) <= 3


@pytest.mark.parametrize(("kind", "ends"), [("code", ";"), ("chinese", "，、"), ("words", "0123456789")])
def test_a_cut_is_behind_a_pause_or_at_a_blank_where_there_is_one(kind: str, ends: str) -> None:
    document = prose([TEXTS[kind]])
    *passages, _ = cut(document)
    assert all(one.text[-1] in ends for one in passages)
    assert kind != "words" or all(document.text[one.end].isspace() for one in passages)


def test_no_letter_is_parted_from_its_accents() -> None:
    passages = cut(prose([TEXTS["thai"]]))
    assert not any(unicodedata.category(one.text[0]).startswith("M") for one in passages)
