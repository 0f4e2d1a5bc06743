"""A smaller view of a parametric case: what is the same in every output needs one symbol only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import sympy

from axiometrics.formulas.rationals import equal
from axiometrics.formulas.signs import rational_sign

__all__ = ["collapsed"]


def collapsed(case: Any) -> Any:
    """Replace what is positive and the same in every output by one generator each: smaller polynomials.

    This forgets how such a value depends on the sizes, which never makes a false claim provable.
    """
    first, *others = case.outputs
    generators = dict(case.generators)
    outputs = {output: dict(known) for output, known in case.outputs.items()}
    for symbol, value in case.outputs[first].items():
        value = sympy.sympify(value)
        if value.is_Symbol or not value.free_symbols & set(case.rests):
            continue
        if not all(equal(value, case.outputs[other][symbol]) for other in others):
            continue
        if rational_sign(value, case.positive, case.nonnegative) == "positive":
            generators[symbol] = case.known(
                "positive", f"{symbol}, the same in every output", sympy.Symbol(f"{symbol}@{first}")
            )
            for output, known in outputs.items():
                outputs[output] = _rebuilt(known, symbol, value, value.free_symbols & set(case.rests))
    return replace(case, generators=generators, outputs=outputs)


def _rebuilt(known: Mapping[Any, Any], quantity: Any, value: Any, own: Collection[Any]) -> dict[Any, Any]:
    """Write the values that were built on a quantity (N + c, N + c + s, ...) in terms of its generator."""
    found = {}
    for symbol, held in known.items():
        rest = sympy.expand(held - value) if sympy.sympify(held).has(*own) else held
        found[symbol] = rest + quantity if rest is not held and not rest.has(*own) else held
    return {**found, quantity: quantity}
