"""Months of use in minutes: what stages, people at both ends and bad luck do, and what should come of it."""

import random
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from gradient.mirror.notion.sync import sync
from gradient.review.decisions import decide, undo
from gradient.store.sessions import Database
from tests.mirror.notion.courses import nothing
from tests.mirror.notion.truth import Page, Question
from tests.mirror.notion.workspace import Killed, Workspace, block_text, mirror_in
from tests.pages.course_rows import CourseRows

PEOPLE = ("Ada", "Ben")
WORDS = ("accept", "reject", "later")
FAULTS: list[dict[str, Any]] = [
    {"probability": 0.1, "status": 429, "retry_after": 5},
    {"probability": 0.1, "method": "PATCH", "status": 409},
    {"probability": 0.1, "status": 502},
    {"probability": 0.1, "status": 529},
    {"probability": 0.15, "method": "POST", "do": "commit-then-drop"},
    {"probability": 0.15, "method": "PATCH", "do": "commit-then-drop"},
    {"probability": 0.1, "method": "PATCH", "path": "/children$", "do": "commit-then-status", "status": 504},
    {"probability": 0.05, "do": "drop-before"},
]


class Months:
    """A course in use. Everything random comes from the seed."""

    def __init__(self, seed: int, notion: Workspace, database: Database, course: CourseRows) -> None:
        self.random = random.Random(seed)
        self.notion = notion
        self.database = database
        self.course = course
        self.pages: dict[str, Page] = {}
        self.questions: dict[int, Question] = {}
        self.ids: dict[str, str] = {}
        self.theirs: dict[str, int] = {}
        """The blocks that a person wrote, each with the number of calls that were made before."""
        self.count = 0
        for _ in range(4):
            self.new_topic()
        for _ in range(4):
            self.new_question()

    async def live(self, rounds: int) -> None:
        """Let some rounds of use pass; after each of them both sides are brought into step."""
        acts: list[Callable[[], Any]] = [
            self.new_topic,
            self.new_question,
            self.new_block,
            self.other_block,
            self.less_block,
            self.put_below,
            self.retire,
            self.person_edits,
            self.person_edits,
            self.person_adds,
            self.person_moves,
            self.person_cuts_and_pastes,
            self.person_deletes,
            self.person_comments,
            self.person_trashes_topic,
            self.person_restores_topic,
            self.bring_back,
            self.person_answers,
            self.person_answers,
            self.person_answers,
            self.person_takes_answer_back,
            self.person_trashes_row,
            self.person_renames_column,
            self.person_deletes_column,
            self.terminal_answers,
            self.terminal_takes_back,
            self.both_answer,
            self.both_answer,
            self.ask_again,
            self.ask_again,
        ]
        for _ in range(rounds):
            for act in self.random.sample(acts, self.random.randint(1, 5)):
                done = act()
                if isawaitable(done):
                    await done
                self.notion.later(seconds=self.random.randint(1, 200))
            await self.step()

    async def step(self) -> None:
        """Sync with the luck of the day; whatever is cut off is begun again until it comes through."""
        luck = self.random.random()
        if luck < 0.4:
            self.notion.kill_after = self.random.randint(1, 6)
            self.notion.kill_before = self.random.random() < 0.3
        elif luck < 0.7:
            rules = self.random.sample(FAULTS, 3)
            self.notion.faults(*({**one, "seed": self.random.randint(0, 999)} for one in rules))
        for attempt in range(8):
            if attempt == 4:
                self.notion.faults()
            try:
                came = await sync(mirror_in(self.notion), self.database, nothing)
            except Killed:
                self.notion.kill_after = self.random.randint(1, 9) if attempt < 2 else None
                continue
            if not came.unwritten:
                break
        self.notion.kill_after = None
        self.notion.faults()
        self.notion.later(minutes=self.random.choice((0, 1, 5)))
        for question in sorted(self.questions.values(), key=lambda one: (one.at is None, one.at)):
            question.synced()
        for page in self.pages.values():
            page.active = page.active and not page.trashed_by_person
        self.note_ids()

    def note_ids(self) -> None:
        """A text that stands still keeps its block."""
        for row in self.notion.living("Topics"):
            for block in self.notion.blocks(row):
                text = block_text(block)
                assert self.ids.setdefault(text, block["id"]) == block["id"], f"{text} was written anew"

    # what stages do

    def text(self) -> str:
        self.count += 1
        return f"Sentence {self.count} is about {self.random.choice(('scores', 'losses', 'steps'))}."

    def new_topic(self) -> int:
        title = f"Topic {len(self.pages)}"
        topic = self.course.topic(title)
        self.course.one("INSERT INTO pages VALUES (%s, 'fresh', NULL, false, 0.5, now())", topic)
        self.pages[title] = Page(title)
        for _ in range(self.random.randint(1, 5)):
            self._insert(title, len(self.pages[title].derived))
        return topic

    def _insert(self, title: str, position: int) -> None:
        text = self.text()
        self.course.one(
            "INSERT INTO blocks (topic_id, position, type, content, content_hash)"
            " SELECT id, %s, 'paragraph', %s, %s FROM topics WHERE slug = %s",
            position,
            text,
            text,
            title.casefold().replace(" ", "-"),
        )
        self.pages[title].derived.append(text)

    def _some_page(self, *, at_least: int = 0) -> Page | None:
        fit = [one for one in self.pages.values() if one.active and len(one.derived) >= at_least]
        return self.random.choice(fit) if fit else None

    def new_block(self) -> None:
        if page := self._some_page():
            self._insert(page.title, self.random.randint(0, 6))

    def _take(self, page: Page) -> tuple[str, int] | None:
        """A text of the course goes from the database, unless a person holds it there by now."""
        text = self.random.choice(page.derived)
        gone = self.course.all(
            "DELETE FROM blocks WHERE content = %s AND NOT pinned RETURNING position", text
        )
        if not gone:
            return None
        page.derived.remove(text)
        return text, int(gone[0][0])

    def other_block(self) -> None:
        if (page := self._some_page(at_least=1)) and (taken := self._take(page)):
            self._insert(page.title, taken[1])

    def less_block(self) -> None:
        if page := self._some_page(at_least=2):
            self._take(page)

    def put_below(self) -> None:
        if page := self._some_page():
            above = self.new_topic()
            self.course.one("UPDATE topics SET parent_id = %s WHERE title = %s", above, page.title)

    def retire(self) -> None:
        if self.random.random() < 0.3 and (page := self._some_page()):
            self.course.one(
                "UPDATE topics SET state = 'retired' WHERE title = %s AND state = 'active'", page.title
            )
            page.active = False

    def bring_back(self) -> None:
        """A topic that a stage retired is named again."""
        gone = [one for one in self.pages.values() if not one.active and not one.trashed_by_person]
        if gone:
            page = self.random.choice(gone)
            self.course.one("UPDATE topics SET state = 'active' WHERE title = %s", page.title)
            page.active = True

    def new_question(self) -> None:
        number = len(self.questions)
        first = self.course.topic(f"Q{number}", f"q-{number}")
        second = self.course.topic(f"R{number}", f"r-{number}")
        self.course.one("UPDATE topics SET state = 'proposed' WHERE id = ANY(%s)", [first, second])
        item = self.course.item(
            "prerequisite", self.course.question("prerequisite", first, second), "Doubt.", 0.5
        )
        self.questions[item] = Question(f"Do you have to know Q{number} before R{number}?")

    def ask_again(self) -> None:
        closed = [item for item, one in self.questions.items() if not one.open and not one.holding]
        if closed:
            item = self.random.choice(closed)
            if self.questions[item].answer == self.questions[item].seen:
                self.course.one("UPDATE review_items SET state = 'open' WHERE id = %s", item)
                self.questions[item].asked_again()

    async def terminal_answers(self) -> None:
        item, question = self.random.choice([*self.questions.items()])
        if question.open and not question.trashed:
            act = self.random.choice(WORDS)
            async with self.database.transaction() as connection:
                await decide(connection, item, act, person="root", now=self.notion.now())
            question.decided_in_terminal(act, self.notion.now())

    async def terminal_takes_back(self) -> None:
        held = [item for item, one in self.questions.items() if one.holding and one.answer == one.seen]
        if held:
            item = self.random.choice(held)
            async with self.database.transaction() as connection:
                await undo(connection, item, person="root", now=self.notion.now())
            self.questions[item].holding.pop()

    async def both_answer(self) -> None:
        """The same question at both ends, within a few minutes."""
        item, question = self.random.choice([*self.questions.items()])
        row = self._row(question)
        if not question.open or question.trashed or row is None:
            return
        first = self.random.random() < 0.5
        for at_terminal in (first, not first):
            word = self.random.choice(WORDS)
            if at_terminal:
                async with self.database.transaction() as connection:
                    await decide(connection, item, word, person="root", now=self.notion.now())
                question.decided_in_terminal(word, self.notion.now())
            else:
                question.answer, question.by, question.at = word, "Ada", self.notion.now()
                self.notion.decide(row, word)
            self.notion.later(seconds=self.random.randint(1, 150))

    # what people do in Notion

    def _some_block(self) -> tuple[Page, dict[str, Any]] | None:
        rows = self.notion.living("Topics")
        if not rows:
            return None
        row = self.random.choice(rows)
        blocks = [one for one in self.notion.blocks(row) if one["type"] == "paragraph"]
        page = self.pages[self.notion.title(row)]
        return (page, self.random.choice(blocks)) if blocks else None

    def person_edits(self) -> None:
        if found := self._some_block():
            page, block = found
            old, new = block_text(block), self.text()
            content = {"paragraph": {"rich_text": [{"text": {"content": new}}]}}
            self.notion.person("update_block", block["id"], content=content, by=self.random.choice(PEOPLE))
            page.edited(old, new)
            self._mark_theirs(new, block["id"])

    def person_adds(self) -> None:
        if found := self._some_block():
            page, block = found
            new = self.text()
            children = [{"type": "paragraph", "paragraph": {"rich_text": [{"text": {"content": new}}]}}]
            parent = block["parent"]["page_id"]
            made = self.notion.person("insert_blocks", parent, children=children, after=block["id"])
            page.own.append(new)
            self._mark_theirs(new, made["id"])

    def person_moves(self) -> None:
        """A block goes somewhere else on its page, within the months often before it was ever read back."""
        if found := self._some_block():
            page, block = found
            others = self._others(block)
            after = self.random.choice(others)["id"] if others else None
            self.notion.person("move", block["id"], after=after)
            page.moved(block_text(block))
            self._mark_theirs(block_text(block), block["id"])

    def person_cuts_and_pastes(self) -> None:
        """The same with another block that says the same."""
        if (found := self._some_block()) and (others := self._others(found[1])):
            page, block = found
            text, after = block_text(block), self.random.choice(others)["id"]
            self.notion.person("trash", block["id"])
            children = [{"type": "paragraph", "paragraph": {"rich_text": [{"text": {"content": text}}]}}]
            parent = block["parent"]["page_id"]
            made = self.notion.person("insert_blocks", parent, children=children, after=after)
            page.moved(text)
            self._mark_theirs(text, made["id"])

    def _others(self, block: dict[str, Any]) -> list[dict[str, Any]]:
        """The blocks beside one."""
        return [one for one in self.notion.blocks(block["parent"]["page_id"]) if one["id"] != block["id"]]

    def _mark_theirs(self, text: str, block: str) -> None:
        self.ids[text] = block
        self.theirs.setdefault(block, len(self.notion.server.log))

    def person_deletes(self) -> None:
        if found := self._some_block():
            page, block = found
            self.notion.person("trash", block["id"])
            page.deleted(block_text(block))

    def person_comments(self) -> None:
        if found := self._some_block():
            words = f"Comment {self.count}"
            self.notion.person("comment", found[1]["id"], text=words)

    def person_trashes_topic(self) -> None:
        rows = self.notion.living("Topics")
        if rows and self.random.random() < 0.2:
            row = self.random.choice(rows)
            self.notion.person("trash", row)
            self.pages[self.notion.title(row)].trashed_by_person = True

    def person_restores_topic(self) -> None:
        gone = [one for one in self.pages.values() if not one.active and one.trashed_by_person]
        if gone:
            page = self.random.choice(gone)
            objects = self.notion.server.ws.objects
            rows = objects[self.notion.source("Topics")]["rows"]
            self.notion.person("restore", next(row for row in rows if self.notion.title(row) == page.title))
            page.trashed_by_person, page.active = False, True

    def _row(self, question: Question) -> str | None:
        """The row in which a question is asked, unless it is in the trash or is still to be made."""
        objects = self.notion.server.ws.objects
        source = objects[self.notion.source("Review")]
        rows = [row for row in source["rows"] if self.notion.title(row) == question.name]
        newest = max(rows, key=lambda row: objects[row]["number"], default=None)
        if newest is None or objects[newest]["trash"]:
            return None
        return newest if self.notion.chosen(newest, "Decision") == question.answer else None

    def _some_row(self) -> tuple[str, Question] | None:
        question = self.random.choice([*self.questions.values()])
        row = self._row(question)
        return None if row is None else (row, question)

    def person_answers(self) -> None:
        if found := self._some_row():
            row, question = found
            question.answer, question.by = self.random.choice(WORDS), self.random.choice(PEOPLE)
            question.at = self.notion.now()
            self.notion.decide(row, question.answer, by=question.by)

    def person_takes_answer_back(self) -> None:
        if (found := self._some_row()) and found[1].answer is not None:
            row, question = found
            question.answer, question.by, question.at = None, "Ada", self.notion.now()
            self.notion.decide(row, None)

    def person_trashes_row(self) -> None:
        if (found := self._some_row()) and found[1].answer is None and found[1].open:
            row, question = found
            question.by, question.at, question.trashed = "Ben", self.notion.now(), True
            self.notion.person("trash", row, by="Ben")

    def person_deletes_column(self) -> None:
        self.notion.person("update_data_source", self.notion.source("Topics"), properties={"Course": None})

    def person_renames_column(self) -> None:
        source = self.notion.database("Topics")["data_sources"][0]["id"]
        self.count += 1
        column = next(
            one["name"]
            for one in self.notion.server.ws.objects[source]["schema"].values()
            if one["name"].startswith("Path")
        )
        self.notion.person("update_data_source", source, properties={column: {"name": f"Path {self.count}"}})
