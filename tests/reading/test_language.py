"""Languages: told by little words, not misled by a name or code, silent where there is too little."""

from pathlib import Path

import pytest

from gradient.files import suffix_of
from gradient.reading.language import guess
from gradient.reading.registry import reader_for

ENGLISH = "The gradient of the loss is the direction in which it grows, so we take a step against it. "
SAMPLES = {
    "en": ENGLISH,
    "fr": (
        "La dérivée de la fonction est le taux de variation, et nous la "
        "calculons pour chaque point du plan.  "
    ),
    "de": (
        "Die Ableitung der Funktion ist die Steigung der Tangente, und sie wird für jeden Punkt berechnet.  "
    ),
    "es": (
        "La derivada de una función es la pendiente de la recta tangente, y se "
        "calcula en cada punto del plano.  "
    ),
    "pt": (
        "A derivada da função é a inclinação da reta tangente, e não depende "
        "do ponto que foi escolhido por nós.  "
    ),
    "it": (
        "La derivata della funzione è il coefficiente della retta tangente, e "
        "si calcola in ogni punto del piano.  "
    ),
    "nl": "De afgeleide van een functie is de helling van de raaklijn, en die wordt voor elk punt berekend. ",
    "ru": "Производная функции это скорость её изменения, и мы находим её в каждой точке, где она есть. ",
    "zh": "函数的导数是它在某一点的变化率，我们可以在每一点计算它。梯度指向函数增长最快的方向。",
    "ja": "関数の導関数はその点における変化の割合であり、私たちはそれを各点で計算することができます。",
    "ko": "함수의 도함수는 한 점에서의 변화율이며 우리는 그것을 모든 점에서 계산할 수 있습니다 그래서",
    "ar": (
        "مشتقة الدالة هي معدل التغير عند نقطة ما ويمكننا حسابها عند كل نقطة من "
        "نقاط المستوى الذي ندرسه هنا ثم نعيد ذلك "
    ),
    "el": (
        "Η παράγωγος της συνάρτησης είναι ο ρυθμός μεταβολής της και την "
        "υπολογίζουμε σε κάθε σημείο του επιπέδου μας "
    ),
}


@pytest.mark.parametrize("code", sorted(SAMPLES))
def test_a_paragraph_is_enough(code: str) -> None:
    assert guess(SAMPLES[code] * 2) == code


def test_a_word_of_another_language_does_not_change_the_answer() -> None:
    assert guess(ENGLISH + "The word «die» has many meanings, die, die, die.") == "en"


def test_code_and_formulas_do_not_change_the_answer() -> None:
    code = "def train(model, data, lr): loss = model.loss(data); model.step(lr, loss); return model\n" * 4
    assert guess(SAMPLES["de"] * 4 + code) == "de"


@pytest.mark.parametrize("text", ["", "Gradient", "x = 1; y = x + 2", "42 13 7", "α β γ δ"])
def test_too_little_text_gives_no_answer(text: str) -> None:
    assert guess(text) is None


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("nlp-transformers/03_comment-fonctionnent-les-transformers.fr.md", "fr"),
        ("nlp-transformers/03_how-transformers-work.md", "en"),
        ("cs229-machine-learning/zh_cheatsheet-supervised-learning.pdf", "zh"),
        ("cs229-machine-learning/03_cheatsheet-supervised-learning.pdf", "en"),
        ("cs231n-vision/python-numpy-tutorial.md", "en"),
    ],
)
def test_real_files(corpus: Path, file: str, code: str) -> None:
    reader = reader_for(suffix_of(file))
    assert reader is not None
    assert reader.read((corpus / file).read_bytes(), file).language == code
