"""Extraction without a model: contents by the form of sentences, mentions by structure and patterns."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from gradient.extraction.definitions import acronym_pairs, defines, run_in, says_what
from gradient.extraction.facts import (
    Sentence,
    find_sentences,
    is_fact,
    is_furniture,
    is_question,
    is_statement,
    stands_alone,
)
from gradient.extraction.found import ContentKind, Extraction, FoundContent, FoundMention, first_of_each
from gradient.extraction.headed import headed_definitions
from gradient.extraction.mask import BREAK, mask
from gradient.extraction.other_languages import (
    is_other_fact,
    is_other_question,
    other_emphasis,
    other_headings,
    other_names,
)
from gradient.extraction.synonyms import headed_acronyms, synonyms
from gradient.extraction.table_cells import defined_in_tables
from gradient.extraction.talk import is_about_course, is_legal
from gradient.outline.languages import is_other
from gradient.outline.mention import MentionKind
from gradient.outline.names import canonical, clean, good_name, names_in
from gradient.outline.phrases import Word, names_with_of, noun_phrases
from gradient.outline.words import PART_LABELS, PLAIN_VERBS, SELF_TALK, WIDE_NOUNS

_EMPHASIS = re.compile(
    r"(?<![\w*\\])(\*{1,3}|_{1,3})(?=[^\s*_])((?:(?!\n\s*\n)[^*])+?)(?<=[^\s\\])\1(?![\w*])"
    r"|<(b|i|em|strong)>(.+?)</\3>"
)
# A link to the entry of a glossary: its target is called as the words that it stands behind.
_GLOSSARY_LINK = re.compile(
    r"(?<!!)\[(?P<name>[^\[\]\n]{2,60})\]\([^()\s]{0,200}?[#/](?P<target>[\w-]{2,60})(?:\.\w{2,5})?\)"
)
_JOINED = re.compile(r"[,(]|\s(?:and|vs\.?|versus|or)\s")


@dataclass(frozen=True)
class ChunkText:
    """What extraction reads of a chunk.

    `section_path` are the headings above it, broadest first. `hidden` are ranges of `text` that are no
    prose (code, formulas, tables), `tables` the tables among them, `emphases` those that the author set in
    bold or italics; marks of Markdown and HTML in `text` are seen without them. `language` is a two-letter
    code; other languages than English give names by headings, emphasis and definitions alone.
    """

    text: str
    section_path: tuple[str, ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()
    emphases: tuple[tuple[int, int], ...] = ()
    language: str | None = "en"
    tables: tuple[tuple[int, int], ...] = ()


def extract(chunk: ChunkText) -> Extraction:
    """The contents of a chunk with verbatim quotes, and every mention of what may be a topic.

    A chunk yields at most three mentions a kind and key, the first ones. In a chunk with statements but
    none that can be read on its own, the best of them is a content nevertheless.
    """
    masked = mask(chunk.text, chunk.hidden)
    found = find_sentences(chunk.text, masked)
    section = chunk.section_path[-1] if chunk.section_path else ""
    if is_other(chunk.language):
        mentions = list(_in_other_language(chunk, masked, found, chunk.language or ""))
    else:
        mentions = [*_headings(chunk.section_path), *_in_text(chunk, masked, found)]
    contents = _contents(chunk, found, section)
    return Extraction(tuple(contents), tuple(first_of_each(mentions)))


def all_sentences(chunk: ChunkText) -> list[Sentence]:
    """All sentences of a chunk that may be contents, in the order of their places."""
    found = find_sentences(chunk.text, mask(chunk.text, chunk.hidden))
    taken = {(one.start, one.end) for one in found}
    in_tables = [one for one in _in_tables(chunk) if (one.start, one.end) not in taken]
    return sorted([*found, *in_tables], key=lambda each: each.start)


def _contents(chunk: ChunkText, found: list[Sentence], section: str) -> Iterator[FoundContent]:
    language = chunk.language
    if language is not None and is_other(language):
        questions = [sentence for sentence in found if is_other_question(sentence)]
        facts = [sentence for sentence in found if is_other_fact(sentence, language)]
    else:
        questions = [sentence for sentence in found if is_question(sentence, section)]
        facts = [sentence for sentence in found if is_fact(sentence) and sentence not in questions]
    if not facts and not questions and not is_other(language):
        facts = _best_effort(found)
    facts = [*facts, *_in_tables(chunk)]
    for sentence in sorted([*facts, *questions], key=lambda each: each.start):
        kind: ContentKind = "question" if sentence in questions else "fact"
        quote = chunk.text[sentence.start : sentence.end]
        yield FoundContent(kind, sentence.words, sentence.start, sentence.end, quote)


def _in_tables(chunk: ChunkText) -> Iterator[Sentence]:
    language = chunk.language
    if language is not None and is_other(language):
        return defined_in_tables(chunk.text, chunk.tables, partial(is_other_fact, code=language))
    return defined_in_tables(chunk.text, chunk.tables, is_fact)


def _best_effort(found: list[Sentence]) -> list[Sentence]:
    statements = [sentence for sentence in found if is_statement(sentence)]
    items = [sentence for sentence in found if sentence.item and len(sentence.words.split()) > 3]
    choice = statements or items
    if not choice:
        return []
    return [max(choice, key=lambda each: (stands_alone(each), len(each.words), -each.start))]


def _headings(section_path: Iterable[str]) -> Iterator[FoundMention]:
    for heading in section_path:
        for name in names_in(heading):
            yield FoundMention("heading", name, canonical(name), None, None)
        for (start, end), long in acronym_pairs(heading):
            yield _acronym(heading[start:end], long, None, None)


def _in_text(chunk: ChunkText, masked: str, found: list[Sentence]) -> Iterator[FoundMention]:
    prose = [each for each in found if not (is_legal(each.words) or is_furniture(each.words))]
    aside = [each for each in found if each not in prose]
    emphases = [
        (start, end)
        for start, end in _emphases(chunk)
        if not any(each.start <= start < each.end for each in aside)
    ]
    for start, end in emphases:
        if BREAK not in masked[start:end]:
            yield from _titled("emphasis", chunk.text, masked, start, end)
    for (start, end), long in acronym_pairs(masked):
        yield _acronym(chunk.text[start:end], long, start, end)
    for (start, end), long in headed_acronyms(masked):
        yield _acronym(chunk.text[start:end].replace(")", " "), long, start, end)
    for sentence in prose:
        yield from _in_sentence(chunk.text, masked, sentence, emphases)
    yield from headed_definitions(chunk.section_path, chunk.text, masked, prose)


def _in_other_language(
    chunk: ChunkText, masked: str, found: list[Sentence], language: str
) -> Iterator[FoundMention]:
    """Names by headings, emphasis, definitions and acronyms; a known name is looked for in the text."""
    named = list(other_headings(chunk.section_path, language))
    for start, end in _emphases(chunk):
        if BREAK not in masked[start:end]:
            named += list(other_emphasis(chunk.text, start, end, language))
    yield from named
    for (start, end), long in acronym_pairs(masked):
        yield _acronym(chunk.text[start:end], long, start, end)
    yield from other_names(chunk.text, masked, found, named, language)


def _emphases(chunk: ChunkText) -> list[tuple[int, int]]:
    return sorted({*chunk.emphases, *_marked(chunk.text)})


def _marked(text: str) -> Iterator[tuple[int, int]]:
    for match in _EMPHASIS.finditer(text):
        yield match.span(2) if match.group(2) else match.span(4)
    for link in _GLOSSARY_LINK.finditer(text):
        if canonical(link["name"]) == canonical(link["target"].replace("-", " ").replace("_", " ")):
            yield link.span("name")


def _in_sentence(
    text: str, masked: str, sentence: Sentence, emphases: list[tuple[int, int]]
) -> Iterator[FoundMention]:
    """The names in a sentence. A title that ends as a sentence does, "Information theory view.", is no term:
    it may only say what the paragraph is for.
    """
    prose = masked[sentence.start : sentence.end]
    marked = any(sentence.start <= start <= sentence.start + 4 for start, _ in emphases)
    title, stops = run_in(prose, marked=marked), set()
    if title is not None and not is_about_course(prose[title[1] :].lstrip(" .:–—―-\n")):
        start, end = sentence.start + title[0], sentence.start + title[1]
        titles = list(_titled("definition", text, masked, start, end))
        yield from titles
        if sentence.item or not prose[title[1] :].lstrip().startswith("."):
            yield from (replace(one, kind="term") for one in titles)
        else:
            stops = {(one.start, one.end) for one in titles}
    set_off = {end: start for start, end in emphases}
    phrases = names_with_of(prose, noun_phrases(prose))
    for main, other in synonyms(prose, phrases):
        yield from _same(text, sentence.start, main, other)
    yield from _defined_emphases(text, prose, sentence, emphases)
    for whole in phrases:
        end = sentence.start + whole[-1].end
        phrase = _without_label(whole, set_off.get(end, 0) - sentence.start)
        start = sentence.start + phrase[0].start
        if defines(prose, phrase, marked=end in set_off) and not _points(prose, phrase):
            yield from _named("definition", text, start, end)
        if (start, end) not in stops:
            yield from _named("term", text, start, end)


def _points(prose: str, phrase: tuple[Word, ...]) -> bool:
    """Whether a single wide word only points: "The result is ...", "we define functions to ..."."""
    if len(phrase) > 1:
        return False
    before = re.search(r"\b(the|defines?|defining)\s+$", prose[: phrase[0].start], re.IGNORECASE)
    wide = SELF_TALK if before and before.group(1).casefold() == "the" else WIDE_NOUNS
    return before is not None and canonical(phrase[0].lower) in wide


def _defined_emphases(
    text: str, prose: str, sentence: Sentence, emphases: list[tuple[int, int]]
) -> Iterator[FoundMention]:
    """What is set off as a whole and said what it is, whatever its words: "A **seventh chord** is ..."."""
    for start, end in emphases:
        if not (sentence.start <= start and end <= sentence.end):
            continue
        if says_what(prose, start - sentence.start, end - sentence.start, marked=True):
            yield from _named("definition", text, start, end)
            yield from _named("term", text, start, end)


def _without_label(phrase: tuple[Word, ...], emphasis: int) -> tuple[Word, ...]:
    """The words of `phrase` from `emphasis` on if only wide nouns stand before it: "the word **vertex**"."""
    before = [word for word in phrase if word.start < emphasis]
    label = all(word.lower in WIDE_NOUNS for word in before)
    return phrase[len(before) :] if before and label and len(before) < len(phrase) else phrase


def _titled(kind: MentionKind, text: str, masked: str, start: int, end: int) -> Iterator[FoundMention]:
    """The name that a title is, or each of several that it joins: "Eigenvalue, eigenvector"."""
    joint = _JOINED.search(masked, start, end)
    if joint is not None and _is_credit(masked[start : joint.start()], joint):
        return
    if joint is None or _joins_proper_names(masked, joint):
        yield from _named(kind, text, start, end)
        return
    phrases = noun_phrases(masked[start:end])
    if _holds_verb(masked[start:end], phrases):
        return
    for phrase in phrases:
        yield from _named(kind, text, start + phrase[0].start, start + phrase[-1].end)


def _holds_verb(title: str, phrases: Iterable[tuple[Word, ...]]) -> bool:
    """Whether a verb stands between the noun phrases of a title: "Sigmoids saturate and kill gradients"."""
    inside = [(phrase[0].start, phrase[-1].end) for phrase in phrases]
    between = [
        word.group().casefold()
        for word in re.finditer(r"[^\W\d_]+", title)
        if not any(first <= word.start() < last for first, last in inside)
    ]
    return any(word in PLAIN_VERBS for word in between)


def _is_credit(before: str, joint: re.Match[str]) -> bool:
    """Whether a bracket names whose finding a title states, no topic: "Theorem (Vapnik)"."""
    return joint.group() == "(" and canonical(before) in WIDE_NOUNS | PART_LABELS


def _joins_proper_names(masked: str, joint: re.Match[str]) -> bool:
    """Whether the words on both sides of an "and" are names of people: "Bell and Sejnowski algorithm"."""
    left, right = re.search(r"\w+\s*$", masked[: joint.start()]), re.match(r"\s*(\w+)", masked[joint.end() :])
    if not left or not right or "and" not in joint.group():
        return False
    sides = (left.group().strip(), right.group(1))
    return all(side.istitle() and not re.search(rf"\b{side.lower()}", masked) for side in sides)


def _named(kind: MentionKind, text: str, start: int, end: int) -> Iterator[FoundMention]:
    surface = clean(text[start:end])
    if good_name(text[start:end]) is None:
        yield FoundMention(kind, surface, canonical(surface), start, end)


def _same(text: str, offset: int, main: tuple[int, int], other: tuple[int, int]) -> Iterator[FoundMention]:
    """The second name as a mention whose expansion is the first."""
    long = clean(text[offset + main[0] : offset + main[1]])
    if good_name(long) is None:
        for one in _named("definition", text, offset + other[0], offset + other[1]):
            yield replace(one, expansion=long)


def _acronym(short: str, long: str, start: int | None, end: int | None) -> FoundMention:
    return FoundMention("acronym", clean(short), canonical(short), start, end, clean(long))
