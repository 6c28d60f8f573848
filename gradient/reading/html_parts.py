"""What an element of a web page is: hidden, navigation, a formula, or text of some kind."""

import re
from collections.abc import Mapping
from itertools import islice

from gradient.reading import furniture
from gradient.reading.mathml import Element, name
from gradient.text.document import BlockKind

_UNSEEN = """
script style noscript template svg canvas iframe object embed head audio video map input button select
textarea datalist img picture link meta base area rp rt col colgroup annotation mjx-math del s strike
"""
_INSTEAD = frozenset({"template", "noscript", "object", "iframe", "audio", "video"})
"""What holds words that are shown where something else cannot be, or in a frame."""
PROGRAMS = frozenset({"script", "style", "head", "annotation", "title", "desc"})
UNSEEN = frozenset(_UNSEEN.split())
_INLINE = """
a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark math meter output q rb
ruby samp small span strong sub sup time tt u var wbr mjx-container mjx-assistive-mml
"""
INLINE = frozenset(_INLINE.split())
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
EMPHASES = frozenset({"b", "strong", "i", "em", "dfn", "mark"})
CODE = frozenset({"code", "kbd", "samp", "tt"})
KINDS: Mapping[str, BlockKind] = {
    "li": "list",
    "dt": "list",
    "dd": "list",
    "blockquote": "quote",
    "figcaption": "caption",
    "caption": "caption",
}
_NAVIGATION_TAGS = frozenset({"nav", "footer", "menu", "dialog"})
_ROLES = "navigation banner contentinfo search menu menubar toolbar dialog alert complementary"
_NAVIGATION_ROLES = frozenset(_ROLES.split())
_NAVIGATION_NAMES = re.compile(
    r"(?:site|page|main|top|bottom|left|right|global)?[-_]?(?:nav|navbar|navigation|sidebar|footer|breadcrumbs?"
    r"|menu|toc|table-of-contents|masthead|pagination|pager|cookie\w*|share|social|related|comments|noprint|advert\w*)"
    r"(?:[-_](?:bar|list|links|container|wrapper|inner|menu|header|footer|left|right|top|bottom))?",
    re.IGNORECASE,
)
_MAY_TEACH = re.compile(r"sidebar|related|comments|noprint", re.IGNORECASE)
"""Names that boxes of a lesson bear as well, which hold sentences outside of links."""
_REMARK_NAMES = re.compile(r"comment(?:[-_]?\w+)*", re.IGNORECASE)
_SECTION_NAMES = re.compile(r"section|level\d|sect\d", re.IGNORECASE)
_CONTENTS_NAMES = re.compile(r".*\b(?:toc|table-of-contents)\b.*", re.IGNORECASE)
_SPOKEN = frozenset({"sr-only", "visually-hidden", "screen-reader-text", "screenreader-only"})
"""Names of what is read out and not seen: words of the text, unless they name a link or a button."""
_HIDDEN = """
headerlink anchor-link anchorlink skip-link mw-editsection
MathJax MathJax_Display MathJax_SVG MathJax_CHTML MathJax_Preview katex-html
"""
_HIDDEN_NAMES = frozenset(_HIDDEN.split())
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_STRUCK = frozenset({"del", "s", "strike"})
_SENTENCE = re.compile(r"(?:[^\W\d_][\w’'-]*[,;:]? ){5,}[\w’'-]+[.!?…](?:\s|$)")
_CODE_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight|brush:|sourceCode)[-\s]?([\w+#]+)", re.IGNORECASE
)
_NO_LANGUAGE = frozenset({"default", "none", "text", "plaintext", "notranslate", "source"})


def classes(element: Element) -> list[str]:
    """The names in its class attribute."""
    return (element.get("class") or "").split()


def is_hidden(element: Element) -> bool:
    """Whether a reader of the page sees nothing of the element, or sees it struck out.

    What a page hides only until it is asked for, such as the solution of a task, is not hidden.
    """
    return name(element) in UNSEEN or not (is_shown(element) or _waits(element))


def left_out(element: Element) -> str | None:
    """The rule under which the words of a hidden element are set apart; None for what shows them twice."""
    kind = name(element)
    if kind in _STRUCK:
        return furniture.STRUCK
    if kind in {"svg", "canvas"}:
        return furniture.DRAWING
    if kind in {"textarea", "select", "button", "input"}:
        return furniture.FORM
    if kind in _INSTEAD or (kind not in UNSEEN and _is_put_away(element)):
        return furniture.HIDDEN
    return None


def _waits(element: Element) -> bool:
    """Whether what a page puts away is prose."""
    if _is_said_otherwise(element) or not _is_put_away(element):
        return False
    return (
        name(element) not in INLINE
        and _SENTENCE.search(" ".join("".join(element.itertext()).split())) is not None
    )


def _is_said_otherwise(element: Element) -> bool:
    """Whether what is seen and not read out is a mere sign, or stands beside words that say it for it."""
    if element.get("aria-hidden") != "true":
        return False
    beside = element.getparent()
    if beside is None or not any(map(str.isalnum, "".join(element.itertext()))):
        return True
    others = (one for one in beside.iter() if one is not element and isinstance(one.tag, str))
    return (
        name(beside) in {"a", "button"}
        or beside.get("aria-label") is not None
        or any(name(one) == "math" or not _SPOKEN.isdisjoint(classes(one)) for one in others)
    )


def _is_put_away(element: Element) -> bool:
    """Whether the element itself says that it is not displayed, for no other reason than its name."""
    if not _HIDDEN_NAMES.isdisjoint(classes(element)):
        return False
    put_away = _HIDDEN_STYLE.search(element.get("style") or "") is not None
    return put_away or element.get("hidden") is not None or _names_a_link(element)


def _names_a_link(element: Element) -> bool:
    """Whether words that are only read out say where a link leads or what a button does."""
    if _SPOKEN.isdisjoint(classes(element)):
        return False
    return any(name(one) in {"a", "button"} for one in (element, *element.iterancestors()))


def is_shown(element: Element) -> bool:
    """Whether nothing that is said of the element itself hides it."""
    if element.get("hidden") is not None or _is_said_otherwise(element):
        return False
    if _HIDDEN_STYLE.search(element.get("style") or ""):
        return False
    return _HIDDEN_NAMES.isdisjoint(classes(element)) and not _names_a_link(element)


def furniture_of(element: Element) -> str | None:
    """The rule under which all of an element is furniture, if one holds."""
    kind = name(element)
    if kind == "form":
        holds_text = any(name(one) in {"p", "h1", "h2", "h3", "article"} for one in element.iter())
        return None if holds_text else furniture.FORM
    if kind in {"body", "main", "article"}:
        return None
    names = [*classes(element), "" if _is_named_by_heading(element) else element.get("id") or ""]
    role = element.get("role")
    if kind in _NAVIGATION_TAGS or (role in _NAVIGATION_ROLES and not _is_aside(element)):
        listed = any(_CONTENTS_NAMES.fullmatch(one) for one in names)
        return furniture.CONTENTS if listed else furniture.NAVIGATION
    named = [one for one in names if _NAVIGATION_NAMES.fullmatch(one)]
    if kind in INLINE or not named:
        return None
    if all(_MAY_TEACH.search(one) for one in named) and _holds_prose(element):
        return None
    return (
        furniture.CONTENTS if any(_CONTENTS_NAMES.fullmatch(one) for one in names) else furniture.NAVIGATION
    )


def _is_aside(element: Element) -> bool:
    """Whether what stands beside the text says something, as a definition or a warning in a box does."""
    return element.get("role") in {"complementary", "alert"} and _holds_prose(element)


def _holds_prose(element: Element) -> bool:
    """Whether an element says a sentence that is no link, and holds no remarks of visitors."""
    inner = list(element.iter())[1:]
    if any(_REMARK_NAMES.fullmatch(one) for part in inner for one in classes(part)):
        return False
    return _SENTENCE.search(" ".join(_outside_links(element).split())) is not None


def _outside_links(element: Element) -> str:
    if name(element) in {"a", *PROGRAMS}:
        return ""
    inner = (f"{_outside_links(child)}{child.tail or ''}" for child in element)
    return f"{element.text or ''}{''.join(inner)}{'' if name(element) in INLINE else ' '}"


def _is_named_by_heading(element: Element) -> bool:
    """Whether a generator of pages made the element's id from the heading with which its section begins."""
    if name(element) != "section" and not any(_SECTION_NAMES.fullmatch(one) for one in classes(element)):
        return False
    first = next((one for one in element if name(one) not in {"a", "span"}), None)
    if first is None or name(first) not in HEADINGS:
        return False
    words = re.findall(r"[^\W\d_]+", "".join(first.itertext()).lower())
    return "".join(words) == re.sub(r"[\W\d_]+", "", (element.get("id") or "").lower())


def of_links(listed: Element) -> str | None:
    """The rule for a list of which every item is a link and nothing else."""
    items = [one for one in listed if name(one) == "li"]
    links = [link for item in items for link in item.iter() if name(link) == "a"]
    if len(items) < 2 or not links or _visible(items) != _visible(links):
        return None
    within = all((link.get("href") or "").startswith("#") for link in links)
    return furniture.CONTENTS if within else furniture.LINK_LIST


def _visible(elements: list[Element]) -> str:
    return "".join("".join("".join(one.itertext()).split()) for one in elements)


def code_language(pre: Element) -> str | None:
    """The programming language that a block of code, what it holds or what holds it says."""
    near = [pre, *pre[:1], *islice(pre.iterancestors(), 2)]
    for one in near:
        found = _CODE_LANGUAGE.search(one.get("class") or "")
        if found and found[1].lower() not in _NO_LANGUAGE:
            return found[1].lower()
    return None


def is_layout(table: Element) -> bool:
    """Whether a table only arranges the page: it says so, holds a table, or has no row of two cells."""
    if table.get("role") in {"presentation", "none"}:
        return True
    inner = [name(one) for one in table.iter()][1:]
    widest = max((sum(name(cell) in {"td", "th"} for cell in row) for row in table.iter("tr")), default=0)
    return "table" in inner or widest < 2
