"""Formulas of office files on one line."""

import pytest

from gradient.reading.office.formula import linear
from gradient.reading.office.trees import tree
from tests.reading.office_files import part


def r(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def made(tag: str, *, properties: str = "", **parts: str) -> str:
    inner = "".join(f"<m:{name}>{content}</m:{name}>" for name, content in parts.items())
    return f"<m:{tag}><m:{tag}Pr>{properties}</m:{tag}Pr>{inner}</m:{tag}>"


def chosen(**values: str) -> str:
    return "".join(f'<m:{name} m:val="{value}"/>' for name, value in values.items())


def power(base: str, exponent: str) -> str:
    return made("sSup", e=base, sup=exponent)


ROOT = made("rad", deg="", e=power(r("b"), r("2")) + r("−4ac"))
QUADRATIC = r("x=") + made("f", num=r("−b±") + ROOT, den=r("2a"))
MATRIX = (
    f"<m:m><m:mr><m:e>{r('a')}</m:e><m:e>{r('b')}</m:e></m:mr>"
    f"<m:mr><m:e>{r('c')}</m:e><m:e>{r('d')}</m:e></m:mr></m:m>"
)
CASES = f"<m:eqArr><m:e>{r('x, &amp;x≥0')}</m:e><m:e>{r('−x, &amp;x&lt;0')}</m:e></m:eqArr>"


@pytest.mark.parametrize(
    ("formula", "line"),
    [
        (QUADRATIC, "x = (−b ± √(b^2 − 4ac)) / 2a"),
        (made("f", num=r("a"), den=r("λ")), "a / λ"),
        (made("f", properties=chosen(type="noBar"), num=r("n"), den=r("k")), "(n over k)"),
        (made("d", e=made("f", properties=chosen(type="noBar"), num=r("n"), den=r("k"))), "(n over k)"),
        (power(r("x"), r("k")) + power(r("a"), r("n")), "x^k a^n"),
        (made("f", num=r("1"), den=r("z")) + r("dz"), "1 / z dz"),
        (r("2") + made("func", fName=r("cos"), e=made("f", num=r("x"), den=r("L"))), "2 cos(x / L)"),
        (power(r("10"), r("-6")), "10^-6"),
        (power(r("e"), r("x+1")), "e^(x + 1)"),
        (power(made("d", e=r("a+b")), r("2")), "(a + b)^2"),
        (made("sSubSup", e=r("x"), sub=r("i"), sup=r("2")), "x_i^2"),
        (made("sPre", sub=r("6"), sup=r("14"), e=r("C")), "_6^14 C"),
        (made("rad", deg=r("3"), e=r("x")), "√[3]x"),
        (made("nary", properties=chosen(chr="∑"), sub=r("i=1"), sup=r("n"), e=r("i")), "∑_(i = 1)^n i"),
        (made("nary", sub="", sup="", e=r("f")), "∫ f"),
        (made("func", fName=r("sin"), e=r("θ")), "sin θ"),
        (made("func", fName=r("sin"), e=made("d", e=r("2x"))), "sin(2x)"),
        (made("func", fName=made("limLow", e=r("lim"), lim=r("x→0")), e=r("f")), "lim_(x → 0) f"),
        (made("d", properties=chosen(begChr="|", endChr="|"), e=r("x")), "|x|"),
        (made("d", properties=chosen(begChr="[", endChr="]"), e=MATRIX), "[a, b; c, d]"),
        (made("d", properties=chosen(begChr="{", endChr=""), e=CASES), "{x, x ≥ 0; −x, x < 0"),
        (made("acc", properties=chosen(chr="\u20d7"), e=r("v")), "v\u20d7"),
        (made("acc", e=r("AB")), "AB\u0302"),
        (made("bar", e=r("x")), "x\u0304"),
        (made("box", e=r("y")), "y"),
        (r("a") + f"<w:del>{r('gone')}</w:del>" + r("b"), "ab"),
        (r("sin\u2061θ"), "sin θ"),
    ],
)
def test_a_formula_is_written_as_people_type_it(formula: str, line: str) -> None:
    assert linear(tree([part("m:oMath", formula).encode()])) == line


def test_formulas_of_one_paragraph_have_a_line_each() -> None:
    both = f"<m:oMath>{r('a=b')}</m:oMath><m:oMath>{r('c=d')}</m:oMath>"
    assert linear(tree([part("m:oMathPara", both).encode()])) == "a = b\nc = d"


def test_no_letter_of_a_formula_is_lost_in_marks_that_nobody_knows() -> None:
    unknown = f"<m:novel><m:strange>{r('kept')}</m:strange></m:novel>"
    assert linear(tree([part("m:oMath", unknown).encode()])) == "kept"
