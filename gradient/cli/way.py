"""How `gradient explain` shows the way from bytes to a status, one station below the other."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gradient.cli.advice import neighbours_of, noted, recalled_by, shown, votes
from gradient.cli.coverage import covered_file
from gradient.cli.evidence import Line, lines_of
from gradient.cli.output import (
    BOLD,
    DIM,
    GREEN,
    PROSE_WIDTH,
    RED,
    YELLOW,
    Styled,
    confidence,
    percent,
    plural,
    terminal_width,
    wrapped,
    write,
)
from gradient.cli.printable import one_line
from gradient.graph.cycles import circle_text

LABEL = 14
MOST_CANDIDATES = 8
PATHS = {
    "name": "its name",
    "heading": "a heading",
    "c2t": "likeness (c2t)",
    "c2c2t": "tagged sentences like it (c2c2t)",
    "t2t": "topics near it (t2t)",
    "lexical": "rare words of its name",
    "learned": "likeness to its tagged sentences (learned)",
    "common": "how often it is right",
    "context": "sources like its own",
    "source": "likeness to its source",
    "central": "how broad it is",
}
"""The paths of recall, in words."""

STATUS_STYLES = {"accepted": GREEN, "review": YELLOW, "rejected": RED}


def show_tag(found: Mapping[str, Any]) -> None:
    """The way of a tag."""
    tag = found["tag"]
    _title(
        f"Tag {tag['id']} ({tag['course']})",
        f"{_shown_status(tag)}: “{tag['sentence']}” belongs to {tag['title']}.",
    )
    for place in found["places"]:
        _place(place)
    _work(found["work"], "distil", "kept by")
    _work(found["work"], "extract", "extracted by")
    _candidates(tag, found["candidates"])
    if (recalled := recalled_by(found["work"], found["recall_today"])) is not None:
        station("recalled by", recalled)
    if (neighbours := neighbours_of(found["work"])) is not None:
        _listed("votes", votes(neighbours, found["neighbours"]))
    chosen = f"choice {tag['pick']} among the candidates, the best fitting being choice 1"
    place = chosen if tag["pick"] else "put by a person, not picked"
    station("pick", place)
    _work(found["work"], "tags", "picked by")
    _judged(found, "tag")
    _status(tag, found, ", and the primary topic of its content" if tag["is_primary"] else "")


def show_prerequisite(found: Mapping[str, Any]) -> None:
    """The way of a prerequisite."""
    edge = found["prerequisite"]
    _title(
        f"Prerequisite {edge['id']} ({edge['course']})",
        f"{_shown_status(edge)}: {edge['subject_title']} has to be learnt before {edge['object_title']}.",
    )
    station("first", f"{edge['subject_title']} ({edge['subject']})")
    station("then", f"{edge['object_title']} ({edge['object']})")
    origins = {"pick": "a pick", "outline": "an imported outline", "person": "a person"}
    station("put forward", f"by {origins[edge['origin']]}")
    if edge["alternative_group"] is not None:
        station("any of", f"group {edge['alternative_group']}: one of its members will do")
    _work(found["work"], "prerequisites", "picked by")
    titles = {edge["subject_id"]: edge["subject_title"], edge["object_id"]: edge["object_title"]}
    _listed("shown", shown(found["work"], titles))
    _quoted(found["judgements"])
    _judged(found, "prerequisite", edge["subject_title"], edge["object_title"])
    _opposite(found)
    _status(edge, found)
    if edge["circle"]:
        station("circle", circle_text(edge["circle"]))


def show_page(found: Mapping[str, Any]) -> None:
    """The way of a page."""
    page = found["page"]
    _title(f"Page {page['topic']} ({page['course']})", page["title"])
    state = page["state"] or "not written yet"
    station("state", f"{state}{', thin' if page['thin'] else ''}")
    if page["reason"]:
        station("because", page["reason"])
    if page["coverage"] is not None:
        station("coverage", percent(page["coverage"]))
    for one in page["missing"]:
        station("not read", f"{one['source']}: {one['missing']}")
    counts = {status: sum(one["status"] == status for one in found["contents"]) for status in STATUS_STYLES}
    station(
        "contents",
        f"{counts['accepted']} accepted make it; {counts['review']} are in review,"
        f" {counts['rejected']} rejected",
    )
    _work(found["work"], "page", "written by")
    for number, block in enumerate(page["blocks"], 1):
        write()
        pinned = ", pinned" if block["pinned"] else ""
        station(f"block {number}", f"{block['type']}{pinned}: {one_line(block['content'], 300)}")
        for support in block["supports"]:
            where = f", {support['place']}" if support["place"] else ""
            station("stands on", f"{support['source']}{where}: “{support['quote']}”")


def station(label: str, text: str, style: str | None = None, before: str = "") -> None:
    """A label, and beside it what it is about; `before` stands before the first line of that."""
    width = min(PROSE_WIDTH, terminal_width()) - LABEL - len(before)
    for number, line in enumerate(wrapped(one_line(text), width) or [""]):
        head, lead = (f"{label:<{LABEL}}", before) if number == 0 else (" " * LABEL, " " * len(before))
        write(Styled(head, DIM), lead, Styled(line, style) if style else line)


def _listed(label: str, lines: Iterable[str]) -> None:
    for number, line in enumerate(lines):
        station(label if number == 0 else "", line)


def _title(head: str, sentence: str) -> None:
    write(Styled(head, BOLD))
    for line in wrapped(one_line(sentence), min(PROSE_WIDTH, terminal_width())):
        write(line)
    write()


def _place(place: Mapping[str, Any]) -> None:
    gone = "" if place["live"] else " (not live: retired or replaced)"
    station("file", f"{place['path']}{gone}")
    if place["sha256"] is not None:
        seen = f"{place['revision_at'].astimezone():%Y-%m-%d %H:%M}"
        station("revision", f"sha256 {place['sha256'][:12]}…, {place['size']} bytes, first seen {seen}")
    if place["read_by"] is not None:
        encoding = f", as {place['encoding']}" if place["encoding"] else ""
        language = f", in language {place['language']}" if place["language"] else ""
        station("read", f"{percent(place['share_read'])} by {place['read_by']}{encoding}{language}")
        station("", covered_file(place["path"], place["coverage"]))
        for note in (*place["notes"], place["missing"]):
            if note:
                station("", note)
    if place["section_path"] is not None:
        section = " › ".join(place["section_path"]) or "no heading"
        station("chunk", f"{place['position'] + 1}, under {section}{_within(place)}")
        station("quote", f"characters {place['start_at']} to {place['end_at']}: “{place['quote']}”")
    else:
        station("quote", f"“{place['quote']}”")
    write()


def _within(place: Mapping[str, Any]) -> str:
    return f", {place['place']}" if place["place"] else ""


def _candidates(tag: Mapping[str, Any], candidates: Sequence[Mapping[str, Any]]) -> None:
    station("candidates", plural(len(candidates), "topic") if candidates else "none: recall offers nothing")
    own = [one for one in candidates if one["slug"] == tag["slug"]]
    shown = list(candidates[:MOST_CANDIDATES])
    for one in shown + [one for one in own if one not in shown]:
        paths = ", ".join(f"{PATHS.get(name, name)} {value:.2f}" for name, value in _paths(one["paths"]))
        unseen = "" if one["offered"] else "; not shown to a pick"
        text = f"{one['title']}: {one['score']:.2f}, by {paths}{unseen}"
        station("", text, BOLD if one in own else None, before=f"{one['rank']:>2}. ")


def _paths(paths: Any) -> list[tuple[str, float]]:
    """The paths of recall with their scores, the strongest first."""
    pairs = paths.items() if isinstance(paths, Mapping) else ((str(path), 1.0) for path in paths)
    numbers = [(name, float(value)) for name, value in pairs if isinstance(value, int | float)]
    return sorted(numbers, key=lambda pair: (-pair[1], pair[0]))


def _judged(found: Mapping[str, Any], task: str, first: str = "", then: str = "") -> None:
    judgements = found["judgements"]
    if not judgements:
        station("judgement", "none yet")
    else:
        _judgement(judgements[0], lines_of(judgements[0], task, first, then))
        if len(judgements) > 1:
            station("", f"{plural(len(judgements) - 1, 'older judgement')} before it")
        _map(found["map"])
    accept, floor = found["thresholds"]["accept"], found["thresholds"]["floor"]
    station("threshold", f"accepted from {accept:.2f} on, rejected below {floor:.2f}")
    if found["thresholds"]["precision"] is not None:
        drawn = f" ({plural(found['thresholds']['draws'], 'decided draw')})"
        station("", f"the first{found['thresholds']['basis']}{drawn}")
    _decisions(found["decisions"])


def _judgement(judgement: Mapping[str, Any], lines: Sequence[Line]) -> None:
    at = f"{judgement['at'].astimezone():%Y-%m-%d %H:%M}"
    station("judgement", f"by {judgement['scorer']}, version {judgement['prompt_version']}, {at}")
    if judgement["refused"]:
        station("", f"refused: {judgement['refused']}", YELLOW)
    else:
        logits = f"L_yes {judgement['log_yes']:.3f}, L_no {judgement['log_no']:.3f}"
        station("", f"{logits}; raw confidence {confidence(judgement['raw_confidence'])}")
    for number, line in enumerate(lines):
        station("evidence" if number == 0 else "", line.words, before=f"{line.value:+6.2f}  ")


def _quoted(judgements: Sequence[Mapping[str, Any]]) -> None:
    quotes = judgements[0]["evidence"].get("quotes", ()) if judgements else ()
    for number, quote in enumerate(quotes):
        reason = f" ({quote['reason']})" if quote.get("reason") else ""
        station("quoted" if number == 0 else "", f"{quote['source']}{reason}: “{quote['quote']}”")


def _map(found: Mapping[str, Any] | None) -> None:
    if found is None:
        station("map", "raw: no map has been fitted to decisions yet")
        return
    if found["kind"] == "raw":
        station("map", f"raw: {found['reason']}")
        return
    measured = "".join(
        f", {name} {found[key]:.3f}"
        for name, key in (("Brier", "brier"), ("ECE", "ece"))
        if found[key] is not None
    )
    station("map", f"{found['kind']}, fitted on {plural(found['decisions'], 'decision')}{measured}")


def _opposite(found: Mapping[str, Any]) -> None:
    opposite = found["opposite"]
    if opposite is None:
        station("other way", "not asked")
    elif opposite["refused"]:
        station("other way", f"refused: {opposite['refused']}")
    else:
        raw = confidence(opposite["raw_confidence"])
        margin = found["thresholds"]["direction_margin"]
        own = next((one for one in found["judgements"] if not one["refused"]), None)
        apart = ""
        if own is not None:
            distance = (own["log_yes"] - own["log_no"]) - (opposite["log_yes"] - opposite["log_no"])
            apart = (
                f"; the two ways differ by {abs(distance):.2f} in log-odds; from the floor on"
                f" they have to by {margin:.2f} for the clearer one to hold"
            )
        station("other way", f"raw confidence {raw}{apart}")


def _decisions(decisions: Iterable[Mapping[str, Any]]) -> None:
    listed = list(decisions)
    if not listed:
        station("decisions", "none")
    for number, one in enumerate(listed):
        note = f": {one['note']}" if one["note"] else ""
        undone = " (taken back)" if one["undone"] else ""
        at = f"{one['at'].astimezone():%Y-%m-%d %H:%M}"
        text = f"{one['id']}, {one['act']} by {one['person']}, {at}{undone}{note}"
        station("decisions" if number == 0 else "", text)


def _status(row: Mapping[str, Any], found: Mapping[str, Any], more: str = "") -> None:
    by = {"person": ", stated by a person", "outline": ", stated by an outline", "stage": ""}[row["by"]]
    station("confidence", f"{confidence(row['confidence'])}{_scale(found)}")
    station("status", f"{_shown_status(row).lower()}{by}{more}", STATUS_STYLES[row["status"]])
    if row["reason"]:
        station("because", row["reason"])


def _shown_status(row: Mapping[str, Any]) -> str:
    return "In review" if row["status"] == "review" else str(row["status"]).capitalize()


def _scale(found: Mapping[str, Any]) -> str:
    """Whose word the confidence is."""
    if not found["judgements"]:
        return ""
    kind = "raw" if found["map"] is None else found["map"]["kind"]
    corrected = "raw" if kind == "raw" else f"after the {kind} map"
    return f" ({found['judgements'][0]['scorer']}, {corrected})"


def _work(work: Iterable[Mapping[str, Any]], stage: str, label: str) -> None:
    for one in work:
        if one["stage"] == stage:
            reason = f", {one['outcome']}: {one['reason']}" if one["reason"] else ""
            station(label, f"{one['tool']}{reason}{noted(one['seen'] or {})}")
            return
