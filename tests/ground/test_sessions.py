from gradient.store.sessions import Database, row


async def test_the_planner_is_told_to_search_little(database_url: str) -> None:
    async with Database(database_url) as database, database.transaction() as connection:
        for name in ("join_collapse_limit", "from_collapse_limit"):
            assert await row(connection, f"SHOW {name}") == {name: "4"}
