"""Finished cells on disk: read back equal, never trusted when damaged, never mixed up, safe under parallel runs."""

from __future__ import annotations

import gzip
import json
import os
import threading
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from keys import row_key

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.checker import cache, run
from axiometrics.checker.api import check, explain, matrix, publish
from axiometrics.checker.cache import cell_keys, folder, load_cell, save_cell
from axiometrics.checker.cells import failed_cell
from axiometrics.checker.selection import Options
from axiometrics.metrics import METRICS, metrics
from axiometrics.metrics.registry import build

ASK: dict[str, Any] = {"effort": "quick", "jobs": 1, "constraints": ["completeness", "rag_bag"]}


def no_work(*arguments: Any) -> Any:
    raise AssertionError("a cell was computed that was stored")


def files() -> list[Path]:
    return sorted(folder().glob("*.json")) if folder().is_dir() else []


def test_a_second_run_reads_what_the_first_one_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    first = matrix("clustering", metrics=["purity", "bcubed_f"], **ASK)
    assert len(files()) == 4
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
    "an empty cell": b"{}",
    "null": b"null",
    "a number": b"17",
    "a list": b"[]",
    "a list of cells": b"[{}, {}]",
    "text": b'"purity"',
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_counts_as_nothing_stored_and_is_replaced(damage: str) -> None:
    first = matrix("clustering", metrics=["purity"], **ASK)
    file, _ = files()
    good = file.read_bytes()
    file.write_bytes(good[: len(good) // 2] if DAMAGE[damage] is None else DAMAGE[damage])
    assert matrix("clustering", metrics=["purity"], **ASK) == first
    assert file.read_bytes() == good


def test_the_row_of_another_metric_is_never_read_even_from_the_right_file() -> None:
    """A file that was copied or renamed by hand."""
    first = matrix("clustering", metrics=["purity"], **ASK)
    one, other = files()
    one.write_bytes(other.read_bytes())
    other.write_text(json.dumps(json.loads(other.read_text("utf-8")) | {"metric": "rand"}), "utf-8")
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
    other = replace(demand, scored_by=lambda metric, value: {"plain": ("clustering", "purity")})
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


def test_parallel_writers_and_readers_never_see_half_a_cell() -> None:
    record, demand = METRICS.get("nmi_max", "clustering"), CONSTRAINTS.get("homogeneity", "clustering")
    (key,) = cell_keys([record], [demand], Options("quick")).values()
    cell, *_ = check(record, effort="quick", constraints=["homogeneity"], cache=False).cells
    stop, seen = threading.Event(), []

    def write() -> None:
        for _ in range(40):
            save_cell(key, cell)

    def read() -> None:
        while not stop.is_set():
            seen.append(load_cell(key))

    writers, reader = [threading.Thread(target=write) for _ in range(4)], threading.Thread(target=read)
    for thread in [*writers, reader]:
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    reader.join()
    assert load_cell(key) == cell
    assert all(found is None or found == cell for found in seen)
    assert files() == [key.file], "a half-written file was left behind"


def test_only_what_is_lacking_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    build_cell = run.build_cell

    def noted(metric: Any, constraint: Any, *more: Any) -> Any:
        asked.append(constraint.label)
        return build_cell(metric, constraint, *more)

    monkeypatch.setattr(run, "build_cell", noted)
    matrix("clustering", metrics=["purity", "rand"], effort="quick", jobs=1, constraints=["rag_bag"])
    found = matrix("clustering", metrics=["purity", "rand"], effort="quick", jobs=1)
    assert asked.count("rag_bag") == 2
    assert asked.count("homogeneity") == 2
    assert [cell.constraint for cell in found.row("purity")] == [each.key for each in found.constraints]
    matrix("clustering", metrics=["purity"], effort="quick", jobs=1, constraints=["rag_bag"], recompute=True)
    assert asked.count("rag_bag") == 3


def test_what_was_lost_is_no_verdict_and_is_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {
        "metrics": ["rand"],
        "constraints": ["rag_bag"],
        "effort": "quick",
        "max_examples": 5,
    }
    with monkeypatch.context() as patched:
        patched.setattr(
            run, "build_cell", lambda metric, constraint, *_: failed_cell(metric, constraint, "crashed")
        )
        (lost,) = matrix("clustering", **asked).cells
    (found,) = matrix("clustering", **asked).cells
    assert (lost.strict.outcome, found.strict.outcome) == ("error", "blind")


def test_a_cell_with_regions_is_one_without_and_only_they_are_added_to_one_that_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, Any] = {"metrics": ["bcubed_f"], **ASK}
    plain = matrix("clustering", **asked)
    told = matrix("clustering", regions=True, recompute=True, **asked)
    assert told.cells[0].regions
    assert not plain.cells[0].regions
    for has, lacks in ((False, True), (True, False)):
        for file in files():
            file.unlink()
        matrix("clustering", regions=has, **asked)
        with monkeypatch.context() as patch:
            patch.setattr(run, "build_cell", no_work)
            assert matrix("clustering", regions=lacks, **asked) == (told if lacks else plain)


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of published verdicts of two metrics, in place of the package's."""
    monkeypatch.setenv("AXIOMETRICS_PUBLISHED", "1")
    monkeypatch.setattr(cache, "PUBLISHED", tmp_path / "published")
    monkeypatch.setattr(cache, "USED", set())
    records = [METRICS.get(key, "clustering") for key in ("purity", "bcubed_f")]
    demands = [CONSTRAINTS.get(key, "clustering") for key in ("rag_bag", "completeness")]
    asked = {"metrics": records, "constraints": demands, "effort": "quick", "cache": False}
    runs = [(matrix("clustering", regions=regions, **asked), regions) for regions in (False, True)]
    publish("clustering", runs, cache.PUBLISHED)
    return tmp_path / "published" / "clustering.json.gz"


def test_published_cells_are_used_where_nothing_is_stored(
    published: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = matrix("clustering", metrics=["purity"], recompute=True, **ASK)
    for file in files():
        file.unlink()
    monkeypatch.setattr(run, "build_cell", no_work)
    assert matrix("clustering", metrics=["purity"], **ASK) == wanted
    assert files() == []
    assert matrix("clustering", metrics=["bcubed_f"], regions=True, **ASK).cells[0].regions
    for other in ({"seed": 1}, {"recompute": True}, {"effort": "normal"}, {"max_examples": 7}):
        with pytest.raises(AssertionError, match="was stored"):
            matrix("clustering", metrics=["purity"], **(ASK | other))


def test_an_explanation_takes_a_published_verdict_as_it_is_unless_regions_are_asked_for(
    published: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {"effort": "quick", "plugins": False}
    plain = matrix("clustering", metrics=["purity"], constraints=["rag_bag"], cache=False, **asked)
    publish("clustering", [(plain, False)], cache.PUBLISHED)
    cache._published.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(run, "with_condition", no_work)
        assert explain("purity", "rag_bag", "clustering", **asked) == plain.cells[0]
        with pytest.raises(AssertionError, match="was stored"):
            explain("purity", "rag_bag", "clustering", regions=True, **asked)
    assert explain("purity", "completeness", "clustering", **asked).constraint == "completeness"
    cache._published.cache_clear()


def test_published_cells_of_other_sources_are_not_used(
    published: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "own_sources", lambda: "edited")
    cache._published.cache_clear()
    monkeypatch.setattr(run, "build_cell", no_work)
    with pytest.raises(AssertionError, match="was stored"):
        matrix("clustering", metrics=["purity"], **ASK)
    cache._published.cache_clear()


@pytest.mark.parametrize(
    "change",
    [
        lambda cell: cell["strict"].update(outcome="holds"),
        lambda cell: cell.update(metric="rand"),
        lambda cell: cell.pop("checksum"),
        lambda cell: cell.clear(),
    ],
)
def test_an_edited_published_cell_is_not_believed(
    change: Any, published: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = json.loads(gzip.decompress(published.read_bytes()))
    for cell in stored["cells"].values():
        change(cell)
    published.write_bytes(gzip.compress(json.dumps(stored).encode()))
    monkeypatch.setattr(run, "build_cell", no_work)
    with pytest.raises(AssertionError, match="was stored"):
        matrix("clustering", metrics=["purity"], **ASK)


@pytest.mark.parametrize(
    "content", [b"", b"no gzip", gzip.compress(b"no json", mtime=0), gzip.compress(b"{", mtime=0)]
)
def test_a_damaged_file_of_published_cells_is_left_alone(published: Path, content: bytes) -> None:
    published.write_bytes(content)
    assert matrix("clustering", metrics=["purity"], **ASK).cells


def test_two_processes_store_what_one_would(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stored = []
    for jobs in (1, 2):
        monkeypatch.setenv("AXIOMETRICS_CACHE", str(tmp_path / str(jobs)))
        matrix("clustering", metrics=["purity", "rand", "entropy"], **{**ASK, "jobs": jobs})
        stored.append({file.name: file.read_bytes() for file in files()})
    assert stored[0] == stored[1]
    assert len(stored[0]) == 6
    assert metrics("clustering")


def test_rooms_that_only_tell_verdicts_are_there() -> None:
    home = Path(cache.__file__).parent.parent
    assert {room for room in cache.TELLING if (home / room / "__init__.py").is_file()} == cache.TELLING


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
        cache.own_sources.cache_clear()
        digests.append(cache.own_sources())
    cache.own_sources.cache_clear()
    assert len(set(digests)) == 4
    assert digests[3] == digests[4]


def test_keys_are_the_same_in_every_process() -> None:
    """No text of a definition holds the address of an object; else nothing would ever be found again."""
    for record in METRICS.view(plugins=False).values():
        assert " at 0x" not in "".join(cache._definition(record)), record.label
    for demand in CONSTRAINTS.view(plugins=False).values():
        assert " at 0x" not in "".join(cache._demands(demand)), demand.label
