"""What a check finds, as frozen data: verdicts, witnesses, cells, rows, the matrix, and what it is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, get_args

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.showing import Shown, shown

__all__ = [
    "Cell", "ConstraintInfo", "Declaration", "Matrix", "MetricInfo", "Outcome", "Row", "Verdict", "Witness",
    "proof_digest",
]  # fmt: skip

Outcome = Literal["holds", "blind", "contradicted", "undefined", "not_applicable", "error"]
Evidence = Literal["proof", "sweep", "search", "witness"]
"""From the strongest to the weakest."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of one form (strict or weak) of a constraint, with its evidence.

    ``always`` says that a proof shows the outcome for every case (every case ties, or every case inverts).
    ``cases`` is the number of cases tried by all engines together, ``applicable`` that of those with a margin (every
    score is defined); every case up to ``size`` is among them. ``grid`` says which ones where one number does not;
    ``hunted`` how an optimiser looked for a case that fails, in vain. ``valued`` says that a proof speaks only of the
    cases in which every output has a value.
    """

    outcome: Outcome
    evidence: Evidence | None = None
    always: bool = False
    cases: int = 0
    applicable: int = 0
    size: int | None = None
    grid: str = ""
    hunted: str = ""
    valued: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with a grid, a hunt and ``valued`` only where there is one."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        return {
            name: value for name, value in plain.items() if value or name not in ("grid", "hunted", "valued")
        }

    @property
    def extent(self) -> str:
        """Up to which size every case was tried, or for what grid of sizes.

        >>> Verdict("holds", "sweep", size=9).extent, Verdict("holds", "sweep", size=9, grid="K 2/3, N ≤ 9/7").extent
        ('up to size 9', 'for K 2/3, N ≤ 9/7')
        """
        return f"for {self.grid}" if self.grid else f"up to size {self.size}"

    @property
    def phrase(self) -> str:
        """The verdict in words that never overstate.

        >>> Verdict("holds", "sweep", cases=120, applicable=120, size=9).phrase
        'holds in every case up to size 9'
        >>> Verdict("blind", "proof", always=True).phrase
        'blind: a proof shows that every case ties'
        >>> Verdict("holds", "proof", valued=True).phrase
        'holds in every case that has a value (proof)'
        """
        return self.described()

    def described(self, scope: str = "") -> str:
        """Return the phrase; ``scope`` says where a proof is less than for all cases, such as: 2 to 5 classes."""
        within = f" with {scope}" if scope else ""
        valued = " that has a value" if self.valued or self.applicable < self.cases else ""
        if self.outcome == "holds" and self.evidence == "proof":
            every = f"in every case{valued}{within}" if valued else f"for every size and context{within}"
            return f"holds {every} (proof)"
        if self.outcome == "holds" and self.evidence == "sweep":
            return f"holds in every case{valued} {self.extent}"
        if self.outcome == "holds" and self.evidence == "witness":
            return "holds: some case shows it"
        if self.outcome == "holds":
            tried = "the one case" if self.applicable == 1 else f"all {self.applicable} cases"
            return f"holds in {tried} tried{valued.replace('has', 'have' if self.applicable > 1 else 'has')}"
        deed = "ties" if self.outcome == "blind" else "goes against it"
        if self.always:
            return f"{self.outcome}: a proof shows that every case{valued}{within} {deed}"
        if self.evidence == "sweep" and self.outcome in ("blind", "contradicted"):
            return f"{self.outcome}: every case{valued} {self.extent} {deed}"
        if self.evidence == "search" and self.outcome == "contradicted":
            return f"contradicted {self.extent}, as far as tried"
        if self.outcome in ("blind", "contradicted"):
            return f"{self.outcome}: some case {deed}" + " where a difference is required" * (deed == "ties")
        return self.outcome.replace("_", " ")


@dataclass(frozen=True)
class Declaration:
    """What somebody expects of a cell: its outcome, why that is right, and the least evidence that counts."""

    outcome: str = "holds"
    reason: str = ""
    evidence: str | None = None

    @classmethod
    def read(cls, given: object, place: str) -> Declaration:
        """Read ``"blind"``, ``("blind", "why")`` or ``("holds", "why", "proof")``. Raises InputError.

        >>> Declaration.read(("blind", "pairs do not see disorder"), "rag_bag").outcome
        'blind'
        """
        parts = [given] if isinstance(given, str) else list(given) if isinstance(given, list | tuple) else []
        if not 1 <= len(parts) <= 3 or not all(isinstance(part, str) for part in parts):
            raise InputError(
                f"{place} is {given!r}; give an outcome, or a list of the outcome, the reason, and the evidence"
            )
        for part, allowed in zip(parts[::2], (get_args(Outcome), get_args(Evidence)), strict=False):
            if part not in allowed:
                raise InputError(f"{place} is {given!r}: there is no {part!r}; {nearest(str(part), allowed)}")
        return cls(*parts)

    @classmethod
    def of(cls, verdict: Verdict) -> Declaration:
        """Return what declares a verdict, whose reason is left to people."""
        return cls(verdict.outcome, "", verdict.evidence)

    @property
    def phrase(self) -> str:
        """The outcome and the reason, as a test report shows them."""
        return f"{self.outcome}: {self.reason}" if self.reason else f"{self.outcome}, as declared"

    def difference(self, verdict: Verdict) -> str | None:
        """Say how a verdict differs, if it does: another outcome, or weaker evidence."""
        if verdict.outcome != self.outcome:
            return f"expected {self.outcome}, found {verdict.phrase}"
        strength = get_args(Evidence)[::-1]
        if self.evidence and (
            not verdict.evidence or strength.index(verdict.evidence) < strength.index(self.evidence)
        ):
            return f"expected {self.outcome} by {self.evidence}, found {verdict.phrase}"
        return None


@dataclass(frozen=True)
class Witness:
    """A counterexample: exact, replayable, the smallest that was found.

    ``outputs`` maps each output's name (``worse``, ``better``) to its notation; ``scores`` and ``margin`` are exact,
    as text; ``minimal`` says that every smaller case was tried, of those on the verdict's grid where it has one;
    ``python`` is a snippet that prints the scores.
    """

    gold: str
    outputs: Mapping[str, str]
    parameters: Mapping[str, Any]
    scores: Mapping[str, str]
    margin: str
    size: int
    minimal: bool
    text: str
    python: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        return {**plain, **{name: dict(plain[name]) for name in ("outputs", "parameters", "scores")}}


def proof_digest(proof: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a proof's certificate as JSON, by which a certificate that stands alone names its proof.

    >>> proof_digest({"certificate": {"sign": "positive"}})[:8]
    '62020022'
    """

    def plain(value: object) -> object:
        return dict(value) if isinstance(value, Mapping) else str(value)

    text = json.dumps(proof["certificate"], sort_keys=True, separators=(",", ":"), default=plain)
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, repr=False)
class Cell(Shown):
    """One metric against one constraint.

    ``region`` says in words for which parameter values the constraint holds; ``regions`` has the bounds and the
    argument for each parameter, and is left out of the JSON form.
    """

    metric: str
    constraint: str
    strict: Verdict
    weak: Verdict
    witness: Witness | None = None
    except_when: tuple[str, ...] = ()
    threshold: Mapping[str, Any] | None = None
    region: str | None = None
    proof: Mapping[str, Any] | None = None
    disagrees_with: tuple[str, ...] = ()
    error: str | None = None
    regions: tuple[Mapping[str, Any], ...] = ()
    task: str = field(default="", init=False, compare=False, repr=False)
    """The task of the matrix that holds the cell; "" outside any."""

    @cached_property
    def digest(self) -> str | None:
        """The digest of the proof's certificate; None where nothing is proved."""
        return proof_digest(self.proof) if self.proof else None

    @property
    def depends_on_parameters(self) -> bool:
        """Whether the constraint holds for some parameter values only; a region alone says so, too."""
        return any(region["splits"] for region in self.regions) if self.regions else bool(self.region)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        shown = [item.name for item in fields(self) if item.init and item.name != "regions"]
        plain = {name: getattr(self, name) for name in shown}
        plain |= {"strict": self.strict.to_dict(), "weak": self.weak.to_dict()}
        plain |= {"except_when": list(self.except_when), "disagrees_with": list(self.disagrees_with)}
        plain["witness"] = self.witness.to_dict() if self.witness else None
        if self.proof:
            plain["proof"] = dict(self.proof) | {"sha256": self.digest}
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Cell:
        """Read the JSON form."""
        plain = dict(data)
        plain |= {"strict": Verdict(**data["strict"]), "weak": Verdict(**data["weak"])}
        plain |= {"except_when": tuple(data["except_when"]), "disagrees_with": tuple(data["disagrees_with"])}
        plain["witness"] = Witness(**data["witness"]) if data["witness"] else None
        plain["regions"] = tuple(data.get("regions", ()))
        if data["proof"]:
            plain["proof"] = {name: value for name, value in data["proof"].items() if name != "sha256"}
        return cls(**plain)


@dataclass(frozen=True, repr=False)
class Matrix(Shown):
    """Metrics x constraints of one task, sorted by family then key (metrics) and registry order (constraints)."""

    task: str
    metrics: tuple[MetricInfo, ...]
    constraints: tuple[ConstraintInfo, ...]
    cells: tuple[Cell, ...]
    seed: int = 0
    effort: str = "normal"
    version: str = ""
    complete: bool = True

    def __post_init__(self) -> None:
        for cell in self.cells:
            object.__setattr__(cell, "task", self.task)

    def cell(self, metric: str, constraint: str) -> Cell:
        """Return one cell by the keys that the matrix shows."""
        for found in self.cells:
            if (found.metric, found.constraint) == (metric, constraint):
                return found
        known = [[info.key for info in infos] for infos in (self.metrics, self.constraints)]
        missing = next(
            (pair for pair in zip((metric, constraint), known, strict=True) if pair[0] not in pair[1]), None
        )
        hint = f"; {missing[0]!r}: {nearest(*missing)}" if missing else ""
        raise UnknownKeyError(f"the matrix of {self.task} has no cell ({metric}, {constraint}){hint}")

    def row(self, metric: str) -> tuple[Cell, ...]:
        """Return the cells of one metric in the order of the constraints."""
        return tuple(found for found in self.cells if found.metric == metric)

    def column(self, constraint: str) -> tuple[Cell, ...]:
        """Return the cells of one constraint in the order of the metrics."""
        return tuple(found for found in self.cells if found.constraint == constraint)

    def task_dict(self) -> dict[str, Any]:
        """Return this task's part of the JSON document."""
        parts = ("metrics", "constraints", "cells")
        return {"task": self.task} | {
            part: [item.to_dict() for item in getattr(self, part)] for part in parts
        }

    def to_dict(self) -> dict[str, Any]:
        """Return a whole ``axiometrics.matrix/1`` document with this one task."""
        return dict(shown(self, "dict"))

    def to_markdown(self) -> str:
        """Return the table in GitHub's markdown."""
        return str(shown(self, "markdown"))

    def to_html(self) -> str:
        """Return one self-contained page."""
        return str(shown(self, "html"))

    def to_latex(self) -> str:
        """Return a booktabs table."""
        return str(shown(self, "latex"))

    def to_csv(self) -> str:
        """Return one line per cell."""
        return str(shown(self, "csv"))

    def to_frame(self) -> Any:
        """Return a pandas DataFrame of strict outcomes; needs the extra ``axiometrics[pandas]``."""
        return shown(self, "frame")

    def plot(self) -> Any:
        """Return the matrix as a picture, which notebooks show and ``save(path)`` writes as SVG."""
        return shown(self, "picture")


@dataclass(frozen=True, repr=False)
class Row(Matrix):
    """The cells of one metric: a matrix with a single row."""

    @property
    def metric(self) -> MetricInfo:
        """The metric that was checked."""
        return self.metrics[0]


class Typeset:
    """A field that is a text, or what makes it: tracing a formula takes longer than reading its verdicts."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, record: object, owner: type | None = None) -> str | None:
        if record is None:
            raise AttributeError(self._name)  # so that the field has no default
        held = vars(record)[self._name]
        made: str | None = held() if callable(held) else held
        vars(record)[self._name] = made
        return made

    def __set__(self, record: object, given: str | Callable[[], str | None] | None) -> None:
        vars(record)[self._name] = given


@dataclass(frozen=True)
class MetricInfo:
    """What a report says about a metric; ``latex`` is the formula that is evaluated and proved, if there is one."""

    key: str
    name: str
    family: str
    parameters: Mapping[str, str]
    orientation: Literal["score", "error"]
    kind: Literal["formula", "function"]
    cites: str | None
    latex: Typeset = Typeset()
    summary: str = field(default="", compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state with the formula typeset: what makes it may be unfit for pickling."""
        return {**vars(self), "latex": self.latex}

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which leaves out the summary."""
        return _compared(self) | {"parameters": dict(self.parameters)}


@dataclass(frozen=True)
class ConstraintInfo:
    """What a report says about a constraint."""

    key: str
    name: str
    cites: str | None
    quantifier: str
    demand: Literal["positive", "zero", "nonnegative", "definite"]
    statement: str = field(default="", compare=False)
    latex: str = field(default="", compare=False)
    preconditions: Mapping[str, str] = field(default_factory=dict, compare=False)
    illustrated: Callable[[], Mapping[str, str]] = field(default=dict, compare=False, repr=False)
    """Makes the example."""

    @cached_property
    def example(self) -> Mapping[str, str]:
        """The smallest case in notation, made when it is first asked for."""
        return self.illustrated()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state with the example made: what makes it may be unfit for pickling."""
        return {**vars(self), "example": self.example, "illustrated": dict}

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which leaves out what only describes the constraint."""
        return _compared(self) | {"quantifier": self.quantifier.replace("case", "n")}


def _compared(record: MetricInfo | ConstraintInfo) -> dict[str, Any]:
    """Return the fields that tell records apart; the others describe, for readers."""
    return {item.name: getattr(record, item.name) for item in fields(record) if item.compare}
