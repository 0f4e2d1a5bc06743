"""Finished rows on disk: read back equal, never trusted when damaged, never mixed up, safe under parallel runs."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.checker import cache, run
from axiometrics.checker.api import check, matrix
from axiometrics.checker.cache import folder, load_row, row_key, save_row
from axiometrics.checker.options import Options
from axiometrics.metrics import METRICS, metrics
from axiometrics.metrics.registry import build

ASK: dict[str, Any] = {"effort": "quick", "jobs": 1, "constraints": ["completeness", "rag_bag"]}


def no_work(*arguments: Any) -> Any:
    raise AssertionError("a cell was computed that was stored")


def files() -> list[Path]:
    return sorted(folder().iterdir()) if folder().is_dir() else []


def test_a_second_run_reads_what_the_first_one_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    first = matrix("clustering", metrics=["purity", "bcubed_f"], **ASK)
    assert len(files()) == 2
    monkeypatch.setattr(run, "build_cell", no_work)
    assert matrix("clustering", metrics=["purity", "bcubed_f"], **ASK) == first
    assert check("purity", "clustering", **ASK).cells == first.row("purity")


def test_nothing_is_stored_or_read_when_the_cache_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix("clustering", metrics=["purity"], cache=False, **ASK)
    assert files() == []
    matrix("clustering", metrics=["purity"], **ASK)
    monkeypatch.setattr(run, "build_cell", no_work)
    with pytest.raises(AssertionError, match="was stored"):
        matrix("clustering", metrics=["purity"], cache=False, **ASK)


DAMAGE = {
    "empty": b"",
    "cut off": None,
    "no text": b"\xff\xfe\x00garbage\x80",
    "no JSON": b"{not json",
    "no list": b"{}",
    "null": b"null",
    "a number": b"17",
    "no cells": b"[]",
    "empty cells": b"[{}, {}]",
    "no dicts": b"[1, 2]",
    "text": b'["purity"]',
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_counts_as_nothing_stored_and_is_replaced(damage: str) -> None:
    first = matrix("clustering", metrics=["purity"], **ASK)
    (file,) = files()
    good = file.read_bytes()
    file.write_bytes(good[: len(good) // 2] if DAMAGE[damage] is None else DAMAGE[damage])
    assert matrix("clustering", metrics=["purity"], **ASK) == first
    assert file.read_bytes() == good


def test_the_row_of_another_metric_is_never_read_even_from_the_right_file() -> None:
    """A file that was copied or renamed by hand."""
    first = matrix("clustering", metrics=["purity"], **ASK)
    (file,) = files()
    cells = json.loads(file.read_text("utf-8"))
    for cell in cells:
        cell["metric"] = "rand"
    file.write_text(json.dumps(cells), "utf-8")
    assert matrix("clustering", metrics=["purity"], **ASK) == first


def test_a_folder_that_cannot_be_written_does_no_harm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("AXIOMETRICS_CACHE", str(tmp_path / "file" / "cache"))
    assert matrix("clustering", metrics=["purity"], **ASK).cells


def test_the_key_holds_everything_that_a_verdict_depends_on() -> None:
    purity, f = METRICS.get("purity", "clustering"), METRICS.get("bcubed_f", "clustering")
    one, other = (CONSTRAINTS.get(key, "clustering") for key in ("rag_bag", "completeness"))
    asked = [
        (purity, [one], Options()),
        (f, [one], Options()),
        (f.with_parameters(alpha="1/3"), [one], Options()),
        (purity, [other], Options()),
        (purity, [one, other], Options()),
        (purity, [other, one], Options()),
        (purity, [one.with_parameters(size="n-1")], Options()),
        (purity, [one], Options("quick")),
        (purity, [one], Options(size=8)),
        (purity, [one], Options(max_examples=3)),
        (purity, [one], Options(seed=1)),
    ]
    keys = [row_key(*arguments) for arguments in asked]
    assert None not in keys
    assert len(set(keys)) == len(keys)
    assert keys == [row_key(*arguments) for arguments in asked]


def test_the_key_tells_what_scores_an_output_in_place_of_the_metric() -> None:
    metric = metrics("overlapping")["bcubed_extended_f"]
    demand = CONSTRAINTS.view("overlapping")["reduces_to_bcubed"]
    other = replace(demand, scored_by_of=lambda value: {"plain": ("clustering", "purity")})
    assert other.label == demand.label
    assert row_key(metric, [other], Options()) != row_key(metric, [demand], Options())


def test_two_functions_from_one_place_do_not_share_a_row() -> None:
    """Closures have the same source and the same name, but not the same formula."""

    def power(exponent: int) -> Any:
        def metric(table: Any) -> Any:
            return table.cells(lambda n, a, b: n**exponent / a) / table.items

        return metric

    ask = {"task": "clustering", "effort": "quick", "constraints": ["completeness"]}
    square, one = check(power(2), **ask), check(power(1), **ask)
    assert square.cells == check(power(2), cache=False, **ask).cells
    assert one.cells == check(power(1), cache=False, **ask).cells
    assert square.cells[0].strict.outcome == "blind"
    assert one.cells[0].strict.outcome == "contradicted", "n/a summed over cells is the number of clusters"


def factory(*held: Any, default: Any = None) -> Any:
    def metric(gold: Any, system: Any, more: Any = default) -> Any:
        return held, more

    return metric


LAMBDAS = [lambda gold, system: gold == system, lambda gold, system: gold != system]
DIFFERENT = {
    "what they hold": (factory(1), factory(2)),
    "how exactly": (factory(0.1), factory(Fraction(1, 10))),
    "what their functions hold": (factory(factory(1)), factory(factory(2))),
    "what their dicts hold": (factory({"a": 1}), factory({"a": 2})),
    "their defaults": (factory(default=1), factory(default=2)),
    "their code": tuple(LAMBDAS),
    "what is filled in": (partial(factory(1), more=1), partial(factory(1), more=2)),
}


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_functions_that_differ_only_in_something_have_keys_of_their_own(pair: Any) -> None:
    rag_bag = CONSTRAINTS.get("rag_bag", "clustering")
    records = [build(function, task="clustering", reads="labels", key="mine") for function in pair]
    keys = [row_key(record, [rag_bag], Options()) for record in records]
    assert None not in keys
    assert len(set(keys)) == 2
    assert keys == [row_key(record, [rag_bag], Options()) for record in records]
    purity = METRICS.get("purity", "clustering")
    demands = [Constraint(key="mine", task="clustering", generator=function) for function in pair]
    assert len({row_key(purity, [demand], Options()) for demand in demands}) == 2


def test_a_function_that_holds_something_without_a_text_is_not_stored() -> None:
    rag_bag = CONSTRAINTS.get("rag_bag", "clustering")
    record = build(factory(object()), task="clustering", reads="labels", key="mine")
    assert row_key(record, [rag_bag], Options()) is None


def test_a_function_that_holds_itself_has_a_key() -> None:
    def again(gold: Any, system: Any) -> Any:
        return again(gold, system)

    record = build(again, task="clustering", reads="labels")
    assert row_key(record, [CONSTRAINTS.get("rag_bag", "clustering")], Options())


def test_a_function_whose_file_has_changed_is_judged_anew(tmp_path: Path) -> None:
    from axiometrics.foreign import load

    file = tmp_path / "mine.py"
    outcomes = []
    for power in (2, 1):
        file.write_text(
            f"def mine(table):\n    return table.cells(lambda n, a, b: n**{power} / a) / table.items\n"
        )
        os.utime(file, (power, power))
        found = check(load(f"{file}:mine"), "clustering", effort="quick", constraints=["completeness"])
        outcomes.append(found.cells[0].strict.outcome)
    assert outcomes == ["blind", "contradicted"]


def test_rows_of_foreign_functions_are_not_stored() -> None:
    def purity(gold: Any, system: Any) -> float:
        return len({*zip(gold, system, strict=True)}) / len(gold)

    check(purity, "clustering", reads="labels", size=3, max_examples=0, constraints=["homogeneity"])
    assert files() == []


def test_parallel_writers_and_readers_never_see_half_a_row() -> None:
    cells = list(
        check("nmi_max", "clustering", effort="quick", constraints=["homogeneity"], cache=False).cells
    )
    stop, seen = threading.Event(), []

    def write() -> None:
        for _ in range(40):
            save_row("shared", cells)

    def read() -> None:
        while not stop.is_set():
            seen.append(load_row("shared"))

    writers, reader = [threading.Thread(target=write) for _ in range(4)], threading.Thread(target=read)
    for thread in [*writers, reader]:
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    reader.join()
    assert load_row("shared") == cells
    assert all(found is None or found == cells for found in seen)
    assert [file.name for file in files()] == ["shared.json"], "a half-written file was left behind"


def test_two_processes_store_what_one_would(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stored = []
    for jobs in (1, 2):
        monkeypatch.setenv("AXIOMETRICS_CACHE", str(tmp_path / str(jobs)))
        matrix("clustering", metrics=["purity", "rand", "entropy"], **{**ASK, "jobs": jobs})
        stored.append({file.name: file.read_bytes() for file in files()})
    assert stored[0] == stored[1]
    assert len(stored[0]) == 3
    assert metrics("clustering")


def test_verdicts_are_those_of_our_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a verdict can depend on makes another key: a module, a list of claims; how it is told does not."""
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "checker" / "cache.py"))
    digests = []
    for name, text in [
        ("formulas/graph.py", "a = 1"),
        ("formulas/graph.py", "a = 2"),
        ("axioms/some.json", "{}"),
        ("formulas/other.py", "a = 2"),
        (f"{min(cache.TELLING)}/page.py", "a = 1"),
    ]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
        cache._own_sources.cache_clear()
        digests.append(cache._own_sources())
    cache._own_sources.cache_clear()
    assert len(set(digests)) == 4
    assert digests[3] == digests[4]
