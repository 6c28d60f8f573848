"""Groups: broad themes that topics of one course or of several belong to."""

from gradient.store.sessions import Database
from tests.outline.outlined_course import OutlinedCourse

SEARCH = {
    "Gradient descent": "Gradient descent is a method that follows the slope of a function downhill.",
    "Momentum": "Momentum is a method that adds a share of the last step to the next one.",
    "Learning rate": "The learning rate is a number that says how long a step is.",
}
SPARSE = {
    "Coordinate descent": "Coordinate descent is a method that changes one variable at a time.",
    "Line search": "Line search is a method that looks for the best step along a line.",
    "Trust region": "A trust region is a ball in which a model of the function is believed.",
}
LAYERS = {
    "Convolution": "A convolution is a sum of products of a filter and a patch.",
    "Pooling": "Pooling is an operation that keeps the largest value of each patch.",
    "Dropout": "Dropout is a method that leaves out neurons at random.",
}
MARGINS = {
    "Support vector machine": "A support vector machine is a classifier with a margin.",
    "Decision tree": "A decision tree is a classifier that asks one question after the other.",
    "Nearest neighbor": "The nearest neighbor is the point of smallest distance.",
}
GROUPS = """
SELECT groups.slug, groups.name, courses.slug, array_agg(topics.slug ORDER BY topics.slug)
  FROM topic_groups
  JOIN groups ON groups.id = topic_groups.group_id
  JOIN topics ON topics.id = topic_groups.topic_id
  JOIN courses ON courses.id = topics.course_id
 GROUP BY groups.slug, groups.name, courses.slug ORDER BY groups.slug, courses.slug
"""
OF_SEARCH = ["gradient-descent", "learning-rate", "momentum"]


async def outlined(url: str, database: Database, slug: str, **themes: dict[str, str]) -> OutlinedCourse:
    """A course with a lecture a theme, whose topics stand below the heading of the theme."""
    course = OutlinedCourse(url, slug)
    for position, (theme, topics) in enumerate(themes.items()):
        source = course.file(f"lectures/{position}.md", theme, position=position)
        for title, sentence in topics.items():
            course.chunk(source, sentence, theme, title)
    await course.outline(database)
    return course


async def test_topics_below_one_broad_heading_are_a_group(database_url: str, database: Database) -> None:
    course = await outlined(
        database_url, database, "vision", Optimization=SEARCH, Architectures=LAYERS, Classifiers=MARGINS
    )

    assert ("optimization", "Optimization", "vision", OF_SEARCH) in course.all(GROUPS)
    before = course.versions(("groups", "topic_groups"))
    course.one("DELETE FROM outcomes WHERE stage = 'outline'")
    await course.outline(database)
    assert course.versions(("groups", "topic_groups")) == before


async def test_a_group_goes_across_courses(database_url: str, database: Database) -> None:
    rest = {"Architectures": LAYERS, "Classifiers": MARGINS}
    await outlined(database_url, database, "vision", Optimization=SEARCH, **rest)
    course = await outlined(database_url, database, "operations", Optimization=SPARSE, **rest)

    found = [(of, topics) for group, _, of, topics in course.all(GROUPS) if group == "optimization"]
    assert found == [
        ("operations", ["coordinate-descent", "line-search", "trust-region"]),
        ("vision", OF_SEARCH),
    ]
    assert course.one("SELECT count(*) FROM groups WHERE slug = 'optimization'") == 1


async def test_topics_leave_a_group_that_their_files_name_no_more_and_other_courses_keep_it(
    database_url: str, database: Database
) -> None:
    themes = {"Optimization": SEARCH, "Architectures": LAYERS, "Classifiers": MARGINS}
    await outlined(database_url, database, "operations", **themes)
    course = await outlined(database_url, database, "vision", **themes)
    course.one(
        "UPDATE placements SET section_path[1] = 'Minimization' FROM revisions, sources"
        " WHERE revisions.id = placements.revision_id AND sources.id = revisions.source_id"
        " AND sources.course_id = %s AND placements.section_path[1] = 'Optimization'",
        course.id,
    )
    await course.outline(database)

    assert [(group, of) for group, _, of, topics in course.all(GROUPS) if topics == OF_SEARCH] == [
        ("minimization", "vision"),
        ("optimization", "operations"),
    ]
