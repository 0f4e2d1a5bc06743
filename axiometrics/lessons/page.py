"""What a matrix teaches, told in markdown with figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from axiometrics.escaping import code, markdown
from axiometrics.lessons.conflicts import LARGEST, Conflict
from axiometrics.lessons.document import lessons_json
from axiometrics.lessons.hasse import hasse_svg
from axiometrics.lessons.learning import Lessons
from axiometrics.lessons.telling_apart import separation_parts
from axiometrics.reports.markdown import row
from axiometrics.reports.words import PARTIAL, plural, task_name
from axiometrics.tasks import get_task
from axiometrics.writing import write_files

__all__ = ["lessons_page", "write_lessons"]


def write_lessons(found: Lessons, out: Path) -> list[Path]:
    """Write ``README.md``, its figures and ``lessons.json`` to a folder, which is made if needed; return the files."""
    text, figures = lessons_page(found)
    return write_files(out, {"README.md": text, **figures, "lessons.json": lessons_json(found)})


def lessons_page(found: Lessons, *, pictures: bool = True) -> tuple[str, dict[str, str]]:
    """Return the page as markdown, and the SVG figures by the file names that it uses; without ``pictures`` none."""
    task = task_name(found.matrix.task)
    figures = {"implications.svg": hasse_svg(found.lattice, f"Implications between constraints of {task}")}
    told, drawn = separation_parts(found)
    parts = [
        f"# What the matrix of {task} teaches",
        "" if found.matrix.complete else f"**{PARTIAL}**",
        _introduction(found),
        *_families(found),
        *_implications(found),
        *_conflicts(found),
        *told,
    ]
    if not pictures:
        return "\n\n".join(part for part in parts if part and not part.startswith("![")) + "\n", {}
    return "\n\n".join(filter(None, parts)) + "\n", figures | drawn


def _introduction(found: Lessons) -> str:
    form = "a tie is enough" if found.weak else "a tie is not enough"
    rows, columns = len(found.judgements.metrics), len(found.judgements.constraints)
    return (
        f"{plural(rows, 'metric')} and {plural(columns, 'constraint')} of {task_name(found.matrix.task)}, at "
        f"{found.matrix.effort} effort; {form} to satisfy a constraint. What is said here is about these metrics "
        "unless a proof is named, and holds as far as the evidence of the matrix does. Cells without a verdict are "
        "evidence for nothing."
    )


def _names(keys: Sequence[str]) -> str:
    return ", ".join(map(code, keys)) or "none"


def _families(found: Lessons) -> Iterator[str]:
    yield "## Families"
    several = sum(len(group) > 1 for group in found.families.groups)
    yield (
        f"Metrics that satisfy exactly the same constraints: {plural(len(found.families.groups), 'group')}, "
        f"{several} of them with more than one metric."
    )
    lines = [row(["metrics", "declared families", "constraints satisfied"]), row(["---"] * 3)]
    for group, profile in zip(found.families.groups, found.families.profiles, strict=True):
        declared = dict.fromkeys(found.judgements.families.get(metric, "") for metric in group)
        lines.append(row([_names(group), markdown(", ".join(declared)), _names(profile)]))
    yield "\n".join(lines)
    split = _split(found)
    if split:
        yield "Declared families whose metrics differ: " + "; ".join(split) + "."
    if found.families.apart:
        yield f"Not grouped, since a cell is undecided: {_names(found.families.apart)}."


def _split(found: Lessons) -> list[str]:
    """Say over how many groups each declared family is spread, where it is more than one."""
    spread: dict[str, set[int]] = {}
    for place, group in enumerate(found.families.groups):
        for metric in group:
            spread.setdefault(found.judgements.families.get(metric, ""), set()).add(place)
    return [
        f"{markdown(family)} (in {len(places)} groups)"
        for family, places in spread.items()
        if len(places) > 1
    ]


def _implications(found: Lessons) -> Iterator[str]:
    lattice = found.lattice
    yield "## Implications"
    yield (
        "An arrow leads from a constraint to one that every metric satisfying the first satisfies too; arrows that "
        "follow from others are left out. Constraints in one box are satisfied by the same metrics."
    )
    yield f"![Implications between constraints of {task_name(found.matrix.task)}](implications.svg)"
    if lattice.unsatisfied:
        yield f"No metric satisfies {_names(lattice.unsatisfied)}; they have no place in the order."
    told = "Each row against each column: ⇒ implied, or a metric that satisfies the row and fails the column."
    left = " Open: so many metrics are undecided, so that nothing follows." if lattice.undecided else ""
    yield told + left
    names = ["<br>".join(map(code, members)) for members in lattice.classes]
    lines = [row(["", *names]), row(["---"] * (len(names) + 1))]
    for i, name in enumerate(names):
        lines.append(row([name, *(_relation(found, i, j) for j in range(len(names)))]))
    yield "\n".join(lines)


def _relation(found: Lessons, one: int, other: int) -> str:
    lattice = found.lattice
    if one == other:
        return ""
    if (one, other) in lattice.implied:
        return "⇒"
    shown = lattice.refuted.get((one, other))
    return code(shown) if shown else f"open ({len(lattice.undecided[one, other])})"


def _conflicts(found: Lessons) -> Iterator[str]:
    yield "## Combinations that no metric satisfies"
    if not found.conflicts:
        yield f"Every combination of up to {LARGEST} constraints is satisfied by some metric."
        return
    yield (
        f"The smallest ones, of up to {LARGEST} constraints: every metric is known to fail at least one of them, and "
        "with any one left out some metric is not known to. Where no metric at all could satisfy them, the cases that "
        "show it are given: each must score more than the one before (or the same, where = "
        "stands, or no less, where ≤ stands), in a circle."
    )
    yield "\n".join(f"- {_names(each.constraints)}{_proved(found, each)}" for each in found.conflicts)


def _proved(found: Lessons, conflict: Conflict) -> str:
    if conflict.proof is None:
        return ""
    lines = [": impossible for any metric."]
    equal = {each.key: "=" for each in found.matrix.constraints if each.demand == "zero"}
    for step in conflict.proof.steps:
        sign = "<" if step.strict else equal.get(step.constraint, "≤")
        home = get_task(found.matrix.task)
        gold, texts = home.notation({"worse": step.worse})
        gold_better, texts_better = home.notation({"better": step.better})
        low = f"{texts['worse']} for gold {gold}"
        high = f"{texts_better['better']} for gold {gold_better}"
        lines.append(f"  - {code(step.constraint)}: {code(low)} {sign} {code(high)}")
    return "\n".join(lines)
