"""The numerical half of the re-check: what a certificate says must be so on concrete cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.checker.prove.arithmetic import arithmetic, sized
from axiometrics.checker.prove.refusal import CertificateError, require
from axiometrics.formulas.bounded import Bounded
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Measure", "agrees", "close", "generators", "measure_of", "values_hold"]

Measure = Callable[[str], Any]


def measure_of(metric: Metric, cases: Any) -> Measure:
    """Return how to measure a batch of cases in floats."""
    task = get_task(metric.task)

    def measure(name: str) -> Any:
        found = task.measure(metric, cases, name)
        return found.value if isinstance(found, Bounded) else found

    return measure


TINY = 1e-9
"""What is called positive must exceed this share of the sizes that it is computed from."""


def agrees(certificate: Mapping[str, Any], measure: Measure, margins: Any, squares: Any) -> int:
    """Compare a certificate with every concrete case; return how many there are. Raises CertificateError."""
    values = generators(certificate, measure, len(margins))
    values_hold(certificate["values"], values, measure)
    done = np.zeros(len(margins), dtype=bool)
    for branch in certificate["branches"]:
        here, local = _entered(branch["path"], values, ~done)
        done |= here
        require(
            not here.any() or branch["sign"] != "impossible",
            "a concrete case falls into an impossible branch",
        )
        require(
            bool((np.isnan(margins[here]) == (branch["sign"] == "undefined")).all()),
            "a concrete case has a value where the certificate says it has none, or none where it says it has",
        )
        if here.any() and branch["sign"] != "undefined":
            names = branch["generators"]
            top, bottom = (
                _evaluate(branch[part], names, local, here) for part in ("numerator", "denominator")
            )
            compared = _inside(branch["outer"], measure, margins) if "outer" in branch else squares
            close((compared if branch["squared"] else margins)[here], top / bottom, "margin")
            if branch["squared"]:
                _same_signs(margins[here], compared[here])
    require(bool(done.all()), "a concrete case falls into no branch")
    return len(margins)


def _inside(outer: Mapping[str, Any], measure: Measure, margins: Any) -> Any:
    """Return the margins of the squared roots inside a monotone function, which must give the metric's margins."""
    _require_monotone(outer)
    turn = 1 if outer["rising"] else -1
    squares, found = np.zeros(len(margins)), np.zeros(len(margins))
    for output, weight in outer["weights"].items():
        text = str(outer["inner"])
        names = {
            name: measure(f"{name}@{output}").astype(float) for name in re.findall(r"[A-Za-z_]\w*", text)
        }
        inner = np.broadcast_to(arithmetic(text, names), margins.shape)
        root = np.sqrt(np.maximum(inner, 0.0))
        top, bottom = (
            np.polyval([float(Fraction(value)) for value in outer[part]], root)
            for part in ("numerator", "denominator")
        )
        squares, found = squares + turn * weight * inner, found + weight * top / bottom
    valued = ~np.isnan(margins)
    close(margins[valued], found[valued], "margin through the root")
    return squares


def _require_monotone(outer: Mapping[str, Any]) -> None:
    """The derivative's numerator, p'q - pq', must have coefficients of the stated sign, and q constant sign."""
    p, q = ([Fraction(value) for value in outer[part][::-1]] for part in ("numerator", "denominator"))
    slope = [Fraction(0)] * (len(p) + len(q))
    for i, one in enumerate(p):
        for j, other in enumerate(q):
            if i + j:
                slope[i + j - 1] += (i - j) * one * other
    turn = 1 if outer["rising"] else -1
    require(any(slope) and all(turn * value >= 0 for value in slope), "the outer function is not monotone")
    require(q[0] != 0 and all(value * q[0] >= 0 for value in q), "the outer function may have a pole")


def _same_signs(margins: Any, squares: Any) -> None:
    """Signed squares order the scores as they are."""
    clear = np.abs(squares) > 1e-9
    require(
        bool((np.sign(margins[clear]) == np.sign(squares[clear])).all()),
        "a margin has another sign than the difference of squares",
    )


def generators(certificate: Mapping[str, Any], measure: Measure, count: int) -> dict[str, Any]:
    """Compute every generator from its definition, and check its sign on all cases."""
    places = {
        place: np.broadcast_to(np.asarray(measure(name), dtype=float), (count,))
        for place, name in certificate["measured"].items()
    }
    found = {"l": np.full(count, np.log(2.0))}
    largest = 1.0 + max((np.abs(place).max() for place in places.values()), default=0.0)
    for known in certificate["generators"]:
        value, size = (np.broadcast_to(part, (count,)) for part in sized(known["definition"], places))
        floor = {"positive": TINY * size, "nonnegative": -TINY * largest, "real": -np.inf}[known["sign"]]
        above = value > floor if known["sign"] == "positive" else value >= floor
        require(
            bool(above.all()), f"{known['name']} ({known['meaning']}) is not {known['sign']} in some case"
        )
        zero = (np.abs(value) < TINY) & (known["sign"] != "positive")
        found[known["name"]] = np.where(zero, 0.0, value)
    return found


def values_hold(stated: Mapping[str, Mapping[str, str]], values: Mapping[str, Any], measure: Measure) -> None:
    """Every reduction must have, in each output of each case, the value that the certificate states."""
    for output, known in stated.items():
        for symbol, text in known.items():
            found = np.asarray(measure(f"{symbol}@{output}"), dtype=float)
            close(found, np.broadcast_to(arithmetic(text, values), found.shape), f"{symbol} in {output}")


def _entered(
    path: Sequence[Mapping[str, Any]], values: Mapping[str, Any], open_: Any
) -> tuple[Any, dict[str, Any]]:
    """Return the cases that satisfy all steps of a path, with the generators that the steps introduce."""
    here, local = open_.copy(), dict(values)
    for step in path:
        if "zero" in step:
            here &= local[step["zero"]] == 0
        elif "positive" in step:
            here &= local[step["positive"]] > 0
        elif "more" in step:
            more, less = (
                np.broadcast_to(arithmetic(step[part], local), here.shape) for part in ("more", "less")
            )
            excess = np.where(np.abs(more - less) < 1e-9 * np.maximum(1.0, np.abs(more)), 0.0, more - less)
            local[step["excess"]] = excess
            here &= excess > 0 if step["strict"] else excess >= 0
        else:
            larger, smaller = local[step["larger"]], float(Fraction(step["factor"])) * local[step["smaller"]]
            rounding = TINY * np.maximum(np.abs(larger), np.abs(smaller))
            excess = np.where(np.abs(larger - smaller) <= rounding, 0.0, larger - smaller)
            local[step["excess"]] = excess
            here &= excess > 0 if step["strict"] else excess >= 0
    return here, local


def _evaluate(
    factors: Sequence[Mapping[str, Any]], names: Sequence[str], values: Mapping[str, Any], here: Any
) -> Any:
    found = np.ones(int(here.sum()))
    for factor in factors:
        total = np.zeros(int(here.sum()))
        for value, powers in factor["terms"]:
            term = np.full(int(here.sum()), float(Fraction(value)))
            for name, power in zip(names, powers, strict=True):
                if power:
                    term = term * values[name][here] ** power
            total += term
        found *= total ** int(factor["times"])
    return found


def close(found: Any, wanted: Any, what: str) -> None:
    """Require equal numbers up to rounding."""
    if not np.allclose(found, wanted, rtol=1e-6, atol=1e-8):
        found, wanted = np.broadcast_arrays(found, wanted)
        worst = int(np.argmax(np.abs(found - wanted)))
        raise CertificateError(
            f"the {what} of a concrete case is {found[worst]}, but the certificate gives {wanted[worst]}"
        )
