"""The signs of a certificate: whole coefficients, complete case distinctions, and parts that leave no case out.

Nothing here is shared with the prover. A certificate is read as plain data; its polynomials are evaluated on concrete
cases, with every generator computed from its stated definition, and compared with the metric's actual margins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from axiometrics.checker.recheck import CertificateError, UnconfirmedError, require
from axiometrics.checker.recheck.cases import Concrete, Places, compare
from axiometrics.checker.recheck.on_cases import agrees
from axiometrics.checker.recheck.polynomials import strict
from axiometrics.checker.recheck.reading import polynomial
from axiometrics.tasks import get_task


def recheck(certificate: Mapping[str, Any], sign: str, *batches: Concrete) -> int:
    """Check a certificate against its claim and against concrete cases; return how many cases were compared.

    Raises CertificateError. Cost O(cases) per branch.
    """
    claim_holds(certificate, sign, *batches)
    return compare((concrete, partial(agrees, certificate)) for concrete in batches)


def claim_holds(certificate: Mapping[str, Any], sign: str, *batches: Concrete) -> None:
    """Require that a certificate shows its claim where it agrees with the cases. Raises CertificateError."""
    if certificate["branches"]:
        signs = {known["name"]: known["sign"] for known in certificate["generators"]}
        covers([list(branch["path"]) for branch in certificate["branches"]])
        for branch in certificate["branches"]:
            signs_hold(branch, signs, certificate["facts"])
            for concrete in batches if "infinite" in branch else ():
                _require_beyond(branch, concrete)
        _claim([branch["sign"] for branch in certificate["branches"]], sign)
    else:
        require(sign == "zero", "a certificate without branches can only show that every case ties")
    if any(branch["squared"] for branch in certificate["branches"]):
        forms = [sorted(concrete.form.values()) for concrete in batches]
        known = ([-1, 1], [1], [-1])
        require(all(form in known for form in forms), "squares only tell the order of two scores, or a sign")


def _require_beyond(branch: Mapping[str, Any], concrete: Concrete) -> None:
    """Require that infinite values show the sign of a linear form: all to one side, or of two that may tie."""
    form, ends = concrete.form, branch["infinite"]
    require(bool(ends) and ends.keys() <= form.keys() and all(form[n] for n in ends), "no infinite score")
    require(set(ends.values()) <= {1, -1}, "infinity without a sign")
    total = concrete.turn * sum(form[name] * end for name, end in ends.items())
    ties = sorted(form.values()) == [-1, 1] and get_task(concrete.metric.task).infinite_ties
    require(ties or abs(total) == sum(abs(form[name]) for name in ends), "infinity less infinity")
    known = "positive" if total > 0 else "negative" if total else "zero"
    require(branch["sign"] == known, f"infinite values show {known}, not {branch['sign']}")


def covers(paths: list[list[Mapping[str, Any]]]) -> None:
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
        covers(rest)


def _opposite(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if "zero" in one or "zero" in other:
        zero, positive = (one, other) if "zero" in one else (other, one)
        return (
            set(zero) == {"zero"} and set(positive) == {"positive"} and zero["zero"] == positive["positive"]
        )
    if "more" in one and "more" in other:
        return (one["more"], one["less"]) == (other["less"], other["more"]) and not (
            one["strict"] and other["strict"]
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


def signs_hold(branch: Mapping[str, Any], signs: Mapping[str, str], facts: Sequence[Sequence[str]]) -> None:
    """Replay the steps on the generators' signs, then read the margin's sign off the integer coefficients."""
    known, positive_sums = _replayed(branch["path"], signs)
    if branch["sign"] == "impossible":
        zero = {step["zero"] for step in branch["path"] if "zero" in step}
        vanish = [
            excess in zero and all(zero & set(dict(powers)) for powers in polynomial(less))
            for less, excess in positive_sums
        ]
        require(
            any(vanish) or any(zero.issuperset(members) for members in facts),
            "no fact forbids an impossible branch",
        )
        return
    if branch["sign"] == "undefined" or "infinite" in branch:
        return  # that no value is there, and nowhere else, is tested on the concrete cases
    names = branch["generators"]
    sums = _left(facts, branch["path"], known)
    top = _product_sign(branch["numerator"], names, known, sums)
    bottom = _product_sign(branch["denominator"], names, known, sums)
    require(bottom == (1, True), "a denominator is not evidently positive")
    direction, strict = top
    claimed = {
        "positive": (1, True),
        "negative": (-1, True),
        "nonnegative": (1, None),
        "nonpositive": (-1, None),
        "zero": (0, None),
    }
    want, need = claimed[branch["sign"]]
    require(
        direction == want and (need is None or strict),
        f"a branch claims {branch['sign']} but its coefficients do not show it",
    )


def _replayed(
    path: Sequence[Mapping[str, Any]], signs: Mapping[str, str]
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the signs that hold after all steps, and the (less, excess) whose sum was positive before its step."""
    known = dict(signs, l="positive")
    positive_sums: list[tuple[str, str]] = []
    for step in path:
        if "zero" in step:
            require(
                known[step["zero"]] == "nonnegative",
                f"{step['zero']} is split on zero but is {known[step['zero']]}",
            )
            known[step["zero"]] = "gone"
        elif "positive" in step:
            require(known[step["positive"]] == "nonnegative", f"{step['positive']} is split on zero twice")
            known[step["positive"]] = "positive"
        elif "more" in step:
            if strict(polynomial(step["more"]), known, sign=1):
                positive_sums.append((step["less"], step["excess"]))
            require(
                known[step["solved"]] in ("positive", "nonnegative"), "only what has a sign is solved for"
            )
            require(step["excess"] not in known, f"{step['excess']} is introduced twice")
            known[step["solved"]] = "gone"
            known[step["excess"]] = "positive" if step["strict"] else "nonnegative"
        else:
            _require_order(step, known)
            known[step["larger"]] = "gone"
            known[step["excess"]] = "positive" if step["strict"] else "nonnegative"
    return known, positive_sums


def _require_order(step: Mapping[str, Any], known: Mapping[str, str]) -> None:
    require(known[step["larger"]] in ("positive", "nonnegative"), "an order needs generators of known sign")
    require(
        known[step["larger"]] == "nonnegative" or step["strict"] or known[step["smaller"]] == "positive",
        "a strict sign is lost",
    )


def _left(
    facts: Sequence[Sequence[str]], path: Sequence[Mapping[str, Any]], known: Mapping[str, str]
) -> list[set[str]]:
    """Return what is left of sums that are never zero, of those of which no step puts anything else for a member."""
    zero = {step["zero"] for step in path if "zero" in step}
    left = [set(members) - zero for members in facts]
    return [
        members
        for members in left
        if members and all(known.get(name) in ("positive", "nonnegative") for name in members)
    ]


def _product_sign(
    factors: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    known: Mapping[str, str],
    sums: Sequence[set[str]],
) -> tuple[int, bool]:
    direction, strict = 1, True
    for factor in factors:
        one, sure = _sign(factor["terms"], names, known, sums)
        direction *= one ** int(factor["times"])
        strict = strict and sure
    return direction, strict


def _sign(
    terms: Sequence[Any], names: Sequence[str], known: Mapping[str, str], sums: Sequence[set[str]]
) -> tuple[int, bool]:
    """Return the sign of a polynomial, and whether a term, or the terms of a sum's members, cannot vanish."""
    if not terms:
        return 0, False
    values = [Fraction(value) for value, _ in terms]
    require(
        all(value > 0 for value in values) or all(value < 0 for value in values), "coefficients of both signs"
    )
    strict, alone = False, set[str]()
    for _, powers in terms:
        used = [name for name, power in zip(names, powers, strict=True) if power]
        require(
            all(known.get(name) in ("positive", "nonnegative") for name in used),
            "a generator of unknown sign in the margin",
        )
        loose = [name for name in used if known[name] != "positive"]
        strict = strict or not loose
        alone.update(loose if len(loose) == 1 else ())
    strict = strict or any(alone >= members for members in sums)
    return (1 if values[0] > 0 else -1), strict


def _claim(branches: Sequence[str], sign: str) -> None:
    found = set(branches) - {"undefined", "impossible"}
    if sign == "undefined":
        require(
            not found and sign in branches, f"the branches show {sorted(found)}, not that there is no margin"
        )
        return
    require(bool(found) and found <= _ALLOWED[sign], f"the branches show {sorted(found)}, not {sign}")


_ALLOWED = {
    "positive": {"positive"},
    "negative": {"negative"},
    "zero": {"zero"},
    "nonnegative": {"positive", "nonnegative", "zero"},
    "nonpositive": {"negative", "nonpositive", "zero"},
}


def recheck_parts(certificate: Mapping[str, Any], sign: str, *batches: Concrete) -> int:
    """Check a certificate, whole or in parts, as `recheck` does; return how many cases were compared.

    A part speaks of the cases whose chosen sizes are those of its place. Every case must be in a part, each part must
    have cases, and what the parts show must give the claim. Parts that say the same of other places are compared with
    the cases of all these together. Raises CertificateError.
    """
    if "parts" not in certificate:
        return recheck(certificate, sign, *batches)
    known: dict[str, tuple[Mapping[str, Any], list[Concrete]]] = {}
    require(any(part["sign"] != "undefined" for part in certificate["parts"]), "no part has a margin")
    for part, inside in parts_of(certificate["parts"], batches):
        fits = part["sign"] in ("undefined", *_ALLOWED[sign])
        require(fits, f"a part shows {part['sign']}, not {sign}")
        said = repr({name: value for name, value in part.items() if name != "where"})
        known.setdefault(said, (part, []))[1].extend(inside)
    jobs = []
    for part, inside in known.values():
        if "terms" in part:
            for concrete in inside:
                _terms_hold(part, concrete)
            continue
        claim_holds(part, part["sign"], *inside)
        jobs += [(concrete, partial(agrees, part)) for concrete in _together(inside)]
    return compare(jobs) + sum(
        len(concrete) for part, inside in known.values() if "terms" in part for concrete in inside
    )


def _terms_hold(part: Mapping[str, Any], concrete: Concrete) -> None:
    """Require that the outputs of every case are what a rule about single terms asks for. Raises CertificateError."""
    told, cases, batch = part["terms"], concrete.floats(), concrete.batch
    place = "terms", told["rule"], repr(told["forms"])
    task = get_task(concrete.metric.task)
    held = batch.once(place, lambda: task.terms_hold(told["rule"], told["forms"], batch.outputs))
    cases.require(held[concrete.places], f"the rule {told['rule']} says nothing")
    if part["sign"] == "undefined":
        with np.errstate(invalid="ignore"):
            margin = cases.margin(beyond=True)
        cases.require(cases.absent(margin), "what has no margin has one")


def _together(parts: Iterable[Concrete]) -> list[Concrete]:
    """Return some of the cases of batches as one for each batch."""
    batches: dict[int, list[Concrete]] = {}
    for part in parts:
        batches.setdefault(id(part.batch), []).append(part)
    return [
        known[0] if len(known) == 1 else replace(known[0], places=_all_places(known))
        for known in batches.values()
    ]


def _all_places(parts: Sequence[Concrete]) -> Places:
    """Return the places of cases of one batch, each once and in order."""
    there = np.zeros(len(parts[0].batch), dtype=bool)
    for part in parts:
        there[part.places] = True
    return np.flatnonzero(there)


def parts_of(
    parts: Sequence[Mapping[str, Any]], batches: Sequence[Concrete]
) -> Iterator[tuple[Mapping[str, Any], list[Concrete]]]:
    """Yield every part with its cases.

    Raises UnconfirmedError where it has none, CertificateError where a case with a margin is in none.
    """
    require(bool(parts), "a proof in parts has no part")
    done = [np.zeros(len(concrete), dtype=bool) for concrete in batches]
    for part in parts:
        here = [concrete.inside(part["where"]) for concrete in batches]
        if not any(chosen.any() for chosen in here):
            told = ", ".join(f"{name} = {value}" for name, value in part["where"].items())
            raise UnconfirmedError(f"no concrete case confirms the part with {told}")
        yield (
            part,
            [
                concrete.restricted(chosen)
                for concrete, chosen in zip(batches, here, strict=True)
                if chosen.any()
            ],
        )
        done = [known | chosen for known, chosen in zip(done, here, strict=True)]
    for concrete, known in zip(batches[:1], done, strict=False):
        left = concrete.restricted(~known)
        if len(left):
            cases = left.floats()
            with np.errstate(invalid="ignore"):  # infinity less infinity is no margin
                margins = cases.margin(beyond=concrete.metric.is_unbounded)
            cases.require(cases.absent(margins), "what no part of the proof speaks of has a value")
