"""`gradient page` and `gradient export`."""

from pathlib import Path

from gradient.errors import Exit
from gradient.home import Home
from tests.cli.conftest import QUOTES, Gradient, Taught


def with_page(taught: Taught) -> None:
    rows = taught.rows
    rows.one("INSERT INTO pages (topic_id, state, written_at) VALUES (%s, 'fresh', now())", taught.tree)
    block = rows.one(
        "INSERT INTO blocks (topic_id, position, type, content, content_hash)"
        " VALUES (%s, 0, 'paragraph', %s, 'x') RETURNING id",
        taught.tree,
        QUOTES["tree"],
    )
    rows.one(
        "INSERT INTO block_supports (block_id, chunk_id, start_at, end_at, quote)"
        " SELECT %s, chunk_id, start_at, end_at, quote FROM supports WHERE content_id = %s",
        block,
        taught.contents["tree"],
    )


def test_json_has_the_promised_shape(gradient: Gradient, taught: Taught) -> None:
    with_page(taught)
    found = gradient("page", "tree", "--json").json
    assert (found["topic"], found["state"]) == ("tree", "stale")
    (block,) = found["blocks"]
    assert {key: block[key] for key in ("type", "content", "pinned", "supports")} == {
        "type": "paragraph",
        "content": QUOTES["tree"],
        "pinned": False,
        "supports": [
            {"source": "vision/lectures/01.md", "page": 3, "place": "page 3", "quote": QUOTES["tree"]}
        ],
    }
    assert QUOTES["tree"] in gradient("page", "tree").out


def test_a_topic_without_a_page_says_so(gradient: Gradient, taught: Taught) -> None:
    assert gradient("page", "tree", "--json").json["state"] is None
    assert "no page yet" in gradient("page", "tree").out
    assert gradient("page", "treee").code == Exit.NAME


def test_a_vault_is_written_where_nothing_is_lost(gradient: Gradient, taught: Taught, place: Home) -> None:
    with_page(taught)
    ran = gradient("export", "vault")
    assert (ran.code, ran.out) == (Exit.DONE, "")
    assert list((place.base / "vault").rglob("*.md"))
    mine = place.base / "mine"
    mine.mkdir()
    Path(mine, "diary.md").write_text("private", "utf-8")
    assert gradient("export", "mine").code == Exit.USAGE
    assert [file.name for file in mine.iterdir()] == ["diary.md"]
