"""A little course made by hand, for what reads sentences and topics without a database."""

from gradient.store.prerequisites import CourseMaterial, CoursePassage, CourseTopic

GRADIENT, DESCENT, NETWORK, CONVOLUTIONAL, DROPOUT, LOSS, ORCHID = range(1, 8)

TOPICS = {
    GRADIENT: ("Gradient", "gradients"),
    DESCENT: ("Gradient descent",),
    NETWORK: ("Neural network", "neural net"),
    CONVOLUTIONAL: ("Convolutional neural network", "CNN"),
    DROPOUT: ("Dropout",),
    LOSS: ("Loss function",),
    ORCHID: ("Orchid",),
}

LECTURES = (
    ("01_calculus.md", ("Loss function",), "A loss function measures how wrong the scores are."),
    (
        "01_calculus.md",
        ("Gradient",),
        "The gradient is the vector of slopes of a function. It points to where the function rises most.",
    ),
    (
        "02_descent.md",
        ("Gradient descent",),
        """Gradient descent is a way to lower the loss function by following the gradient.

Recall that the gradient points uphill. So each step of the method uses the negative gradient.""",
    ),
    (
        "03_networks.md",
        ("Neural networks",),
        """A neural network is a stack of layers. It is trained with gradient descent.

**Dropout** switches units of the neural network off at random. It acts on the training only.""",
    ),
    (
        "04_vision.md",
        ("Convolutional neural networks",),
        "A CNN is a neural network whose layers share their weights. Filters slide over the picture.",
    ),
)


def material(*, reverse: bool = False, ordered: bool = True) -> CourseMaterial:
    """The course; `reverse` numbers the topics the other way round, for what must not hang on ids."""
    number = {topic: 100 - topic if reverse else topic for topic in TOPICS}
    passages = tuple(
        CoursePassage(at, source, at, text, path, int(source[:2]) if ordered else None)
        for at, (source, path, text) in enumerate(LECTURES)
    )
    topics = tuple(
        CourseTopic(
            number[topic], names[0].lower().replace(" ", "-"), names[0], names, taught_at=_taught(names[0])
        )
        for topic, names in TOPICS.items()
    )
    return CourseMaterial(tuple(sorted(topics, key=lambda one: one.slug)), passages)


def _taught(title: str) -> tuple[int, int] | None:
    for at, (source, path, text) in enumerate(LECTURES):
        if title in path[0] or f"**{title}**" in text:
            return (int(source[:2]), at)
    return None
