import pytest

from gradient.outline.acronyms import acronym_fits, is_acronym, singular_acronym, suffix_that_fits


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("SVM", "Support Vector Machine"),
        ("kNN", "k-Nearest Neighbors"),
        ("CNNs", "Convolutional Neural Networks"),
        ("ConvNet", "Convolutional Neural Network"),
        ("ReLU", "Rectified Linear Unit"),
        ("BERT", "Bidirectional Encoder Representations from Transformers"),
        ("LSTM", "Long short-term memory"),
    ],
)
def test_short_forms_fit_their_long_forms(short: str, long: str) -> None:
    assert acronym_fits(short, long)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("SVM", "Support Vector"),
        ("SGD", "gradient descent"),
        ("CNN", "Neural Network"),
        ("PCA", "principal component"),
        ("DNA", "Deoxyribonucleic acid"),
        ("AB", ""),
    ],
)
def test_other_long_forms_do_not_fit(short: str, long: str) -> None:
    assert not acronym_fits(short, long)


@pytest.mark.parametrize("word", ["SVM", "CNNs", "kNN", "ReLU", "ConvNet", "mRNA", "k-NN"])
def test_words_with_two_capitals_are_acronyms(word: str) -> None:
    assert is_acronym(word)


@pytest.mark.parametrize("word", ["Softmax", "gradient", "A", "k-means", "two words"])
def test_other_words_are_none(word: str) -> None:
    assert not is_acronym(word)


def test_plurals_of_acronyms_lose_their_s_and_other_words_keep_it() -> None:
    assert [singular_acronym(word) for word in ("CNNs", "SVM's", "loss")] == ["CNN", "SVM", "loss"]


def test_the_shortest_long_form_before_a_bracket_is_taken() -> None:
    assert suffix_that_fits("SGD", ["called", "the", "stochastic", "gradient", "descent"]) == 2
    assert suffix_that_fits("DNA", ["called", "deoxyribonucleic", "acid"]) == 1
    assert suffix_that_fits("XYZ", ["something", "else", "entirely"]) is None
