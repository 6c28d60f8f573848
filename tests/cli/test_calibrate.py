"""`gradient calibrate`: maps are fitted, taken back and reported on; what they change is shown at once."""

from pathlib import Path

import pytest

from gradient.home import Home
from tests.acceptance.settled_course import SettledCourse
from tests.calibration.answered import answer, answered, questions, with_salt
from tests.cli.conftest import Gradient


@pytest.fixture
def course(place: Home) -> SettledCourse:
    """An empty course on the database of the commands."""
    return with_salt(SettledCourse(str(place.database_url)))


def confidence(course: SettledCourse, topic: int) -> float:
    ((found,),) = course.all("SELECT confidence FROM tags WHERE topic_id = %s", topic)
    return float(found)


def test_without_answers_there_is_nothing_to_fit_or_to_take_back(
    gradient: Gradient, course: SettledCourse
) -> None:
    nothing = "Nobody has answered a question yet that has a confidence, so all of them are raw.\n"
    assert gradient("calibrate", "fit").out == nothing
    assert gradient("calibrate", "report").out == nothing
    assert gradient("calibrate", "report", "--json").json["scales"] == []
    ran = gradient("calibrate", "undo", "--task", "tag")
    assert ran.code == 2
    assert ran.sentence.endswith(
        "There is no map of tags that could be taken back: confidences are raw there."
    )


def test_too_few_answers_are_said_to_be_and_confidences_stay_raw(
    gradient: Gradient, course: SettledCourse
) -> None:
    answered(course, range(7))

    assert gradient("calibrate", "fit").out == (
        "Confidences of tags by offline: raw. A map needs 25 decisions, and there are 7.\n"
    )
    assert course.all("SELECT * FROM maps") == []
    assert "Tags by offline: raw" in gradient("calibrate", "report").out


def test_a_fit_moves_confidences_at_once_and_undo_moves_them_back(
    gradient: Gradient, course: SettledCourse
) -> None:
    answered(course, range(40))
    topic = course.topic("Loss")
    question = course.pick(course.fact("It is open."), topic, 1.5)
    gradient("calibrate", "undo")  # there is none, and nothing is settled by it

    told = gradient("calibrate", "fit").out

    assert told.startswith("Confidences of tags by offline: temperature, Brier 0.")
    assert "By cross-validation over 40 decisions it is the best of raw, temperature." in told
    mapped = confidence(course, topic)
    assert 0.5 < mapped < 0.75
    assert "offline, temperature on 40 decisions" in gradient("topics", "show", "loss").out
    shown = gradient("explain", "tag", str(question)).out
    assert "temperature, fitted on 40 decisions" in shown
    assert gradient("review", "list", "--json").code == 0
    people = course.all("SELECT status, by FROM tags WHERE by = 'person'")
    assert len(people) == 40

    undone = gradient("calibrate", "undo").out

    assert undone == (
        "The map of tags by offline (temperature on 40 decisions) is taken back; confidences are raw again.\n"
    )
    assert confidence(course, topic) == pytest.approx(0.8176, abs=1e-4)
    assert "offline, raw" in gradient("topics", "show", "loss").out
    assert sorted(course.all("SELECT status, by FROM tags WHERE by = 'person'")) == sorted(people)


def test_a_fit_after_the_answers_were_taken_back_makes_confidences_raw(
    gradient: Gradient, course: SettledCourse
) -> None:
    answered(course, range(40))
    gradient("calibrate", "fit")
    course.one(
        "INSERT INTO decisions (course_id, question_id, act, person, undoes, at)"
        " SELECT course_id, question_id, 'undo', 'Ada', id, at FROM decisions"
    )

    assert gradient("calibrate", "fit").out.startswith(
        "Confidences of tags by offline: raw. A map needs 25 decisions, and there are 0.\n"
        "vision: Confidences that are raw again: "
    )
    assert "Tags by offline: raw" in gradient("calibrate", "report").out
    assert "is taken back; temperature on 40 decisions holds again." in gradient("calibrate", "undo").out


def test_the_report_names_what_it_was_fitted_and_scored_on(
    gradient: Gradient, course: SettledCourse, tmp_path: Path
) -> None:
    given = questions(course, range(80))
    answer(course, given[:40])
    answer(course, given[40:], draw="uniform", share=0.05)
    gradient("calibrate", "fit")

    found = gradient("calibrate", "report", "--json").json
    (scale,) = found["scales"]
    assert (scale["task"], scale["map"], scale["answers"]) == ("tag", "temperature", 80)
    assert scale["decisions"] == 80 - scale["kept_out"]
    every, draws = scale["rows"]
    assert (every["rows"], every["n"], every["groups"]) == ("answers", 80, 7)
    assert (draws["rows"], draws["n"]) == ("draws", 40)
    assert every["fitted_on"]["rows"] == 80 - scale["kept_out"]
    assert every["scored_on"]["digest"] != draws["scored_on"]["digest"]
    assert every["intervals"]["brier"][0] < every["brier"] < every["intervals"]["brier"][1]
    assert 0 < every["ece_floor"] < 1
    assert sum(one["rows"] for one in every["bins"]) == 80
    (tags, prerequisites) = found["certified"]
    assert (tags["course"], tags["task"], tags["draws"]) == ("vision", "tag", scale["kept_out_draws"])
    assert 0 < scale["kept_out_draws"] < scale["kept_out"]
    assert (tags["certified_on"]["rows"], len(tags["certified_on"]["digest"])) == (tags["draws"], 64)
    ((digest,),) = course.all("SELECT digest FROM maps")
    made_by = {"scorer": "offline 1", "map": "temperature", "decisions": scale["decisions"], "digest": digest}
    assert tags["maps"] == [made_by]
    assert digest == every["fitted_on"]["digest"]
    assert set(tags["coverage"]) == {"0.8", "0.9", "0.95"}
    assert tags["scorers"] == ["offline 1"]
    assert prerequisites["draws"] == 0

    ran = gradient("calibrate", "report", "--diagrams", str(tmp_path / "drawn"))

    assert f"Tags by offline: temperature on {scale['decisions']} decisions" in ran.out
    assert "without the source of its row" in ran.out
    out = f"{scale['kept_out']} about other sources or contents are kept out"
    assert f"Of 80 answers {scale['decisions']} may fit a map; {out}" in ran.out
    assert (
        f"Tags of vision: certified on {tags['draws']} draws ({tags['certified_on']['digest'][:12]})"
        in ran.out
    )
    assert "Precision that decided draws certify" in ran.out
    assert f"rows are weighted: {every['accepted']} of 80 were accepted" in ran.out
    assert "ECE 0." not in ran.out
    for word in ("Brier", "skill", "ECE", "its floor", "AUROC", "groups", "draws", "certified from"):
        assert any(line.startswith(f"  {word}") for line in ran.out.splitlines())
    (file,) = (tmp_path / "drawn").iterdir()
    assert file.name == "tag-offline-1.svg"
    assert f"{file} is written." in ran.err
    assert file.read_text().startswith("<svg")
    assert every["scored_on"]["digest"][:12] in ran.out
    assert every["fitted_on"]["digest"][:12] in ran.out


def test_the_report_says_how_much_a_certified_precision_accepts_and_on_what_that_stands(
    gradient: Gradient, course: SettledCourse
) -> None:
    given = questions(course, range(40))
    answer(course, given[:30], act="accept", draw="uniform", share=0.05)
    # Ten that nobody decided, as settle leaves them.
    course.one(
        "UPDATE tags SET confidence = 0.1 * (question_id %% 10) WHERE question_id = ANY(%s)",
        [question for question, _ in given[30:]],
    )

    (tags, _) = gradient("calibrate", "report", "--json").json["certified"]

    at = tags["thresholds"]["0.8"]
    right, counted = tags["right"]["0.8"]
    assert right == counted <= 30
    assert (tags["questions"], tags["coverage"]["0.8"]) == (10, sum(0.1 * n >= at for n in range(10)) / 10)
    low, high = tags["intervals"]["0.8"]
    assert low < tags["coverage"]["0.8"] < high
    assert (tags["right"]["0.95"], tags["intervals"]["0.95"]) == (None, None)
    assert f"{right} of {counted}" in gradient("calibrate", "report").out


def test_the_report_shows_each_course_by_itself(
    gradient: Gradient, course: SettledCourse, tmp_path: Path
) -> None:
    answered(course, range(30))
    other = with_salt(SettledCourse(course.url, "physics"))
    answered(other, range(30, 50))

    ran = gradient("calibrate", "report", "--diagrams", str(tmp_path / "drawn"))

    for name, answers in (("vision", 30), ("physics", 20)):
        assert f"In {name}:" in ran.out
        assert f"Answers in {name} with 95 %, by whole groups: Brier" in ran.out
        drawn = (tmp_path / "drawn" / f"tag-offline-1-{name}.svg").read_text()
        assert f"{answers} decisions, fitted on none" in drawn
    assert len(list((tmp_path / "drawn").iterdir())) == 3


def test_a_map_that_was_fitted_along_with_the_one_taken_back_is_named(
    gradient: Gradient, course: SettledCourse
) -> None:
    answered(course, range(40))
    gradient("calibrate", "fit")
    course.one(
        "INSERT INTO maps OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(maps,"
        " jsonb_build_object('task', 'prerequisite', 'id', id + 1))).* FROM maps"
    )

    (beside,) = gradient("calibrate", "undo", "--task", "tag").out.splitlines()[1:]

    assert beside == (
        "The map of prerequisites by offline fitted at the same time stands;"
        " gradient calibrate undo --task prerequisite takes that back."
    )


def test_the_job_of_the_daemon_can_be_run_by_hand(gradient: Gradient, course: SettledCourse) -> None:
    assert "too few new decisions" in gradient("jobs", "run", "fit").out
    answered(course, range(30))
    assert (
        gradient("jobs", "run", "fit").out == "Maps are fitted; the next run settles every course by them.\n"
    )
    assert course.all("SELECT kind, decisions FROM maps") == [("temperature", 30)]


def test_labelled_pairs_of_other_courses_are_said_to_be_missing(
    gradient: Gradient, course: SettledCourse
) -> None:
    ran = gradient("calibrate", "fit", "--gold", str(Path(__file__).parents[1] / "gold"))
    assert ran.code == 2
    assert "735 of its pairs are not in the courses of this database" in ran.err
    assert gradient("calibrate", "fit", "--write", "here.toml").code == 2
    ran = gradient(
        "calibrate", "fit", "--gold", str(Path(__file__).parents[1] / "gold"), "--write", "here.toml"
    )
    assert ran.code == 2
    assert "here.toml does not exist" in ran.err
    assert "copy gradient/calibration/coefficients.toml" in " ".join(ran.err.split())
