"""What an outside checker says against a proof, as a case: the symbols of its model, and the outputs that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.recheck.branches import replayed
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import Flat, RefusedError, flattened, formula_of, parsed

__all__ = ["counterexample", "values_of"]

DEFINED = re.compile(r"\(define-fun\s+(\S+)\s+\(\)\s+Real\s+((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")


def values_of(model: str) -> dict[str, Fraction]:
    """Return the values that a model gives to symbols; those that are no fractions are left out.

    >>> values_of("((define-fun x () Real 2.0) (define-fun y () Real (- (/ 1.0 2.0))))")
    {'x': Fraction(2, 1), 'y': Fraction(-1, 2)}
    """
    found = {}
    for name, text in DEFINED.findall(model):
        value = _number(text.strip())
        if value is not None:
            found[name] = value
    return found


def _number(text: str) -> Fraction | None:
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return Fraction(text)
    if match := re.fullmatch(r"\(- (.*)\)", text):
        inner = _number(match[1].strip())
        return None if inner is None else -inner
    if match := re.fullmatch(r"\(/ (\S+|\(- \S+\)) (\S+)\)", text):
        top, bottom = _number(match[1]), _number(match[2])
        return top / bottom if top is not None and bottom else None
    return None


def counterexample(document: Mapping[str, Any], file: str, model: str) -> list[str]:
    """Return the case of a model of one of the scripts of a certificate, as lines: its symbols, and every output."""
    named = re.match(r"case(\d+)-(?:branch(\d+))?", file)
    if not named:
        return [f"{name} = {value}" for name, value in values_of(model).items()]
    data = document["parts"][int(named[1])]
    known: dict[str, Flat] = {name: {(): value} if value else {} for name, value in values_of(model).items()}
    if named[2]:
        part = Part(document, data, formula_of(document["formula"]))
        _, gone, _ = replayed(part, data["branches"][int(named[2])]["path"])
        for name, top, bottom in reversed(gone):
            known[name] = flattened(parsed(f"({top})/({bottom})"), known)
    meant = {each["name"]: each["meaning"] for each in data["symbols"]}
    told = [f"{name} = {_told(name, known)} ({meant[name]})" for name in meant if name in known]
    return [*told, *_outputs(data, known)]


def _outputs(data: Mapping[str, Any], known: Mapping[str, Flat]) -> Iterator[str]:
    """Yield what each output is: its focal clusters or list, its quantities, and what is measured there."""
    for output, about in data["outputs"].items():
        parts = [
            f"{name} = {_told(text, known)}"
            for kind in ("quantities", "values")
            for name, text in about[kind].items()
        ]
        for cluster in about.get("clusters", ()):
            counts = ", ".join(
                f"{_told(each['count'], known)} of {each['category']}" for each in cluster["parts"]
            )
            parts.append(f"a cluster with {counts}")
        for row in about.get("list", ()):
            parts.append(" ".join(f"{name} {_told(text, known)}" for name, text in row.items()))
        yield f"{output}: {'; '.join(dict.fromkeys(parts))}"


def _told(text: str, known: Mapping[str, Flat]) -> str:
    """Return the value of a text, or the text where the model does not settle it."""
    try:
        found = flattened(parsed(text), known)
    except (RefusedError, ZeroDivisionError):
        return text
    return str(found.get((), Fraction(0))) if set(found) <= {()} else text
