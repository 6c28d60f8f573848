"""Languages: told by little words, not misled by a name or code, silent where there is too little."""

from pathlib import Path

import pytest

from gradient.files import suffix_of
from gradient.reading.language import _CYRILLIC as CYRILLIC
from gradient.reading.language import _LATIN as LATIN
from gradient.reading.language import guess, little_words
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


CLOSE = {
    "da": (
        "Den afledte af en funktion er hældningen af tangenten, og den kan beregnes i ethvert"
        " punkt. Nogle funktioner har ikke noget punkt, hvor det er muligt, og det ser vi på efter"
        " den næste time."
    ),
    "no": (
        "Den deriverte av en funksjon er stigningen til tangenten, og den kan beregnes i hvert"
        " punkt. Noen funksjoner har ikke noe punkt hvor det er mulig, og det ser vi på etter den"
        " neste timen."
    ),
    "sv": (
        "Derivatan av en funktion är tangentens lutning, och den kan beräknas i varje punkt. En del"
        " funktioner har inte någon punkt där det är möjligt, och det ser vi på efter nästa"
        " lektion."
    ),
    "cs": (
        "Derivace funkce je směrnice tečny, která se dá vypočítat v každém bodě. Není to ale možné"
        " pro funkce, které nejsou spojité, jako je tato, a k tomu se ještě vrátíme při další"
        " hodině."
    ),
    "sk": (
        "Derivácia funkcie je smernica dotyčnice, ktorá sa dá vypočítať v každom bode. Nie je to"
        " ale možné pre funkcie, ktoré nie sú spojité, ako je táto, a k tomu sa ešte vrátime aj na"
        " ďalšej hodine."
    ),
    "hr": (
        "Derivacija funkcije je nagib tangente, koji se može izračunati za svaku točku. Ako"
        " funkcija nije neprekidna, to nije moguće, što je važan uvjet, i na to se vraćamo kada"
        " opišemo sustav jednadžbi."
    ),
    "sl": (
        "Odvod funkcije je naklon tangente, ki se lahko izračuna v vsaki točki. Če funkcija ni"
        " zvezna, to ni mogoče, kot vidimo na sliki, in na to se vrnemo pri naslednji uri, ko so"
        " znani tudi drugi pogoji."
    ),
    "ca": (
        "La derivada d'una funció és el pendent de la recta tangent, i es pot calcular en cada punt"
        " amb els límits. Aquesta idea és molt important, però no és possible en tots els punts de"
        " les funcions."
    ),
    "gl": (
        "A derivada dunha función é a pendente da recta tanxente, e pódese calcular en cada punto."
        " Esta idea é moi importante, pero non é posible en todos os puntos das funcións que hai no"
        " plano, como unha recta."
    ),
    "af": (
        "Die afgeleide van 'n funksie is die helling van die raaklyn, en dit kan by elke punt"
        " bereken word. Vir hierdie funksie is dit nie moontlik nie, want dit is nie kontinu nie,"
        " wat ons ook sal sien."
    ),
    "id": (
        "Turunan dari suatu fungsi adalah kemiringan garis singgung yang bisa dihitung pada setiap"
        " titik. Ini tidak selalu mungkin, karena ada fungsi yang tidak kontinu, dan hal itu akan"
        " dibahas dengan contoh."
    ),
    "ms": (
        "Terbitan bagi suatu fungsi ialah kecerunan garis tangen yang boleh dikira pada setiap"
        " titik. Ini tidak selalu mungkin, kerana ada fungsi yang tidak selanjar, dan hal itu akan"
        " dibincang kepada anda."
    ),
    "uk": (
        "Похідна функції це швидкість її зміни, яку можна знайти в кожній точці, але це можливо"
        " тільки для тих функцій, що не мають розривів, або якщо його можна усунути при цьому."
    ),
    "bg": (
        "Производната на функцията е наклонът на допирателната, която може да се намери във всяка"
        " точка. Това не е възможно за функция, която не е непрекъсната, както ще видим по-нататък,"
        " ако се върнем."
    ),
    "sr": (
        "Извод функције је нагиб тангенте који се може израчунати за сваку тачку. То није могуће"
        " ако функција није непрекидна, као што ћемо видети, или ако су тачке од ње исувише далеко."
    ),
    "mk": (
        "Изводот на функцијата е наклонот на тангентата која може да се пресмета во секоја точка."
        " Тоа не е можно ако функцијата не е непрекината, како што ќе видиме со пример, или кога"
        " тоа не се дава."
    ),
}
OPEN = {
    "Norwegian or Danish": (
        "De to linjer er parallelle, og det er en god idé at se på dem. Det kan vi vise for alle"
        " linjer, så den som vil, kan prøve det. Hvis det ikke går, er det en fejl eller en anden"
        " linje der er for lang."
    ),
    "Croatian, Serbian or Bosnian": (
        "Funkcija je kontinuirana ako se može nacrtati bez prekida, a to nije slučaj za onu koja"
        " ima skok. Na slici se vidi da ona nije dobra, ali se može popraviti, kao što je učinjeno"
        " na drugoj slici."
    ),
    "New Norwegian": (
        "Den deriverte til ein funksjon er stigninga til tangenten, og ho kan reknast ut i kvart"
        " punkt. Det er ikkje mogleg for alle funksjonar, og det ser me på i den neste timen om de"
        " har tid til det."
    ),
}


@pytest.mark.parametrize("code", sorted(CLOSE))
def test_close_languages_are_told_by_words_that_only_one_has(code: str) -> None:
    assert guess(CLOSE[code]) == code


BY_LETTERS = {
    "ru": (
        "Сумма квадратов длин катетов равна квадрату длины гипотенузы. Производная функции в точке"
        " определяется пределом отношения приращения функции к приращению аргумента. Вектор задаётся"
        " направлением и длиной."
    ),
    "uk": (
        "Граф є множиною вершин і ребер між ними. Дерево є зв’язним графом без циклів. Довжина шляху дорівнює"
        " числу ребер. Кожна вершина дерева з’єднана з іншою вершиною єдиним шляхом."
    ),
    "fa": (
        "گراف مجموعه‌ای از رأس‌ها و یال‌ها است که آنها را به هم وصل می‌کند. درخت گرافی همبند است که دور ندارد."
        " طول یک مسیر تعداد یال‌های آن است و هر رأس دست کم با یک مسیر به رأس دیگر وصل است."
    ),
    "ur": (
        "گراف چوٹیوں اور کناروں کا ایک مجموعہ ہے جو انہیں جوڑتے ہیں۔ درخت ایک جڑا ہوا گراف ہے جس میں کوئی چکر"
        " نہیں ہوتا ہے۔ راستے کی لمبائی اس کے کناروں کی تعداد ہے۔"
    ),
}
KAZAKH = (
    "Граф деп төбелер мен оларды қосатын қабырғалар жиынын айтады. Ағаш дегеніміз циклі жоқ байланысқан граф."
    " Жолдың ұзындығы оның қабырғаларының санына тең, ал екі төбенің арақашықтығы ең қысқа жолға тең болады."
)


@pytest.mark.parametrize("code", sorted(BY_LETTERS))
def test_languages_of_one_script_are_told_by_their_letters(code: str) -> None:
    assert guess(BY_LETTERS[code]) == code


def test_a_language_with_letters_of_its_own_is_not_taken_for_a_greater_one() -> None:
    assert guess(KAZAKH) is None


@pytest.mark.parametrize("languages", sorted(OPEN))
def test_what_may_be_in_either_of_close_languages_stays_open(languages: str) -> None:
    assert guess(OPEN[languages]) is None


def test_single_letters_are_no_words_of_a_language() -> None:
    assert not any(
        len(word) < 2 for listed in (LATIN, CYRILLIC) for little in listed.values() for word in little
    )
    assert little_words("i w z o a e y u à é и в о с і у " * 20).total() == 0
    assert guess(ENGLISH * 2 + "a b c x y z " * 60) == "en"
    assert guess("Let a x b y c z o e i w z o a y " * 20) is None


def test_a_word_of_another_language_does_not_change_the_answer() -> None:
    assert guess(ENGLISH + "The word «die» has many meanings, die, die, die.") == "en"


def test_one_word_counts_no_more_than_all_others() -> None:
    assert (
        guess("Die casting is a process. A die is a tool that shapes the metal. Each die costs money. " * 8)
        == "en"
    )


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
