"""One more user of an embedded database: says the address, then stays until its input ends."""

import sys
from pathlib import Path

import psycopg

from gradient.store import embedded_place
from gradient.store.embedded import embedded

embedded_place.ROOT_STATE = Path(sys.argv[2])
with embedded(Path(sys.argv[1])) as url, psycopg.connect(url) as connection:
    connection.execute("SELECT 1")
    print(url, flush=True)
    sys.stdin.read()
