"""What a command costs that a person waits for, beside the least that it could."""

import shutil
import sys
from pathlib import Path

import psycopg
import pytest

from gradient.store.embedded import embedded
from tests.bench.conftest import MakeHome
from tests.bench.measuring import CHECKOUT, GRADIENT, compared, cost_of

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

LIBRARIES = (sys.executable, "-c", "import typer, rich")
MOST_NEEDED = """
SELECT topics.slug FROM prerequisites JOIN topics ON topics.id = prerequisites.object_id
 WHERE prerequisites.status = 'accepted' GROUP BY topics.slug ORDER BY count(*) DESC, topics.slug LIMIT 1
"""


def bare_query(url: str, slug: str) -> tuple[str, ...]:
    asked = f"execute('SELECT id FROM topics WHERE slug = %s', [{slug!r}]).fetchall()"
    return (sys.executable, "-c", f"import psycopg; psycopg.connect({url!r}).{asked}")


def test_help(tmp_path: Path) -> None:
    print()
    compared("gradient --help", (*GRADIENT, "--help"), "import typer, rich", LIBRARIES, tmp_path)


def test_prerequisites_on_a_running_database(make_home: MakeHome) -> None:
    home = make_home("sample")
    shutil.copytree(CHECKOUT / "inbox", home / "inbox", dirs_exist_ok=True)
    cost_of((*GRADIENT, "run", "--until-idle"), home)
    with embedded(home / ".gradient") as url:
        with psycopg.connect(url) as connection:
            found = connection.execute(MOST_NEEDED).fetchone()
        assert found is not None
        print()
        asked = (*GRADIENT, "prereqs", found[0])
        compared(f"gradient prereqs {found[0]}", asked, "a bare query", bare_query(url, found[0]), home)
