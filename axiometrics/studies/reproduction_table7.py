"""Table 7 of Amigo et al. (2011): what its lists, references and ratios say of each other."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from axiometrics.studies.reproduction import Comparison, printed

__all__ = ["compatible_cases", "edges", "intransitive", "table7"]

_MOST_CASES = 100
_QUARTER = Fraction(1, 4)


def table7() -> Iterator[Comparison]:
    """Yield every comparison of the table."""
    rows = {row["system"]: row for row in printed()["table7"]}
    cases = compatible_cases()
    yield Comparison(
        "7",
        "numbers of cases up to 100 of which every printed ratio is a share",
        "not stated",
        _least(cases),
        True,
    )
    both = [pair for pair in edges() if pair[::-1] in edges()]
    yield Comparison("7", "pairs that improve each other", "0", str(len(both)), not both)
    unlisted = [
        name for name, row in rows.items() if row["reference"] and (row["reference"], name) not in edges()
    ]
    yield Comparison(
        "7", "references that do not list the system as improved", "0", str(len(unlisted)), not unlisted
    )
    yield from _references(rows, min(cases))
    against = [pair for pair in edges() if Fraction(rows[pair[0]]["F"]) < Fraction(rows[pair[1]]["F"])]
    shown = ", ".join(f"{one} over {other}" for one, other in sorted(against))
    yield Comparison("7", "robust improvements with a lower F", "not stated", shown, True)
    triples = intransitive()
    shown = "; ".join(", ".join(triple) for triple in triples)
    yield Comparison(
        "7", "triples a over b over c without a over c", "not stated", f"{len(triples)}: {shown}", True
    )


def edges() -> frozenset[tuple[str, str]]:
    """Return the printed robust improvements (improver, improved); rows whose lists cannot be aligned have none."""
    return frozenset((row["system"], name) for row in printed()["table7"] for name in row["improved"] or ())


def intransitive() -> tuple[tuple[str, str, str], ...]:
    """Return the triples in which a improves b and b improves c, but a does not improve c."""
    found = edges()
    return tuple(
        sorted(
            (a, b, c)
            for a, b in found
            for middle, c in found
            if middle == b and c != a and (a, c) not in found
        )
    )


def compatible_cases() -> tuple[int, ...]:
    """Return the numbers of cases, up to 100, of which each printed ratio is a rounded share."""
    ratios = [Fraction(row["uir_reference"]) for row in printed()["table7"] if row["uir_reference"]]
    return tuple(cases for cases in range(1, _MOST_CASES + 1) if all(_nets(ratio, cases) for ratio in ratios))


def _nets(ratio: Fraction, cases: int) -> list[int]:
    return [net for net in range(cases + 1) if abs(Fraction(net, cases) - ratio) <= Fraction(1, 200)]


def _least(cases: tuple[int, ...]) -> str:
    small = [number for number in cases if number < 60]
    return f"{', '.join(map(str, small))} (and {len(cases) - len(small)} from {cases[len(small)]} on)"


def _references(rows: dict[str, Any], cases: int) -> Iterator[Comparison]:
    """Compare the references with those that the lists imply, and with what the text says of them."""
    found = {}
    for name, row in rows.items():
        found[name] = [row["reference"]] if row["reference"] else []
        if row["reference"] and _is_least(row["uir_reference"], cases):
            found[name] = sorted(one for one, other in edges() if other == name)
            yield _tie(name, row, found[name], cases)
    text = printed()["text"]
    first = [name for name, names in found.items() if "S1" in names]
    claimed = text["references_to_S1"]
    yield Comparison(
        "7", "systems whose reference is S1", str(claimed), str(len(first)), len(first) == claimed
    )
    for one in ("S2", "S3"):
        names, told = [name for name, each in found.items() if one in each], text[f"references_to_{one}"]
        why = "" if names == told else "the tie of the references of S2 is not shown"
        what = f"systems whose reference is {one}"
        yield Comparison("7", what, ", ".join(told), ", ".join(names), names == told, why)
    empty = [
        name for name, row in rows.items() if not row["reference"] and any(name == b for _, b in edges())
    ]
    what = "systems without a reference that some system improves"
    yield Comparison("7", what, "0", str(len(empty)), not empty)


def _is_least(ratio: str, cases: int) -> bool:
    """Whether a printed ratio is the least one above 1/4: then every improver has it, and is a reference."""
    return _nets(Fraction(ratio), cases) == [_least_net(cases)]


def _least_net(cases: int) -> int:
    return next(net for net in range(cases) if Fraction(net, cases) > _QUARTER)


def _tie(name: str, row: dict[str, Any], improvers: list[str], cases: int) -> Comparison:
    agrees = improvers == [row["reference"]]
    why = (
        f"with {cases} cases {row['uir_reference']} is {_least_net(cases)}/{cases}, the least ratio above 1/4: every "
        "system that improves this one has it too, and the references tie"
    )
    shown = ", ".join(improvers)
    return Comparison("7", f"references of {name}", row["reference"], shown, agrees, "" if agrees else why)
