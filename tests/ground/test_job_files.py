from pathlib import Path

import pytest

from gradient.errors import SettingsError, UnknownName
from gradient.work.job_files import STAGES, load_job, load_jobs


def write(home: Path, name: str, text: str) -> None:
    (home / "jobs").mkdir(exist_ok=True)
    (home / "jobs" / f"{name}.toml").write_text(text)


def test_every_stage_has_a_job_of_its_name(tmp_path: Path) -> None:
    jobs = load_jobs(tmp_path)
    assert {name: job.stage for name, job in jobs.items()} == {stage: stage for stage in STAGES}
    assert all(job.time_limit > 0 and job.every is not None for job in jobs.values())


def test_a_persons_file_replaces_ours_of_the_same_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        "scan",
        'stage = "scan"\ncron = "30 2 * * *"\ntimezone = "Europe/Berlin"\ntime_limit = "2h"\n',
    )
    job = load_job(tmp_path, "scan")
    assert (job.every, job.cron, job.timezone, job.time_limit) == (None, "30 2 * * *", "Europe/Berlin", 7200)
    assert set(load_jobs(tmp_path)) == set(STAGES)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'stage = "scan"\nevery = "1m"\ntime_limt = "3m"',
            "there is no key 'time_limt'; did you mean 'time_limit'?",
        ),
        (
            'stage = "scan"\nevery = "1m"\nbatch = "5"\ntime_limit = "1m"',
            "'batch' is '5', but it has to be a whole number.",
        ),
        ('stage = "scan"\nevery = 5\ntime_limit = "1m"', "'every' is 5, but it has to be a duration such as"),
        (
            'stage = "scan"\nevery = "0s"\ntime_limit = "1m"',
            "'every' is '0s', but it has to be a duration such as",
        ),
        (
            'stage = "scn"\nevery = "1m"\ntime_limit = "1m"',
            "'stage' is 'scn', but it has to be one of scan, read, ",
        ),
        ('stage = "scan"\ntime_limit = "1m"', 'it needs either "every" or "cron".'),
        (
            'stage = "scan"\nevery = "1m"\ncron = "* * * * *"\ntime_limit = "1m"',
            'it needs either "every" or "cron".',
        ),
        (
            'stage = "scan"\ncron = "hourly"\ntime_limit = "1m"',
            "'cron' is 'hourly', but it has to be five fields",
        ),
        (
            'stage = "scan"\nevery = "1m"\ntimezone = "Berlin"\ntime_limit = "1m"',
            "'timezone' is 'Berlin', but",
        ),
        ('stage = "scan"\nevery = "1m"', "the key 'time_limit' is missing; add it."),
        ('name = "sweep"', "there is no key 'name'; the job is called as its file."),
    ],
)
def test_a_wrong_job_file_is_named_with_its_key(tmp_path: Path, text: str, sentence: str) -> None:
    write(tmp_path, "scan", text)
    with pytest.raises(SettingsError) as refused:
        load_jobs(tmp_path)
    assert str(refused.value).startswith(f"{tmp_path}/jobs/scan.toml: {sentence}")


def test_every_fault_of_a_job_file_is_named(tmp_path: Path) -> None:
    write(tmp_path, "scan", 'stag = "scan"\nevery = "1 parsec"\nbatch = 0\ntime_limit = "5x"\n')
    duration = 'it has to be a duration such as "30s", "5m", "2h" or "1d".'
    with pytest.raises(SettingsError) as refused:
        load_jobs(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path}/jobs/scan.toml: there is no key 'stag'; did you mean 'stage'?"
        f" Also 'every' is '1 parsec', but {duration}"
        " Also 'batch' is 0, but it should be greater than or equal to 1."
        f" Also 'time_limit' is '5x', but {duration}"
    )


def test_beyond_a_handful_the_faults_of_a_file_are_counted(tmp_path: Path) -> None:
    write(tmp_path, "scan", "".join(f"wrong{number} = 1\n" for number in range(5)))
    with pytest.raises(SettingsError) as refused:
        load_jobs(tmp_path)
    assert str(refused.value).count("there is no key") == 5
    assert str(refused.value).endswith(" Also 2 more keys are wrong.")


def test_an_unknown_job_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"no job 'sweep'; there are calibrate, .*, tags\."):
        load_job(tmp_path, "sweep")
