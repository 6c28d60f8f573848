"""Runs the migrations on the connection that Gradient hands over, or on `GRADIENT_DATABASE_URL`."""

import os

import psycopg
from alembic import context
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=None)
    with context.begin_transaction():
        context.run_migrations()


def run_on_stated_database() -> None:
    url = os.environ["GRADIENT_DATABASE_URL"]
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    with engine.connect() as connection:
        run(connection)


given = context.config.attributes.get("connection")
if given is None:
    run_on_stated_database()
else:
    run(given)
