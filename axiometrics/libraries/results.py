"""What an audit finds, as plain frozen data, and what differs between the documents of several audits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from axiometrics.libraries.adapters import DIGITS
from axiometrics.libraries.calling import close, code
from axiometrics.tasks import get_task
from axiometrics.tasks.registry import small_outputs

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Row
    from axiometrics.libraries.adapters import Adapter

Kind = Literal[
    "misnamed",  # what the library documents is not what the function's name or promised range says
    "convention",  # our definition has no value there or is 0/0, or the library documents what it does instead
    "defect",  # both definitions have a value, and nothing that is documented explains the difference
]

KINDS: dict[str, str] = {"misnamed": "documented, but not what it is called"}
"""What a kind is called where its word does not say it."""


@dataclass(frozen=True)
class Difference:
    """The smallest input on which a function differs from our definition in one way, and on how many inputs it does."""

    kind: Kind
    says: str
    output: str
    ours: str
    theirs: str
    inputs: int
    code: str


@dataclass(frozen=True)
class Property:
    """Whether a property holds on every small input; else the smallest one on which it fails, and what is seen there.

    ``ours`` says whether it holds for our definition too, None where there is none.
    """

    name: str
    holds: bool
    inputs: int
    output: str = ""
    seen: str = ""
    ours: bool | None = None


@dataclass(frozen=True)
class Verdicts:
    """The verdicts of the task's constraints: of the function, and of the metric that it should equal."""

    row: Row
    own: Row | None

    def outcomes(self) -> list[tuple[str, str, str | None]]:
        """Return each constraint with the function's outcome and the metric's."""
        own = {cell.constraint: cell.strict.outcome for cell in self.own.cells} if self.own else {}
        return [(cell.constraint, cell.strict.outcome, own.get(cell.constraint)) for cell in self.row.cells]


@dataclass(frozen=True)
class FunctionAudit:
    """One function: on how many inputs it was compared, where it differs, which properties and constraints it has.

    ``source`` is the file and line where it begins; ``values`` are those on every input, by its notation, as numbers or
    in words; ``error`` says why it could not be judged.
    """

    adapter: Adapter
    source: str = ""
    compared: int = 0
    size: int = 0
    differences: tuple[Difference, ...] = ()
    properties: tuple[Property, ...] = ()
    verdicts: Verdicts | None = None
    values: tuple[tuple[str, str], ...] = ()
    error: str = ""

    @property
    def outcome(self) -> str:
        """One word: ``equal``, ``convention``, ``misnamed``, ``defect``, ``error``, or ``-`` without a definition."""
        if self.error:
            return "error"
        kinds = {each.kind for each in self.differences}
        worst = next((kind for kind in ("defect", "misnamed", "convention") if kind in kinds), "")
        return worst or ("equal" if self.adapter.equals else "-")

    def code_on(self, notation: str) -> str:
        """Return Python code that prints the value on one of the inputs; "" where it is none of them."""
        task, reads = get_task(self.adapter.task), self.adapter.reads
        inputs = small_outputs(self.adapter.task, self.size)
        given = next((task.arguments(reads, each) for each in inputs if each.notation() == notation), None)
        return "" if given is None else code(self.adapter, given)


@dataclass(frozen=True)
class LibraryAudit:
    """A library with its version; ``missing`` says how to install it where it is not installed.

    An interrupted audit is not ``complete``: it has the functions that were judged by then.
    """

    name: str
    version: str
    functions: tuple[FunctionAudit, ...] = ()
    missing: str = ""
    note: str = ""
    complete: bool = True

    def to_dict(self, *, values: bool = False) -> dict[str, Any]:
        """Return the findings as plain data, with the value on every input where that is asked for."""
        return {
            "library": self.name,
            "version": self.version,
            "missing": self.missing,
            "functions": [
                _function(each) | ({"values": dict(each.values)} if values else {}) for each in self.functions
            ],
        }


def _function(found: FunctionAudit) -> dict[str, Any]:
    return {
        "name": found.adapter.name,
        "function": found.adapter.function,
        "source": found.source,
        "task": found.adapter.task,
        "equals": found.adapter.equals,
        "outcome": found.outcome,
        "compared": found.compared,
        "size": found.size,
        "digits": found.adapter.digits,
        "error": found.error,
        "differences": [asdict(each) for each in found.differences],
        "properties": [asdict(each) for each in found.properties],
        "constraints": {
            constraint: {"outcome": outcome, "definition": own}
            for constraint, outcome, own in (found.verdicts.outcomes() if found.verdicts else ())
        },
    }


def changes(versions: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Return, function by function, what differs between several results of one library, and how each has it.

    Values on every input are compared where all of the results have them, else how they differ from our definition.

    >>> old, new = ({"name": "f", "outcome": word, "constraints": {}} for word in ("defect", "equal"))
    >>> changes([{"functions": [old]}, {"functions": [new]}])
    [('f', 'outcome', 'defect', 'equal')]
    """
    by_name = [{each["name"]: each for each in version["functions"]} for version in versions]
    names = dict.fromkeys(name for known in by_name for name in known)
    return [(name, *each) for name in names for each in _changed([known.get(name) for known in by_name])]


def _changed(found: Sequence[Mapping[str, Any] | None]) -> Iterator[tuple[str, ...]]:
    records = [each for each in found if each]
    if len(records) < len(found):
        yield "judged", *("yes" if each else "no" for each in found)
        return
    judged = [not each.get("error") for each in records]
    values = [each.get("values") for each in records]
    valued = all(each for each, there in zip(values, judged, strict=True) if there)
    told = [dict(_told(each, valued)) for each in records]
    for what in dict.fromkeys(what for each in told for what in each):
        seen = [each.get(what, "-") for each in told]
        if len({each for each, there in zip(seen, judged, strict=True) if there or what == "outcome"}) > 1:
            yield what, *seen
    if valued:
        yield from first_other_value(values, records[0].get("digits", DIGITS))


def _told(record: Mapping[str, Any], valued: bool) -> Iterator[tuple[str, str]]:
    """Yield what an audit says of a function; of an error the first sentence."""
    yield "outcome", re.split(r"; |\. ", record.get("error") or record["outcome"])[0]
    if "compared" in record:
        yield "inputs", str(record["compared"])
    for each in () if valued else record.get("differences", ()):
        yield f"{each['kind']} {each['says']}", f"{each['theirs']} on {each['output']}, of {each['inputs']}"
    for each in record.get("properties", ()):
        yield each["name"], "holds" if each["holds"] else "fails"
    for constraint, each in record.get("constraints", {}).items():
        yield f"verdict of {constraint}", each["outcome"]


def first_other_value(versions: Sequence[Mapping[str, str] | None], digits: int) -> Iterator[tuple[str, ...]]:
    """Yield the smallest input on which values by input differ, where there is one, with the number of such inputs.

    A version without values has none to compare.

    >>> list(first_other_value([{"{a}": "1.0", "{a b}": "0.5"}, None, {"{a}": "1.0", "{a b}": "1.0"}], 9))
    [('value on {a b}, the smallest of 1', '0.5', '-', '1.0')]
    """
    values = [each for each in versions if each]
    common = [output for output in (values or [{}])[0] if all(output in each for each in values)]
    differing = [
        output
        for output in common
        if not all(_same(values[0][output], each[output], digits) for each in values[1:])
    ]
    if differing:
        first = differing[0]
        what = f"value on {first}, the smallest of {len(differing)}"
        yield what, *(each[first] if each else "-" for each in versions)


def _same(one: str, other: str, digits: int) -> bool:
    """Say whether two values are the same up to rounding, or two calls fail alike, whatever words they use."""
    try:
        mine, yours = float(one), float(other)
    except ValueError:
        return one.partition(":")[0] == other.partition(":")[0]
    return close(mine, yours, digits) or mine == yours
