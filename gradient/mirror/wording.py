"""What a review item asks, in plain words."""

from gradient.store.mirrors import Asked


def question(asked: Asked) -> str:
    """The question that an item puts to a person, one sentence that yes or no answers."""
    if asked.kind == "tag":
        return f"Is this about {asked.object}: “{asked.sentence}”"
    if asked.kind == "prerequisite":
        return f"Do you have to know {asked.subject} before {asked.object}?"
    if asked.kind == "circle":
        return f"Do you have to know {asked.subject} before {asked.object}, although that closes a circle?"
    if asked.kind == "proposal":
        return f"Should {asked.subject} be a topic of this course?"
    if asked.kind == "merge":
        return f"Are {asked.subject} and {asked.object} one topic?"
    if asked.kind == "unread":
        return f"Is it all right that a part of {asked.source} was not read?"
    return f"Is it all right that {asked.subject} stands on few passages?"
