"""The wheel works where there is no checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
WHAT_IT_FINDS = """
import sys
from pathlib import Path
import gradient.settings
from gradient.home import packaged
from gradient.store.migrate import known_revisions
from gradient.work.job_files import STAGES, load_jobs
here = Path(sys.argv[1])
assert all(Path(found).is_relative_to(here) for found in (gradient.settings.__file__, packaged("jobs")))
assert set(load_jobs(here)) == set(STAGES)
assert known_revisions(packaged("migrations"))[1]
assert "[inbox]" in gradient.settings.template()
print("all found")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the wheel's content, built from the checkout and unpacked as an installer does."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, CHECKOUT]
    built = subprocess.run(build, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_jobs_migrations_and_settings_are_found_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", WHAT_IT_FINDS, installed],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.stdout, said.stderr) == ("all found\n", "")


def test_every_file_of_the_package_is_in_the_wheel(installed: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "gradient", "jobs", "migrations"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("the checkout is no repository")
    moved = (("jobs/", "gradient/_jobs/"), ("migrations/", "gradient/_migrations/"))
    for name in listed.stdout.splitlines():
        where = next((new + name.removeprefix(old) for old, new in moved if name.startswith(old)), name)
        assert (installed / where).is_file(), name
