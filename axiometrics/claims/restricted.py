"""The restrictions on a measure of unanimous improvement, as statements about the ratio."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.studies.reproduction import Comparison
from axiometrics.studies.restrictions import restrictions

__all__ = ["comparisons"]

_CASES = 6


def comparisons() -> Iterator[Comparison]:
    """Yield, for each restriction, whether the ratio meets it on every outcome of up to 6 cases.

    >>> [each.agrees for each in comparisons()]
    [True, True, True]
    """
    table = restrictions(_CASES).table("restrictions")
    measure, *told = table.rows[0]
    for number, (name, found) in enumerate(zip(table.columns[1:], told, strict=True), start=1):
        what = f"{name}, for {measure.partition(':')[0]}"
        computed = f"{found} in every outcome of up to {_CASES} cases" if found == "holds" else str(found)
        yield Comparison(f"restriction {number}", what, "holds", computed, found == "holds")
