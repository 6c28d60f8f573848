import os

import psycopg
import pytest


@pytest.mark.parametrize("attempt", [1, 2])
def test_each_test_has_a_migrated_database_of_its_own(database_url: str, attempt: int) -> None:
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (0,)
        connection.execute("CREATE TABLE mine (id int)")


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="the tests run in one process")
@pytest.mark.xdist_group("together")
def test_tests_that_share_what_is_dear_run_in_one_process(request: pytest.FixtureRequest) -> None:
    assert request.node.nodeid.endswith("@together")
