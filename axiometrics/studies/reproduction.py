"""What Amigo et al. (2011) print about combination and unanimity, recomputed where the printed data allow it.

Numbers agree when some values that round to the printed inputs give one that rounds to the printed result.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from axiometrics.studies.findings import Findings, Table
from axiometrics.studies.unanimity import Relations, relations

HALF = Fraction(1, 2)

_CENT = Fraction(1, 200)
"""Half a unit of the second decimal, which tables 2 and 7 print without trailing zeros."""


@dataclass(frozen=True)
class Comparison:
    """One printed statement beside what follows from the printed data; an explanation where the two differ.

    ``favours`` is the kinder sense in which it is right all the same, if there is one.
    """

    table: str
    what: str
    printed: str
    computed: str
    agrees: bool
    explanation: str = ""
    favours: str = ""


@cache
def printed() -> dict[str, Any]:
    """Return the printed tables as data; numbers are text, as printed."""
    text = files("axiometrics.studies").joinpath("printed/amigo2011.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def reproduction() -> Findings:
    """Compare the printed tables 1 to 7 with what follows from the printed data.

    >>> [row[1] for row in reproduction().table("differences").rows][:2]
    ['F of System 3', 'F of OpHit']
    """
    found = tuple(comparisons())
    against = [each for each in found if not each.agrees]
    columns = ("table", "what", "printed", "computed", "agrees", "explanation")
    rows = tuple(
        (each.table, each.what, each.printed, each.computed, each.agrees, each.explanation) for each in found
    )
    words = (
        f"{len(found)} statements can be recomputed; {len(found) - len(against)} agree, {len(against)} do not.",
    )
    return Findings(
        "reproduction",
        "The printed tables of Amigo et al. (2011), recomputed",
        words,
        (
            Table("differences", "Differences", columns, tuple(row for row in rows if not row[4])),
            Table("all", "All statements", columns, rows),
        ),
    )


def comparisons() -> Iterator[Comparison]:
    """Yield every comparison, table by table."""

    yield from _table1()
    yield from _table2()
    yield from _table3()
    yield from _table4()
    yield from _tables5_and_6()
    yield from table7()


def _f(first: Fraction, second: Fraction, alpha: Fraction = HALF) -> Fraction:
    return 1 / (alpha / first + (1 - alpha) / second)


def _half_unit(text: str) -> Fraction:
    return Fraction(1, 2 * 10 ** len(text.partition(".")[2]))


def _table1() -> Iterator[Comparison]:
    rows = printed()["table1"]
    apart = [row for row in rows if not _is_f_of_means(row)]
    least = min(_alpha_of(*_scores(row)) for row in apart)
    for row in rows:
        p, r, f = _scores(row)
        name = row["system"] or f"the alternative in {row['task']}"
        explained = _other_alpha(p, r, f, least) if row in apart else ()
        yield Comparison(
            "1", f"F of {name}", row["F"], f"{float(_f(p, r)):.2f}", row not in apart, *explained
        )


def _scores(row: Mapping[str, str]) -> tuple[Fraction, Fraction, Fraction]:
    p, r, f = (Fraction(row[name]) for name in ("P", "R", "F"))
    return p, r, f


def _is_f_of_means(row: Mapping[str, str]) -> bool:
    """Whether a printed F is F at 1/2 of scores that round to the printed ones."""
    p, r, f = _scores(row)
    slack = [_half_unit(row[name]) for name in ("P", "R", "F")]
    low, high = _f(p - slack[0], r - slack[1]) - slack[2], _f(p + slack[0], r + slack[1]) + slack[2]
    return low <= f <= high


def _alpha_of(p: Fraction, r: Fraction, f: Fraction) -> Fraction:
    """Return the alpha at which F of two scores has a value."""
    return (1 / f - 1 / r) / (1 / p - 1 / r)


def _other_alpha(p: Fraction, r: Fraction, f: Fraction, least: Fraction) -> tuple[str, str]:
    """Explain a value that is not F of the printed means at 1/2, and say in which sense it may be right.

    A mean over questions of F at some alpha is at most F of the means there, since F is concave.
    """
    alpha = float(_alpha_of(p, r, f))
    text = f"F of the printed means has this value at alpha={alpha:.3f}, and each system needs another alpha"
    if f <= _f(p, r):
        return text, "a mean of F(alpha=1/2) over questions, which is at most F of the means"
    return (
        f"more than F of the printed means, which no mean of F(alpha=1/2) over questions can be; {text}",
        f"a mean over questions of F at one alpha below {float(least):.3f}, which all three such systems allow",
    )


def _table2() -> Iterator[Comparison]:
    half, fifth = printed()["table2"]["alpha_half"], printed()["table2"]["alpha_fifth"]
    text = printed()["text"]
    of_bcubed = {row["system"]: row["F"] for row in printed()["table7"]}
    for name, value in text["weps1b_f"].items():
        why = "the text of section 3.5 and the table give different values for the same system, collection and alpha"
        kinder = (
            "F of BCubed, if that is meant: the other values of the sentence are those of BCubed in table 7"
        )
        sense = kinder if of_bcubed[name] == text["weps2_f"][name] else ""
        told = () if value == half[name] else (why, sense)
        yield Comparison("2", f"F of {name} at 1/2 in the text", value, half[name], not told, *told)
    last = list(fifth)[-1]
    yield Comparison(
        "2", "the lowest at alpha 1/5", last, min(fifth, key=lambda name: Fraction(fifth[name])), last == "B1"
    )
    low, high = (_pooled_at_fifth(Fraction(half["B100"]) + slack) for slack in (-_CENT, _CENT))
    given = Fraction(fifth["B100"])
    yield Comparison(
        "2",
        "F of B100 at 1/5, were it F of the mean scores",
        fifth["B100"],
        f"{float(low):.3f} to {float(high):.3f}",
        low <= given + _CENT and high >= given - _CENT,
        "the table holds the mean over cases of F, which may be lower than F of the means: with inverse purity 1, the "
        "F of B100 at 1/2 fixes its mean purity, and so F of the means at 1/5",
    )


def _pooled_at_fifth(f: Fraction) -> Fraction:
    """Return F at alpha 1/5 of a system with second score 1 and this F at alpha 1/2."""
    return _f(1 / (2 / f - 1), Fraction(1), Fraction(1, 5))


def _counted(first: list[list[str]], second: list[list[str]]) -> Relations:
    """Count exactly: printed fractions are numbered in their order."""
    scores = [[Fraction(text) for text in case] for case in [*first, *second]]
    numbers = {
        value: float(place) for place, value in enumerate(sorted({each for case in scores for each in case}))
    }
    table = np.array([[numbers[each] for each in case] for case in scores]).reshape(2, len(first), -1)
    return relations(np.ascontiguousarray(table.transpose(2, 0, 1)))


def _table3() -> Iterator[Comparison]:
    table = printed()["table3"]
    counted = _counted(table["first"], table["second"])
    both = (int(counted.at_least[0, 1]), int(counted.at_least[1, 0]))
    for what, name, count in (("A at least B", "at_least", both[0]), ("B at least A", "at_most", both[1])):
        yield Comparison("3", f"cases with {what}", str(table[name]), str(count), table[name] == count)
    ratio = Fraction(int(counted.net[0, 1]), counted.cases)
    yield Comparison("3", "UIR of A over B", table["uir"], str(ratio), Fraction(table["uir"]) == ratio)


def _table4() -> Iterator[Comparison]:
    points = printed()["table4"]
    for one, other, relation in (("A", "B", "biased"), ("B", "C", "biased"), ("A", "C", "better")):
        counted = _counted([points[one]], [points[other]])
        found = next(name for name in ("better", "worse", "equal", "biased") if getattr(counted, name)[0, 1])
        yield Comparison("4", f"{one} against {other}", relation, found, relation == found)


def _tables5_and_6() -> Iterator[Comparison]:
    fives, sixes = printed()["table5"], printed()["table6"]
    pairs = [sum(each["pairs"] for each in table.values()) for table in (fives, sixes)]
    yield Comparison("5, 6", "pairs of 18 systems", str(pairs[0]), str(18 * 17 // 2), pairs == [153, 153])
    for name, what in (("dF", "the F differences' size"), ("uir", "the ratios' size")):
        bounds = [_mean(table, name) for table in (fives, sixes)]
        agrees = bounds[0][0] <= bounds[1][1] and bounds[1][0] <= bounds[0][1]
        why = "both tables average the same 153 pairs, yet no values that round to the printed ones give the same mean"
        five, six = (f"{float(low):.4f} to {float(high):.4f}" for low, high in bounds)
        what = f"mean of {what}, table 5 and table 6"
        yield Comparison("5, 6", what, five, six, agrees, "" if agrees else why)
    text = printed()["text"]
    kept = Fraction(text["concordant_kept"]) * 53 + Fraction(text["opposite_kept"]) * 89
    share = round(kept) / Fraction(153)
    agrees = abs(share - Fraction(text["accepted_at_quarter"])) <= Fraction(1, 200)
    yield Comparison(
        "6",
        "share accepted above 1/4, from the shares of the classes",
        text["accepted_at_quarter"],
        f"{float(share):.3f}",
        agrees,
    )


def _mean(table: dict[str, Any], name: str) -> tuple[Fraction, Fraction]:
    """Return the lowest and highest mean over all pairs of values that round to the printed ones."""
    total = sum(each["pairs"] for each in table.values())
    middle = sum(each["pairs"] * Fraction(each[name]) for each in table.values()) / total
    slack = sum(each["pairs"] * _half_unit(each[name]) for each in table.values()) / total
    return middle - slack, middle + slack


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
        kinder = next((_other_numbers(rows[each]["uir_reference"]) for each in names if each not in told), "")
        yield Comparison("7", what, ", ".join(told), ", ".join(names), names == told, why, kinder)
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
    told = ("", "") if agrees else (why, _other_numbers(row["uir_reference"]))
    return Comparison("7", f"references of {name}", row["reference"], shown, agrees, *told)


def _other_numbers(ratio: str) -> str:
    """Say for which possible numbers of cases a ratio need not be the least above 1/4, so that none need tie."""
    found = [str(cases) for cases in compatible_cases() if not _is_least(ratio, cases)]
    return f"{' or '.join(found)} cases, where the ratio need not be the least above 1/4" if found else ""
