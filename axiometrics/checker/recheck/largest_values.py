"""The independent check of a bound on largest values: by intervals, box by box, without a word on convexity.

Boxes cover everything that can be judged against the lower gold. On each the interval of the values must end below the
value of the higher output; where it does not, the box is halved. The stated bound must be below that value, too, and no
output that is looked at on the way may exceed the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol

from axiometrics.checker.recheck import require
from axiometrics.checker.recheck.reading import IntervalReading, UnreadableError
from axiometrics.errors import EngineDisagreementError, UndecidedError
from axiometrics.formulas.undefined import absent

MOST_BOXES = 256
"""Boxes that are looked at before the check gives up."""
NARROWEST = Fraction(1, 2**16)
"""The side of a box below which it is not halved: what is open there stays open, as beside a jump."""

Box = tuple[tuple[Fraction, Fraction], ...]
Value = Callable[[Any], Any]
"""The interval of an output's value, `NO_VALUE` where it has none."""


class Judged(Protocol):
    """Everything that can be judged against one gold."""

    @property
    def whole(self) -> Box:
        """The box of everything."""

    @property
    def vertices(self) -> Iterable[Any]:
        """Outputs at the corners."""

    def inside(self, box: Box) -> Any:
        """Return an output in a box, None where there is none."""

    def values(self, box: Box) -> Any:
        """Return an interval with the values of all outputs in a box, `NO_VALUE` where none has one."""


def recheck_bound(
    certificate: Mapping[str, Any], outputs: Mapping[str, Any], judged: Judged, value: Value
) -> int:
    """Check a certificate of a bound; return the number of boxes that cover everything.

    ``outputs`` are the higher and the lower one that the certificate names; ``judged`` is all that can be judged
    against the gold of the lower one. Raises CertificateError; EngineDisagreementError where an output exceeds the
    bound; and UndecidedError where intervals do not tell.
    """
    bound = _read(certificate["bound"])
    found, lower = value(outputs["higher"]), value(outputs["lower"])
    require(not absent(found) and not absent(lower), "an output has no value")
    _same(found, _read(certificate["value"]))
    _below(bound, found)
    for face in certificate["faces"]:
        require(not _read(face["value"]).a > bound.b, "a bound is below a value that it is the largest of")
    for output in (outputs["lower"], *judged.vertices):
        _at_most(bound, output, value)
    return sum(1 for _ in _settled(judged, found.a, lambda output: _at_most(bound, output, value)))


def _read(text: str) -> Any:
    """Return the interval of a stated number."""
    try:
        return IntervalReading({}).text(text)
    except UnreadableError as error:
        raise UndecidedError(f"{text} has no interval: {error}") from error


def _same(found: Any, stated: Any) -> None:
    require(bool(found.a <= stated.b and stated.a <= found.b), "the higher output has another value")


def _below(bound: Any, found: Any) -> None:
    require(not bound.a >= found.b, "the bound is not below the value of the higher output")
    if not bound.b < found.a:
        raise UndecidedError(
            "intervals do not tell whether the bound is below the value of the higher output"
        )


def _at_most(bound: Any, output: Any, value: Value) -> None:
    found = value(output)
    if not absent(found) and found.a > bound.b:
        raise EngineDisagreementError(
            f"a bound is said to hold for every output, but not for {output.notation()}"
        )


def _settled(judged: Judged, level: object, inspected: Callable[[Any], None]) -> Iterator[Box]:
    """Yield boxes that cover everything, on each of which all values are below a level. Raises UndecidedError."""
    left = [judged.whole]
    for _ in range(MOST_BOXES):
        if not left:
            return
        box = left.pop()
        output = judged.inside(box)
        if output is None:
            continue
        inspected(output)
        found = judged.values(box)
        if absent(found) or found.b < level:
            yield box
        else:
            left += _halves(box)
    if left:
        raise UndecidedError(f"{MOST_BOXES} boxes do not tell whether a bound holds")


def _halves(box: Box) -> tuple[Box, Box]:
    """Return the two halves of a box, across its first widest side. Raises UndecidedError for a narrow box."""
    widths = [high - low for low, high in box]
    if max(widths, default=Fraction(0)) < NARROWEST:
        raise UndecidedError("a narrow box does not tell whether a bound holds")
    side = widths.index(max(widths))
    low, high = box[side]
    middle = (low + high) / 2
    first, second = ((*box[:side], half, *box[side + 1 :]) for half in ((low, middle), (middle, high)))
    return first, second
