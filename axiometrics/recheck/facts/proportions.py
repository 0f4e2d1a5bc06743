"""Outputs that are multiples of one another: what grows with them, and that a formula does not.

Where every output has the same rows, with counts that are so many times as large, each step of a formula grows by some
power of that number, or has none: a formula whose score grows by the power 0 is the same in all outputs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import NotCoveredError, Step, number, put_in, require
from axiometrics.recheck.values import PRIME

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = ["proportions_hold", "with_numbers"]


def with_numbers(formula: Step, data: Mapping[str, Any], variables: Collection[str]) -> Step:
    """Return a formula with what is one whole number in every output, such as that of the classes."""
    first, *others = (told.get("quantities", {}) for told in data["outputs"].values())
    known = {
        name: number(int(text))
        for name, text in first.items()
        if text.isdecimal() and name not in variables and all(told.get(name) == text for told in others)
    }
    return put_in(formula, known)


POWERS = (0, 1)
"""How a count, or what is none, grows where all counts do."""
FIXED = frozenset({"log", "tanh", "log_binomial", "inverse_log2"})
"""Functions of what must not grow at all."""


def proportions_hold(part: Part, scales: Mapping[str, str]) -> None:
    """Require that the outputs are multiples of one another, and that the formula is the same of all multiples."""
    require(part.task in ("classification", "ordinal"), "multiples of what are no matrices")
    require(scales.keys() == part.data["outputs"].keys(), "an output that is no multiple")
    require(all(map(part.is_positive, scales.values())), "a multiple that may not be positive")
    require(
        _Growth(part, scales).of(part.formula) in (None, 0), "the formula is not the same of all multiples"
    )


class _Growth:
    """By which power of the multiple steps grow; None for zero, what is infinite, and what has no value."""

    def __init__(self, part: Part, scales: Mapping[str, str]) -> None:
        self.part, self.scales = part, scales
        self.outputs = part.data["outputs"]
        self.known: dict[tuple[str, str], Fraction | None] = {}

    def of(self, step: Step, domain: str = "") -> Fraction | None:
        """Return the power. Raises RefusedError where there is none, NotCoveredError where it is not known."""
        if step.kind in ("undefined", "infinite") or (step.kind == "number" and not step.value):
            return None
        if step.kind == "name":
            return self._name(step.value, domain)
        if step.kind == "reduction":
            require(len(step.parts) == 1 and not domain, "a reduction of several bodies, or in another one")
            return self.of(step.parts[0], step.value)
        parts = [self.of(part, domain) for part in step.parts]
        match step.kind:
            case "number":
                return Fraction(0)
            case "sum" | "maximum" | "minimum":
                return _one(parts)
            case "product":
                return None if None in parts else sum(filter(None, parts), Fraction(0))
            case "quotient":
                return _less(*parts)
            case "power" if step.parts[1].kind == "number":
                power = step.parts[1].value
                return Fraction(0) if not power else None if parts[0] is None else parts[0] * power
            case "root":
                return None if parts[0] is None else parts[0] / 2
            case "ratio":
                return _one([_less(*parts[:2]), parts[2]])
            case "guard":
                return _one([parts[0], parts[2]])
            case kind if kind in FIXED:
                require(all(each == 0 for each in parts), f"a {kind} of what grows")
                return Fraction(0)
        raise NotCoveredError(f"how a {step.kind} grows")

    def _name(self, name: str, domain: str) -> Fraction | None:
        if (name, domain) not in self.known:
            rows = self._rows(domain) if domain else []
            inside = bool(rows) and all(name in row for each in rows for row in each)
            require(
                inside or not any(name in row for each in rows for row in each), f"{name} is in some rows"
            )
            texts = rows if inside else [[each.get("quantities", {})] for each in self.outputs.values()]
            require(all(name in row for each in texts for row in each), f"{name} is not told")
            every = [[row[name] for row in each] for each in texts]
            self.known[name, domain] = _power(
                [self._grown(line, name if not inside else "") for line in zip(*every, strict=True)], name
            )
        return self.known[name, domain]

    def _rows(self, domain: str) -> list[list[Mapping[str, str]]]:
        """Return the rows of every output; they must be there in the same cases, and nothing else may be."""
        every = []
        for told in self.outputs.values():
            if not told["complete"] or domain not in told["rows"]:
                raise NotCoveredError(f"the rows of {domain} are not told")
            every.append(told["rows"][domain])
        require(len({len(rows) for rows in every}) == 1, f"other rows of {domain}")
        for line in zip(*every, strict=True):
            require(len({frozenset(row) for row in line}) == 1, f"rows of {domain} that tell other things")
            words = {name for name in line[0] if len(name) > 1} - {"if", "group"}
            require(
                not words and len({row.get("group") for row in line}) == 1,
                f"rows of {domain} of other groups",
            )
            if "if" in line[0]:
                require(self._grown([row["if"] for row in line], ""), f"rows of {domain} that are not there")
        return every

    def _grown(self, texts: Sequence[str], quantity: str) -> set[int]:
        """Return by which powers something may grow from output to output."""
        found = {*POWERS}
        for _, outputs in self.part.points:
            each = [(outputs[n], scale) for n, scale in self.scales.items()]
            values = [
                o.named(quantity) if quantity else o.text(t) for (o, _), t in zip(each, texts, strict=True)
            ]
            times = [output.text(scale) for output, scale in each]
            first, once = values[0], times[0]
            found &= {
                power
                for power in POWERS
                if all(
                    (v * once**power - first * t**power) % PRIME == 0
                    for v, t in zip(values, times, strict=True)
                )
            }
        return found


def _power(lines: Sequence[set[int]], name: str) -> Fraction | None:
    """Return the power by which all of some things grow; None where they are all zero, or nothing grows."""
    found = {*POWERS}.intersection(*lines)
    require(found, f"{name} does not grow in proportion")
    return Fraction(found.pop()) if len(found) == 1 else None


def _one(powers: Sequence[Fraction | None]) -> Fraction | None:
    """Return the power by which all parts grow that have any."""
    known = {power for power in powers if power is not None}
    require(len(known) < 2, "parts that grow by other powers")
    return known.pop() if known else None


def _less(top: Fraction | None, bottom: Fraction | None) -> Fraction | None:
    return None if top is None or bottom is None else top - bottom
