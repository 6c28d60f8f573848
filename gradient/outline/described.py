"""What is said of each topic: title, summary, parent, place, doubt."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gradient.outline.candidates import reference, references
from gradient.outline.explaining import Explanations
from gradient.outline.formation import FormedTopic, HomonymDoubt
from gradient.outline.importing import OutlineNode
from gradient.outline.material import Material, Row
from gradient.outline.places import Placed, Places, formed_behind
from gradient.outline.plan import Planned
from gradient.outline.reconcile import without_circles


def described(
    placed: Placed, places: Places, material: Material, rows: Mapping[int, Row]
) -> dict[int, dict[str, Any]]:
    """The values of each topic, by id. `rows` are the topics as they stood; people's titles stay."""
    formed = {one.key: one for one in material.formation.topics}
    nodes = {reference(node.path): node for node in material.nodes}
    doubts = {doubt.key: _doubt(doubt) for doubt in material.formation.homonyms}
    above = _parents(placed)
    values = {}
    for one, topic_id in placed:
        node = next((nodes[name] for name in all_references(one) if name in nodes and one.stated), None)
        found = formed_behind(one, formed)
        summary = _summary(material, node, found, places.formed[topic_id], one.names.values())
        values[topic_id] = {
            "title": one.title,
            "summary": summary,
            "definition": _definition(summary, node),
            "parent_id": above[topic_id],
            "position": node.position if node else None,
            "origin": one.origin,
            "state": one.state,
            "first_taught_chunk_id": places.taught.get(topic_id),
            "doubt": next((doubts[each.key] for each in found if each.key in doubts), None),
        } | _by_people(rows.get(topic_id), above[topic_id])
    return values


def all_references(one: Planned) -> list[str]:
    """All references by which candidates may name a planned topic."""
    return [name for piece in one.pieces if piece.own for name in references(piece.candidate)]


def _by_people(row: Row | None, above: int | None) -> dict[str, Any]:
    """What people set stays: a title, and where a topic of their own stands."""
    kept: dict[str, Any] = {}
    if row is not None and row["title_by_person"]:
        kept["title"] = row["title"]
    if row is not None and row["origin"] == "person" and above is None:
        kept |= {"parent_id": row["parent_id"], "position": row["position"]}
    return kept


def _parents(placed: Placed) -> dict[int, int | None]:
    """The parent of each topic among those that are there; one that is only proposed is stepped over."""
    by_slug = {one.slug: (one, topic_id) for one, topic_id in placed}
    slugs = {name: one.slug for one, _ in placed for name in all_references(one)}
    wanted = {slug: slugs.get(one.parent or "") for slug, (one, _) in by_slug.items()}
    above = without_circles({slug: None if parent == slug else parent for slug, parent in wanted.items()})
    found = {}
    for slug, (_, topic_id) in by_slug.items():
        parent = above[slug]
        while parent is not None and by_slug[parent][0].state != "active":
            parent = above[parent]
        found[topic_id] = None if parent is None else by_slug[parent][1]
    return found


def _summary(
    material: Material,
    node: OutlineNode | None,
    found: Sequence[FormedTopic],
    places: Sequence[Any],
    names: Iterable[str],
) -> str:
    """That of the outline, else a sentence at one of the places that explains the topic, else nothing.

    A sentence that only names it is no summary.
    """
    if node is not None and node.summary:
        return node.summary
    best = [one.definition for one in found if one.definition in places]
    sentences = dict.fromkeys(filter(None, map(material.sentence_at, [*best, *places])))
    return Explanations(names).best(sentences)


def _definition(summary: str, node: OutlineNode | None) -> str:
    """What belongs to the topic, and what the outline says does not."""
    if node is None or not node.excluded:
        return summary
    return f"{summary}{' ' if summary else ''}Not: {node.excluded}"


def _doubt(doubt: HomonymDoubt) -> str:
    shown = "; ".join(f"in {source} it stands beside {', '.join(words)}" for source, words in doubt.contexts)
    return f"The name may mean different things: {shown}."


def changed(values: Mapping[int, Mapping[str, Any]], rows: Mapping[int, Row]) -> list[dict[str, Any]]:
    """The values that differ from the rows."""
    return [
        {**wanted, "id": topic_id}
        for topic_id, wanted in values.items()
        if topic_id not in rows or _differs(wanted, rows[topic_id])
    ]


def _differs(wanted: Mapping[str, Any], row: Row) -> bool:
    return any(row[column] != value for column, value in wanted.items())
