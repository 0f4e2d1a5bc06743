"""Claims with arithmetic, scores, letters, correlations and marks: each kind says yes, no, and in which sense yes."""

from __future__ import annotations

import pytest

from axiometrics.claims.calculating import calculated, correlated, formulated, marked_ranks

HEAD = '[[claims]]\nkey = "a"\nplace = "here"\nsays = "x"\n'


def test_two_printed_numbers_a_unit_apart_are_a_class_of_their_own(judge):
    """-0.915 is cut to -0.91 and rounded to -0.92; what is computed exactly is a unit off for no such reason."""
    text = (
        '[claims.arithmetic]\nnear = ["-0.92", "-0.91"]\nfar = ["-0.93", "-0.91"]\nexact = ["0.34", "1/3"]\n'
    )
    found = judge(HEAD + text)
    assert [each.status for each in found.values()] == ["rounding", "refuted", "refuted"]


def test_a_number_may_be_cut():
    assert calculated("0.66", "2/3").agrees
    assert calculated("-0.66", "-2/3").agrees
    assert not calculated("0.68", "2/3").agrees


def test_a_kinder_reading_is_tried_where_the_claim_does_not_hold_and_both_are_told(judge):
    kinder = '"at least", "36/40 >= 0.9", "two thirds", "1/2 > 2/3"'
    text = f'[claims.arithmetic]\nshare = ["true", "36/40 > 0.9", {kinder}]\n'
    (found,) = judge(HEAD + text).values()
    assert (found.status, found.favours) == ("depends", ("at least",))
    assert [(each.reading, each.supports) for each in found.tried] == [
        ("at least", True),
        ("two thirds", False),
    ]
    assert "two thirds: false: 1/2 > 2/3" in found.to_dict()["tried"]


def test_arithmetic_may_name_scores_of_outputs(judge):
    """Purity of {a b} is 1/2, of {a}{b} it is 1."""
    text = (
        'task = "clustering"\noutputs = { D1 = "{a b}", D2 = "{a}{b}" }\n[claims.arithmetic]\n'
        'less = ["true", "purity(D1) < purity(D2)"]\nmore = ["true", "purity(D1) > purity(D2)"]\n'
        'value = ["0.5", "purity(D1)"]\n'
    )
    found = judge(HEAD + text)
    assert [each.status for each in found.values()] == ["confirmed", "refuted", "confirmed"]


@pytest.mark.parametrize(
    ("text", "least", "agrees"),
    [
        ("(1 + n) - (1/(n + 1) + n*n/(n + 1)) = 2*n/(n + 1)", 1, True),
        ("Sum(i, (i, 1, n)) = n*(n + 1)/2", 1, True),
        ("Sum(i, (i, 1, n)) = n*(n - 1)/2", 1, False),
        ("2*n/(n + 1) < n", 2, True),
        ("2*n/(n + 1) < n", 1, False),  # both are 1
        ("n <= n", 1, True),
        ("n < n", 1, False),
        ("log(1/n) = -log(n)", 1, True),
    ],
)
def test_formulas_are_proved_or_refuted(text, least, agrees):
    found = formulated(text, least={"n": least})
    assert (found.agrees, found.undecided) == (agrees, "")


def test_what_small_numbers_do_not_refute_and_no_coefficients_prove_is_left_open(judge):
    """n^2 - 4n + 5 = (n - 2)^2 + 1 is positive, but its coefficients have both signs."""
    (found,) = judge(HEAD + '[claims.formulas]\nopen = "n**2 + 5 > 4*n"\n').values()
    assert found.status == "not checkable"


def test_a_tau_of_66_pairs_is_a_whole_number_of_66ths():
    assert correlated("0.818", 66).agrees  # 54/66
    assert not correlated("0.825", 66).agrees
    assert correlated("0.833", 66).favours  # 55/66 takes a tied pair


def test_marks_must_fit_ranks_and_one_critical_difference():
    def found(*rows: tuple[str, str, str]) -> list[bool]:
        return [each.about.agrees for each in marked_ranks(rows)]

    assert found(("a", "0.9", "2"), ("b", "0.8", "1"), ("c", "0.5", "0")) == [True, True, True]
    assert found(("a", "0.9", "3"), ("b", "0.8", "1"), ("c", "0.5", "0"))[1] is False
    assert found(("a", "0.9", "1"), ("b", "0.5", "1"), ("c", "0.45", "0"))[2] is False  # 0.4 is not, 0.05 is


def test_at_least_two_constraints_may_be_lacked(judge):
    """Purity satisfies homogeneity, and neither completeness nor rag bag."""
    text = 'task = "clustering"\nconstraint = ["homogeneity", "completeness", "rag_bag"]\nlack = ["Purity"]\n'
    assert judge(HEAD + text + "at_least = 2\n")["a.purity"].status == "confirmed"
    assert judge(HEAD + text + "at_least = 3\n")["a.purity"].status == "refuted"
