"""How much of a file was read is shown wherever the file is."""

from pathlib import Path

from gradient.cli.coverage import covered, covered_file, named_parts, pages
from gradient.home import Home
from tests.cli.conftest import Gradient
from tests.reading.pdf_files import Sheet, pdf, saved, scanned

GAP = "Pages 11–30 have no usable text layer and were not read"
SECTIONS = (
    ("Perceptron", "A perceptron is a linear classifier that compares a weighted sum with a threshold."),
    ("Gradient descent", "Gradient descent is a method that follows the slope of a loss downhill."),
    ("Loss function", "A loss function is a measure of how far predictions lie from the truth."),
    ("Regularization", "Regularization is a penalty on large weights that keeps a model simple."),
    ("Kernel", "A kernel is a function that compares two examples in a space of many dimensions."),
)


def half_scanned() -> bytes:
    """Ten pages of text, then twenty that are pictures."""
    file = pdf()
    for number in range(10):
        title, sentence = SECTIONS[number // 2]
        sheet = Sheet(file)
        if number % 2 == 0:
            sheet.line(title, size=16, font="hebo", gap=10)
        sheet.prose(f"{sentence} The {title.lower()} number {number} is used on many examples of a course.")
    for _ in range(20):
        page = file.new_page()
        page.insert_image(page.rect, pixmap=scanned())
    return saved(file)


def test_pages_that_are_pictures_are_named_everywhere_and_a_scan_teaches_nothing(
    place: Home, gradient: Gradient, program: Gradient, corpus: Path
) -> None:
    for course, name, data in (
        ("learning", "half.pdf", half_scanned()),
        ("scans", "linn.pdf", (corpus / "hard-files/linn_scan.pdf").read_bytes()),
    ):
        folder = place.base / "inbox" / course
        folder.mkdir(parents=True)
        (folder / name).write_bytes(data)
    (place.base / "gradient.toml").write_text("[inbox]\nsettle_seconds = 0\n", "utf-8")
    ran = program("run", "--until-idle")
    assert ran.code == 0, ran.err

    half, scan = gradient("sources", "--json").json
    assert (half["state"], half["coverage"]["pages_read"], half["coverage"]["pages"]) == ("partial", 10, 30)
    assert (half["coverage"]["media_read"], half["coverage"]["media"]) == (0, 20)
    assert half["missing"].startswith(GAP)
    assert (scan["state"], scan["coverage"]["characters"], scan["coverage"]["pages"]) == ("unread", 0, 1)
    shown = gradient("sources").out
    assert "10/30" in shown
    assert GAP in " ".join(shown.split())

    learning, scans = gradient("status", "--json").json["courses"]
    assert learning["coverage"]["pages_read"] == 10
    assert learning["coverage"]["missing"][0]["source"] == "learning/half.pdf"
    assert (scans["topics"], scans["contents"]) == (0, 0)
    assert gradient("status", "--json").json["models"]["calls"] == 0
    assert "10 of 30 pages" in gradient("status").out
    assert GAP in " ".join(gradient("status").out.split())

    unread = [one for one in gradient("review", "list", "--json").json if one["task"] == "unread"]
    assert {one["course"] for one in unread} == {"learning", "scans"}
    assert any(GAP in one["reason"] for one in unread)

    slug = next(one["slug"] for one in gradient("topics", "--json").json if one["page"] == "fresh")
    assert gradient("page", slug, "--json").json["missing"][0]["missing"].startswith(GAP)
    assert GAP in " ".join(gradient("page", slug).out.split())
    assert GAP in " ".join(gradient("explain", "page", slug).out.split())
    notes = [note.read_text("utf-8") for note in (place.base / ".gradient/vault").rglob("*.md")]
    assert any(GAP in note and "[!warning]" in note for note in notes)


def test_what_was_covered_is_said_in_words() -> None:
    part = {
        "pages": 30, "pages_read": 10, "characters": 12_345, "left_out": 40, "media": 20, "media_read": 3,
    }  # fmt: skip
    assert covered(part) == (
        "10 of 30 pages, 12,345 characters (40 carry nothing to learn), 3 of 20 pictures and recordings"
    )
    assert covered({**part, "pages": 0, "left_out": 0, "media": 0}) == "12,345 characters"
    assert pages(part) == "10/30"
    assert pages(None) is None


def test_a_reading_in_doubt_is_told_with_its_source(
    place: Home, gradient: Gradient, program: Gradient
) -> None:
    folder = place.base / "inbox" / "streets"
    folder.mkdir(parents=True)
    (folder / "doubtful.txt").write_bytes("Straße".encode("cp437"))
    (folder / "clear.txt").write_text("Straße", "utf-8")
    (place.base / "gradient.toml").write_text("[inbox]\nsettle_seconds = 0\n", "utf-8")
    assert program("run", "--until-idle").code == 0
    clear, doubtful = gradient("sources", "--json").json
    assert (clear["encoding"], clear["notes"]) == ("utf-8", [])
    assert ["in doubt" in note for note in doubtful["notes"]] == [True]
    shown = " ".join(gradient("sources").out.split())
    assert "doubtful.txt: The encoding is in doubt" in shown
    assert f"doubtful.txt: its encoding is {doubtful['encoding']}." in shown
    assert "clear.txt:" not in shown


def test_the_parts_of_a_file_are_called_what_they_are() -> None:
    part = {"pages": 105, "pages_read": 105, "characters": 9, "left_out": 0, "media": 0, "media_read": 0}
    for path, named in (
        ("a.pdf", "105 pages"),
        ("a.PPTX", "105 slides"),
        ("a.vtt", "105 cues"),
        ("a.ipynb", "105 cells"),
        ("a.xlsx", "105 sheets"),
        ("a.odd", "105 parts"),
    ):
        assert covered_file(path, part) == f"{named}, 9 characters"
    files = [("vtt", 100, 105), ("srt", 3, 3), ("pdf", 1, 2)]
    parts = named_parts({"suffix": f".{end}", "pages_read": read, "pages": all_} for end, read, all_ in files)
    assert covered({**part, "parts": parts}) == "103 of 108 cues, 1 of 2 pages, 9 characters"


def test_a_course_of_subtitles_has_cues_and_no_pages(
    place: Home, gradient: Gradient, program: Gradient
) -> None:
    folder = place.base / "inbox" / "talks"
    folder.mkdir(parents=True)
    said = ("A tree is a connected graph.", "A forest is a graph without cycles.")
    cues = [f"{n}\n00:0{n}:00,000 --> 00:0{n}:05,000\n{text}\n" for n, text in enumerate(said, 1)]
    (folder / "talk.srt").write_text("\n".join(cues), "utf-8")
    (place.base / "gradient.toml").write_text("[inbox]\nsettle_seconds = 0\n", "utf-8")
    assert program("run", "--until-idle").code == 0
    (course,) = gradient("status", "--json").json["courses"]
    assert [one["suffix"] for one in course["coverage"]["parts"]] == [".srt"]
    assert (course["coverage"]["pages"], "2 cues," in gradient("status").out) == (2, True)
    assert "pages" not in gradient("sources").out
