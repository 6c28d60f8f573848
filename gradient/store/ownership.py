"""Whose a database is: Gradient's, nobody's yet, or another program's, whose tables are left alone."""

from collections.abc import Sequence

import psycopg
from psycopg.rows import TupleRow

from gradient.errors import DatabaseError

MOST_NAMED = 3

_OURS = """
SELECT count(*) = 2 FROM pg_attribute
 WHERE NOT attisdropped
   AND (attrelid, attname) IN ((to_regclass('installation'), 'salt'), (to_regclass('outcomes'), 'unit_id'))
"""
_OF_OTHERS = """
SELECT CASE nspname WHEN current_schema() THEN name ELSE nspname || '.' || name END
  FROM (SELECT relname, relnamespace, oid, 'pg_class'::regclass FROM pg_class
         WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
        UNION ALL
        SELECT typname, typnamespace, oid, 'pg_type'::regclass FROM pg_type WHERE typtype IN ('d', 'e', 'r')
       ) AS things (name, schema, id, kind)
  JOIN pg_namespace ON pg_namespace.oid = schema
 WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
   AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = kind AND objid = id AND deptype = 'e')
 ORDER BY nspname <> current_schema(), name
"""


def is_ours(connection: psycopg.Connection[TupleRow]) -> bool:
    """Whether the tables of the first migration stand in the database."""
    found = connection.execute(_OURS).fetchone()
    return found is not None and bool(found[0])


def refuse_others(
    connection: psycopg.Connection[TupleRow], database: str, *, beside_others: bool = False
) -> None:
    """Refuse a database, shown as `database`, that is not Gradient's and holds something already.

    What others keep there is no obstacle where a person said so (`beside_others`), except the record of
    another program's migrations, which has the name of ours. Raises DatabaseError.
    """
    others = [str(row[0]) for row in connection.execute(_OF_OTHERS).fetchall()]
    if "alembic_version" in others:
        raise DatabaseError(
            f"The database {database} belongs to another program, whose migrations are recorded in its table"
            " alembic_version, so nothing was changed; name an empty database in GRADIENT_DATABASE_URL."
        )
    if others and not beside_others:
        raise DatabaseError(
            f"The database {database} is not Gradient's and not empty (it holds {_named(others)}), so nothing"
            " was changed; name an empty one in GRADIENT_DATABASE_URL, or say"
            " `gradient db upgrade --beside-others` to put Gradient's tables beside what is there."
        )


def _named(others: Sequence[str]) -> str:
    more = len(others) - MOST_NAMED
    return ", ".join(others[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
