"""The page of the cells that hold without a proof, with what is missing: ``docs/reference/without-proof.md``."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import axiometrics as ax
from axiometrics.axioms.demands import EqualMaxima, SomeCase
from axiometrics.errors import AxiometricsError
from axiometrics.tasks import get_task

PUBLISHED = Path(ax.__file__).parent / "published"
OF_TWO = "2 classes"
RATIONAL = "is not a rational function of the generators"
HEAD = """# What holds without a proof

A cell that holds rests on a proof, on the case that it demands, or on cases that were tried: then nothing is known
beyond these. Here are all cells of formulas that are published as holding on cases alone, by task and constraint, with
what the prover lacks. A metric with ~ holds only if ties are allowed. *No sign is seen*: there is a parametric case,
but no tactic of [the prover](../verdicts.md) shows the sign of its margin.

Some proofs are about few numbers of classes only: a second table of each task lists them. Nothing is known of more
classes beyond the cases that were tried. Metrics of two classes, which have no value for more, are not among them.

An SMT solver could decide some of these for two or three classes. That is no evidence here: what it answers for
products of unknown numbers comes without a proof that a small program of another hand checks. So it is asked about
proofs only ([certificates](../certificates.md)), and never in place of one.
"""


def holding(task: str) -> Iterator[tuple[str, str, bool, str, str]]:
    """Yield of every formula's cell that holds: metric, constraint, whether strictly so, evidence and scope."""
    published = json.loads(gzip.decompress((PUBLISHED / f"{task}.json.gz").read_bytes()))
    formulas = {key for key, metric in ax.metrics(task).items() if metric.reads is None}
    for cell in published["cells"].values():
        found = next((form for form in ("strict", "weak") if cell[form]["outcome"] == "holds"), None)
        if found and cell["metric"].partition("(")[0] in formulas:
            scope = (
                cell["proof"]["certificate"].get("scope", "") if cell[found]["evidence"] == "proof" else ""
            )
            yield cell["metric"], cell["constraint"], found == "strict", cell[found]["evidence"], scope


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
    number = Counter(evidence for *_, evidence, _ in cells)
    limited: dict[tuple[str, str], list[str]] = {}
    missing: dict[tuple[str, str], list[str]] = {}
    for metric, constraint, strict, evidence, scope in cells:
        name = f"`{metric}`{'' if strict else '~'}"
        if scope not in ("", OF_TWO):
            limited.setdefault((constraint, scope), []).append(name)
        elif evidence not in ("proof", "witness"):
            missing.setdefault((constraint, lacking(task, constraint, metric)), []).append(name)
    few = f", {sum(map(len, limited.values()))} of them for few classes" if limited else ""
    yield f"\n## {task.capitalize()}\n"
    yield (
        f"Of {len(cells)} cells that hold {number['proof']} are proved{few}, "
        f"and {number['witness']} rest on the case that they demand.\n"
    )
    yield from table("what is missing", missing)
    yield from ["", *table("proved for", limited)] if limited else ()


def table(last: str, cells: Mapping[tuple[str, str], list[str]]) -> Iterator[str]:
    if cells:
        yield f"| constraint | metrics | {last} |"
        yield "| --- | --- | --- |"
        for (constraint, told), metrics in sorted(cells.items()):
            yield f"| `{constraint}` | {', '.join(metrics)} | {told.replace('|', chr(92) + '|')} |"


def whole() -> str:
    """Say how many cells of all tasks hold, and on what."""
    every = [cell for task in ax.tasks(plugins=False) for cell in holding(task)]
    few = sum(scope not in ("", OF_TWO) for *_, scope in every)
    number = Counter(evidence for *_, evidence, _ in every)
    proved = number["proof"] - few
    rest = len(every) - number["proof"] - number["witness"]
    return (
        f"Of all {len(every):,} cells of formulas that hold, {proved:,} ({proved / len(every):.1%}) are proved for "
        f"every size and every number\nof classes, {few} for few classes; {number['witness']} rest on the case that "
        f"they demand, and {rest} on cases that were tried.\n"
    )


def unproved_page() -> str:
    """Return the page, from the verdicts that are published with the package."""
    sections = (line for task in ax.tasks(plugins=False) for line in section(task))
    return "\n".join([HEAD, whole(), *sections])
