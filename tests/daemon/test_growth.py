"""One more file costs itself and what it touches, and the order in which files come makes no difference."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import TEMPLATE, fresh_database
from tests.daemon.runs import SAMPLE, ask, make_home, run

pytestmark = pytest.mark.xdist_group("growth")

COURSE = "graph-theory"
LAST = "06-kruskals-algorithm.txt"
UNITS = "SELECT stage, count(*) FROM outcome_log WHERE id > %(since)s GROUP BY stage"
STAGES = "SELECT stage, count(*) FROM outcomes GROUP BY stage"
TOPICS = """
SELECT topics.title, array_agg(topic_names.name ORDER BY topic_names.name)
  FROM topics LEFT JOIN topic_names ON topic_names.topic_id = topics.id
 WHERE topics.state = 'active' GROUP BY topics.id ORDER BY topics.title
"""


def drop(home: Path, *names: str) -> None:
    """Drop these lectures of the sample course into the inbox, and work them off."""
    folder = home / "inbox" / COURSE
    (folder / "lectures").mkdir(parents=True, exist_ok=True)
    shutil.copy(SAMPLE / COURSE / "course.toml", folder)
    for name in names:
        shutil.copy(SAMPLE / COURSE / "lectures" / name, folder / "lectures")
    run(home, "run", "--until-idle")


def lectures() -> list[str]:
    return sorted(file.name for file in (SAMPLE / COURSE / "lectures").iterdir())


def units_since(url: str, since: int) -> dict[str, int]:
    return dict(ask(url, UNITS, since=since))


@pytest.fixture(scope="module")
def grown(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The sample course without one lecture, and then with it; the units of all and of the one more."""
    url = module_database_url
    home = make_home(tmp_path_factory.mktemp("grown") / "home", url)
    drop(home, *(name for name in lectures() if name != LAST))
    since = int(ask(url, "SELECT max(id) FROM outcome_log")[0])
    before = dict(ask(url, TOPICS))
    drop(home, LAST)
    more, all_ = units_since(url, since), dict(ask(url, STAGES))
    for stage, units in all_.items():
        print(f"{stage:<14} {more.get(stage, 0):>5} of {units:>5}")
    return url, more, all_, set(dict(ask(url, TOPICS))) - set(before)


def test_one_more_file_is_read_and_cut_alone(grown: Any) -> None:
    url, more, _, _ = grown
    chunks = ask(
        url,
        "SELECT count(*) FROM live_chunks JOIN sources ON sources.id = live_chunks.source_id"
        " WHERE sources.path LIKE %(path)s",
        path=f"%{LAST}",
    )[0]
    assert (more["read"], more["chunk"], more["extract"]) == (1, 1, chunks)


def test_only_new_contents_and_those_it_gives_better_topics_are_tagged_anew(grown: Any) -> None:
    _, more, all_, _ = grown
    assert more["tags"] < all_["tags"] / 2


def test_new_topics_cost_about_as_many_calls_for_prerequisites(grown: Any) -> None:
    _, more, _, new = grown
    assert len(new) > 0
    assert more["prerequisites"] <= len(new) + 2


def test_pages_are_written_anew_where_something_changed(grown: Any) -> None:
    _, more, all_, _ = grown
    assert more["page"] < all_["page"]


def test_two_orders_give_the_same_topics(grown: Any, server_url: str, tmp_path: Path) -> None:
    for url in fresh_database(server_url, TEMPLATE):
        home = make_home(tmp_path / "home", url)
        drop(home, LAST, lectures()[-1])
        drop(home, *(name for name in lectures()[:-1] if name != LAST))
        assert ask(url, TOPICS) == ask(grown[0], TOPICS)
