"""The topics of real courses are names that a teacher would put into an index."""

import re

import pytest

from tests.corpus.conftest import COURSES, RealCourses

pytestmark = [pytest.mark.corpus, pytest.mark.timeout(600), pytest.mark.xdist_group("corpus")]

FURNITURE = re.compile(
    r"^(table of contents|contents|summary|introduction|quick intro|overview|motivation|conclusion"
    r"|references?|(additional|further) (references?|resources?|reading)|examples?|section quiz|quiz"
    r"|exercises?|notes?|remarks?|case studies|course notes|homework|lecture \d+|chapter \d+|definitions?"
    r"|properties|and more"
    r"|available pipelines.*|strategy #?\d.*|preliminaries|naming conventions?)$",
    re.IGNORECASE,
)
MARKUP = re.compile(r"\[\[|\]\]|[{}<>`\\$|]|https?:|\*\*")
IDENTIFIER = re.compile(r"\w+_\w+|\w\(|\w\.\w+\(|^[a-z]+[A-Z]\w*$")
SENTENCE = re.compile(
    r"[.?!]$|\b(is|are|was|were|can|will|let|how|why|what|we|you|your|our|this|that|these)\b", re.IGNORECASE
)
LITTLE = frozenset({"a", "and", "for", "in", "of", "the", "to"})

ACTIVE = """
SELECT topics.id, topics.title, topics.slug,
       (SELECT array_agg(topic_names.name) FROM topic_names WHERE topic_names.topic_id = topics.id) AS names
  FROM topics JOIN courses ON courses.id = topics.course_id
 WHERE courses.slug = %(course)s AND topics.state = 'active'
"""


@pytest.mark.parametrize("course", COURSES)
def test_there_are_twenty_to_eighty(real_courses: RealCourses, course: str) -> None:
    assert 20 <= len(real_courses.rows(ACTIVE, course=course)) <= 80


@pytest.mark.parametrize("course", COURSES)
def test_none_is_furniture_sentence_code_or_markup(real_courses: RealCourses, course: str) -> None:
    titles = [topic["title"] for topic in real_courses.rows(ACTIVE, course=course)]
    bad = [
        title
        for title in titles
        if FURNITURE.match(title)
        or MARKUP.search(title)
        or IDENTIFIER.search(title)
        or SENTENCE.search(title)
    ]
    assert bad == []
    assert all(len(title.split()) <= 6 for title in titles)


@pytest.mark.parametrize(
    ("course", "wanted"),
    [
        ("cs231n-vision", ["Backpropagation", "Softmax classifier", "Support vector machine", "Dropout"]),
        ("cs229-machine-learning", ["Logistic regression", "Support vector machine", "Eigenvalue"]),
        ("nlp-transformers", ["Transfer learning", "Named entity recognition", "Tokenizer", "Padding"]),
    ],
)
def test_what_any_index_would_hold_is_there(
    real_courses: RealCourses, course: str, wanted: list[str]
) -> None:
    names = {
        name.casefold()
        for topic in real_courses.rows(ACTIVE, course=course)
        for name in (topic["title"], *(topic["names"] or ()))
    }
    assert [name for name in wanted if name.casefold() not in names] == []


@pytest.mark.parametrize("course", COURSES)
def test_variants_of_number_case_and_abbreviation_are_one_topic(
    real_courses: RealCourses, course: str
) -> None:
    seen: dict[str, str] = {}
    for topic in real_courses.rows(ACTIVE, course=course):
        for name in {topic["title"], *(topic["names"] or ())}:
            key = re.sub(r"[\W_]+", "", name.casefold())
            for form in {key, key.removesuffix("s"), key.removesuffix("es")}:
                assert seen.setdefault(form, topic["slug"]) == topic["slug"], name


@pytest.mark.parametrize("course", COURSES)
def test_none_is_the_primary_topic_of_over_a_quarter_of_the_contents(
    real_courses: RealCourses, course: str
) -> None:
    shares = real_courses.rows(
        """
        SELECT topics.title, count(*)::float / sum(count(*)) OVER () AS share
          FROM tags JOIN topics ON topics.id = tags.topic_id JOIN courses ON courses.id = topics.course_id
         WHERE tags.is_primary AND courses.slug = %(course)s
         GROUP BY topics.title ORDER BY share DESC LIMIT 1
        """,
        course=course,
    )
    assert shares[0]["share"] <= 0.25, shares[0]["title"]


@pytest.mark.parametrize("course", COURSES)
def test_at_most_a_fifth_rest_on_one_mention(real_courses: RealCourses, course: str) -> None:
    counts = real_courses.rows(
        """
        SELECT topics.title, count(DISTINCT mentions.id) AS mentions
          FROM topics JOIN courses ON courses.id = topics.course_id
          JOIN topic_names ON topic_names.topic_id = topics.id
          LEFT JOIN mentions ON mentions.key = topic_names.key
               AND mentions.chunk_id IN (SELECT id FROM live_chunks WHERE course_id = courses.id)
         WHERE topics.state = 'active' AND courses.slug = %(course)s
         GROUP BY topics.id, topics.title
        """,
        course=course,
    )
    lonely = [one["title"] for one in counts if one["mentions"] <= 1]
    assert len(lonely) <= len(counts) / 5, lonely


def test_sources_in_other_languages_make_no_topics(real_courses: RealCourses) -> None:
    foreign = real_courses.rows(
        """
        SELECT sources.path, readings.language
          FROM sources JOIN revisions ON revisions.id = sources.live_revision_id
          JOIN readings ON readings.id = revisions.reading_id
         WHERE sources.path ~ '(\\.fr\\.md|zh_)'
        """
    )
    assert {one["language"] for one in foreign} == {"fr", "zh"}
    titles = [topic["title"] for course in COURSES for topic in real_courses.rows(ACTIVE, course=course)]
    assert [title for title in titles if re.search(r"[^\x00-\u024f‐-’]", title)] == []
    assert not {"apprentissage", "modèle", "modèle de langage", "couche d'attention"} & {
        title.casefold() for title in titles
    }


@pytest.mark.parametrize("course", COURSES)
def test_a_name_and_its_acronym_are_one_topic(real_courses: RealCourses, course: str) -> None:
    topics = {
        plain(name): topic["slug"]
        for topic in real_courses.rows(ACTIVE, course=course)
        for name in (topic["title"], *(topic["names"] or ()))
    }
    long_forms: dict[str, list[str]] = {}
    for name in topics:
        for acronym in initials(name):
            long_forms.setdefault(acronym, []).append(name)
    spelled_out = {
        name: {topics[long] for long in with_long_forms(name, long_forms) if long in topics}
        for name in topics
    }
    known = {name: slugs for name, slugs in spelled_out.items() if slugs}
    assert len(known) >= 4, "the course has names with acronyms beside the same names in full"
    assert {name: slugs for name, slugs in known.items() if topics[name] not in slugs} == {}


def plain(name: str) -> str:
    """The name in lower case, hyphens as spaces, without the "s" of a plural."""
    words = " ".join(re.findall(r"[\w’']+", name.casefold()))
    return words if words.endswith("ss") else words.removesuffix("s")


def initials(name: str) -> set[str]:
    """The letters that the words of a name begin with, little words counted and not."""
    words = name.split()
    weighty = [word for word in words if word not in LITTLE]
    return {"".join(word[0] for word in some) for some in (words, weighty) if len(some) > 1}


def with_long_forms(name: str, long_forms: dict[str, list[str]]) -> list[str]:
    """The name with one of its words spelled out, in every way that there is."""
    words = name.split()
    return [
        plain(" ".join([*words[:at], long, *words[at + 1 :]]))
        for at, word in enumerate(words)
        for long in long_forms.get(word, ())
    ]
