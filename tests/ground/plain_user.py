"""Starts an embedded database as a user without rights, in the home given."""

import os
import sys
from pathlib import Path

import psycopg

import gradient.store.embedded_server  # noqa: F401  loaded while root may still read it
from gradient.store.embedded import embedded

NOBODY = 65534
os.setgroups([])
os.setgid(NOBODY)
os.setuid(NOBODY)
with embedded(Path(sys.argv[1])) as url, psycopg.connect(url) as connection:
    print(connection.execute("SHOW data_directory").fetchone()[0])
