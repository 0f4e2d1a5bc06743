"""No verdict rests on a fixed tolerance: what floats leave open is decided exactly, or stays open."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import axiometrics

ROOT = Path(axiometrics.__file__).parent
JUDGING = ("checker", "foreign", "formulas", "tasks")
"""The packages on which verdicts rest."""
COMPARERS = {"allclose", "isclose", "assert_allclose", "approx"}
KEYWORDS = {"rtol", "atol", "rel_tol", "abs_tol"}
SMALL = 1e-3
"""A number between 0 and this one, written down, is taken for a tolerance."""

EXPLAINED: dict[str, dict[str, str]] = {
    "foreign/replies.py": {
        "1e-12": "what is assumed of the floats of somebody else's function, which has no exact value",
        "1e-05": "the same of floats with fewer digits",
    },
    "foreign/worker.py": {
        "isclose": "whether floats of somebody else's function hang on how an output is written: then it is refused",
        "rel_tol": "the same",
        "abs_tol": "the same",
        "1e-09": "the same",
        "1e-12": "the same",
    },
    "checker/scores.py": {"2.0 ** (-64)": "a scale, by a power of two: exact"},
    "checker/demands/solved_premises.py": {
        "1e-15": "where a search for solutions goes; what it finds is evaluated exactly, or enclosed by intervals",
        "2.0 ** (-12)": "the same",
        "2.0 ** (-44)": "the same",
        "Fraction(1, 2 ** 42)": "the width of a bracket, at whose ends signs are exact",
        "1e-06": "margins that are worth an enclosure by intervals, which decides",
    },
    "checker/recheck/demands.py": {"Fraction(1, 2 ** 16)": "boxes that are narrower stay undecided"},
    "checker/hunt.py": {
        "atol": "-1, so that an optimiser never stops early: no spread of margins is below it"
    },
    "checker/regions/bounds.py": {"Fraction(1, 10 ** (DIGITS + 5))": "digits that are shown"},
    "checker/regions/curves.py": {
        "Fraction(1, 10 ** 12)": "the width of a bracket, at whose ends signs are exact"
    },
    "checker/regions/engine.py": {"Fraction(1, 10 ** 9)": "a drawing"},
    "checker/regions/recheck.py": {"Fraction(1, 10 ** 30)": "how far brackets are narrowed to be told apart"},
    "checker/regions/searching.py": {
        "Fraction(1, 10 ** 5)": "the width of a bracket that is told as a bracket"
    },
    "formulas/arithmetics/bounded.py": {
        "2.0 ** (-52)": "the rounding of one operation, from which error bounds are made",
        "2.0 ** (-48)": "that of a logarithm or power",
        "2.0 ** (-900)": "underflow",
    },
    "formulas/arithmetics/scalars.py": {
        "1e-09": "scores of many users' distributions at once: conditions nearer to zero are left to error bounds"
    },
    "formulas/formula.py": {
        "1e-09": "whether a function is what was recorded of it; else it is refused, with no verdict",
        "1e-13": "the same",
    },
    "tasks/combination/chooser.py": {"Fraction(1, 2 ** place)": "levels that are tried"},
    "tasks/quantification/grids.py": {"1e-06": "the least share that is drawn at random"},
    "tasks/quantification/reading.py": {
        "2.0 ** (-50)": "floats whose sum misses 1 by more are read as exact numbers",
        "2.0 ** (-40)": "a quotient that depends on so little is computed from exact numbers",
    },
    "tasks/quantification/__init__.py": {"1e-09": "users' shares, which must sum to 1"},
    "tasks/probabilistic/__init__.py": {
        "Fraction(1, 10 ** 9)": "users' rounded probabilities, which are divided by their sum",
        "Fraction(1, 10 ** 12)": "from where on that is told",
    },
}


def tolerances(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with a tolerance, and what it is, without the docstrings and other texts."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in COMPARERS:
                yield node.lineno, name
            case ast.keyword(arg=str(name)) if name in KEYWORDS:
                yield node.value.lineno, name
            case ast.Constant(value=float(number)) if 0 < abs(number) < SMALL:
                yield node.lineno, repr(number)
            case ast.BinOp(
                left=ast.Constant(value=int() | float()), op=ast.Pow(), right=ast.UnaryOp(op=ast.USub())
            ):
                yield node.lineno, ast.unparse(node)
            case ast.Call(
                func=ast.Name(id="Fraction"), args=[ast.Constant(value=1), ast.BinOp(op=ast.Pow())]
            ):
                yield node.lineno, ast.unparse(node)


def found() -> dict[str, set[str]]:
    places: dict[str, set[str]] = {}
    for package in JUDGING:
        for path in sorted((ROOT / package).rglob("*.py")):
            for _, what in tolerances(path.read_text()):
                places.setdefault(str(path.relative_to(ROOT)), set()).add(what)
    return places


def test_every_tolerance_is_explained() -> None:
    """An entry that is no longer there must go, too."""
    assert found() == {path: set(reasons) for path, reasons in EXPLAINED.items()}


@pytest.mark.parametrize(
    "planted",
    [
        "same = np.allclose(one, other)",
        "same = math.isclose(one, other, rel_tol=limit)",
        "same = close(one, other, atol=limit)",
        "same = abs(one - other) < 1e-9",
        "same = abs(one - other) < 2.0**-30",
        "LIMIT = Fraction(1, 10**9)",
    ],
)
def test_a_planted_tolerance_is_found(planted: str) -> None:
    assert list(tolerances(planted))


def test_words_and_whole_numbers_are_no_tolerances() -> None:
    assert not list(tolerances('"""Off by 1e-9, as np.allclose says."""\nhalf = 0.5 * 2**3'))
