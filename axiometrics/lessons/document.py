"""What a matrix teaches as plain data: the JSON document ``axiometrics.lessons/1``."""

from __future__ import annotations

from typing import Any

from axiometrics.escaping import json_text
from axiometrics.lessons.conflicts import Circle, Step
from axiometrics.lessons.learning import Lessons
from axiometrics.lessons.telling_apart import SIGNS, alike, case_texts
from axiometrics.tasks import get_task

__all__ = ["SCHEMA", "document", "lessons_json"]

SCHEMA = "axiometrics.lessons/1"


def lessons_json(found: Lessons) -> str:
    """Return the document as text, which ends with a line break."""
    return json_text(document(found))


def document(found: Lessons) -> dict[str, Any]:
    """Return everything that was learnt; metrics and constraints are named by their keys, outputs by their notation."""
    matrix = found.matrix
    return {
        "schema": SCHEMA,
        "version": matrix.version,
        "seed": matrix.seed,
        "effort": matrix.effort,
        "complete": matrix.complete,
        "task": matrix.task,
        "weak": found.weak,
        "metrics": list(found.judgements.metrics),
        "constraints": list(found.judgements.constraints),
        "families": _families(found),
        "implications": _implications(found),
        "conflicts": [
            {
                "constraints": list(each.constraints),
                "impossible": each.proof is not None,
                "circle": _circle(found, each.proof),
            }
            for each in found.conflicts
        ],
        "separation": _separation(found),
    }


def _families(found: Lessons) -> dict[str, Any]:
    declared = found.judgements.families
    groups = [
        {
            "metrics": list(group),
            "declared": list(dict.fromkeys(declared.get(metric, "") for metric in group)),
            "constraints": list(profile),
        }
        for group, profile in zip(found.families.groups, found.families.profiles, strict=True)
    ]
    return {"groups": groups, "apart": list(found.families.apart)}


def _implications(found: Lessons) -> dict[str, Any]:
    """Classes are numbered from 0; a pair has the class that implies, or does not, and then the implied one."""
    lattice = found.lattice
    return {
        "classes": [
            {"constraints": list(members), "metrics": list(held)}
            for members, held in zip(lattice.classes, lattice.holding, strict=True)
        ],
        "implied": [list(pair) for pair in sorted(lattice.implied)],
        "covers": [list(pair) for pair in lattice.covers],
        "refuted": [{"pair": list(pair), "metric": shown} for pair, shown in sorted(lattice.refuted.items())],
        "open": [
            {"pair": list(pair), "metrics": list(metrics)}
            for pair, metrics in sorted(lattice.undecided.items())
        ],
        "unsatisfied": list(lattice.unsatisfied),
    }


def _circle(found: Lessons, proof: Circle | None) -> list[dict[str, Any]]:
    return [_step(found.matrix.task, step) for step in proof.steps] if proof else []


def _step(task: str, step: Step) -> dict[str, Any]:
    return {
        "constraint": step.constraint,
        "strict": step.strict,
        **{name: _output(task, output) for name, output in (("worse", step.worse), ("better", step.better))},
    }


def _output(task: str, output: Any) -> dict[str, str]:
    gold, texts = get_task(task).notation({"output": output})
    return {"gold": gold, **texts}


def _separation(found: Lessons) -> dict[str, Any]:
    separation = found.separation
    return {
        "size": found.orders.size,
        "tried": len(found.orders.places),
        "least": separation.least,
        "is_smallest": separation.is_smallest,
        "cases": [_case(found, place) for place in separation.chosen],
        "together": [[found.orders.metrics[place] for place in group] for group in alike(separation)],
    }


def _case(found: Lessons, place: int) -> dict[str, Any]:
    """Return a case with what the second of its outputs scores beside the first, by metric."""
    gold, texts = case_texts(found, place)
    signs = found.orders.signs[place]
    return {
        "constraint": found.orders.places[place][0].label,
        "gold": gold,
        "outputs": texts,
        "second_scores": {
            metric: SIGNS[int(sign)] for metric, sign in zip(found.orders.metrics, signs, strict=True)
        },
    }
