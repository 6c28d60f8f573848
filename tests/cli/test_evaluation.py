"""`gradient eval recall`: figures on a gold set, and nothing left behind."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gradient.cli.evaluation import Preset, own_database
from gradient.errors import Exit
from gradient.evaluation import recall
from gradient.home import Home
from gradient.recall.fusion import PATHS
from gradient.recall.reading import RecallLimits
from gradient.store import embedded
from gradient.store.embedded_place import POINTER
from tests.cli.conftest import Gradient
from tests.evaluation.gold_sets import TAUGHT, write_gold
from tests.evaluation.test_temporary_database import left

CUTS = {"1", "5", "10", "20", "30"}


@pytest.fixture
def ten(tmp_path: Path) -> str:
    """The folder of the ten rows."""
    return str(write_gold(tmp_path / "ten"))


def test_json_has_the_promised_shape(gradient: Gradient, ten: str, database_url: str) -> None:
    ran = gradient("eval", "recall", "--gold", ten, "--json")
    assert ran.code == Exit.DONE
    found = ran.json
    assert found["n"] == 6
    assert set(found["hr"]) == set(found["intervals"]["hr"]) == CUTS
    assert {"candidates_mean", "ms_per_content", "macro_hr30"} <= found.keys()
    for ablation in ("paths", "without"):
        assert list(found[ablation]) == list(PATHS)
        assert all(set(rates) == CUTS for rates in found[ablation].values())
    together = ["context + source", "learned + common + context", "learned + common + context + source"]
    assert list(found["without_several"]) == together
    assert all(set(rates) == CUTS for rates in found["without_several"].values())
    assert (found["gold"], found["fitted_on"]) == ("ten", None)
    assert found["tagged_before"] == {"rows": 4, "fold_groups": 2}
    assert found["scored_on"] == {"split": "test", "rows": 6, "fold_groups": 2}
    assert "4 tagged contents, 6 contents to recall" in ran.err
    assert left(database_url) == []


def test_for_people_it_is_a_table_with_every_path(gradient: Gradient, ten: str) -> None:
    lines = gradient("eval", "recall", "--gold", ten, "--cold").out.splitlines()
    assert lines[0].split() == ["recalled", "by", "@1", "@5", "@10", "@20", "@30"]
    rows = [line.partition("  ")[0] for line in lines]
    for path in PATHS:
        assert [rows.count(f"{path} alone"), rows.count(f"all but {path}")] == [1, 1]
    assert rows.count("all but learned + common + context + source") == 1
    assert "6 contents of ten with no tagged contents before" in lines[-1]


def test_the_preset_of_the_paper_sets_its_caps(
    gradient: Gradient, ten: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[RecallLimits] = []
    measure = recall.measure_recall

    async def noting(*given: object, **options: object) -> object:
        used.extend(one for one in given if isinstance(one, RecallLimits))
        return await measure(*given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(recall, "measure_recall", noting)
    gradient("eval", "recall", "--gold", ten, "--preset", Preset.paper)
    gradient("eval", "recall", "--gold", ten)
    assert [(one.by_topic, one.by_neighbour, one.similar_alone) for one in used] == [
        (15, 5, True),
        (100, 30, False),
    ]


def test_a_gold_set_without_test_rows_is_refused_before_anything_is_made(
    gradient: Gradient, tmp_path: Path, database_url: str
) -> None:
    folder = write_gold(tmp_path / "untested", contents=TAUGHT)
    ran = gradient("eval", "recall", "--gold", str(folder))
    assert ran.code == Exit.USAGE
    assert ran.sentence == (
        f"gradient: {folder}/contents.tsv: no row has the split test, so nothing can be scored."
    )


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt, 130), (ValueError, Exit.UNEXPECTED)])
def test_its_database_goes_whatever_ends_it(
    gradient: Gradient,
    ten: str,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
    error: type[BaseException],
    code: int,
) -> None:
    there: list[str] = []

    async def ending(*_: object, **__: object) -> None:
        there.extend(left(database_url))
        raise error

    monkeypatch.setattr(recall, "measure_recall", ending)
    assert gradient("eval", "recall", "--gold", ten, "--json").code == code
    assert len(there) == 1
    assert left(database_url) == []


def test_as_a_program_it_writes_nothing_but_figures_to_stdout(program: Gradient, ten: str) -> None:
    ran = program("eval", "recall", "--gold", ten, "--json", "--cold")
    assert ran.code == Exit.DONE
    assert json.loads(ran.out)["tagged_before"]["rows"] == 0


def test_where_the_server_of_a_new_home_stays_is_said(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def started(home: Home) -> Iterator[str]:
        home.directory.mkdir(exist_ok=True)
        (home.directory / POINTER).write_text(f"{tmp_path}\n", "utf-8")
        yield database_url

    monkeypatch.setattr(embedded, "database", started)
    home = Home(tmp_path / ".gradient", tmp_path, None, None)
    for expected in (f"stays in {home.directory} and {tmp_path}, which you may remove", ""):
        with own_database(home):
            assert len(left(database_url)) == 1
        said = " ".join(capsys.readouterr().err.split())
        assert expected in said if expected else not said
    assert left(database_url) == []
