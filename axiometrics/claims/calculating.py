"""What is printed beside what follows from other printed numbers, and from scores of outputs.

Numbers, relations and formulas; rank correlations of so many pairs, marks of significance, correlations of columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from statistics import correlation
from typing import TYPE_CHECKING, Any

from axiometrics.claims.files import Compared, Stated, Tried
from axiometrics.claims.finding import scored
from axiometrics.metrics import METRICS

if TYPE_CHECKING:
    import sympy


def scores_of(task: str, outputs: Mapping[str, str]) -> dict[str, Any]:
    """Return what expressions may name: outputs, and the task's metrics as functions of them.

    >>> names = scores_of("clustering", {"D1": "{a b}", "D2": "{a}{b}"})
    >>> calculated("true", "purity(D1) < purity(D2)", names=names).agrees
    True
    """
    import sympy

    def function(key: str) -> Callable[..., Any]:
        def score(output: object, **values: object) -> Any:
            given = {name: str(value) for name, value in values.items()}
            label = (
                f"{key}({', '.join(f'{name}={value}' for name, value in given.items())})" if given else key
            )
            return scored(task, label, outputs[str(output)])

        return score

    functions = {key: function(key) for key in METRICS.view(task, plugins=False)}
    return {**functions, **{name: sympy.Symbol(name) for name in outputs}}


def calculated(
    printed: str, expression: str, *kinder: str, names: Mapping[str, Any] | None = None
) -> Compared:
    """Compare a printed number, or ``true``, with an expression in printed numbers, to the printed digits.

    ``kinder`` are names and expressions of further readings, in turn, which are tried where this one does not agree.

    >>> calculated("3.40", "(0.962 - 0.806)/sqrt(0.00211)").agrees, calculated("true", "1/3 < 0.3").agrees
    (True, False)
    >>> calculated("-0.92", "-0.91").near, calculated("true", "9/10 > 0.9", "at least", "9/10 >= 0.9").favours
    (True, 'at least')
    """
    known = dict(names or {})
    agrees, computed, near = _compare(printed, expression, known)
    if agrees:
        return Compared(printed, computed, True)
    tried = tuple(_tried(printed, kinder, known))
    right = [each.reading for each in tried if each.supports]
    return Compared(printed, computed, False, favours=", ".join(right), near=near, tried=tried)


def _tried(printed: str, kinder: Sequence[str], names: Mapping[str, Any]) -> Iterator[Tried]:
    for name, expression in zip(kinder[::2], kinder[1::2], strict=True):
        agrees, computed, _ = _compare(printed, expression, names)
        yield Tried(name, computed, agrees or (printed != "false" and computed.startswith("true: ")))


def _compare(printed: str, expression: str, names: Mapping[str, Any]) -> tuple[bool, str, bool]:
    """Whether a number or a relation is the printed one, what it is, and whether printed numbers are a unit apart."""
    from sympy import Rational, nsimplify, simplify, sympify

    found = sympify(expression, locals=dict(names), rational=True)
    if getattr(found, "is_Boolean", False) or getattr(found, "is_Relational", False):
        told = str(bool(simplify(found))).lower()
        return told == printed, f"{told}: {expression}", False
    digits = len(printed.partition(".")[2])
    unit = Rational(1, 10**digits) if digits else Rational(0)
    target = nsimplify(Fraction(printed))
    value = str(found) if found.is_Integer else f"{float(found):.{digits + 2}f}"
    told = expression if _is_number(expression) else f"{value} = {expression}"
    if abs(found - target) <= unit / 2:
        return True, told, False
    if _is_cut(found, target, unit):
        return True, f"{told}, cut and not rounded", False
    return False, told, bool(unit and _is_number(expression) and abs(found - target) <= unit)


def _is_cut(found: sympy.Expr, target: sympy.Expr, unit: sympy.Expr) -> bool:
    """Whether leaving out further digits of a number gives the printed one."""
    beyond = abs(found) - abs(target)
    return bool(target * found >= 0 and beyond >= 0 and beyond < unit)


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()


_RELATION = re.compile(r"\s(=|<|>|<=|>=)\s")
_REACH = 6
"""How many values of each letter are tried against a formula that is not proved."""


def formulated(text: str, *kinder: str, least: Mapping[str, int] | None = None) -> Compared:
    """Decide a formula for all positive values of its letters; those in ``least`` are whole and start there.

    An equation is proved as an identity; an inequality by coefficients of one sign, after the letters are counted from
    their least values. A formula that fails for some whole numbers is refuted by the smallest of them.

    >>> formulated("1 < 2*n/(n + 1)", least={"n": 2}).agrees, formulated("1 < 2*n/(n + 1)", least={"n": 1}).computed
    (True, 'false for n = 1: 1 < 1')
    >>> formulated("Sum(i, (i, 1, n)) = n*(n - 1)/2", "as a lower bound", "Sum(i, (i, 1, n)) >= n*(n - 1)/2").favours
    'as a lower bound'
    """
    proved, computed = _decided(text, least or {})
    if proved is None:
        return Compared(text, computed, False, undecided=computed)
    tried = []
    for name, other in zip(kinder[::2], kinder[1::2], strict=True) if not proved else ():
        holds, found = _decided(other, least or {})
        tried.append(Tried(name, found, bool(holds)))
    right = ", ".join(each.reading for each in tried if each.supports)
    return Compared(text, computed, proved, favours=right, tried=tuple(tried))


def _decided(text: str, least: Mapping[str, int]) -> tuple[bool | None, str]:
    """Return whether a formula is proved (True), refuted (False) or neither, and how."""
    import sympy

    left, relation, right = _RELATION.split(text, maxsplit=1)
    names = set(re.findall(r"\b[a-zA-Z]\b", text))
    letters = {name: sympy.Symbol(name, positive=True) for name in names}
    sides = [sympy.sympify(side, locals=letters).doit() for side in (left, right)]
    difference = sides[1] - sides[0] if relation.startswith("<") else sides[0] - sides[1]
    if relation == "=":
        if sympy.simplify(sympy.expand_log(sympy.together(difference), force=True)) == 0:
            return True, f"an identity: {text}"
    elif _is_positive(difference, least, strict="=" not in relation):
        start = ", ".join(f"{name} >= {number}" for name, number in least.items())
        return True, f"proved for all {start or 'positive values'}: {text}"
    return _against(sides, difference, relation, least, text)


def _is_positive(difference: sympy.Expr, least: Mapping[str, int], *, strict: bool) -> bool:
    """Whether numerator and denominator have coefficients of one sign, letters counted from their least values."""
    import sympy

    letters = sorted(difference.free_symbols, key=str)
    moved = {letter: letter + least.get(str(letter), 0) for letter in letters}
    numerator, denominator = sympy.fraction(sympy.together(difference.subs(moved, simultaneous=True)))
    if not letters:
        return bool(difference > 0 if strict else difference >= 0)
    if not (numerator.is_polynomial(*letters) and denominator.is_polynomial(*letters)):
        return False
    above, below = (sympy.Poly(sympy.expand(each), *letters) for each in (numerator, denominator))
    if all(each <= 0 for each in (*above.coeffs(), *below.coeffs())):
        above, below = -above, -below
    if not all(each >= 0 for each in (*above.coeffs(), *below.coeffs())):
        return False
    return not strict or any(
        each > 0
        and not any(power and str(letter) in least for power, letter in zip(powers, letters, strict=True))
        for powers, each in above.terms()
    )


def _against(
    sides: list[sympy.Expr], difference: sympy.Expr, relation: str, least: Mapping[str, int], text: str
) -> tuple[bool | None, str]:
    """Look for whole numbers for which the formula fails."""
    letters = sorted(difference.free_symbols, key=str)
    starts = [least.get(str(letter), 1) for letter in letters]
    for steps in sorted(product(range(_REACH), repeat=len(letters)), key=sum):
        values = {letter: start + step for letter, start, step in zip(letters, starts, steps, strict=True)}
        value = difference.subs(values)
        if value.is_number and value.is_finite and _fails(value, relation):
            where = ", ".join(f"{letter} = {number}" for letter, number in values.items())
            shown = [side.subs(values) for side in sides]
            return False, f"false{f' for {where}' if where else ''}: {shown[0]} {relation} {shown[1]}"
    return None, f"neither proved nor refuted by small numbers: {text}"


def _fails(value: sympy.Expr, relation: str) -> bool:
    """Whether a difference, turned so that it should not be negative, goes against the relation."""
    if relation == "=":
        return bool(value != 0)
    return bool(value < 0 if "=" in relation else value <= 0)


_FILTERING = {
    "Accuracy": (0.3, -0.91), "Utility": (0.39, -0.91), "LAM%": (0.38, -0.96), "F": (0.49, -0.92), "R*S": (0.70, -0.78),
}  # fmt: skip
_RANKING = {
    "MAP": (0.55, -0.89), "DCG": (0.60, -0.68), "P@10": (0.3, -0.76), "MRR": (0.4, -0.63), "RBP 0.8": (0.28, -0.92),
    "RBP 0.95": (0.39, -0.65), "R*S W30": (0.35, -0.58), "R*S W800": (0.57, -0.73),
}  # fmt: skip
_NAMED = ("R*S W30", "R*S W800", "DCG")
"""The measures that the text gives as examples."""


def comparisons() -> Iterator[Stated]:
    """Compare the signs of two correlations with what the text says.

    >>> [(each.about.agrees, bool(each.about.favours)) for each in comparisons()]
    [(True, False), (False, True)]
    """
    yield Stated("filtering: correlated", _compared("positive", _FILTERING, tuple(_FILTERING)))
    yield Stated("ranking: traded for each other", _compared("negative", _RANKING, _NAMED))


def _compared(said: str, table: Mapping[str, tuple[float, float]], named: Sequence[str]) -> Compared:
    """Compare the signs over the whole table; in the claim's favour those of the measures that the text names."""
    found = _correlations(list(table.values()))
    told = ", ".join(f"{name} is {value:.2f}" for name, value in found.items())
    if all(_is_said(value, said) for value in found.values()):
        return Compared(said, told, True)
    few = _correlations([table[name] for name in named])
    every = found | {f"{name} of {', '.join(named)}": value for name, value in few.items()}
    tried = tuple(Tried(name, f"{value:.2f}", _is_said(value, said)) for name, value in every.items())
    return Compared(
        said, told, False, favours="; ".join(each.reading for each in tried if each.supports), tried=tried
    )


def _is_said(value: float, said: str) -> bool:
    return value > 0 if said == "positive" else value < 0


def _correlations(rows: Sequence[tuple[float, float]]) -> dict[str, float]:
    robust, strict = zip(*rows, strict=True)
    return {"Pearson's correlation": correlation(robust, strict), "Kendall's tau": _kendall(robust, strict)}


def _kendall(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Kendall's tau; tied pairs count as neither."""
    pairs = list(combinations(range(len(first)), 2))
    signs = [_sign(first[i] - first[j]) * _sign(second[i] - second[j]) for i, j in pairs]
    return sum(signs) / len(pairs)


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)


def correlated(printed: str, pairs: int) -> Compared:
    """Compare a printed Kendall's tau with (P - 2D)/P for a whole number D of the P pairs.

    A ranking with ties allows every whole number in place of P - 2D.

    >>> correlated("0.818", 66).computed, correlated("0.825", 66).agrees, correlated("0.833", 66).favours
    ('54/66, with 6 pairs turned', False, 'rankings with a tied pair')
    """
    target = Fraction(printed)
    slack = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    turned = round((1 - target) * pairs / 2)
    agrees = abs(Fraction(pairs - 2 * turned, pairs) - target) <= slack
    told = f"{pairs - 2 * turned}/{pairs}, with {turned} pairs turned"
    if agrees:
        return Compared(printed, told, True)
    whole = round(target * pairs)
    tied = abs(Fraction(whole, pairs) - target) <= slack
    sense = "rankings with a tied pair"
    tried = (Tried(sense, f"{whole}/{pairs}", tied),)
    return Compared(printed, f"nearest is {told}", False, favours=sense if tied else "", tried=tried)


def marked_ranks(rows: Sequence[Sequence[str]]) -> Iterator[Stated]:
    """Compare ranks and marks: rows of a name, the printed mean, and how many of the worst it is said to beat.

    Tukey's test has one critical difference: whatever is significant differs by more than what is not.

    >>> [each.about.agrees for each in marked_ranks([["a", "0.9", "2"], ["b", "0.8", "1"], ["c", "0.5", "0"]])]
    [True, True, True]
    """
    means = [Fraction(mean) for _, mean, _ in rows]
    marks = [int(mark) for *_, mark in rows]
    ordered = means == sorted(means, reverse=True)
    yield Stated("means in order", Compared("ordered", " >= ".join(mean for _, mean, _ in rows), ordered))
    below = [len(rows) - place - 1 for place in range(len(rows))]
    fits = all(mark <= count for mark, count in zip(marks, below, strict=True))
    fits = fits and marks == sorted(marks, reverse=True)
    told = ", ".join(f"{name} {mark} of {count}" for (name, _, mark), count in zip(rows, below, strict=True))
    yield Stated("marks against ranks", Compared("possible", told, fits))
    yield Stated("one critical difference", _critical(rows, means, marks))


def _critical(rows: Sequence[Sequence[str]], means: Sequence[Fraction], marks: Sequence[int]) -> Compared:
    unit = Fraction(1, 10 ** len(rows[0][1].partition(".")[2]))
    pairs = list(combinations(range(len(rows)), 2))
    apart = {pair: pair[1] >= len(rows) - marks[pair[0]] for pair in pairs}
    differences = {pair: means[pair[0]] - means[pair[1]] for pair in pairs}
    least = min((differences[pair] for pair in pairs if apart[pair]), default=Fraction(1))
    most = max((differences[pair] for pair in pairs if not apart[pair]), default=Fraction(0))
    told = f"marked from {float(least):.3f} on, not marked up to {float(most):.3f}"
    agrees = most <= least + 2 * unit
    return Compared("marked differences are the larger ones", told, agrees)
