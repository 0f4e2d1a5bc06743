"""Proofs about every metric, told: circles of cases, drawn sums of inequalities, chains and counter-metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from axiometrics.escaping import code, html_text, markdown, markdown_table
from axiometrics.patterns.implications import Circle, Implication, Step
from axiometrics.patterns.impossible import MOST_CASES, Impossibility, Theorem, Way, solver_is_there
from axiometrics.tasks import get_task

IMPOSSIBLE = ": impossible for any metric that has a value on all these outputs."

SHOWN = 3
"""Choices of ways of which a page shows the sum."""


def circle_told(task: str, proof: Circle, equal: Mapping[str, str]) -> str:
    """Return the cases of a circle, a line each, and its outputs drawn in their order.

    ``equal`` gives the sign of constraints that demand equality.
    """
    lines = [IMPOSSIBLE]
    for step in proof.steps:
        sign = "<" if step.strict else equal.get(step.constraint, "≤")
        low, high = (_with_gold(task, output) for output in (step.worse, step.better))
        lines.append(f"  - {code(step.constraint)}: {low} {sign} {high}")
    home = get_task(task)
    _, texts = home.notation({str(place): step.worse for place, step in enumerate(proof.steps, 1)})
    drawn = ["", "```text", *home.drawing(texts).splitlines(), "```"]
    return "\n".join([*lines, *(f"  {line}".rstrip() for line in drawn)])


def contradiction_told(task: str, proof: object, equal: Mapping[str, str], names: Sequence[str]) -> str:
    """Return what is found of some constraints together, as markdown."""
    said = ", ".join(map(code, names))
    if isinstance(proof, Circle):
        return said + circle_told(task, proof, equal) + "\n"
    if isinstance(proof, Impossibility):
        return f"{said}{IMPOSSIBLE}\n\n" + "\n\n".join(sum_told(task, proof)) + "\n"
    sums = (
        f"nor by sums of up to {MOST_CASES} cases"
        if solver_is_there()
        else "and sums of cases were not looked for, since z3 is not installed (pip install 'axiometrics[certify]')"
    )
    return f"{said}: no contradiction is found by circles of cases, {sums}. There may be others.\n"


def _with_gold(task: str, output: object) -> str:
    gold, texts = get_task(task).notation({"output": output})
    return code(f"{texts['output']} for gold {gold}" if gold else texts["output"])


def proof_json(task: str, proof: object) -> dict[str, Any]:
    """Return a proof that nothing satisfies some constraints: the steps of a circle, or a sum; both empty for none."""
    steps = [step_json(task, step) for step in proof.steps] if isinstance(proof, Circle) else []
    return {"circle": steps, "sum": _sum_json(task, proof) if isinstance(proof, Impossibility) else None}


def step_json(task: str, step: Step) -> dict[str, Any]:
    """Return one case of a circle or a chain."""
    return {
        "constraint": step.constraint,
        "strict": step.strict,
        **{name: _output(task, output) for name, output in (("worse", step.worse), ("better", step.better))},
    }


def _output(task: str, output: object) -> dict[str, str]:
    gold, texts = get_task(task).notation({"output": output})
    return {"gold": gold, **texts}


def _sum_json(task: str, proof: Impossibility) -> dict[str, Any]:
    """Return every case with the ways to meet it, and the multipliers of each choice of ways."""
    return {
        "cases": [
            {
                "constraint": case.constraint,
                "ways": [
                    [
                        {
                            "terms": [
                                {"weight": str(weight), **_output(task, output)}
                                for output, weight in each.weights
                            ],
                            "relation": each.relation,
                        }
                        for each in way
                    ]
                    for way in case.ways
                ],
            }
            for case in proof.cases
        ],
        "multipliers": [[str(factor) for factor in each] for each in proof.sums],
    }


def sum_told(task: str, proof: Impossibility) -> Iterator[str]:
    """Yield the paragraphs of a sum: which outputs, and a table for the first choices of ways."""
    names = _letters(proof)
    kinds = f"{len(proof.cases)} cases on {len(names)} outputs"
    yield (
        f"Proof: {kinds}, of which each is needed. A letter stands for what its output scores. Each line is what one "
        "case demands, times a number; the lines add up to 0 > 0, which no scores make true."
    )
    yield "\n".join(f"- {name} = {_with_gold(task, output)}" for output, name in names.items())
    for choice, times in islice(zip(proof.choices, proof.sums, strict=True), SHOWN):
        yield markdown_table(["times", "constraint", "demands"], _lines(proof, choice, times, names))
    if len(proof.sums) > SHOWN:
        yield (
            f"Some cases can be met in several ways. These are {SHOWN} of the {len(proof.sums)} choices; "
            "`--format json` has all of them."
        )


def _letters(proof: Impossibility) -> dict[Any, str]:
    """Name the outputs of a proof in the order in which they are met."""
    outputs = dict.fromkeys(
        output for case in proof.cases for way in case.ways for each in way for output, _ in each.weights
    )
    return {output: _letter(place) for place, output in enumerate(outputs)}


def _letter(place: int) -> str:
    """Return A to Z, then A1 and so on.

    >>> _letter(0), _letter(27)
    ('A', 'B1')
    """
    return chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")


def _labelled(proof: Impossibility, choice: Way) -> list[str]:
    """Return the constraint of each inequality of a choice."""
    left = list(choice)
    found = []
    for case in proof.cases:
        way = next(way for way in case.ways if tuple(left[: len(way)]) == way)
        found += [case.constraint] * len(way)
        del left[: len(way)]
    return found


def _lines(
    proof: Impossibility, choice: Way, times: Sequence[Fraction], names: Mapping[Any, str]
) -> list[list[str]]:
    labels = _labelled(proof, choice)
    return [
        [str(factor), code(label), f"{_form(each.weights, names)} {each.relation} 0"]
        for label, each, factor in zip(labels, choice, times, strict=True)
        if factor
    ]


def _form(weights: Sequence[tuple[Any, Fraction]], names: Mapping[Any, str]) -> str:
    terms: list[str] = []
    for output, weight in weights:
        size = "" if abs(weight) == 1 else f"{abs(weight)} "
        sign = "− " if weight < 0 else "+ " if terms else ""
        terms.append(f"{sign}{size}{names[output]}")
    return " ".join(terms) or "0"


_CELL, _ROW, _NAMES, _MARGIN = 54, 24, 260, 14


def sum_svg(proof: Impossibility, title: str) -> str:
    """Draw the first sum of a proof: a row for each case, a column for each output, and what is added up in the cells.

    Blue cells are above zero, red ones below; every column adds up to 0.
    """
    names = _letters(proof)
    choice, times = next(proof.choices), proof.sums[0]
    used = [
        (label, each, factor)
        for label, each, factor in zip(_labelled(proof, choice), choice, times, strict=True)
        if factor
    ]
    parts = [_text(_NAMES + _CELL * (place + 0.5), 30, name) for place, name in enumerate(names.values())]
    for line, (label, each, factor) in enumerate(used):
        top = 40 + _ROW * line
        parts.append(_text(_NAMES - 10, top + 16, f"{factor} × {label}", "end"))
        weights = dict(each.weights)
        for place, output in enumerate(names):
            parts += _cell(_NAMES + _CELL * place, top, factor * weights.get(output, Fraction(0)))
        parts.append(_text(_NAMES + _CELL * len(names) + 20, top + 16, f"{each.relation} 0"))
    bottom = 40 + _ROW * len(used)
    parts.append(_text(_NAMES - 10, bottom + 18, "together", "end"))
    parts += [_text(_NAMES + _CELL * (place + 0.5), bottom + 18, "0") for place in range(len(names))]
    parts.append(_text(_NAMES + _CELL * len(names) + 20, bottom + 18, "> 0"))
    width, height = _NAMES + _CELL * len(names) + 50, bottom + 34
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#1b1b1b">'
    )
    ground = f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff" stroke="#d0d0d0"/>'
    return "\n".join([head, f"<title>{html_text(title)}</title>", ground, *parts, "</svg>\n"])


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{html_text(text)}</text>'


def _cell(x: float, y: float, value: Fraction) -> list[str]:
    if not value:
        return []
    ground = "#d5e3fa" if value > 0 else "#f8cfca"
    box = (
        f'<rect x="{x + 2:g}" y="{y + 2:g}" width="{_CELL - 4}" height="{_ROW - 4}" rx="4" fill="{ground}"/>'
    )
    return [box, _text(x + _CELL / 2, y + 16, f"{'+' if value > 0 else '−'}{abs(value)}")]


def theorems_told(
    task: str, found: Sequence[tuple[Theorem, Impossibility | None]]
) -> tuple[list[str], dict[str, str]]:
    """Return the paragraphs about theorems of publications, and the figures by file name."""
    parts, figures = ["## Theorems of publications"] if found else [], {}
    for number, (theorem, proof) in enumerate(found, 1):
        names = ", ".join(code(record.label) for record in theorem.records)
        parts.append(f"*{markdown(theorem.says)}* ({theorem.cites}, {theorem.section}). Here: {names}.")
        if proof is None:
            parts.append("Not proved here: no such cases are known, or z3 is not installed.")
            continue
        figures[f"theorem-{number}.svg"] = sum_svg(proof, theorem.says)
        parts += [*sum_told(task, proof), f"![The sum of the cases](theorem-{number}.svg)"]
    return parts, figures


def for_all_told(task: str, found: Sequence[Implication]) -> Iterator[str]:
    """Yield what is shown for every metric of the implications that are observed."""
    if not found:
        return
    yield "### For every metric"
    yield (
        "What was said above is about these metrics. What follows is about all: a pair *follows* where every case of "
        "the second constraint up to a size is shown by a chain of cases of the first, each better than the one "
        "before; it is *refuted* by scores of the outputs up to that size which meet each case of the first, and go "
        "against the case that is shown."
    )
    rows = [
        [
            code(each.premise),
            code(each.conclusion),
            f"{each.outcome}, up to size {each.size}",
            _shown(task, each),
        ]
        for each in found
    ]
    yield markdown_table(["if a metric satisfies", "then also", "for every metric", "shown by"], rows)


def _shown(task: str, found: Implication) -> str:
    if found.counter is not None:
        step, scores = found.counter.against, found.counter.scores
        low, high = (f"{_with_gold(task, each)} gets {scores[each]}" for each in (step.worse, step.better))
        return f"made scores: {low}, {high}"
    many = len(found.chain)
    return f"chains for all {found.cases} cases, of up to {many} case{'s' * (many != 1)}"


def for_all_json(task: str, found: Sequence[Implication]) -> list[dict[str, Any]]:
    """Return what is shown for every metric as plain data."""
    return [
        {
            "premise": each.premise,
            "conclusion": each.conclusion,
            "outcome": each.outcome,
            "size": each.size,
            "cases": each.cases,
            "chain": [step_json(task, step) for step in each.chain],
            "against": step_json(task, each.counter.against) if each.counter else None,
            "scores": [each.counter.scores[output] for output in _ends(each)] if each.counter else [],
        }
        for each in found
    ]


def _ends(found: Implication) -> tuple[Any, Any]:
    assert found.counter is not None
    return found.counter.against.worse, found.counter.against.better
