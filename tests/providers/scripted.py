"""What a sensible model says to each kind of question, by simple rules, so that tests know its answers."""

import json
import re
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from gradient.providers.answers import Turn
from gradient.providers.ports import Errand
from gradient.store.ledger import Book
from tests.providers.played import Ledger

Said = dict[str, Any]

_BLOCK = re.compile(
    r"<(?P<name>[\w-]+)-(?P<number>\d+) (?P<mark>\w+)>\n(?P<text>.*?)\n</(?P=name)-(?P=number) (?P=mark)>",
    re.DOTALL,
)
_SENTENCE = re.compile(r"\[\[(\d+)\]\] (.*?)(?=\s*\[\[\d+\]\]|\Z)", re.DOTALL)
_BOLD = re.compile(r"\*\*([^*]+)\*\*")


def picked(question: str) -> Said:
    """The candidate with the longest title that stands in the sentence; else the first one."""
    titles = _titles(question)
    sentences = {one["number"]: one["text"].casefold() for one in _BLOCK.finditer(question)}
    choices = []
    for at, listed in re.findall(r"Candidates of sentence (\d+): ([\d, ]+)", question):
        named = [one for one in listed.split(", ") if titles.get(one, "\n") in sentences.get(at, "")]
        best = max(named, key=lambda one: len(titles[one]), default=listed.split(", ")[0])
        choices.append({"sentence": int(at), "topics": [int(best)], "proposal": ""})
    return {"choices": choices}


def _titles(question: str) -> dict[str, str]:
    """The titles of the outline by their numbers."""
    outline = re.findall(r"^(\d+)\. (.*)$", question, re.MULTILINE)
    return {number: line.partition(":")[0].casefold() for number, line in outline}


def extracted(question: str) -> Said:
    """Every sentence; the topics are what is set in bold, explained where it is first."""
    return {"passages": [_in_passage(int(one["number"]), one["text"]) for one in _BLOCK.finditer(question)]}


def _in_passage(number: int, text: str) -> Said:
    sentences = [(int(at), words.strip()) for at, words in _SENTENCE.findall(text)]
    asked = [at for at, words in sentences if words.endswith("?")]
    taught = {name: at for at, words in reversed(sentences) for name in reversed(_BOLD.findall(words))}
    return {
        "passage": number,
        "facts": [at for at, _ in sentences if at not in asked],
        "questions": asked,
        "topics": [{"name": name, "explained_in": at} for name, at in taught.items()],
        "terms": [],
    }


def written(question: str) -> Said:
    """The first passage as a callout, every other text as a paragraph, code and formulas as they are."""
    kinds = dict(re.findall(r"^Passage (\d+), (\w+):$", question, re.MULTILINE))
    blocks = []
    for one in _BLOCK.finditer(question):
        if one["name"] == "passage":
            kind = kinds[one["number"]]
            type_ = kind if kind in ("code", "math", "table") else "paragraph" if blocks else "callout"
            number = int(one["number"])
            blocks.append({"block": 0, "type": type_, "content": one["text"], "passages": [number]})
    return {"blocks": blocks}


def needed(question: str) -> Said:
    """What a title or definition in the outline holds of another title, is needed before it."""
    outline = dict(re.findall(r"^(\d+)\. (.*)$", question, re.MULTILINE))
    (topic, listed) = re.findall(r"The topic is number (\d+)\. Its candidates: ([\d, ]+)", question)[0]
    titles = _titles(question)
    candidates = listed.split(", ")
    before = [one for one in candidates if titles[one] in outline[topic].casefold()]
    by = [one for one in candidates if titles[topic] in outline[one].casefold() and one not in before]
    return {"needed_before": [int(one) for one in before], "needed_by": [int(one) for one in by]}


BY_FORM = {"needed_before": needed, "choices": picked, "passages": extracted, "blocks": written}
"""How to answer, by the first key of the form that is asked for."""


def said(question: str, schema: Said) -> Said:
    """The answer to a question in the form of a schema."""
    return BY_FORM[next(iter(schema["properties"]))](question)


def behind_claude(path: str, body: Said, key: str | None) -> Said:
    """The mind behind the server that speaks Claude's protocol, which asks it as it would ask Ollama."""
    question = "\n".join(one["content"] for one in body["messages"][1:])
    return {"message": {"content": json.dumps(said(question, body["format"]))}}


def errand() -> Errand:
    """A book that is empty, and a secret."""
    return Errand(Ledger(), b"secret")


class Scripted:
    """Answers so within the process. What is in `replies` is said first, one after the other."""

    name = "toy:model"

    def __init__(self, *replies: str, room: int = 20_000) -> None:
        self.room = room
        self.replies = list(replies)
        self.asked: list[Sequence[Turn]] = []

    async def close(self) -> None:
        """Nothing is open."""

    async def say(self, rules: str, turns: Sequence[Turn], form: type[BaseModel], book: Book) -> str:
        self.asked.append(tuple(turns))
        if self.replies:
            return self.replies.pop(0)
        return json.dumps(said(turns[0].whole, form.model_json_schema()))
