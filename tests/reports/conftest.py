from __future__ import annotations

import pytest

from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Verdict, Witness

PROVED = Verdict("holds", "proof", cases=900, applicable=840, size=7)
SWEPT = Verdict("holds", "sweep", cases=150, applicable=120, size=9)
DRAWN = Verdict("holds", "search", cases=520, applicable=500)
TIE = Verdict("blind", "witness", cases=150, applicable=120, size=9)
ALWAYS_TIE = Verdict("blind", "proof", always=True, cases=150, applicable=120, size=9)
INVERSION = Verdict("contradicted", "witness", cases=150, applicable=120, size=9)
ALWAYS_INVERSION = Verdict("contradicted", "proof", always=True, cases=150, applicable=120, size=9)
UNDEFINED = Verdict("undefined", "witness", cases=12, applicable=3)
NOT_APPLICABLE = Verdict("not_applicable")
ERROR = Verdict("error")

WITNESS = Witness(
    gold="{a a}{b}",
    outputs={"worse": "{a a b}{c}", "better": "{a a}{b}{c}"},
    parameters={"n": 2, "alpha": "1/2"},
    scores={"worse": "3/4", "better": "log(3) - 2*log(2)"},
    margin="-1/4",
    size=4,
    minimal=True,
    text="worse   *{a a b}     {c}\nbetter  *{a a}*{b}   {c}",
    python="from axiometrics import metrics\nprint(metrics('clustering')['rand'])  # <&>\n",
)
LARGE = Witness(
    gold="{a}",
    outputs={"worse": "{a|b}", "better": "{a}"},
    parameters={},
    scores={"worse": "1", "better": "1"},
    margin="0",
    size=40,
    minimal=False,
    text="{a}",
    python="print(1)",
)
PROOF = {
    "tactic": "coefficient_signs",
    "margin_latex": r"\frac{x y}{N} + \operatorname{best} n",
    "certificate": {
        "generators": [
            {"name": "x", "meaning": "items of the first category", "sign": "positive"},
            {"name": "context_sum", "meaning": "the rest", "sign": "nonnegative"},
        ],
        "branches": [
            {"assumptions": [r"a \ge b"], "numerator": "2 x y", "denominator": "N", "sign": "positive"},
            {
                "assumptions": [],
                "numerator": " + ".join(rf"{k} x^{{{k}}} y" for k in range(30)),
                "denominator": "x + y",
                "sign": "nonnegative",
            },
        ],
        "lemmas": [{"name": "L1", "statement": r"x \log x \ge 0", "tactic": "log_signs"}],
        "shift": {"x": 1, "y": [1, 2]},
    },
}


@pytest.fixture
def matrix() -> Matrix:
    """Three families, every outcome, every note; one key of each kind that is hard to write."""
    return Matrix("clustering", METRICS, CONSTRAINTS, CELLS, seed=0, effort="quick", version="0.0.1")


METRICS = (
    MetricInfo(
        "bcubed_f(alpha=1/3)", "BCubed F", "bcubed", {"alpha": "1/3"}, "score", "formula", "bagga1998",
        r"\frac{1}{N} \sum_{ij} \frac{n_{ij}^2}{a_i} + \operatorname{best} n", "Mean over items.",
    ),
    MetricInfo("mirkin", "Mirkin distance", "pairs", {}, "error", "formula", None, "2 (SD + DS)"),
    MetricInfo("rand_index", "Rand index", "pairs", {}, "score", "formula", "rand1971", None),
    MetricInfo("black|box", "A <black> box", "yours", {}, "score", "function", None, None),
)  # fmt: skip

CONSTRAINTS = (
    ConstraintInfo(
        "homogeneity", "Homogeneity", "amigo2009", "every", "positive", "Clusters must not be mixed.",
        r"Q(D_1) < Q(D_2)", {"worse": "{a a b}", "better": "{a a}{b}"},
        {"one_class": "gold has one category"},
    ),
    ConstraintInfo("rag_bag(size=n-1)", "Rag bag", "amigo2013", "all n from n0", "positive"),
    ConstraintInfo("symmetry", "Symmetry", None, "every", "zero", "Exchange of gold & system: <nothing>."),
)  # fmt: skip

CELLS = (
    Cell("bcubed_f(alpha=1/3)", "homogeneity", PROVED, PROVED, except_when=("one_class",), proof=PROOF),
    Cell("bcubed_f(alpha=1/3)", "rag_bag(size=n-1)", SWEPT, SWEPT, threshold={"holds_for": "n >= 6"}),
    Cell("bcubed_f(alpha=1/3)", "symmetry", INVERSION, INVERSION, WITNESS, region="alpha = 1/2"),
    Cell("mirkin", "homogeneity", TIE, PROVED, WITNESS, disagrees_with=("amigo2009:fig11",)),
    Cell("mirkin", "rag_bag(size=n-1)", TIE, SWEPT, LARGE),
    Cell("mirkin", "symmetry", DRAWN, DRAWN),
    Cell("rand_index", "homogeneity", ALWAYS_TIE, PROVED, WITNESS),
    Cell("rand_index", "rag_bag(size=n-1)", ALWAYS_INVERSION, ALWAYS_INVERSION, WITNESS),
    Cell("rand_index", "symmetry", NOT_APPLICABLE, NOT_APPLICABLE),
    Cell("black|box", "homogeneity", UNDEFINED, UNDEFINED, error="ZeroDivisionError: division by zero"),
    Cell("black|box", "rag_bag(size=n-1)", ERROR, ERROR, error="TimeoutError: <5 s>"),
    Cell("black|box", "symmetry", TIE, DRAWN, LARGE),
)
