"""The symbols of a proof: short names, and what each stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from axiometrics.reports.expressions import parse, per_term, symbol
from axiometrics.reports.scripts import Script

__all__ = ["least_sizes", "meanings", "short_names", "with_reductions"]

_EVIDENT = ("sum over cells", "gain of ")
"""Beginnings of meanings that say no more than the definition beside them."""

_REDUCTION = re.compile(r"[a-z]\w*\[[^\]]*\]|\b[A-Z]+\b")


def short_names(certificate: Mapping[str, Any]) -> dict[str, str]:
    """Name the symbols that stand for a reduction S1, S2, ..., and those that are called like a size otherwise.

    A certificate about forms alone has no symbols.

    >>> names = [{"name": name} for name in ("s", "cells[n**2]", "v7")]
    >>> short_names({"generators": names, "measured": {"q0": "s", "q1": "N@worse"}})
    {'cells[n**2]': 'S1', 'v7': 'S2', 's': 's_gap'}
    """
    names = [known["name"] for known in certificate.get("generators", ())]
    sizes = {name for name in certificate.get("measured", {}).values() if "@" not in name}
    long = [name for name in names if "[" in name or re.fullmatch(r"v\d+", name)]
    found = {name: f"S{number}" for number, name in enumerate(long, 1)}
    return found | {name: f"{name}_gap" for name in names if name in sizes}


def least_sizes(certificate: Mapping[str, Any]) -> dict[Any, Any]:
    """Return what each excess over a least size is in terms of the size: n' is n - 2."""
    return {
        symbol(known["name"]): _named(known, _measured(known, certificate["measured"]), "")
        for known in certificate["generators"]
        if _is_size(known)
    }


def meanings(certificate: Mapping[str, Any], script: Script) -> Iterator[str]:
    """Say of every symbol its sign and what it stands for."""
    lemmas = {lemma["name"]: lemma for lemma in certificate["lemmas"]}
    for known in certificate["generators"]:
        lemma = lemmas.get(known["name"])
        equal, output = _definition(known, certificate, mixed=lemma is not None)
        said = script.signed(symbol(known["name"]), known["sign"], equal)
        if known["meaning"].endswith(f", in {output}"):
            said += f" in {output}"
        yield said + (_reason(lemma) if lemma else _meaning(known, output, script))


def _is_size(known: Mapping[str, str]) -> bool:
    return known["name"].endswith("'")


def _reason(lemma: Mapping[str, str]) -> str:
    return (
        ""
        if lemma["tactic"] == "coefficients"
        else f", by {lemma['tactic']}: {lemma['reason'].replace('*', ' ')}"
    )


def _meaning(known: Mapping[str, str], output: str, script: Script) -> str:
    text = known["meaning"].removesuffix(f", in {output}")
    return "" if _is_size(known) or text.startswith(_EVIDENT) else f": {with_reductions(text, script)}"


def with_reductions(text: str, script: Script) -> str:
    """Write the reductions in a sentence as mathematics, and quantities in words."""

    def written(match: re.Match[str]) -> str:
        known = script.words.get(match[0])
        return known or (script.reduction(match[0]) if "[" in match[0] else match[0])

    return _REDUCTION.sub(written, text)


def _definition(known: Mapping[str, str], certificate: Mapping[str, Any], *, mixed: bool) -> tuple[Any, str]:
    """Return what a symbol equals, where that is short, and the output it is measured in, where that is one."""
    measured = _measured(known, certificate["measured"])
    outputs = {name.rpartition("@")[2] for name in measured.values() if "@" in name}
    sizes = [name for name in measured.values() if "@" not in name]
    told = "[" in known["meaning"] or known["name"] in certificate.get("words", {})
    if (told and len(measured) == 1) or (sizes and outputs and not mixed):
        return None, ""
    output = outputs.pop() if len(outputs) == 1 else ""
    return _named(known, measured, f"@{output}"), output


def _measured(known: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    used = set(re.findall(r"\bq\d+\b", known["definition"]))
    return {place: name for place, name in places.items() if place in used}


def _named(known: Mapping[str, str], measured: Mapping[str, str], output: str) -> Any:
    """Return a definition over sizes and reductions; these are marked by ``=``, since symbols may have their names."""
    names = {symbol(place): symbol(f"={name.removesuffix(output)}") for place, name in measured.items()}
    return per_term(parse(known["definition"], ()).xreplace(names))
