"""What is switched on when nobody has set anything."""

import psycopg

from gradient.settings import OFFLINE, Settings


def test_every_role_is_offline() -> None:
    settings = Settings()
    assert {player for _, player in settings.roles} == {OFFLINE}
    assert settings.database.url is None
    assert not settings.health.enabled


def test_the_embedded_database_listens_on_no_address(server_url: str) -> None:
    with psycopg.connect(server_url) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert connection.execute("SELECT inet_server_addr()").fetchone() == (None,)


def test_every_table_and_column_is_described(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        bare = connection.execute(
            "SELECT pg_class.relname, pg_attribute.attname FROM pg_class"
            " LEFT JOIN pg_attribute ON pg_attribute.attrelid = pg_class.oid AND pg_attribute.attnum > 0"
            " AND NOT pg_attribute.attisdropped"
            " WHERE pg_class.relnamespace = 'public'::regnamespace AND pg_class.relkind = 'r'"
            " AND pg_class.relname NOT LIKE 'procrastinate%' AND pg_class.relname <> 'alembic_version'"
            " AND (col_description(pg_class.oid, pg_attribute.attnum) IS NULL"
            " OR obj_description(pg_class.oid, 'pg_class') IS NULL)"
        ).fetchall()
    assert bare == []
