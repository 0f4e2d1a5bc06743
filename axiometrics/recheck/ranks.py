"""Rankings: what sums over ranks are in lists of focal documents, runs of non-relevant ones, and contexts.

Grades are 0 and 1. A context is any documents in any order, the same in every output, of which only the numbers of
relevant and non-relevant ones are known: what its terms add up to is an unknown function of the context and of all
that they look at beyond it, such as the rank at which it begins. The collection holds what any output lists, and any
further documents. Outputs that are told by a list have the rows and quantities that it makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    at_least,
    ends,
    flattened,
    parsed,
    put_in,
    require,
    sign_of,
    words_of,
    written,
)
from axiometrics.recheck.values import Number, plain

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

MOST_DOCUMENTS = 6
"""Focal documents of which any may be left out of a sum that is looked for."""
LOOKED_AT = {"i": "documents", "h": "documents", "c": "relevant", "g": "relevant", "d": "nonrelevant"}
"""What a term looks at beyond its own document, and the part of a place that decides it."""
OWN, BELOW = ("x", "b", "z"), ("y", "e", "f")
"""Ranks begin at 1; nothing else that a term looks at is negative."""


@dataclass(frozen=True)
class Block:
    """Documents one after another: how many relevant and non-relevant ones, and how many of each are above them."""

    relevant: str
    nonrelevant: str
    above: tuple[str, str]
    context: str = ""
    run: bool = False

    @property
    def grade(self) -> str:
        """The grade of all documents, unless they are a context's."""
        return "0" if self.relevant == "0" else "1"

    @property
    def columns(self) -> dict[str, str]:
        """What the terms of a single document look at."""
        rank, seen = f"{self.above[0]} + {self.above[1]} + 1", f"{self.above[0]} + {self.grade}"
        return {
            **judged(self.grade, OWN), "i": rank, "c": seen, "g": seen, "d": self.above[1],
            "h": f"ideal_gain({rank})",
        }  # fmt: skip


def judged(grade: str, names: tuple[str, ...]) -> dict[str, str]:
    """Return what a document's own grade decides."""
    return dict(zip(names, (grade, grade, "1" if grade == "0" else "0"), strict=True))


def blocks_of(data: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[Block]:
    """Yield the blocks of an output's list, best rank first."""
    above = ["0", "0"]
    for part in told["list"]:
        name = part.get("context", "")
        grade, times = part.get("document", "0"), part.get("times", "1")
        require(grade in ("0", "1") and (times == "1" or grade == "0"), "documents that no list may hold")
        held = (times, "0") if grade == "1" else ("0", times)
        if name:
            held = data["contexts"][name]["relevant"], data["contexts"][name]["nonrelevant"]
        yield Block(held[0], held[1], (above[0], above[1]), name, "times" in part)
        above = [f"{before} + {more}" for before, more in zip(above, held, strict=True)]


def with_rows(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a case whose outputs have the quantities of their lists, and their focal documents as rows."""
    lists = {name: list(blocks_of(data, told)) for name, told in data["outputs"].items() if "list" in told}
    if not lists:
        return data
    require(len(lists) == len(data["outputs"]), "outputs with and without a list")
    collection = _collection(data, lists)
    outputs = {}
    for name, blocks in lists.items():
        rows = [block.columns for block in blocks if not (block.context or block.run)]
        domains = {each["domain"] for each in data["reductions"].values()}
        listed = {"m": text_sum([part for block in blocks for part in (block.relevant, block.nonrelevant)])}
        outputs[name] = {
            **data["outputs"][name],
            "complete": False,
            "quantities": collection | listed,
            "rows": {domain: rows for domain in domains if domain == "ranks"},
        }
    return {**data, "outputs": outputs}


def text_sum(texts: Sequence[str]) -> str:
    """Return a sum of texts as a text."""
    return " + ".join(f"({text})" for text in texts) or "0"


def _collection(data: Mapping[str, Any], lists: Mapping[str, list[Block]]) -> dict[str, str]:
    """Return the relevant and non-relevant documents of the collection, and its pairs of equal grades."""
    for blocks in lists.values():
        names = sorted(block.context for block in blocks if block.context)
        require(names == sorted(data["contexts"]), "a context that is not once in every list")
    runs = [text_sum([block.nonrelevant for block in blocks if block.run]) for blocks in lists.values()]
    require(len({written(flattened(parsed(each))) for each in runs}) == 1, "runs of different lengths")
    found = {}
    for name, kind in (("R", "relevant"), ("N", "nonrelevant")):
        focal = [
            sum(getattr(block, kind) == "1" for block in blocks if not (block.context or block.run))
            for blocks in lists.values()
        ]
        parts = [each[kind] for each in data["contexts"].values()]
        further = [data["collection"][kind], str(max(focal)), *([runs[0]] if name == "N" else [])]
        found[name] = text_sum([*parts, *further])
    pairs = " + ".join(f"(({each})**2 - ({each}))/2" for each in found.values())
    some = {each["name"]: each["sign"] for each in data["symbols"]}
    return found | {"T": pairs} | ({"G": "1"} if at_least(flattened(parsed(found["R"])), 1, some) else {})


# --- what terms add up to


def sum_over(output: Output, domain: str, body: str) -> Number:
    """Return what a reduction is in a list."""
    kind, _, limit = domain.partition("_")
    step, point = parsed(body), output.point
    zero = point.number(Fraction(0))
    if kind == "ranks":
        return reduce(point.plus, [value for _, value in terms(output, domain, body)], zero)
    if kind == "ideal":
        return point.drawn("ideal", limit, _key(step), *_read(output, step, {"R"}))
    if kind == "cascade":
        return _cascade(output, step)
    if kind in ("pairs", "missed") and names_of(step) <= {*OWN, *BELOW}:
        return _pairs(output, kind, step)
    raise NotCoveredError(f"{domain} over terms that look at {', '.join(sorted(names_of(step)))}")


def terms(output: Output, domain: str, body: str) -> Iterator[tuple[bool, Number]]:
    """Yield what each block adds to a sum over ranks, and whether it is a single document."""
    step, point = parsed(body), output.point
    limit = domain.partition("_")[2]
    for number, block in enumerate(blocks_of(output.part.data, output.told)):
        if not block.context and not flattened(step, _flats(block.grade)):
            continue
        if not block.context and not block.run:
            found = plain(output.value(step, block.columns, f"{domain}#{number}"))
            yield True, point.times(found, _within(output, block, limit)) if limit else found
        elif not limit and not names_of(step) & set(LOOKED_AT):
            yield False, _counted(output, domain, step, block)
        else:
            what = (block.context, block.grade if block.run else "", output.text(_held(block)))
            looked = _looked_at(output, step, block, limit)
            yield False, point.drawn("block", limit, _key(step), *what, *looked)


def _held(block: Block) -> str:
    return f"{block.relevant} + {block.nonrelevant}"


def _flats(grade: str) -> dict[str, Any]:
    return {name: flattened(parsed(text)) for name, text in judged(grade, OWN).items()}


def _key(step: Step) -> str:
    return written(flattened(step)) if step.kind != "beside" else ", ".join(map(_key, step.parts))


def _within(output: Output, block: Block, limit: str) -> Number:
    """Return 1 if a document is above the cut-off, else 0: min(1, max(0, e)), if e ranks are left from its own on."""
    upto = output.told["quantities"]["R"] if limit == "R" else limit
    return output.text(f"Smaller(1, Larger(0, {upto} + 1 - ({block.columns['i']})))")


def _counted(output: Output, domain: str, step: Step, block: Block) -> Number:
    """Return the sum of terms that look at nothing but the grade."""
    found = output.point.number(Fraction(0))
    for grade, count in (("1", block.relevant), ("0", block.nonrelevant)):
        value = plain(output.value(step, judged(grade, OWN), f"{domain}#grade{grade}"))
        found = output.point.plus(found, output.point.times(value, output.text(count)))
    return found


def _looked_at(output: Output, step: Step, block: Block, limit: str) -> list[Number]:
    """Return the values of everything outside of a block that its terms look at."""
    places = {"relevant": block.above[0], "nonrelevant": block.above[1]}
    places["documents"] = " + ".join(block.above)
    parts = {LOOKED_AT[name] for name in names_of(step) & set(LOOKED_AT)} | (
        {"documents"} if limit else set()
    )
    found = [output.text(places[part]) if part in parts else None for part in sorted(places)]
    limited = [output.named(limit) if limit == "R" else output.text(limit)] if limit else []
    return [*found, *limited, *_read(output, step, {"R"} if "h" in names_of(step) else set())]


def _read(output: Output, step: Step, also: set[str]) -> list[Number]:
    """Return the values of the quantities that a body reads."""
    return [output.named(name) for name in sorted(also | (names_of(step) & set("mRNGT")))]


def names_of(step: Step) -> set[str]:
    """Return the names that a body reads."""
    return {step.value} if step.kind == "name" else set().union(*map(names_of, step.parts))


def same_sizes(data: Mapping[str, Any], step: Step) -> bool:
    """Whether the quantities that a body reads beside its rows are the same in every output."""
    told = [each.get("quantities", {}) for each in data["outputs"].values()]
    return all(len({each.get(name) for each in told}) == 1 for name in names_of(step) & set().union(*told))


def _cascade(output: Output, step: Step) -> Number:
    """Return an unknown function of all parts of the list at which a reader may stop, and of where they are."""
    if names_of(step) & {"c", "g", "h", "d", "z"}:
        raise NotCoveredError("readers who look at more than grades and ranks")
    seen = [
        (block.context, block.grade, output.text(_held(block)), output.text(" + ".join(block.above)))
        for block in blocks_of(output.part.data, output.told)
        if block.context or flattened(step.parts[1], _flats(block.grade))
    ]
    return output.point.drawn("cascade", _key(step), seen, *_read(output, step, set()))


def _pairs(output: Output, kind: str, step: Step) -> Number:
    """Return the sum over pairs of a document and one below it, or one that is not listed."""
    point, blocks = output.point, list(blocks_of(output.part.data, output.told))
    lists = [[(grade, output.text(count)) for grade, count in (("1", b.relevant), ("0", b.nonrelevant))]
             for b in blocks]  # fmt: skip
    total = point.number(Fraction(0))
    if kind == "missed":
        listed = [point.number(Fraction(0))] * 2
        for each in lists:
            listed = [point.plus(known, count) for known, (_, count) in zip(listed, each, strict=True)]
        held = [output.named("R"), output.named("N")]
        minus = point.number(Fraction(-1))
        left = [point.plus(have, point.times(minus, seen)) for have, seen in zip(held, listed, strict=True)]
        below = list(zip("10", left, strict=True))
        both = [(upper, below) for upper in lists]
    else:
        both = list(combinations(lists, 2))
    for upper, lower in both:
        for (grade, count), (other, times) in product(upper, lower):
            value = _pair(output, kind, step, grade, other)
            total = point.plus(total, point.times(point.times(count, times), value))
    for block in blocks if kind == "pairs" else ():
        if block.context:
            total = point.plus(total, point.drawn("pairs within", block.context, _key(step)))
        elif block.run:
            length = output.text(f"(({block.nonrelevant})**2 - ({block.nonrelevant}))/2")
            total = point.plus(total, point.times(length, _pair(output, kind, step, "0", "0")))
    return total


def _pair(output: Output, kind: str, step: Step, grade: str, other: str) -> Number:
    return plain(output.value(step, {**judged(grade, OWN), **judged(other, BELOW)}, f"{kind}#{grade}{other}"))


# --- signs


def shares(output: Output, domain: str, body: str) -> Iterator[Number]:
    """Yield sums of terms over all contexts and runs, and some of the focal documents."""
    if domain.partition("_")[0] != "ranks":
        return
    known = list(terms(output, domain, body))
    focal = [value for single, value in known if single]
    rest = reduce(
        output.point.plus, [value for single, value in known if not single], output.point.number(Fraction(0))
    )
    if len(focal) <= MOST_DOCUMENTS:
        for many in range(len(focal) + 1):
            for some in combinations(focal, many):
                yield reduce(output.point.plus, some, rest)


def filled(output: Output, domain: str, body: str) -> bool:
    """Whether the ideal list certainly has a rank whose term is not zero."""
    kind, _, limit = domain.partition("_")
    some = at_least(flattened(parsed(output.told["quantities"]["R"])), 1, output.part.signs)
    return kind == "ideal" and limit != "0" and some and words_of(body) <= {*"xbicgh", "InverseLog"}


def lack_sign(part: Part, definition: str) -> str:
    """Return the sign of what readers gain of a list, or of what a sum over it lacks of the most that it can be."""
    known, measured = flattened(parsed(definition)), part.data["measured"]
    alone = [powers[0][0] if len(powers) == 1 and powers[0][1] == 1 else "" for powers in known if powers]
    for name in alone:
        what, output = measured.get(name, ("", ""))
        about = part.data["reductions"].get(what)
        if about is None or "list" not in part.data["outputs"][output]:
            continue
        value, others = known[(name, 1),], [measured.get(other) for other in alone if other != name]
        if value == 1 and len(known) == 1 and (most_gained(about) is not None or _series(about) is not None):
            return "nonnegative"
        same = all(times == 1 for powers, times in known.items() if powers and powers != ((name, 1),))
        if value == -1 and len(known) == 2 and same and _reached(part, about, known.get(()), others, output):
            return "nonnegative"
    return ""


def most_gained(about: Mapping[str, str]) -> Fraction | None:
    """Return the most that readers gain, who stop at one rank at most; None where that is not known."""
    step = parsed(about["body"])
    if about["domain"] != "cascade" or step.kind != "beside" or not _falls(flattened(step.parts[0])):
        return None
    stops = [flattened(step.parts[1], _flats(grade)) for grade in "01"]
    sure = all(set(each) <= {()} and 0 <= each.get((), 0) <= 1 for each in stops)
    first = flattened(step.parts[0], {"i": {(): Fraction(1)}})
    return first[()] if sure and set(first) == {()} else None


def _reached(part: Part, about: Mapping[str, str], number: Any, others: Sequence[Any], output: str) -> bool:
    """Whether a sum over binary grades is at most a number, the relevant documents, or the sum over the ideal list.

    There are R relevant documents, and no more ranks than up to a cut-off; with weights that never rise no list adds up
    to more than the ideal one; and a geometric series is more than any of its beginnings.
    """
    if about["domain"] == "cascade":
        return number is not None and (most := most_gained(about)) is not None and number >= most
    kind, _, limit = about["domain"].partition("_")
    none, one = (flattened(parsed(about["body"]), _flats(grade)) for grade in "01")
    if kind != "ranks" or names_of(parsed(about["body"])) & {*"mRNGTh"}:
        return False
    if number is not None and limit:
        plain_numbers = limit.isdecimal() and {*none, *one} <= {()}
        return plain_numbers and number >= int(limit) * max(none.get((), 0), one.get((), 0), 0)
    if none:
        return False
    if number is not None:
        return (series := _series(about)) is not None and number >= series
    what, where = others[0] or ("", "")
    if where != output:
        return False
    if what == "R":
        return not limit and _at_most_one(parsed(about["body"]))
    ideal = part.data["reductions"].get(what)
    same = ideal is not None and ideal["domain"] == about["domain"].replace("ranks", "ideal")
    return same and flattened(parsed(ideal["body"])) == flattened(parsed(about["body"])) and _falls(one)


def _series(about: Mapping[str, str]) -> Fraction | None:
    """Return what more and more terms of a sum come to whose weights are a geometric series; None of any other sum."""
    none, one = (flattened(parsed(about["body"]), _flats(grade)) for grade in "01")
    if none or len(one) != 1 or about["domain"] != "ranks":
        return None
    ((powers, times),) = one.items()
    name = powers[0][0] if len(powers) == 1 and powers[0][1] == 1 else ""
    share = re.fullmatch(r"power\((\d+)/(\d+), -1 \+ 1\*i\^1\)", name)
    ratio = Fraction(int(share[1]), int(share[2])) if share else Fraction(1)
    return times / (1 - ratio) if 0 < ratio < 1 and times > 0 else None


def _at_most_one(step: Step) -> bool:
    """Whether the term of a relevant document is a share of 1, whatever is above it."""
    places = {"c": "1 + r", "g": "1 + r", "i": "1 + r + o", "d": "o", **judged("1", OWN)}
    top, bottom = ends(put_in(step, {name: parsed(text) for name, text in places.items()}))
    known = dict.fromkeys("ro", "nonnegative")
    try:
        shown = sign_of(top, known)[0], sign_of(added(bottom, top, Fraction(-1)), known)[0]
        return sign_of(bottom, known) == (1, True) and min(shown) >= 0
    except RefusedError:
        return False


def _falls(flat: Flat) -> bool:
    """Whether a weight of ranks is positive and never rises."""
    if len(flat) != 1:
        return False
    ((powers, times),) = flat.items()
    name, power = powers[0] if len(powers) == 1 and times > 0 else ("", 0)
    discount = re.fullmatch(r"inverse_log2\([1-9]\d* \+ 1\*i\^1\)", name)
    return (name == "i" and power < 0) or (power == 1 and discount is not None)
