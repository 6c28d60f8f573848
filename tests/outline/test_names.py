import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradient.outline.names import canonical, clean, good_name, joined, names_in


@pytest.mark.parametrize(
    "surfaces",
    [
        ("Neural Network", "neural networks", "the neural network", "*neural network's*"),
        ("k-nearest neighbors", "k - Nearest Neighbour", "K-Nearest Neighbors"),
        ("Bayes' rule", "Bayes’ Rule", "the Bayes rule"),
        ("Fourier séries", "Fourier series"),
        ("regularisation", "Regularization"),
        ("SVMs", "SVM"),
        ("classiﬁer", "classifiers"),
        ("simul-\ntaneous equation", "simultaneous equations"),
        ("loss", "losses"),
        ("matrices", "matrix"),
        ("**Hidden layer**[[hidden-layer]]", "hidden layers"),
    ],
)
def test_spellings_of_one_name_have_one_key(surfaces: tuple[str, ...]) -> None:
    assert len({canonical(surface) for surface in surfaces}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("bias", "bia"), ("statistics", "statistic"), ("C", "C++"), ("analysis", "analysi")]
)
def test_names_that_only_look_alike_keep_apart(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


def test_blanks_and_hyphens_do_not_count_in_the_joined_key() -> None:
    assert joined(canonical("over-fitting")) == joined(canonical("overfitting")) == "overfitting"


@given(st.text(max_size=60))
def test_canonical_is_stable(surface: str) -> None:
    key = canonical(surface)
    assert key == " ".join(key.split())
    assert key == key.casefold()


@pytest.mark.parametrize(
    "surface",
    [
        "Table of Contents", "Summary", "Additional References", "Introduction", "Example", "Section Quiz",
        "Further Reading", "What's next", "Putting it together", "Strategy #1: Random search", "Lab 3",
        "[[anchor]]", "<b>x</b>", "load_dataset", "Dataset.map()", "AutoModelForSequenceClassification",
        "np.array", "gpt2",
        "What is NLP?", "In this section we will see", "The model is trained", "42", "3.1", "x", "not",
        "in practice",
        "training a classifier", "using padding", "convolutional", "June 2018", "https://example.org",
        "a very long name that nobody would ever put into an index", "Precision, recall",
        "error bε", "one-vs-all", "n-gram model makes the Markov assumption",
    ],
)  # fmt: skip
def test_furniture_sentences_code_and_markup_are_no_names(surface: str) -> None:
    assert good_name(surface) is not None


@pytest.mark.parametrize(
    "surface",
    [
        "Backpropagation", "Softmax classifier", "Support vector machine", "PCA", "k-means", "ReLU",
        "Bayes' rule",
        "learning rate", "bag of words", "Treaty of Versailles", "C++", "ε-greedy policy", "Photosynthesis",
        "dynamic padding", "Bias/variance tradeoff", "CIFAR-10", "L2 regularization", "the gradient", "GPT-2",
        "derivative", "signal", "family of curves", "third-party risk",
    ],
)  # fmt: skip
def test_what_stands_in_an_index_is_a_name(surface: str) -> None:
    assert good_name(surface) is None


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("How do Transformers work?[[how-do-transformers-work]]", ("Transformers",)),
        ("k - Nearest Neighbor Classifier", ("k-Nearest Neighbor Classifier",)),
        ("Using FAISS for efficient similarity search", ("FAISS", "efficient similarity search")),
        ("Computing the gradient numerically with finite differences", ("gradient", "finite differences")),
        ("SVM vs. Softmax", ("SVM", "Softmax")),
        ("Summary: Applying kNN in practice", ("kNN",)),
        ("Strategy #2: Random Local Search", ("Random Local Search",)),
        ("2.1 Cell division", ("Cell division",)),
        ("Chapter 3 The French Revolution", ("French Revolution",)),
        ("Lab 3 - Understanding Coordinate Systems and Projections", ("Coordinate Systems", "Projections")),
        ("Napoleon and the Congress of Vienna", ("Napoleon", "Congress of Vienna")),
        ("The Rise of Large Language Models (LLMs)", ("Rise", "Large Language Models", "LLMs")),
        ("Introduction to Supervised Learning", ("Supervised Learning",)),
        ("What is NLP?", ("NLP",)),
        ("Table of Contents", ()),
        ("Loading and saving", ()),
        ("3. Conclusion", ()),
        ("And more!", ()),
        ("Why is all of this necessary?", ()),
    ],
)  # fmt: skip
def test_headings_give_the_names_of_an_index(heading: str, names: tuple[str, ...]) -> None:
    assert names_in(heading) == names


@given(st.text(max_size=80))
def test_whatever_a_heading_says_its_names_are_good(heading: str) -> None:
    assert all(good_name(name) is None for name in names_in(heading))


def test_cleaning_takes_marks_articles_and_edge_punctuation() -> None:
    assert clean("The **Gradient descent**:") == "Gradient descent"
    assert clean("“chain rule”") == "chain rule"
    assert clean("Newton's") == "Newton"
