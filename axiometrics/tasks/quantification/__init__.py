"""Ordinal quantification: the shares of ordered classes, estimated by the system and given by the gold.

Here is one output, with its pictures, `batch` many of them, `view` what metrics see, `reading` what users give;
`chooser` is what constraints ask for, `cases` on `grids` what they give, `symbolic` the parametric ones of proofs, with
values `expanded` class by class and `distances`; of any number of classes are those of `many_classes`, few of which are
told by themselves, and of `whole_distributions`, which change as a whole. `terms` has what class by class shows of
sums, `bounds` what all estimates for one gold can score.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from math import gcd, lcm
from typing import Any

from axiometrics.errors import InputError
from axiometrics.formulas.single_output import Made, PlainRows
from axiometrics.numerals import read_exact
from axiometrics.tasks.abilities import Enumeration, Output
from axiometrics.tasks.drawing import BAR, MARGIN, bar, edges, element, heading, svg_document, text
from axiometrics.tasks.users_data import flat

Share = Fraction | float

TOLERANCE = 1e-9
"""By how much shares in floating point may miss a sum of 1; exact shares (fractions, texts) may not."""

_NOTATION = re.compile(r"\s*gold\s*=([^=]*?)\s*system\s*=([^=]*)")
_BAR, _GAP, _HEIGHT, _HEAD, _FOOT = 14, 14, 110, 44, 22
_COLOURS = {"system": "#0072b2", "gold": "#e69f00"}


@dataclass(frozen=True)
class Distributions(Output):
    """The gold's and the system's share of every class, from the lowest class to the highest.

    Shares are fractions, or floats as users give them. The number of classes is that of the shares, empty classes
    included.

    >>> both = Distributions.from_notation("gold=1/2 1/4 1/4 system=1 0 0")
    >>> both.classes, both.gold[1], both.full
    (3, Fraction(1, 4), True)
    """

    gold: tuple[Share, ...]
    system: tuple[Share, ...]

    @classmethod
    def from_masses(cls, system: Sequence[int], gold: Sequence[int]) -> Distributions:
        """Divide whole masses, which need not have the same total, by their totals, once shares are asked for."""
        found = cls.__new__(cls)
        found.__dict__["whole"] = _smallest(system), _smallest(gold)
        return found

    def __getattr__(self, name: str) -> Any:
        """Return the shares of masses."""
        if name not in ("gold", "system") or "whole" not in self.__dict__:
            raise AttributeError(f"distributions have no {name}")
        masses = self.__dict__["whole"][name == "gold"]
        total = sum(masses)
        self.__dict__[name] = found = tuple(Fraction(mass, total) for mass in masses)
        return found

    @classmethod
    def of(cls, gold: object, system: object, *, normalise: bool = False) -> Distributions:
        """Read shares of the same ordered classes; see `reading.read`."""
        one, other = (_shares(given, side, normalise) for given, side in ((gold, "gold"), (system, "system")))
        if len(one) != len(other):
            raise InputError(
                f"gold has {len(one)} classes and system has {len(other)}; give a share for every class of both, "
                "0 for an empty class"
            )
        return cls(one, other)

    @classmethod
    def from_notation(cls, text: str) -> Distributions:
        """Read ``gold=1/2 1/4 1/4 system=1 0 0``; raises InputError.

        >>> Distributions.from_notation("gold=1/2 1/2 system=1 0").system
        (Fraction(1, 1), Fraction(0, 1))
        """
        found = _NOTATION.fullmatch(text)
        if found is None:
            raise InputError(
                f"cannot read the distributions {text!r}; write both, as in 'gold=1/2 1/4 1/4 system=1 0 0'"
            )
        return cls.of(found[1], found[2])

    @property
    def classes(self) -> int:
        """Number of classes, K."""
        return len(self.gold)

    @property
    def full(self) -> bool:
        """Whether no gold class is empty."""
        return all(share > 0 for share in self.gold)

    @property
    def denominator(self) -> int:
        """The least common denominator of all shares, which must be fractions."""
        return lcm(*(Fraction(share).denominator for share in (*self.gold, *self.system)))

    def masses(self) -> tuple[list[int], list[int]]:
        """Return the smallest whole masses of the system and of the gold, each for itself."""
        if "whole" not in self.__dict__:
            self.__dict__["whole"] = _masses(self.system), _masses(self.gold)
        found: tuple[list[int], list[int]] = self.__dict__["whole"]
        return found

    def to_lists(self) -> tuple[list[float], list[float]]:
        """Return (gold, system) as lists of floats."""
        return list(map(float, self.gold)), list(map(float, self.system))

    def notation(self) -> str:
        """Write both distributions.

        >>> Distributions.from_masses([2, 0, 0], [2, 1, 1]).notation()
        'gold=1/2 1/4 1/4 system=1 0 0'
        """
        return f"gold={' '.join(map(str, self.gold))} system={' '.join(map(str, self.system))}"


class Single(Made):
    """One pair, which writes its classes as lists: its own columns, each made when it is asked for.

    Shares are whole masses divided once, as good as floats can be.
    """

    sums = frozenset({"classes"})

    def __init__(self, gold: Sequence[Share], system: Sequence[Share]) -> None:
        self.gold, self.system = gold, system
        self["K"] = len(gold)

    @property
    def columns(self) -> Single:
        """What formulas read."""
        return self

    def make(self, name: str) -> Any:
        """Make what formulas read by a name."""
        if name == "L":
            return min(self["classes.q"])
        if name.startswith("{"):
            return self[f"classes.{name[-1]}"]
        if name in ("classes.k", "classes."):
            return range(1, self["K"] + 1)
        masses = _masses(self.system if name in ("classes.p", "classes.P") else self.gold)
        total = sum(masses)
        return [mass / total for mass in (masses if name.islower() else accumulate(masses))]

    def plain_rows(self, domain: str) -> PlainRows:
        """Return the pairs of classes."""
        return PlainRows(self["K"] ** 2, self._of_pairs)

    def _of_pairs(self, name: str) -> list[Any]:
        if name in _OTHER:
            return list(self[f"classes.{_OTHER[name]}"]) * int(self["K"])
        return [value for value in self[f"classes.{name}"] for _ in range(self["K"])]

    def at_once(self, formula: object, place: int) -> None:
        """Leave what runs over many rows to the batch."""


_OTHER = dict(zip("rsRSl", "pqPQk", strict=True))
"""What a pair's other class offers, by the name that a single class has it under."""


def _masses(shares: Sequence[Share]) -> list[int]:
    exact = [share.as_integer_ratio() for share in shares]
    whole = lcm(*(bottom for _, bottom in exact))
    found = [top * (whole // bottom) for top, bottom in exact]
    return _smallest(found) if any(found) else found


def _smallest(masses: Sequence[int]) -> list[int]:
    common = gcd(*masses)
    return [mass // common for mass in masses]


def _shares(given: object, side: str, normalise: bool) -> tuple[Share, ...]:
    found = tuple(_share(value, side) for value in _values(given, side))
    if not found:
        raise InputError(f"{side} has no classes; give a share for every class")
    low = next((value for value in found if value < 0), None)
    if low is not None:
        raise InputError(f"{side} has the share {low}; shares are numbers from 0 to 1")
    exact = all(isinstance(value, Fraction) for value in found)
    total = sum(found) if exact else math.fsum(found)
    if normalise:
        if total == 0:
            raise InputError(f"all counts of {side} are 0; give at least one")
        return tuple(value / total for value in found)
    if total != 1 if exact else abs(total - 1) > TOLERANCE:
        raise InputError(
            f"the shares of {side} add up to {total}; they must add up to 1: divide them by their sum, "
            "or pass normalise=True"
        )
    return found


def _values(given: Any, side: str) -> Sequence[Any]:
    if isinstance(given, str):
        return given.replace(",", " ").split()
    given = flat(given, side, "one share for each class")
    if hasattr(given, "ndim"):
        found: list[Any] = given.tolist()
        return found
    if isinstance(given, set | frozenset | Mapping):
        raise InputError(f"{side} is a {type(given).__name__}; give a list of shares, lowest class first")
    try:
        return list(given)
    except TypeError as error:
        raise InputError(f"{side} is {given!r}; give a list of shares, lowest class first") from error


def _share(value: Any, side: str) -> Any:
    if type(value) is float and math.isfinite(value):
        return value
    if isinstance(value, bool):
        pass
    elif isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, str):
        try:
            return read_exact(value)
        except ValueError:
            pass
    else:
        try:
            found = float(value)
        except (TypeError, ValueError, OverflowError):
            found = math.nan
        if math.isfinite(found):
            return found
    raise InputError(f"{side} has the share {value!r}; shares are numbers from 0 to 1, such as 0.25 or '1/4'")


# --- pictures


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs in notation: for every class a bar for the system's share, and one for the gold's.

    >>> print(outputs_text({"worse": "gold=1/2 1/2 system=1 0"}))
    worse  system        gold
        1  ████████████  ██████        1    1/2
        2                ██████        0    1/2
    """
    return "\n".join(line for name, written in outputs.items() for line in _lines(name, written))


def _lines(name: str, written: str) -> list[str]:
    pair = Distributions.from_notation(written)
    width = max(len(name), 5)
    found = [f"{name:<{width}}  {'system':<{BAR}}  gold"]
    for number, (system, gold) in enumerate(zip(pair.system, pair.gold, strict=True), 1):
        bars = f"{bar(float(system)):<{BAR}}  {bar(float(gold)):<{BAR}}"
        found.append(f"{number:>{width}}  {bars}  {system!s:<5}{gold}")
    return found


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side: for every class, lowest first, the system's share beside the gold's.

    >>> outputs_svg({"worse": "gold=1/2 1/2 system=1 0"}).count('class="system"')
    2
    """
    pairs = {name: Distributions.from_notation(written) for name, written in outputs.items()}
    widths = [max(pair.classes * (2 * _BAR + _GAP), 90) for pair in pairs.values()]
    *lefts, right = edges(widths, 2 * MARGIN)
    panels = zip(pairs.items(), lefts, widths, strict=True)
    parts = [_legend(), *(_panel(*pair, left, width) for pair, left, width in panels)]
    return svg_document(max(right, 180), MARGIN + _HEAD + _HEIGHT + _FOOT + 24, parts, outputs, title)


def _legend() -> str:
    places = [(MARGIN + 70 * place, side) for place, side in enumerate(_COLOURS)]
    return "".join(
        element("rect", x=x, y=10, width=10, height=10, fill=_COLOURS[side]) + text(x + 14, 19, side, 12)
        for x, side in places
    )


def _panel(name: str, pair: Distributions, left: int, width: int) -> str:
    floor = MARGIN + _HEAD + _HEIGHT
    found = [
        heading(left, name, MARGIN + 24),
        element("line", x1=left, y1=floor, x2=left + width, y2=floor, stroke="#1b1b1b"),
    ]
    for place, shares in enumerate(zip(pair.system, pair.gold, strict=True)):
        x = left + place * (2 * _BAR + _GAP) + _GAP // 2
        for offset, (side, share) in enumerate(zip(_COLOURS, shares, strict=True)):
            found.append(_bar(side, share, x + offset * _BAR, floor))
        found.append(text(x + _BAR, floor + 16, place + 1, 12, text_anchor="middle"))
    return "".join(found)


def _bar(side: str, share: Share, x: int, floor: int) -> str:
    height = round(float(share) * _HEIGHT, 2)
    where = {"x": x, "y": f"{floor - height:g}", "width": _BAR - 2, "height": f"{height:g}"}
    return element("rect", element("title", f"{side}: {share}"), class_=side, **where, fill=_COLOURS[side])


class SmallDistributions(Enumeration):
    """All pairs of distributions over 2 to 4 classes whose shares have a small common denominator."""

    size = 5
    checked = 3
    form = "distributions"

    def outputs(self, size: int) -> Iterator[Distributions]:
        """Yield all pairs with denominators up to ``size`` for 2 classes, one less with each further class.

        >>> [found.notation() for found in SmallDistributions().outputs(1)][:2]
        ['gold=1 0 system=1 0', 'gold=1 0 system=0 1']
        """
        from axiometrics.tasks.cases import compositions

        seen: set[Distributions] = set()
        for denominator in range(1, size + 1):
            for classes in range(2, min(4, size - denominator + 2) + 1):
                ways = compositions(denominator, classes)[::-1].tolist()
                shares = [tuple(Fraction(part, denominator) for part in parts) for parts in ways]
                for found in map(Distributions, *zip(*product(shares, repeat=2), strict=True)):
                    if found not in seen:
                        seen.add(found)
                        yield found

    def exchanged(self, output: Distributions) -> Distributions:
        """Take the system for the gold."""
        return Distributions(output.system, output.gold)

    def gold(self, output: Distributions) -> Hashable:
        """Return the gold shares."""
        return output.gold

    def perfect(self, output: Distributions) -> bool:
        """Say whether the shares are the gold's."""
        return output.gold == output.system
