"""The independent check of a certificate: integer signs, complete case distinctions, and agreement with real cases.

Nothing here is shared with the prover. A certificate is read as plain data; its polynomials are evaluated on concrete
cases, with every generator computed from its stated definition, and compared with the metric's actual margins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.checker.prove.arithmetic import arithmetic

__all__ = ["CertificateError", "recheck"]

Measure = Callable[[str], Any]


class CertificateError(AssertionError):
    """A certificate that does not show what its proof claims."""


def recheck(
    certificate: Mapping[str, Any],
    sign: str,
    measure: Measure,
    margins: Any,
    squares: Any,
    outputs: Sequence[str],
) -> int:
    """Check a certificate against its claim and against concrete cases; return how many cases were compared.

    ``measure`` gives a named quantity of every case as an array; ``margins`` are the metric's margins on the same
    cases, ``squares`` the differences of squared scores. Raises CertificateError. Cost O(cases) per branch.
    """
    if not certificate["branches"]:
        return _equal(certificate, sign, measure, margins, outputs)
    signs = {known["name"]: known["sign"] for known in certificate["generators"]}
    _covers([list(branch["path"]) for branch in certificate["branches"]])
    for branch in certificate["branches"]:
        _signs_hold(branch, signs)
    _claim([branch["sign"] for branch in certificate["branches"]], sign)
    return _agrees(certificate, measure, margins, squares)


def _equal(
    certificate: Mapping[str, Any], sign: str, measure: Measure, margins: Any, outputs: Sequence[str]
) -> int:
    if sign != "zero":
        raise CertificateError("a certificate without branches can only show that every case ties")
    first, *others = outputs
    for name in certificate["values"][first]:
        for other in others:
            if not np.allclose(measure(f"{name}@{first}"), measure(f"{name}@{other}"), rtol=1e-9, atol=1e-9):
                raise CertificateError(f"{name} is not the same in {first} and {other}")
    _close(margins, np.zeros_like(margins), "margin of equal reductions")
    return len(margins)


def _covers(paths: list[list[Mapping[str, Any]]]) -> None:
    """The first steps of all paths must be the two sides of one distinction, and so on within each side."""
    if len(paths) == 1 and not paths[0]:
        return
    if any(not path for path in paths):
        raise CertificateError("a case distinction overlaps another")
    sides: dict[str, list[list[Mapping[str, Any]]]] = {}
    for path in paths:
        sides.setdefault(repr(sorted(path[0].items())), []).append(path[1:])
    steps = [next(path[0] for path in paths if repr(sorted(path[0].items())) == side) for side in sides]
    if len(steps) != 2 or not _opposite(*steps):
        raise CertificateError(f"a case distinction has the sides {list(sides)}")
    for rest in sides.values():
        _covers(rest)


def _opposite(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if "zero" in one or "zero" in other:
        zero, positive = (one, other) if "zero" in one else (other, one)
        return (
            set(zero) == {"zero"} and set(positive) == {"positive"} and zero["zero"] == positive["positive"]
        )
    if "larger" not in one or "larger" not in other:
        return False
    swapped = (one["larger"], one["smaller"]) == (other["smaller"], other["larger"])
    return (
        swapped
        and Fraction(one["factor"]) * Fraction(other["factor"]) == 1
        and Fraction(one["factor"]) > 0
        and not (one["strict"] and other["strict"])
    )


def _signs_hold(branch: Mapping[str, Any], signs: Mapping[str, str]) -> None:
    """Replay the steps on the generators' signs, then read the margin's sign off the integer coefficients."""
    known = dict(signs, l="positive")
    for step in branch["path"]:
        if "zero" in step:
            _require(
                known[step["zero"]] == "nonnegative",
                f"{step['zero']} is split on zero but is {known[step['zero']]}",
            )
            known[step["zero"]] = "gone"
        elif "positive" in step:
            known[step["positive"]] = "positive"
        else:
            _require(
                known[step["larger"]] in ("positive", "nonnegative"),
                "an order needs generators of known sign",
            )
            _require(
                known[step["larger"]] == "nonnegative"
                or step["strict"]
                or known[step["smaller"]] == "positive",
                "a strict sign is lost",
            )
            known[step["larger"]] = "gone"
            known[step["excess"]] = "positive" if step["strict"] else "nonnegative"
    names = branch["generators"]
    top = _product_sign(branch["numerator"], names, known)
    bottom = _product_sign(branch["denominator"], names, known)
    _require(bottom == (1, True), "a denominator is not evidently positive")
    direction, strict = top
    claimed = {
        "positive": (1, True),
        "negative": (-1, True),
        "nonnegative": (1, None),
        "nonpositive": (-1, None),
        "zero": (0, None),
    }
    want, need = claimed[branch["sign"]]
    _require(
        direction == want and (need is None or strict),
        f"a branch claims {branch['sign']} but its coefficients do not show it",
    )


def _product_sign(
    factors: Sequence[Mapping[str, Any]], names: Sequence[str], known: Mapping[str, str]
) -> tuple[int, bool]:
    direction, strict = 1, True
    for factor in factors:
        one, sure = _sign(factor["terms"], names, known)
        direction *= one ** int(factor["times"])
        strict = strict and sure
    return direction, strict


def _sign(terms: Sequence[Any], names: Sequence[str], known: Mapping[str, str]) -> tuple[int, bool]:
    if not terms:
        return 0, False
    values = [Fraction(value) for value, _ in terms]
    _require(
        all(value > 0 for value in values) or all(value < 0 for value in values), "coefficients of both signs"
    )
    strict = False
    for _, powers in terms:
        used = [known.get(name, "real") for name, power in zip(names, powers, strict=True) if power]
        _require(
            all(sign in ("positive", "nonnegative") for sign in used),
            "a generator of unknown sign in the margin",
        )
        strict = strict or all(sign == "positive" for sign in used)
    return (1 if values[0] > 0 else -1), strict


def _claim(branches: Sequence[str], sign: str) -> None:
    allowed = {
        "positive": {"positive"},
        "negative": {"negative"},
        "zero": {"zero"},
        "nonnegative": {"positive", "nonnegative", "zero"},
        "nonpositive": {"negative", "nonpositive", "zero"},
    }[sign]
    _require(set(branches) <= allowed, f"the branches show {sorted(set(branches))}, not {sign}")


def _agrees(certificate: Mapping[str, Any], measure: Measure, margins: Any, squares: Any) -> int:
    values = _generators(certificate, measure, len(margins))
    _values_hold(certificate["values"], values, measure)
    done = np.zeros(len(margins), dtype=bool)
    for branch in certificate["branches"]:
        here, local = _entered(branch["path"], values, ~done)
        done |= here
        if here.any():
            names = branch["generators"]
            top, bottom = (
                _evaluate(branch[part], names, local, here) for part in ("numerator", "denominator")
            )
            wanted = (squares if branch["squared"] else margins)[here]
            _close(wanted, top / bottom, "margin")
            if branch["squared"]:
                _same_signs(margins[here], squares[here])
    _require(bool(done.all()), "a concrete case falls into no branch")
    return len(margins)


def _same_signs(margins: Any, squares: Any) -> None:
    """Squares order scores only where the scores are not negative."""
    clear = np.abs(squares) > 1e-9
    _require(
        bool((np.sign(margins[clear]) == np.sign(squares[clear])).all()),
        "a margin has another sign than the difference of squares",
    )


def _generators(certificate: Mapping[str, Any], measure: Measure, count: int) -> dict[str, Any]:
    """Compute every generator from its definition, and check its sign on all cases."""
    places = {
        place: np.broadcast_to(np.asarray(measure(name), dtype=float), (count,))
        for place, name in certificate["measured"].items()
    }
    found = {"l": np.full(count, np.log(2.0))}
    largest = 1.0 + max((np.abs(place).max() for place in places.values()), default=0.0)
    for known in certificate["generators"]:
        value = np.broadcast_to(arithmetic(known["definition"], places), (count,))
        floor = {"positive": 1e-9, "nonnegative": -1e-9 * largest, "real": -np.inf}[known["sign"]]
        _require(
            bool((value >= floor).all()),
            f"{known['name']} ({known['meaning']}) is not {known['sign']} in some case",
        )
        found[known["name"]] = np.where(np.abs(value) < 1e-9, 0.0, value)
    return found


def _values_hold(
    stated: Mapping[str, Mapping[str, str]], values: Mapping[str, Any], measure: Measure
) -> None:
    """Every reduction must have, in each output of each case, the value that the certificate states."""
    for output, known in stated.items():
        for symbol, text in known.items():
            found = np.asarray(measure(f"{symbol}@{output}"), dtype=float)
            _close(found, np.broadcast_to(arithmetic(text, values), found.shape), f"{symbol} in {output}")


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
        else:
            excess = local[step["larger"]] - float(Fraction(step["factor"])) * local[step["smaller"]]
            excess = np.where(np.abs(excess) < 1e-9, 0.0, excess)
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


def _close(found: Any, wanted: Any, what: str) -> None:
    if not np.allclose(found, wanted, rtol=1e-6, atol=1e-8):
        found, wanted = np.broadcast_arrays(found, wanted)
        worst = int(np.argmax(np.abs(found - wanted)))
        raise CertificateError(
            f"the {what} of a concrete case is {found[worst]}, but the certificate gives {wanted[worst]}"
        )


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise CertificateError(message)
