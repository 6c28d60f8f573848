from tests.inbox.watched import Watched


async def test_a_dropped_file_becomes_a_source_with_passages(watched: Watched) -> None:
    watched.write(
        "calculus/lectures/01 Limits.md", "# Limits\n\nA limit is the value that a function nears.\n"
    )
    await watched.settle_and_work()
    found = (await watched.sources())["calculus/lectures/01 Limits.md"]
    assert (found["course"], found["type"], found["state"], found["share_read"]) == (
        "calculus", "lectures", "read", 1.0,
    )  # fmt: skip
    assert (
        await watched.value("SELECT text FROM live_chunks") == "A limit is the value that a function nears."
    )
    assert await watched.changes() == [
        "The course calculus was added.",
        "calculus/lectures/01 Limits.md was added.",
    ]
