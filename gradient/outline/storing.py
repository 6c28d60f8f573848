"""Brings the rows of a course's topics to what was found in it and what its outline files state."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from gradient.outline.candidates import candidates, proposals, stated_prerequisites
from gradient.outline.described import all_references, changed, described
from gradient.outline.material import Material, Row
from gradient.outline.places import Names, Placed, Places, places
from gradient.outline.plan import Growth, Known, Plan
from gradient.outline.reconcile import free_slug, reconcile
from gradient.outline.telling import Reasons, crowded, parts_left_out, told
from gradient.store import changes, topics
from gradient.store.changes import Change
from gradient.store.sessions import Connection


class Storing:
    """One run of the outline of a course, in one transaction. It writes only what differs."""

    def __init__(self, connection: Connection, material: Material, now: datetime) -> None:
        self._connection = connection
        self._material = material
        self._course_id: int = material.course["id"]
        self._now = now

    async def store(self) -> None:
        """Make, change, merge and retire topics, then their names, questions, prerequisites and groups."""
        rows = {row["id"]: row for row in await topics.every(self._connection, self._course_id)}
        names = await topics.names(self._connection, self._course_id)
        decided = await topics.decided_upon(self._connection, self._course_id)
        plan = await self._plan(rows, names, decided)
        placed = [(one, one.id or await self._insert(one.slug, one.title)) for one in plan.topics]
        unspoken = decided - {each for one, topic_id in placed for each in (topic_id, *one.absorbs)}
        asked = bool(plan.retired or unspoken)
        named = await topics.named(self._connection, self._course_id) if asked else set()
        retired = [topic_id for topic_id in plan.retired if not (topic_id in decided and topic_id in named)]
        others = _others(rows, names, placed, gone=retired, back=unspoken & named)
        found = places(placed, others, self._material)
        values = described(placed, found, self._material, rows)
        await topics.update(self._connection, changed(values, rows))
        await topics.place(self._connection, _moved(others, found, rows))
        for one, topic_id in placed:
            for absorbed in one.absorbs:
                await topics.merge(self._connection, absorbed, topic_id, by="stage")
        await self._write_names(placed, names)
        kept = await self._keep(unspoken & named, rows)
        for topic_id in retired:
            await topics.set_state(self._connection, topic_id, "retired", by="stage")
        await self._follow(placed)
        reasons = self._reasons(rows, names, named)
        await self._tell([*told(values, rows, retired, reasons), *kept], reasons)

    def _reasons(self, rows: Mapping[int, Row], names: Iterable[Row], named: Collection[int]) -> Reasons:
        keys: dict[int, set[str]] = defaultdict(set)
        for name in names:
            keys[name["topic_id"]].add(name["key"])
        growth = _growth(self._material, rows.values())
        outlined = bool(self._material.nodes or self._material.malformed)
        return Reasons(outlined, growth == "closed", named, keys, self._material.formation)

    async def _tell(self, sentences: Sequence[str], reasons: Reasons) -> None:
        """Record what changed, and along with it which names had no room or are no topics by their word."""
        if not sentences:
            return
        cause = await changes.cause(self._connection, self._course_id)
        formation = self._material.formation
        notices = (
            []
            if reasons.closed
            else [crowded(formation), parts_left_out(formation, self._material.course["slug"])]
        )
        said = [Change(self._course_id, "topic", one, cause, self._now) for one in sentences]
        said += [Change(self._course_id, "notice", one, cause, self._now) for one in notices if one]
        await changes.record(self._connection, said)

    async def _keep(self, topic_ids: Collection[int], rows: Mapping[int, Row]) -> list[str]:
        """Let topics live that a person said something about, whatever ranks before them; what to tell."""
        resting = [topic_id for topic_id in sorted(topic_ids) if rows[topic_id]["state"] != "active"]
        for topic_id in resting:
            await topics.set_state(self._connection, topic_id, "active", by="stage")
        return [f"{rows[each]['title']} is back, since people decided about it." for each in resting]

    async def _plan(self, rows: Mapping[int, Row], names: Sequence[Row], decided: Collection[int]) -> Plan:
        merges = await topics.decided_merges(self._connection, self._course_id)
        apart = [{one["subject_id"], one["object_id"]} for one in merges if one["act"] == "reject"]
        wanted = candidates(self._material.nodes, self._material.formation.topics)
        there = {
            row["id"] for row in rows.values() if row["state"] == "active" or row["state_by"] == "person"
        }
        taken = {name["key"] for name in names if name["topic_id"] in there}
        return reconcile(
            _known(rows.values(), names, decided),
            [*wanted, *proposals(self._material.proposed, wanted, taken)],
            growth=_growth(self._material, rows.values()),
            apart=frozenset(map(frozenset, apart)),
            keep_stated=bool(self._material.malformed),
        )

    async def _insert(self, slug: str, title: str) -> int:
        return await topics.insert(self._connection, self._course_id, slug, title, origin="extracted")

    async def _write_names(self, placed: Placed, standing: Sequence[Row]) -> None:
        """Names that were found or stated come and go; those that people gave stay."""
        has: dict[int, dict[str, tuple[str, str]]] = defaultdict(dict)
        for row in standing:
            has[row["topic_id"]][row["key"]] = (row["name"], row["origin"])
        for one, topic_id in placed:
            origin = "outline" if one.stated else "mention"
            kept = {key for key, (_, by) in has[topic_id].items() if by not in ("mention", "outline")}
            for key, name in one.names.items():
                if key not in kept and has[topic_id].get(key) != (name, origin):
                    await topics.put_name(self._connection, topic_id, key, name, origin)
            for key in sorted(has[topic_id].keys() - one.names.keys() - kept):
                await topics.drop_name(self._connection, topic_id, key)

    async def _follow(self, placed: Placed) -> None:
        """What hangs on the topics: questions, stated prerequisites, groups."""
        ids = {name: topic_id for one, topic_id in placed for name in all_references(one)}
        await self._ask(placed, ids)
        if not self._material.malformed:
            keys = {key: topic_id for one, topic_id in reversed(placed) for key in one.names}
            stated = stated_prerequisites(self._material.nodes, ids, keys)
            await topics.state_prerequisites(self._connection, self._course_id, stated)
        groups = {
            (ids[key], free_slug(group.title, ())): group.title
            for group in self._material.formation.groups
            for key in group.keys
            if key in ids
        }
        await topics.put_groups(self._connection, self._course_id, groups)

    async def _ask(self, placed: Placed, ids: Mapping[str, int]) -> None:
        """Ask about proposals, and about merges that are in doubt; drop merges that no longer are."""
        by_id = {topic_id: {"id": topic_id, "slug": one.slug} for one, topic_id in placed}
        active = {topic_id for one, topic_id in placed if one.state == "active"}
        for one, topic_id in placed:
            if one.state == "proposed":
                await topics.ensure_question(self._connection, self._course_id, "proposal", by_id[topic_id])
        asked = []
        for doubt in self._material.formation.merges:
            first, second = ids.get(doubt.first), ids.get(doubt.second)
            if first in active and second in active and first != second:
                pair = (by_id[first], by_id[second])
                asked.append(await topics.ensure_question(self._connection, self._course_id, "merge", *pair))
        await topics.drop_open_merges(self._connection, self._course_id, but=asked)


def _others(
    rows: Mapping[int, Row],
    names: Iterable[Row],
    placed: Placed,
    *,
    gone: Collection[int],
    back: Collection[int],
) -> Mapping[int, Names]:
    """The names of the topics that nothing which was found speaks for and that people want nevertheless:
    those that are active, save what is `gone` now, and those that come `back`."""
    spoken = {topic_id for one, topic_id in placed for topic_id in (topic_id, *one.absorbs)}
    active = {topic_id for topic_id, row in rows.items() if row["state"] == "active"}
    others: dict[int, dict[str, str]] = {
        topic_id: {} for topic_id in (active - set(gone) - spoken) | set(back)
    }
    for name in names:
        if name["topic_id"] in others and name["origin"] != "slug":
            others[name["topic_id"]][name["key"]] = name["name"]
    return others


def _moved(others: Iterable[int], found: Places, rows: Mapping[int, Row]) -> dict[int, int | None]:
    """Those of the others that are first taught somewhere else than before, with where."""
    taught = {topic_id: found.taught.get(topic_id) for topic_id in others}
    return {each: at for each, at in taught.items() if rows[each]["first_taught_chunk_id"] != at}


def _known(rows: Iterable[Row], names: Iterable[Row], decided: Collection[int]) -> list[Known]:
    by_topic: dict[int, dict[str, str]] = defaultdict(dict)
    for name in names:
        by_topic[name["topic_id"]][name["key"]] = name["origin"]
    return [
        Known(
            id=row["id"],
            slug=row["slug"],
            title=row["title"],
            origin=row["origin"],
            state=row["state"],
            by_person=row["state_by"] == "person",
            merged_into=row["merged_into"],
            names=by_topic[row["id"]],
            decided=row["id"] in decided,
        )
        for row in rows
    ]


def _growth(material: Material, rows: Iterable[Row]) -> Growth:
    """Once an outline is imported what is found makes no topics; it proposes them if the course is open."""
    is_open = material.course["outline_open"]
    stands = any(row["origin"] == "outline" and row["state"] == "active" for row in rows)
    if material.nodes or (material.malformed and stands):
        return "proposing" if is_open else "closed"
    return "closed" if is_open is False else "free"
