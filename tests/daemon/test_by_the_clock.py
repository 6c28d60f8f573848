"""What nobody told the daemon of is done by the ticks of its jobs."""

from pathlib import Path

import psycopg

from gradient.work.queue import MIRROR_QUEUE, TASK
from tests.daemon.runs import Running, ask, make_quiet, running

LIMIT = 30
"""Seconds; all other ticks are an hour away."""

FORGET = "DELETE FROM outcomes WHERE stage = 'mirror' AND kind = 'topic'"
DONE = "SELECT 1 FROM outcomes WHERE stage = 'mirror' AND kind = 'topic'"
HELD = """
WITH dead AS (INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id)
INSERT INTO procrastinate_jobs (queue_name, task_name, args, lock, queueing_lock, status, worker_id)
SELECT %(queue)s, %(task)s, jsonb_build_object('stage', 'mirror', 'course_id', courses.id),
       'course ' || courses.id, 'mirror of course ' || courses.id, 'doing', dead.id
  FROM dead, courses
"""


def is_idle(daemon: Running) -> bool:
    return "Idle:" in daemon.said


def test_what_is_due_without_a_job_gets_one(worked_url: str, worked_home: Path) -> None:
    make_quiet(worked_home, worked_url, mirror="1s")
    with running(worked_home, "run") as daemon:
        daemon.until(lambda: is_idle(daemon), "idleness")
        ask(worked_url, FORGET)
        daemon.until(lambda: ask(worked_url, DONE), "its job", LIMIT)


def test_the_job_of_a_worker_that_died_is_done_while_the_daemon_lives(
    worked_url: str, worked_home: Path
) -> None:
    make_quiet(worked_home, worked_url, rescue="1s")
    with running(worked_home, "run") as daemon:
        daemon.until(lambda: is_idle(daemon), "idleness")
        with psycopg.connect(worked_url) as connection:
            connection.execute(FORGET.encode())
            connection.execute(HELD.encode(), {"queue": MIRROR_QUEUE, "task": TASK})
        daemon.until(lambda: ask(worked_url, DONE), "the job of the dead", LIMIT)
        daemon.until(lambda: not ask(worked_url, "SELECT 1 FROM procrastinate_jobs"), "its end", LIMIT)
