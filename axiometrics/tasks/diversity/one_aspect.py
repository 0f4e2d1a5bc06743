"""Lists with one aspect as binary rankings: constraints about runs of documents, and formulas, of the task ranking.

With one aspect a document is relevant or not, the weight is 1, and a sum over ranks and aspects is one over ranks. So
proofs for all large n, and regions of parameters, are those of rankings. The best list begins with all relevant
documents, each of which gains what those above leave of the aspect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import AxiometricsError, NotSymbolicError
from axiometrics.formulas import guarded, maximum, power
from axiometrics.formulas.graph import Quantity, as_node
from axiometrics.formulas.view import offered
from axiometrics.tasks.choosing import GeneratorKey
from axiometrics.tasks.diversity.chooser import ONE, Run, Setting, Template
from axiometrics.tasks.diversity.view import Aspect, At, Rank
from axiometrics.tasks.ranking import chooser as rankings
from axiometrics.tasks.ranking.runs import template_of

if TYPE_CHECKING:
    from axiometrics.axioms.registry import Constraint
    from axiometrics.metrics.registry import Metric

MOST_PADDED = 30
"""Ranks up to which a sum over the first ranks is written out."""


def in_simpler_task(metric: Metric, constraint: Constraint) -> tuple[Any, Any] | None:
    """Return the metric and the constraint of the task ranking with the same values, None where there are none."""
    generator = ranking_generator(constraint.bound_generator)
    if metric.reads is not None or generator is None:
        return None
    judged = _ranked(metric)
    demanded = replace(
        constraint,
        key=constraint.label,
        task="ranking",
        generator=generator,
        parameters=(),
        values={},
        variants=(),
        preconditions=(),
    )
    return None if judged is None else (judged, demanded)


@lru_cache(maxsize=256)
def _ranked(metric: Metric) -> Any:
    """Return a metric as one of rankings; None where what it looks at has no words there."""
    found = replace(metric, task="ranking", function=_OneAspect(metric.function))
    try:
        _ = found.formula
    except (AxiometricsError, TypeError, AttributeError):  # what is not offered is None
        return None
    return found


def ranking_generator(generator: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return a generator of rankings for one of lists with one aspect and one size; None where it is another."""
    return _generator(GeneratorKey(generator))


@lru_cache(maxsize=64)
def _generator(key: GeneratorKey) -> Callable[..., Any] | None:
    found = partial(_as_ranking, key.generator)
    try:
        template_of(found)
    except (NotSymbolicError, AttributeError):  # aspects that depend on a size, or contexts
        return None
    return found


class _Chooser:
    """Asks a chooser of rankings for sizes; there are no contexts."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose
        self.least: dict[Any, int] = {}

    def size(self, name: str, low: int = 1) -> Any:
        """Return a number of documents from ``low`` on."""
        found = self.choose.size(name, low)
        self.least[found] = low
        return found

    def aspects(self, of: str = "any", *, top: int = 1) -> Setting:
        """Refuse any other aspects than one."""
        raise NotSymbolicError(f"aspects of the kind {of!r} are not one")


def _as_ranking(generator: Callable[..., Template], choose: Any) -> rankings.Template:
    """Return the template of binary rankings; raises NotSymbolicError."""
    chooser = _Chooser(choose)
    template = generator(chooser)
    plain = template.alone and not (template.more or template.kept or template.meant or template.seen)
    if template.setting != Setting(ONE) or not plain:
        raise NotSymbolicError("only plain lists with one aspect are rankings")
    outputs: dict[str, Any] = {name: list(map(_run, parts)) for name, parts in template.outputs.items()}
    held = [sum((each.times for each in parts if each.grade), 0) for parts in outputs.values()]
    total = held[0]
    for each in held[1:]:
        total = _larger(total, each, chooser.least)
    rest = sum((each.times for each in map(_run, template.missed) if each.grade), 0)
    return rankings.lists(relevant=total + rest, **outputs)


def _run(part: Any) -> rankings.Run:
    document, times = (part.document, part.times) if isinstance(part, Run) else (part, 1)
    if not isinstance(document, tuple):
        raise NotSymbolicError("contexts are not fixed")
    return rankings.run(document[0], times)


def _larger(one: Any, other: Any, least: Mapping[Any, int]) -> Any:
    """Return the larger of two numbers, which may grow with a size from its least value on."""
    difference = sympy.expand(sympy.sympify(one) - other)
    steps = [difference.coeff(size, 1) for size in least if isinstance(size, sympy.Symbol)]
    start = difference.subs(least)
    if all(step >= 0 for step in steps) and start >= 0:
        return one
    if all(step <= 0 for step in steps) and start <= 0:
        return other
    raise NotSymbolicError(f"which of {one} and {other} is larger is open")


class _OneAspect:
    """A metric's function over the view of rankings."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __call__(self, listing: Any, **values: Any) -> Any:
        return self.function(_View(listing), **values)


class _View:
    """What authors see of a list with aspects, in terms of a ranking with binary grades."""

    def __init__(self, listing: Any) -> None:
        self.listing = listing
        self.listed, self.relevant, self.top_grade = listing.listed, listing.relevant, listing.top_grade
        self.aspects_number = self.cover = guarded(1, listing.relevant, 0)

    def _at(self, at: Any) -> At:
        nothing: Any = None
        one = Quantity(as_node(1))
        return At(at.x, at.b, at.i, at.c, one, self.relevant, one, nothing, nothing)

    def pairs(self, body: Callable[[At], Any], upto: Any = None) -> Any:
        """Sum over the ranks."""
        return self.listing.ranks(lambda at: offered(body, At)(*self._at(at)[:9]), upto)

    def padded(self, value: Callable[[At], Any], upto: Any) -> Any:
        """Sum over the first ranks of what hangs on the rank alone."""
        nothing: Any = None
        one = Quantity(as_node(1))
        ranks = range(1, self._limit(upto) + 1)
        at = (
            At(nothing, nothing, Quantity(as_node(i)), nothing, one, self.relevant, one, nothing, nothing)
            for i in ranks
        )
        return sum(map(value, at), Quantity(as_node(0)))

    def _limit(self, upto: Any) -> int:
        limit = as_node(upto)
        if limit.kind != "number" or limit.value > MOST_PADDED:
            raise NotSymbolicError("so many ranks are not written out")
        return int(limit.value)

    def ranks(self, body: Callable[[Rank], Any], upto: Any = None) -> Any:
        """Sum over the ranks."""
        return self.listing.ranks(
            lambda at: body(Rank(at.i, at.x, at.i - at.c, at.b * maximum(2 - at.c, 0))), upto
        )

    def ideal(self, body: Callable[[Rank], Any], upto: Any = None) -> Any:
        """Sum over the ranks of the ideal list."""
        return self.listing.ideal(lambda at: body(Rank(at.i, at.x)), upto)

    def aspects(self, body: Callable[[Aspect], Any]) -> Any:
        """The one aspect, where something is relevant."""
        one = Quantity(as_node(1))
        return guarded(body(Aspect(one, self.relevant, one)), self.relevant, 0)

    def seen(self, value: Callable[[At], Any], gmax: Any, stop: str) -> Any:
        """Expected value for a reader who stops at a relevant document with one probability."""
        chance = _chance(gmax, stop)
        return self.listing.cascade(lambda at: value(self._at(at)), lambda at: at.b * chance)

    def best(
        self, discount: Callable[[Any], Any], cover: Sequence[Any], *, ideal: str, upto: Any = None
    ) -> Any:
        """The relevant documents first; the greedy list is the best."""
        kind, number, _ = cover
        first, left = (
            (1, 1 - number) if kind == "alpha" else (_chance(number, kind), 1 - _chance(number, kind))
        )
        return self.listing.ideal(lambda at: first * power(left, at.i - 1) * discount(at.i), upto)


def _chance(gmax: Any, stop: str) -> Any:
    """Return the probability that a document of grade 1 satisfies."""
    top = as_node(1 if gmax == "aspect" else gmax)
    if top.kind != "number":
        raise NotSymbolicError("the highest grade is no number")
    return Fraction(1, int(top.value) if stop == "linear" else 1 << int(top.value))
