"""The note of a topic: its place among the others, its page, and the sources behind it."""

from collections.abc import Callable, Iterable

from gradient.mirror.markdown.escape import (
    code_block,
    line,
    link_text,
    math_block,
    prose,
    tag_name,
    unlinked,
    words,
)
from gradient.mirror.markdown.note import FrontMatter, Note, make_note
from gradient.store.mirrors import Cited, Link, ShownBlock, TopicItem
from gradient.text.markup import plain

Target = Callable[[Link], str]
"""Where the note of a topic lies: its path in the vault, without the ending."""


def topic_id(course: str, slug: str) -> str:
    """What the note of a topic is found by."""
    return f"topic:{course}/{slug}"


def topic_note(item: TopicItem, target: Target) -> Note:
    """The note of a topic. A topic without a page has one too, so that links to it lead somewhere."""
    lines = [f"# {words(item.topic.title)}", *_standing(item)]
    if item.before:
        lines += ["**Learn first**", "\n".join(f"- {_edge(link, target)}" for link in item.before)]
    lines += [_block(block) for block in _below_title(item)]
    if item.after:
        lines += ["**Leads to**", "\n".join(f"- {_edge(link, target)}" for link in item.after)]
    lines += _sources(item.blocks)
    lines += [
        f"> [!warning] Not all of {words(gap.source)} was read: {words(gap.missing)}" for gap in item.missing
    ]
    return make_note(topic_id(item.course, item.topic.slug), _front(item, target), "\n\n".join(lines))


def wiki_link(link: Link, target: Target) -> str:
    """A link to the note of a topic that shows the topic's title."""
    return f"[[{target(link)}|{link_text(link.title)}]]"


def cited(support: Cited) -> str:
    """A quote without marks of markup, and where it stands, as Markdown."""
    return f"“{words(plain(support.quote))}” ({place(support)})"


def place(support: Cited) -> str:
    """File and place in it as Markdown."""
    within = "" if support.place is None else f", {words(support.place)}"
    return f"{words(support.source)}{within}"


def confidence(value: float | None, scorer: str | None) -> str:
    """A confidence with who gave it; "" where there is none."""
    if value is None:
        return ""
    return f"{value:.2f}, {words(scorer)}" if scorer else f"{value:.2f}"


def _front(item: TopicItem, target: Target) -> FrontMatter:
    tags = ["gradient", f"course/{tag_name(item.course)}"]
    tags += [f"group/{tag_name(group)}" for group in item.groups]
    front: list[tuple[str, str | list[str]]] = [
        ("gradient_title", unlinked(item.topic.title)),
        ("gradient_course", item.course),
        ("gradient_topic", item.topic.slug),
        ("gradient_state", (item.state or "none") + (", thin" if item.thin else "")),
        ("aliases", [unlinked(name) for name in item.names]),
        ("tags", tags),
    ]
    if item.parent is not None:
        front.append(("gradient_parent", wiki_link(item.parent, target)))
    front.append(("gradient_learn_first", [wiki_link(link, target) for link in item.before]))
    front.append(("gradient_leads_to", [wiki_link(link, target) for link in item.after]))
    return front


def _standing(item: TopicItem) -> list[str]:
    if item.state is None:
        return ["> [!info] There is no page for this topic yet."]
    return [f"> [!info] {words(item.reason)}"] if item.reason else []


def _edge(link: Link, target: Target) -> str:
    if link.by == "person":
        known = "stated by a person"
    elif link.by == "outline":
        known = "stated by an outline"
    else:
        known = confidence(link.confidence, link.scorer)
    return wiki_link(link, target) + (f" ({known})" if known else "")


def _below_title(item: TopicItem) -> list[ShownBlock]:
    title = ("heading", item.topic.title)
    return [block for block in item.blocks if (block.type, block.content) != title]


def _block(block: ShownBlock) -> str:
    if block.type == "heading":
        return f"## {prose(block.content)}"
    if block.type == "list":
        return "\n".join(f"- {prose(one)}" for one in block.content.split("\n"))
    if block.type == "callout":
        return f"> [!abstract] Definition\n> {prose(block.content)}"
    if block.type == "math":
        return math_block(block.content)
    if block.type in ("code", "table", "plot"):
        return code_block(block.content)
    return prose(block.content)


def _sources(blocks: Iterable[ShownBlock]) -> list[str]:
    """Every place that the page stands on, folded: a file a paragraph, its quotes in their order.

    Code, formulas and tables are shown as they are already, so of them the file alone is named.
    """
    by_source: dict[str, dict[str, None]] = {}
    for block in blocks:
        for support in block.supports:
            quotes = by_source.setdefault(support.source, {})
            if block.type not in ("code", "math", "table"):
                within = "" if support.place is None else f"{words(support.place)}: "
                quotes[f"> - {within}“{words(plain(support.quote))}”"] = None
    if not by_source:
        return []
    shown = ["> [!quote]- Sources"]
    for source, quotes in by_source.items():
        shown += [">", f"> {line(source)}", *quotes]
    return ["\n".join(shown)]
