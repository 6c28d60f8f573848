"""A common word with a heading of its own and a definition there is a topic in courses of every subject."""

import pytest

from gradient.outline.formation import Formation, form
from gradient.outline.headings import own_name
from tests.outline.written import course

BIOLOGY = """# Life

All living things are made of small parts. Every population needs energy.

## Cell

A cell is the smallest unit of life that can reproduce on its own. Plants and animals are made of many cells.

## Energy

Living things need energy to move. Energy is the ability to do work.

## ATP

ATP is the molecule in which cells store energy for a short time.

## Base

**Base**: one of the four building blocks in which two strands of DNA differ.

## Example

An example is the skin, which is made of several tissues.

## Note

A note is a thing to keep in mind: cells divide.

## Results

The results are the ones that we saw in the lab.
"""

ALGEBRA = """# Structures

## Sets

A set is a collection of distinct objects. Two sets are equal if they have the same elements.

## Function

A function $f$ is a rule that assigns to each element of a set exactly one element of another set.

## What is a group?

In algebra, a group is a set with an associative operation, a neutral element and inverses.

## Field

### Definition

A field is a commutative ring in which every element other than zero has an inverse.

## Ideal

An ideal of a ring is a subgroup that absorbs products. Every ideal is a kernel.

## Theorem

The theorem is a statement about groups and their orders.

## Proof

The proof is a short one and uses the orders of groups.

## Exercise

An exercise is a task that you do at home.
"""

PHYSICS = """# Force

The force on a body is the cause of its acceleration. A force has a direction.

## Newton's second law

Newton's second law says that the force is the product of mass and acceleration.

# Work

Work is the product of a force and the distance along which it acts. No work is done where nothing moves.

# Power

Power is the rate at which work is done. A strong engine has a lot of power.

# Current

**Current**: the charge that flows past a point in a second. Current is measured in amperes.

# Setup

The setup is a matter of minutes once the table is there.
"""

PROGRAMMING = """# Programs

## Loop

A loop is a part of a program that runs again and again. Use a loop for lists.

## Class

Objects are made after plans. A class is such a plan. A class is a plan by which objects are made.

## Return

Return what the caller of the function waits for.

## Index

The index is a table at the end of the book.

## Overview

An overview is a look at the whole program.
"""

COURSES = {"biology": BIOLOGY, "algebra": ALGEBRA, "physics": PHYSICS, "programming": PROGRAMMING}
TERMS = [
    ("biology", ["Cell", "Energy", "ATP", "Base"]),
    ("algebra", ["Set", "Function", "Group", "Field", "Ideal"]),
    ("physics", ["Force", "Newton's second law", "Work", "Power", "Current"]),
    ("programming", ["Loop", "Class"]),
]
FURNITURE = [
    ("biology", {"Example", "Note", "Result", "Results", "Life", "Population"}),
    ("algebra", {"Theorem", "Proof", "Exercise", "Definition", "Structure"}),
    ("physics", {"Setup", "Newton"}),
    ("programming", {"Return", "Index", "Overview", "Program"}),
]


def formed(text: str) -> Formation:
    return form(course([("01.md", text)]))


def titles(text: str) -> set[str]:
    return {topic.title for topic in formed(text).topics}


@pytest.mark.parametrize(("subject", "terms"), TERMS)
def test_a_common_word_with_a_heading_and_a_definition_is_a_topic(subject: str, terms: list[str]) -> None:
    found = titles(COURSES[subject])
    assert [term for term in terms if term not in found] == []


@pytest.mark.parametrize(("subject", "parts"), FURNITURE)
def test_parts_of_documents_and_common_words_that_nothing_defines_are_none(
    subject: str, parts: set[str]
) -> None:
    assert titles(COURSES[subject]) & parts == set()


def test_a_heading_without_a_definition_leaves_a_common_word_common() -> None:
    without = BIOLOGY.replace("A cell is the smallest unit of life that can", "Think of a cell: it may")
    assert "Cell" not in titles(without)


def test_a_definition_elsewhere_than_below_its_heading_leaves_a_common_word_common() -> None:
    assert "Cell" not in titles(BIOLOGY.replace("## Cell", "## Small things"))


def test_a_solution_is_one_where_it_is_defined_and_a_part_of_a_document_elsewhere() -> None:
    defined = "## Solution\n\nA solution is a mixture in which one substance is spread evenly in another.\n"
    worked = "## Solution\n\nThe solution is the mass of the salt, which we add to that of the water.\n"
    assert "Solution" in titles(defined)
    assert "Solution" not in titles(worked)


def test_a_part_of_documents_that_is_headed_and_defined_is_told_apart() -> None:
    days = "## Day\n\nA day is the time in which the earth turns once about its axis.\n"
    assert formed(days).parts == ("Day",)
    assert titles(days) == set()
    assert formed(BIOLOGY).parts == ()


def test_each_headed_definition_has_room() -> None:
    many = "".join(f"## {stem}oid\n\nA {stem.lower()}oid is a body.\n\n" for stem in STEMS)
    assert len(titles(many)) == len(STEMS)


STEMS = [
    first + second
    for first in ("Ast", "Hel", "Sol", "Tor", "Cyl")
    for second in ("er", "ic", "om", "un", "al")
]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Cell", "Cell"),
        ("Lecture 3: Force", "Force"),
        ("What is a cell?", "cell"),
        ("Ideal", "Ideal"),
        ("Solution", "Solution"),
        ("Example", ""),
        ("Cells and energy", ""),
        ("Further", ""),
        ("Computing the force", ""),
    ],
)
def test_the_name_that_a_heading_is(heading: str, name: str) -> None:
    assert own_name((heading,)) == name


def test_below_its_definition_a_section_is_called_as_the_one_above() -> None:
    assert own_name(("Rings", "Field", "Definition")) == "Field"
