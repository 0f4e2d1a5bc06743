"""What metric authors see of a task's object: named quantities, and reductions with a body.

A view hands out what its *source* gives: quantities that record what is done to them, or plain numbers of one object.
A task declares what its view has, each with its meaning: ``items = QuantityOf("N", "Number of items.")``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from inspect import signature
from itertools import accumulate, pairwise
from typing import Any, ClassVar, Protocol

from axiometrics.errors import NotSymbolicError, UnknownNameError, nearest
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.graph import Quantity, as_node, recorded, reduction, variable
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.questions import place


class Source(Protocol):
    """Where the quantities and reductions of a view come from."""

    def quantity(self, name: str, *, whole: bool) -> Any:
        """Return a named quantity of the object."""

    def reduced(
        self, domain: str, names: Sequence[tuple[str, bool]], bodies: Sequence[Callable[..., Any]]
    ) -> Any:
        """Return a reduction whose bodies are functions of the named variables, each whole or not."""


class Recorder:
    """Records the graph of a formula."""

    def quantity(self, name: str, *, whole: bool) -> Any:
        """Return a quantity that records."""
        return recorded(name, whole=whole)

    def reduced(
        self, domain: str, names: Sequence[tuple[str, bool]], bodies: Sequence[Callable[..., Any]]
    ) -> Any:
        """Record the bodies on variables. Raises NotSymbolicError where they use those of another reduction."""
        given = [variable(name, whole=whole) for name, whole in names]
        for body in bodies:
            _require_fitting(body, domain, names)
        found = reduction(domain, *(lambda body=body: body(*given) for body in bodies))
        known = [each.node for each in given]
        for node in found.node.walk():
            if node.kind == "variable" and not any(node is own for own in known):
                raise NotSymbolicError(
                    f"{place()}: the body of a reduction over {domain} uses {node.value[0]}, which another reduction "
                    "gave to its own; use what this one is given"
                )
        return found


def _require_fitting(body: Callable[..., Any], domain: str, names: Sequence[tuple[str, bool]]) -> None:
    """Raise NotSymbolicError for a body that cannot be called with these variables, at the author's line."""
    try:
        signature(body, follow_wrapped=False).bind(*names)
    except TypeError as error:
        given = ", ".join(name for name, _ in names)
        raise NotSymbolicError(
            f"{place()}: what `{domain}` sums is called as body({given}); yours is {_called(body)}"
        ) from error
    except ValueError:  # a function that tells nobody how it is called
        return


def _called(body: Callable[..., Any]) -> str:
    """Return how the author's function is called, as ``body(n, a)``."""
    shown = signature(body, follow_wrapped=False)
    return f"body{shown.replace(return_annotation=shown.empty)}"


class View:
    """The object as a metric author sees it; ``fractional`` names what may have values that are not whole."""

    fractional: ClassVar[frozenset[str]] = frozenset()
    rules: ClassVar[Rules] = Rules()

    @classmethod
    def formula(cls, function: Callable[..., Any], values: dict[str, Any]) -> Formula:
        """Trace a metric; raises NotSymbolicError where it is no formula."""
        return trace(function, cls(), values, rules=cls.rules)

    def __init__(self, source: Source | None = None) -> None:
        self._source: Source = source or Recorder()

    def over(self, source: Any) -> View:
        """Return the same view of what another source gives."""
        return type(self)(source)

    def __getattr__(self, name: str) -> Any:
        """Refuse what the view does not have, with what it offers."""
        if name.startswith("_"):
            raise AttributeError(name)
        offered = [each for each in dir(type(self)) if not each.startswith("_") and each not in dir(View)]
        kind = re.match("[A-Z][a-z]+", type(self).__name__)
        words = f"there is no `{name}` in the {kind[0].lower() if kind else 'view'}; {nearest(name, offered)}"
        known = "" if "allowed: " in words else f" It offers {', '.join(offered)}"
        raise UnknownNameError(words + known)

    def _quantity(self, name: str) -> Quantity:
        found: Quantity = self._source.quantity(name, whole=name not in self.fractional)
        return found

    def _reduced(self, domain: str, names: Sequence[str], *bodies: Callable[..., Any]) -> Quantity:
        variables = [(name, name not in self.fractional) for name in names]
        found: Quantity = self._source.reduced(domain, variables, bodies)
        return found


class QuantityOf:
    """Declares a quantity of a view's object: the symbol that formulas have for it, and what it means."""

    def __init__(self, symbol: str, meaning: str) -> None:
        self.symbol, self.__doc__ = symbol, meaning

    def __get__(self, view: View | None, owner: type[View]) -> Quantity:
        return self if view is None else view._quantity(self.symbol)  # type: ignore[return-value]


class ReductionOver:
    """Declares a reduction of a view's object: a method that is given the body, a function of the named variables.

    With ``offers``, named tuples, the body is given these variables as such tuples instead of one by one.
    """

    def __init__(
        self, domain: str, names: Sequence[str], meaning: str, *offers: Callable[..., tuple[Any, ...]]
    ) -> None:
        self.domain, self.names, self.__doc__, self.offers = domain, names, meaning, offers

    def __get__(self, view: View | None, owner: type[View]) -> Callable[[Callable[..., Any]], Quantity]:
        if view is None:
            return self  # type: ignore[return-value]
        return lambda body: view._reduced(self.domain, self.names, offered(body, *self.offers))


def offered(body: Callable[..., Any], *offers: Any) -> Callable[..., Any]:
    """Return a body that takes the fields of some named tuples one by one; the last may lack some.

    >>> from collections import namedtuple
    >>> offered(lambda at: at.x - at.i, namedtuple("At", "x i"))(5, 2)
    3
    """
    if not offers:
        return body
    starts = list(accumulate((len(each._fields) for each in offers), initial=0))
    return lambda *values: body(
        *(each(*values[start:end]) for each, (start, end) in zip(offers, pairwise(starts), strict=True))
    )


def symbolic_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameter values for recording: numbers and words as they are, open ones as quantities."""
    return {
        name: value if isinstance(value, int | Fraction | str) else Quantity(as_node(value))
        for name, value in values.items()
    }
