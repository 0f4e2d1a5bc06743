"""What the page computes is what Python computes: every formula of every task, on cases that travel with the page."""

from __future__ import annotations

import json
import math
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics.axioms.demands import Positive
from axiometrics.checker.api import constraint_info, metric_info
from axiometrics.checker.scores import exact_judged, orientation_sign
from axiometrics.metrics import METRICS, metrics
from axiometrics.reports.explorer import linked, small_cases
from axiometrics.reports.explorer.playground import formula_of, formulas_script, vocabulary_script
from axiometrics.tasks.registry import get_task

EACH = 19
"""One in so many of the stored cases is computed; the numbers share no factor with what cases are ordered by."""
CLOSE = 1e-12
WORDS = {"higher": 1, "lower": -1, "tie": 0, "undefined": None}


@cache
def plain(task: str) -> Any:
    """What the page is told of a task, without its verdicts."""
    listed = [each for each in metrics(task).values() if each.built_in]
    return SimpleNamespace(
        task=task,
        metrics=[metric_info(each) for each in listed],
        constraints=[constraint_info(each) for each in ax.constraints(task).values()],
    )


@cache
def formulas(task: str) -> str:
    """The formulas of a task as JavaScript."""
    return formulas_script([plain(task)])


@cache
def chosen(task: str) -> list[tuple[str, str, str]]:
    """Some stored cases: the constraint, and the outputs that must be worse and better."""
    kept = small_cases(plain(task))
    cases = [
        (key, *(kept["outputs"][place] for place in pair))
        for key, found in kept["cases"].items()
        for pair in found["pairs"]
    ]
    return cases[::EACH]


def computed(tab: Any, task: str, texts: list[str], pairs: list[list[int]]) -> dict[str, Any]:
    """What the page's own modules make of outputs and pairs, by metric."""
    program = f"""
    {formulas(task)}
    {linked("scoring.js")}
    const {{ compared, moved, score }} = modules["scoring.js"];
    const {{ task, texts, pairs }} = {json.dumps({"task": task, "texts": texts, "pairs": pairs})};
    Object.fromEntries(Object.entries(FORMULAS[task]).map(([key, formula]) => {{
      const values = texts.map(text => score(task, formula, text));
      const told = values.map(({{ v, r }}) => [String(v), String(r)]);
      for (const each of formula.moves) {{
        const own = each.points ? each.points.findIndex(({{ told }}) => told === each.value) : each.value;
        const there = moved(formula, each, own);
        if (texts.some((text, place) => Math.abs(score(task, there, text).v - values[place].v) > 1e-9))
          throw Error(`${{key}} has another value at its own ${{each.name}}`);
      }}
      return [key, {{ told, signs: pairs.map(([one, other]) => compared(values[one], values[other])) }}];
    }}))"""
    found: dict[str, Any] = tab.evaluate(f"(() => {{ return eval({json.dumps(program)}) }})()")
    return found


@pytest.mark.parametrize("task", ax.tasks())
def test_scores_and_ties_of_the_page_are_those_of_the_checker(task: str, tab: Any) -> None:
    cases = chosen(task)
    texts = list(dict.fromkeys(text for _, *pair in cases for text in pair))
    pairs = [[texts.index(text) for text in pair] for _, *pair in cases]
    found = computed(tab, task, texts, pairs)
    home = get_task(task)
    outputs = [home.from_notation(text) for text in texts]
    batch = home.batch(outputs)
    formulas = [each for each in plain(task).metrics if formula_of(task, each) is not None]
    assert {each.key for each in formulas} == set(found)
    for item in formulas:
        metric = METRICS.view(task)[item.key]
        bounded = batch.bounded(metric.formula)
        values, radius = (np.broadcast_to(part, (len(texts),)) for part in (bounded.value, bounded.radius))
        for place, (value, bound) in enumerate(found[item.key]["told"]):
            assert_close(float(values[place]), number(value), number(bound), f"{item.key} on {texts[place]}")
        for (key, *_), (one, other), told in zip(cases, pairs, found[item.key]["signs"], strict=True):
            first, second = float(values[one]), float(values[other])
            if math.isnan(first) or math.isnan(second):
                sign = None
            elif math.isinf(first) or math.isinf(second) or abs(second - first) > radius[other] + radius[one]:
                sign = (second > first) - (second < first)
            else:
                sign = exact_sign_of(metric, key, outputs[one], outputs[other])
            assert WORDS[told] == sign, f"{item.key}: {texts[one]} against {texts[other]}"


@pytest.mark.parametrize("task", ax.tasks())
def test_a_moved_parameter_gives_the_scores_of_the_metric_with_that_value(task: str, tab: Any) -> None:
    """The first two and the last of the values that are listed; two of every interval."""
    texts = plain_texts(task)
    program = f"""
    {formulas(task)}
    {linked("scoring.js")}
    const {{ moved, score }} = modules["scoring.js"];
    texts => Object.entries(FORMULAS["{task}"]).flatMap(([key, formula]) => formula.moves.flatMap(each => {{
      const listed = each.points?.map(({{ told }}, at) => [at, told]);
      const ends = listed?.filter(([at]) => at < 2 || at === listed.length - 1);
      const values = ends ?? [0.25, 0.75].map(at => [at, String(at)]);
      const scores = there => texts.map(text => String(score("{task}", there, text).v));
      return values.map(([at, told]) => [key, each.name, told, scores(moved(formula, each, at))]);
    }}))"""
    home = get_task(task)
    batch = home.batch([home.from_notation(text) for text in texts])
    found = tab.evaluate(f"given => eval({json.dumps(program)})(given)", texts)
    for key, name, value, scores in found:
        metric = METRICS.view(task)[key].with_parameters(**{name: value})
        expected = np.broadcast_to(batch.bounded(metric.formula).value, (len(texts),))
        for place, score in enumerate(scores):
            where = f"{key} with {name} = {value} on {texts[place]}"
            assert_close(float(expected[place]), number(score), 1e-9, where)


def typed(vocabulary: dict[str, Any]) -> list[str]:
    """Formulas with every quantity and every reduction of a task, and with what the language has beside them."""
    quantities, reductions = vocabulary["quantities"], vocabulary["reductions"]
    bodies = [
        f"sum {name} (1 + {' + 2/3*'.join(each['names'])}) / ({each['names'][0]} + 1/3)^2"
        for name, each in reductions.items()
    ]
    plain_parts = [*quantities, *(f"({body})" for body in bodies)]
    return [
        *plain_parts,
        *(f"-{name}^2 / (1/2 - 2^-1 + 1.25) - -{name}" for name in [*quantities][:2]),
        *(f"ratio({one} - 1, {one} - {one}, infinite) + 2^{one}" for one in quantities if quantities[one]["whole"]),
        *(f"max(0, log2({name} + 1)) - min(abs(1 - {name}), sqrt({name}))^3" for name in [*quantities][:3]),
        *(f"ratio(log({name}), tanh({name} - 1), undefined)" for name in [*quantities][:3]),
        "3^(1/2) - 1 / 2 * 4",
    ]  # fmt: skip


@pytest.mark.parametrize("task", [each for each in ax.tasks() if each != "organization"])
def test_a_typed_formula_means_in_python_what_it_means_in_the_page(task: str, tab: Any) -> None:
    """An organization's view has no words for formulas but those of its relations."""
    texts = plain_texts(task)
    program = f"""
    {vocabulary_script([task])}
    {linked("expressions.js")}
    const {{ formula, pythonFile }} = modules["expressions.js"];
    const {{ score }} = modules["scoring.js"];
    (formulas, texts) => formulas.map(text => {{
      const found = formula(text, VOCABULARY["{task}"]);
      return [pythonFile(text, found.python, "a command"), texts.map(each => String(score("{task}", found, each).v))];
    }})"""
    home = get_task(task)
    batch = home.batch([home.from_notation(text) for text in texts])
    words = tab.evaluate(f"(() => {{ {vocabulary_script([task])}; return VOCABULARY[{task!r}] }})()")
    formulas = typed(words)
    found = tab.evaluate(f"given => eval({json.dumps(program)})(...given)", [formulas, texts])
    for text, (file, values) in zip(formulas, found, strict=True):
        made: dict[str, Any] = {}
        exec(file, made)
        formula = home.part("view").formula(made["my_metric"], {})
        expected = np.broadcast_to(batch.bounded(formula).value, (len(texts),))
        for place, value in enumerate(values):
            assert_close(float(expected[place]), number(value), 1e-9, f"{text} on {texts[place]}:\n{file}")


def plain_texts(task: str) -> list[str]:
    """Some stored outputs that are no means of others."""
    kept = small_cases(plain(task))["outputs"][::EACH]
    return [text for text in kept if task != "combination" or ("=" in text and "*" not in text)][:12]


def exact_sign_of(metric: Any, key: str, worse: Any, better: Any) -> int:
    """The sign of the difference of two scores, decided exactly."""
    constraint = ax.constraints(metric.task)[key]
    names = constraint.compared
    plain_pair = constraint.about(Positive({names[0]: -1, names[1]: 1}))
    judged = exact_judged(metric, plain_pair, dict(zip(names, (worse, better), strict=True)))
    return judged.sign * orientation_sign(metric)


def number(text: str) -> float:
    return float(text.replace("Infinity", "inf"))


def assert_close(expected: float, value: float, bound: float, where: str) -> None:
    """The same to the last digits, with a bound that says so; no value where there is none."""
    assert math.isfinite(bound), f"{where}: the page does not know whether there is a value"
    if math.isnan(expected) or math.isinf(expected):
        assert repr(value) == repr(expected), where
    else:
        assert abs(value - expected) <= CLOSE * max(1.0, abs(expected)), where
        assert abs(value - expected) <= bound + 1e-14 * max(1.0, abs(expected)), where
