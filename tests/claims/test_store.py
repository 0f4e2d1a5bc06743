"""The cells of claims: only those that are needed, in as few runs as there are different sets of constraints."""

from __future__ import annotations

import pytest

import axiometrics.checker
from axiometrics.claims.cells import Store, missing
from axiometrics.claims.files import Reading


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], list[str]]]:
    """What the checker is asked, run by run; it answers quickly."""
    asked: list[tuple[list[str], list[str]]] = []
    real = axiometrics.checker.matrix

    def watched(task, *, metrics, constraints, **options):
        asked.append(([each.label for each in metrics], [each.label for each in constraints]))
        return real(task, metrics=metrics, constraints=constraints, effort="quick", max_examples=5, jobs=1)

    monkeypatch.setattr(axiometrics.checker, "matrix", watched, raising=False)
    return asked


def cell(metric: str, constraint: str) -> Reading:
    return Reading("clustering", metric, constraint)


def test_only_what_is_asked_is_computed_and_nothing_twice(runs):
    store = Store()
    store.fetch([cell("purity", "rag_bag"), cell("rand", "rag_bag"), cell("rand", "homogeneity")])
    assert sorted(runs) == [(["purity", "rand"], ["rag_bag"]), (["rand"], ["homogeneity"])]
    store.fetch([cell("rand", "rag_bag"), cell("purity", "homogeneity")])
    assert runs[2:] == [(["purity"], ["homogeneity"])]
    assert store.cell(cell("purity", "homogeneity")).strict.outcome == "holds"


def test_a_label_may_be_written_in_any_way(runs):
    store = Store()
    reading = cell("bcubed_f(alpha=0.5)", "rag_bag(size=n, context=disjoint)")
    store.fetch([reading])
    assert runs == [(["bcubed_f"], ["rag_bag"])]
    assert store.cell(reading).strict.outcome == "holds"


def test_what_is_not_registered_is_left_out(runs):
    store = Store()
    store.fetch([cell("purty", "rag_bag"), Reading("knitting", "purity", "rag_bag")])
    assert (runs, store.cells) == ([], {})
    assert missing("clustering", ["purty"]) == "metric purty of clustering is not registered"
    assert missing("clustering", ["bcubed_f(alpha=2)"]).startswith("alpha=2 is out of range")
