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
    """A system that improves another at all has at least the least ratio above 1/4; at that ratio all of them tie."""
    least = next(net for net in range(cases) if Fraction(net, cases) > _QUARTER)
    found = {}
    for name, row in rows.items():
        improvers = sorted(one for one, other in edges() if other == name)
        lowest = row["uir_reference"] and _nets(Fraction(row["uir_reference"]), cases) == [least]
        found[name] = improvers if lowest else [row["reference"]] if row["reference"] else []
        if lowest:
            agrees = improvers == [row["reference"]]
            why = (
                f"with {cases} cases {row['uir_reference']} is {least}/{cases}, the least ratio above 1/4: every "
                "system that improves this one has it too, and the references tie"
            )
            yield Comparison(
                "7",
                f"references of {name}",
                row["reference"],
                ", ".join(improvers),
                agrees,
                "" if agrees else why,
            )
    text = printed()["text"]
    first = [name for name, names in found.items() if "S1" in names]
    yield Comparison(
        "7",
        "systems whose reference is S1",
        str(text["references_to_S1"]),
        str(len(first)),
        len(first) == text["references_to_S1"],
    )
    for one in ("S2", "S3"):
        claimed, names = text[f"references_to_{one}"], [name for name, each in found.items() if one in each]
        why = "the tie of the references of S2 is not shown"
        yield Comparison(
            "7",
            f"systems whose reference is {one}",
            ", ".join(claimed),
            ", ".join(names),
            claimed == names,
            "" if claimed == names else why,
        )
    empty = [
        name
        for name, row in rows.items()
        if not row["reference"] and any(other == name for _, other in edges())
    ]
    yield Comparison(
        "7", "systems without a reference that some system improves", "0", str(len(empty)), not empty
    )
