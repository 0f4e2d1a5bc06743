"""Printed values: {a a b} against {a b}{a} and the like, with the arithmetic in sight."""

from __future__ import annotations

import pytest


def value(printed: str, name: str = "Purity", output: str = "{a a b}", more: str = "") -> str:
    return f"""
[[claims]]
key = "v"
place = "here"
says = "the value"
task = "clustering"
output = "{output}"
{more}
values = {{ "{name}" = "{printed}" }}
"""


@pytest.mark.parametrize(
    ("printed", "status"),
    [("0.67", "confirmed"), ("0.66", "confirmed"), ("0.667", "confirmed"), ("0.68", "refuted"), ("0.7", "confirmed")],
)  # fmt: skip
def test_a_value_is_compared_to_its_digits(judge, printed, status):
    """Purity of {a a b} is 2/3: rounded to 0.67, cut to 0.66."""
    found = judge(value(printed))["v.purity"]
    assert (found.status, found.values[0].exact) == (status, "2/3")
    assert ("cut" in found.evidence) == (printed == "0.66")


def test_a_value_with_fewer_digits_than_the_table_is_told(judge):
    """2/3 is 0.7 to one digit, but not 0.70; 0.6 is neither."""
    found = judge(value("0.7", more="digits = 2"))["v.purity"]
    assert (found.status, "fewer digits" in found.evidence) == ("confirmed", True)
    assert judge(value("0.6", more="digits = 2"))["v.purity"].status == "refuted"


def test_a_value_printed_without_digits_is_exact(judge):
    assert judge(value("1", output="{a a}{b}"))["v.purity"].status == "confirmed"
    assert judge(value("1"))["v.purity"].status == "refuted"


def test_a_value_may_be_printed_negated(judge):
    """Mirkin of {a b} is 2(SD + DS) = 2: one pair is together that should not be."""
    assert judge(value("-2", name="Mirkin", output="{a b}"))["v.mirkin"].status == "confirmed"
    assert judge(value("2", name="Mirkin", output="{a b}"))["v.mirkin"].status == "refuted"


def test_a_value_depends_on_the_reading_of_the_name(judge):
    """In {a a b} the purity is 2/3, the inverse purity 1."""
    found = judge(value("1", name="purity of either kind"))["v.purity-of-either-kind"]
    assert (found.status, found.evidence[:30]) == ("depends", "printed is inverse_purity: puri"[:30])


def test_a_value_on_a_reconstructed_drawing_refutes_nothing(judge):
    found = judge(value("0.5", more='given = "the drawing is lost"'))["v.purity"]
    assert (found.status, found.evidence) == (
        "not checkable",
        "the drawing is lost; there purity is 2/3 ≈ 0.6667",
    )


def test_no_value_is_not_the_printed_value():
    from axiometrics.claims.files import Printed
    from axiometrics.claims.finding import beside

    found = beside(Printed("ordinal", ("kappa_linear",), "[0 0; 0 1]", "0"), "kappa_linear")
    assert (found.exact, found.agrees) == (None, "")


def test_arithmetic_of_printed_numbers(judge):
    text = '[[claims]]\nkey = "a"\nplace = "here"\nsays = "sums"\n[claims.arithmetic]\n'
    found = judge(text + 'right = ["0.33", "1/3"]\nwrong = ["0.34", "1/3"]\norder = ["true", "1/3 < 0.3"]')
    assert [each.status for each in found.values()] == ["confirmed", "refuted", "refuted"]
