"""An outline in OPML, parsed without document types, so that no entity is ever expanded."""

from xml.parsers import expat

from gradient.outline.entries import MAX_DEPTH, Entry, refuse

_SAID_BY = {"_note": "summary", "description": "summary", "aliases": "aliases", "requires": "requires"}


def opml_entries(name: str, text: str) -> list[Entry]:
    """The `outline` elements of `text` as a tree; `text` or `title` names the topic.

    The attributes `aliases`, `requires` and `_note` or `description` say more of it.
    """
    builder = _Builder(name)
    try:
        builder.parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        refuse(name, f"this is no well-formed OPML ({reason}); export it again", error.lineno)
    return builder.roots


class _Builder:
    """Collects `outline` elements as they come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.roots: list[Entry] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._open: list[Entry] = []

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag != "outline":
            return
        line = self.parser.CurrentLineNumber
        if len(self._open) >= MAX_DEPTH:
            refuse(self.name, f"more than {MAX_DEPTH} levels; flatten the outline", line)
        title = " ".join((attributes.get("text") or attributes.get("title") or "").split())
        found = Entry(title, line)
        for attribute, key in _SAID_BY.items():
            if attribute in attributes:
                found.state(key, attributes[attribute])
        (self._open[-1].children if self._open else self.roots).append(found)
        self._open.append(found)

    def _end(self, tag: str) -> None:
        if tag == "outline":
            self._open.pop()

    def _refuse_doctype(self, *_: object) -> None:
        refuse(self.name, "it declares a document type; remove the DOCTYPE", self.parser.CurrentLineNumber)
