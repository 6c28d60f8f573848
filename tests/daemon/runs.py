"""Running the real daemon in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
SETTINGS = """
[inbox]
settle_seconds = 0

[database]
url = "{url}"
"""
SCANS = """
stage = "scan"
every = "1s"
time_limit = "1m"
"""


def make_home(folder: Path, url: str) -> Path:
    """A folder with settings for quick tests; the database is the given one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "inbox").mkdir(exist_ok=True)
    (folder / "gradient.toml").write_text(SETTINGS.format(url=url), encoding="utf-8")
    (folder / ".gradient" / "jobs").mkdir(parents=True, exist_ok=True)
    (folder / ".gradient" / "jobs" / "scan.toml").write_text(SCANS, encoding="utf-8")
    return folder


def run(
    home: Path, *arguments: str, launcher: Path | None = None, check: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`gradient …` in a home; with a launcher, a script that starts the same after some mischief."""
    program = [str(launcher)] if launcher else ["-m", "gradient.cli.main"]
    result = subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=home,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)} | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if check and result.returncode != 0:
        raise AssertionError(f"{arguments} ended with {result.returncode}:\n{result.stdout}\n{result.stderr}")
    return result
