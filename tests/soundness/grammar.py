"""Random formulas of a task, as source text: what an author might write, and what an author had better not write."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

import axiometrics.formulas

from .numbers import WORDS
from .world import Reduction, World

__all__ = ["HEADER", "Formula", "drawn", "formulas", "readings"]

HEADER = (
    f"from fractions import Fraction\n\nfrom axiometrics.formulas import {', '.join(sorted(WORDS))}\n\n\n"
)
COEFFICIENTS = (
    "1",
    "-2",
    "Fraction(1, 3)",
    "Fraction(1, 10**12)",
    "10**12",
    "2",
    "-1",
    "3",
    "Fraction(1, 2)",
)
POSITIVE = ("1", "2", "Fraction(1, 3)", "Fraction(1, 10**12)", "10**12")
SIZES = (*range(1, 10), 12, 15, 20, 26, 33, 41, 41, 60, 100, 1000)
"""Where guards switch: within the sweeps, just beyond them, and far beyond them."""

_numbered = count()


@dataclass(frozen=True)
class Formula:
    """A function's source, and the two things it is: a formula of the package, and plain arithmetic.

    ``error``: lower is better.
    """

    source: str
    error: bool = False

    @classmethod
    def of(cls, view: str, body: str) -> Formula:
        """A formula of one expression."""
        return cls(f"def formula({view}):\n    return {body}\n")

    @cached_property
    def file(self) -> str:
        return f"formula_{next(_numbered)}.py"

    def place(self, words: str) -> str:
        """Where in the author's file the first line with these words stands, as ``file.py:12``."""
        lines = (HEADER + self.source).splitlines()
        return f"{self.file}:{1 + next(k for k, line in enumerate(lines) if words in line)}"

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The author's side, with a file name and lines that errors can speak of."""
        text = HEADER + self.source
        linecache.cache[self.file] = len(text), None, text.splitlines(keepends=True), self.file
        words = {word: getattr(axiometrics.formulas, word) for word in WORDS}
        return self._made(text, self.file, {"Fraction": Fraction, **words})

    @cached_property
    def plain(self) -> Callable[..., Any]:
        return self._made(self.source, "plain", {"Fraction": Fraction, **WORDS})

    def _made(self, text: str, place: str, names: dict[str, Any]) -> Callable[..., Any]:
        names["__name__"] = "somebodys_module"
        exec(compile(text, place, "exec"), names)
        found: Callable[..., Any] = names["formula"]
        return found


def readings(world: World) -> dict[str, list[str]]:
    """Each quantity of a view, and each reduction of 1, a number, its square, and its product with another one."""
    return {
        **{name: [f"{world.view}.{name}"] for name in world.quantities},
        **{kind.method: [_written(world, kind, body) for body in _read(kind)] for kind in world.reductions},
    }


def _read(kind: Reduction) -> dict[str, None]:
    first, *_ = kind.bound
    squares, products = (
        (form.format(each) for each in kind.bound) for form in ("({})**2", f"{first} * ({{}})")
    )
    return dict.fromkeys(["1", *kind.bound, *squares, *products])


def _written(world: World, kind: Reduction, body: str) -> str:
    bodies = (body, kind.bound[0])[: kind.bodies]
    return f"{world.view}.{kind.method}({', '.join(f'lambda {kind.parameters}: {each}' for each in bodies)})"


def formulas(world: World) -> st.SearchStrategy[Formula]:
    """Formulas of a task: random ones, and variations of known ones, which are true of more constraints."""
    fresh = _whole(world)
    known = st.sampled_from(world.known)
    number = st.sampled_from(COEFFICIENTS)
    size = st.sampled_from(SIZES)
    small = st.sampled_from(("Fraction(1, 10**12)", "-Fraction(1, 10**12)", "-Fraction(1, 10**14)", "10**12"))
    varied = st.one_of(
        st.builds("{} + {} * ({})".format, known, small, fresh),
        st.builds("({}) * {} + {}".format, known, number, fresh),
        st.builds("guarded({}, {} - {}, {})".format, known, st.just(world.size), size, number),
        st.builds("guarded({}, {} - {}, UNDEFINED)".format, known, st.just(world.size), size),
        st.builds("guarded({}, {} - {}, {})".format, known, st.just(world.size), size, known),
        st.builds("{}({}, {})".format, st.sampled_from(("maximum", "minimum")), known, known),
        st.builds("{}({}, {})".format, st.sampled_from(("maximum", "minimum")), known, number),
        st.builds("sqrt(maximum({}, {}))".format, known, st.sampled_from(("0", "Fraction(1, 2)"))),
        st.builds("({}) * ({}) / ({})".format, known, fresh, fresh),
        st.builds("({}) - ({}) + ({})".format, fresh, fresh, known),
        st.builds("({}) ** {}".format, known, st.sampled_from((2, 3))),
        st.builds("ratio({}, {}, {})".format, known, fresh, number),
        st.builds("({}) + ({})".format, known, known),
    )
    return st.one_of(fresh, varied, varied).map(lambda body: Formula.of(world.view, body))


def _whole(world: World) -> st.SearchStrategy[str]:
    """An expression of quantities and reductions."""
    leaves = (
        [st.sampled_from([f"{world.view}.{name}" for name in world.quantities])] if world.quantities else []
    )
    likely = [kind for kind in world.reductions for _ in range(kind.likely)]
    if likely:
        leaves.append(st.sampled_from(likely).flatmap(lambda kind: _reduction(world, kind)))
    leaf = st.one_of(*leaves, *leaves[-1:])
    return st.recursive(leaf, _larger, max_leaves=3)


def _reduction(world: World, kind: Reduction) -> st.SearchStrategy[str]:
    quantities = [f"{world.view}.{name}" for name in world.quantities]
    body = _body(kind.bound, quantities, positive=kind.positive)
    bodies = st.lists(body, min_size=kind.bodies, max_size=kind.bodies)
    return bodies.map(
        lambda found: (
            f"{world.view}.{kind.method}("
            + ", ".join(f"lambda {kind.parameters}: {each}" for each in found)
            + ")"
        )
    )


def _body(bound: tuple[str, ...], quantities: list[str], *, positive: bool) -> st.SearchStrategy[str]:
    leaf = st.one_of(
        st.sampled_from(bound),
        st.sampled_from(bound),
        st.sampled_from([*quantities, "1"] if quantities else ["1"]),
    )
    return st.recursive(leaf, _positive if positive else _larger, max_leaves=3)


def _positive(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """What stays positive where its parts are."""
    number = st.sampled_from(POSITIVE)
    return st.one_of(
        st.builds("({} + {})".format, part, part),
        st.builds("({} + {} * {})".format, part, number, part),
        st.builds("{} * {}".format, part, part),
        st.builds("{} / ({})".format, part, part),
        st.builds("{} / ({} * {})".format, part, number, part),
        st.builds("({}) ** {}".format, part, st.sampled_from((2, 3))),
        st.builds("sqrt({})".format, part),
        st.builds("{}({}, {})".format, st.sampled_from(("maximum", "minimum")), part, part),
    )


def _larger(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    number = st.sampled_from(COEFFICIENTS)
    size = st.sampled_from(SIZES)
    otherwise = st.one_of(number, st.sampled_from(("0", "UNDEFINED")))
    return st.one_of(
        st.builds("({} + {})".format, part, part),
        st.builds("({} - {})".format, part, part),
        st.builds("{} * {}".format, part, part),
        st.builds("{} * ({})".format, number, part),
        st.builds("({} + {} * {})".format, part, number, part),
        st.builds("({}) / ({})".format, part, part),
        st.builds("ratio({}, {}, {})".format, part, part, otherwise),
        st.builds("ratio({}, {} - {}, {})".format, part, part, size, otherwise),
        st.builds("guarded({}, {} - {}, {})".format, part, part, size, otherwise),
        st.builds("({}) ** {}".format, part, st.sampled_from((2, 3))),
        st.builds("sqrt({})".format, part),
        st.builds("sqrt(maximum({}, 0))".format, part),
        st.builds("log2({})".format, part),
        st.builds("log2(1 + maximum({}, 0))".format, part),
        st.builds("inverse_log2(2 + maximum({}, 0))".format, part),
        st.builds("tanh({})".format, part),
        st.builds("power({}, {})".format, part, st.sampled_from((0, 1, -1, -2))),
        st.builds("(lambda x, y, z: x / y - x / z)({}, {}, {})".format, part, part, part),
        st.builds("(lambda x, y: sqrt(maximum(x - y, y - x)))({}, {})".format, part, part),
        st.builds("(lambda x, y: x * y + x - y * x)({}, {})".format, part, part),
        st.builds(
            "guarded(guarded({}, {} - {}, {}), {} - {}, {})".format,
            part,
            part,
            size,
            otherwise,
            part,
            size,
            number,
        ),
        st.builds("{}({}, {})".format, st.sampled_from(("maximum", "minimum")), part, part),
    )


def drawn(world: World, many: int, seed: int) -> Iterator[Formula]:
    """Different formulas, the same ones for the same seed; what has no quantity in it is left out."""
    seen: set[str] = set()
    while len(seen) < many:
        for formula in _batch(world, min(many, 200), seed):
            if formula.source not in seen and len(seen) < many and f"{world.view}." in formula.source:
                seen.add(formula.source)
                yield formula
        seed += 1_000_003


def _batch(world: World, many: int, seed: int) -> list[Formula]:
    found: list[Formula] = []

    @seeded(seed)
    @settings(
        max_examples=many,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(formulas(world))
    def collect(formula: Formula) -> None:
        found.append(formula)

    collect()
    return found
