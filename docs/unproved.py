"""The page of the cells that hold without a proof, with what is missing: ``docs/reference/without-proof.md``."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import axiometrics as ax
from axiometrics.axioms.demands import EqualMaxima, SomeCase
from axiometrics.errors import AxiometricsError
from axiometrics.tasks import get_task

PUBLISHED = Path(ax.__file__).parent / "published"
RATIONAL = "is not a rational function of the generators"
HEAD = """# What holds without a proof

A cell that holds rests on a proof, on the case that it demands, or on cases that were tried: then nothing is known
beyond these. Here are all cells of formulas that are published as holding on cases alone, by task and constraint, with
what the prover lacks. A metric with ~ holds only if ties are allowed. *No sign is seen*: there is a parametric case,
but no tactic of [the prover](../verdicts.md) shows the sign of its margin.

An SMT solver could decide some of these for two or three classes. That is no evidence here: what it answers for
products of unknown numbers comes without a proof that a small program of another hand checks. So it is asked about
proofs only ([certificates](../certificates.md)), and never in place of one.
"""


def holding(task: str) -> Iterator[tuple[str, str, bool, str]]:
    """Yield metric, constraint, whether the strict form holds, and the evidence, of every formula's cell that holds."""
    published = json.loads(gzip.decompress((PUBLISHED / f"{task}.json.gz").read_bytes()))
    formulas = {key for key, metric in ax.metrics(task).items() if metric.reads is None}
    for cell in published["cells"].values():
        found = next((form for form in ("strict", "weak") if cell[form]["outcome"] == "holds"), None)
        if found and cell["metric"].partition("(")[0] in formulas:
            yield cell["metric"], cell["constraint"], found == "strict", cell[found]["evidence"]


def lacking(task: str, constraint: str, metric: str) -> str:
    """Say why there is no proof: there is no parametric case, or its sign is not seen."""
    key, _, given = constraint.partition("(")
    demanded = ax.constraints(task)[key]
    if given or metric not in ax.metrics(task):
        return "as without parameters"
    if isinstance(demanded.demand, EqualMaxima | SomeCase) or demanded.demand.by_size:
        return "there is no prover for what is demanded of some case, or of largest values"
    try:
        cases = get_task(task).symbolic(demanded.bound_generator, ax.metrics(task)[metric].formula)
        next(iter(cases), None)
    except (AxiometricsError, ArithmeticError) as error:
        told = str(error).partition(";")[0]
        return "roots, logarithms or extremes of sums of counts" if told.endswith(RATIONAL) else told
    return "no sign is seen"


def section(task: str) -> Iterator[str]:
    cells = sorted(holding(task))
    proved = Counter(evidence == "proof" for *_, evidence in cells)[True]
    shown = Counter(evidence == "witness" for *_, evidence in cells)[True]
    yield f"\n## {task.capitalize()}\n"
    yield f"Of {len(cells)} cells that hold {proved} are proved, and {shown} rest on the case that they demand.\n"
    missing: dict[tuple[str, str], list[str]] = {}
    for metric, constraint, strict, evidence in cells:
        if evidence not in ("proof", "witness"):
            why = lacking(task, constraint, metric)
            missing.setdefault((constraint, why), []).append(f"`{metric}`{'' if strict else '~'}")
    yield from table(missing)


def table(missing: Mapping[tuple[str, str], list[str]]) -> Iterator[Any]:
    if missing:
        yield "| constraint | metrics | what is missing |"
        yield "| --- | --- | --- |"
        for (constraint, why), metrics in sorted(missing.items()):
            yield f"| `{constraint}` | {', '.join(metrics)} | {why.replace('|', chr(92) + '|')} |"


def unproved_page() -> str:
    """Return the page, from the verdicts that are published with the package."""
    return "\n".join([HEAD, *(line for task in ax.tasks(plugins=False) for line in section(task))])
