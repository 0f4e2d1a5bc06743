"""The irreducible factors of a polynomial, found by common divisors where some variable is linear, as in most margins.

Of a x + b, where x is in neither part, all factors but one divide both parts: their greatest common divisor holds
these, and the quotient by it is irreducible.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import QQ, ZZ

from axiometrics.formulas.compact import space_of, spread

__all__ = ["factor_list"]

Factors = tuple[tuple[Any, int], ...]


@lru_cache(maxsize=1 << 13)
def factor_list(polynomial: Any) -> tuple[Any, Factors]:
    """Return the constant and the primitive irreducible factors over the integers, with their multiplicities.

    As SymPy's ``factor_list``, in the same order: every factor has integer coefficients, the first one positive.

    >>> from sympy.polys.rings import ring
    >>> space, x, y = ring("x, y", QQ)
    >>> constant, found = factor_list(-2 * (x + y) ** 2 * (3 * x * y + 1) * y)
    >>> str(constant), [(str(factor), times) for factor, times in found]
    ('-2', [('y', 1), ('3*x*y + 1', 1), ('x + y', 2)])
    """
    if polynomial.is_ground or polynomial.ring.domain != QQ:
        constant, found = polynomial.factor_list()
        return constant, tuple(found)
    content = polynomial.content() * (1 if polynomial.LC > 0 else -1)
    lowest = tuple(map(min, zip(*polynomial.itermonoms(), strict=True)))
    used = [place for place, column in enumerate(zip(*polynomial.itermonoms(), strict=True)) if any(column)]
    space = space_of(len(used), ZZ)
    core = space.from_dict(
        {
            tuple(powers[place] - lowest[place] for place in used): ZZ.convert(value / content)
            for powers, value in polynomial.iterterms()
        }
    )
    found = [(spread(factor, polynomial.ring, used), times) for factor, times in _irreducible(core)]
    found += [(polynomial.ring.gens[place], times) for place, times in enumerate(lowest) if times]
    return content, tuple(sorted(found, key=_order) if len(found) > 1 else found)


def _irreducible(polynomial: Any) -> list[tuple[Any, int]]:
    """Return the factors of a primitive polynomial whose first coefficient is positive."""
    if polynomial == 1:
        return []
    linear = _linear(polynomial)
    if linear is None:
        found: list[tuple[Any, int]] = polynomial.factor_list()[1]
        return found
    shared = _positive(linear[0].gcd(linear[1])) if min(map(len, linear)) > 1 else polynomial.ring.one
    if shared == 1:
        return [(polynomial, 1)]
    return [(_positive(polynomial.exquo(shared)), 1), *_irreducible(shared)]


def _linear(polynomial: Any) -> tuple[Any, Any] | None:
    """Return a and b of a x + b for the linear variable x with the fewest terms, or None.

    The polynomial is not divisible by a variable, so a part of a single term has no divisor in common with the other.
    """
    columns = list(zip(*polynomial.itermonoms(), strict=True))
    places = [place for place, column in enumerate(columns) if max(column) == 1]
    if not places:
        return None
    place = min(places, key=lambda place: (min(sum(columns[place]), columns[place].count(0)), place))
    parts: tuple[dict[Any, Any], dict[Any, Any]] = {}, {}
    for powers, value in polynomial.iterterms():
        inside = powers[place]
        parts[1 - inside][(*powers[:place], 0, *powers[place + 1 :])] = value
    above, beside = (polynomial.ring.from_dict(part) for part in parts)
    return above, beside


def _positive(polynomial: Any) -> Any:
    return polynomial if polynomial.LC > 0 else -polynomial


def _order(factor: tuple[Any, int]) -> tuple[int, int, Any]:
    """Order as SymPy does: by the degree in the first variable, the multiplicity, and the coefficients."""
    dense = factor[0].to_dense()
    return len(dense), factor[1], dense
