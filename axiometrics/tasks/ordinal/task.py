"""The ordinal task: what the rest of the system needs to know about ordinal classification."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.ordinal import Confusion, SmallMatrices
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task, power_of_two

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula
    from axiometrics.formulas.machine import Quick
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.abilities import Generator

_WORDS = MappingProxyType(
    {
        "symbols": "The matrix has a row for each assigned and a column for each true class. Of a cell, $c$ counts the "
        "items, $i$ is the assigned class and $j$ the true one, $x$ and $y$ are the values of these, $d = |x - y|$, "
        "$t = |i - j|$, $e$ is 1 where the two differ; $g$ counts the items of the true class, $s$ those assigned to "
        "the assigned class; $h$ is half the gold items of $i$ and all those from there to $j$; $a$ and $b$ count the "
        "gold and system labels of $i$ and of $j$, $o$ those from $i$ to $j$ with both ends by half; $p$ is the "
        "mean rank of the items assigned to $i$, $q$ that of the items of $j$; $u$ items are assigned below $i$ and "
        "are of classes below $j$, $v$ are assigned below $i$ and of classes above $j$. "
        "Of a class, $c$ counts the items that are assigned right. $N$ is the number of items, $K$ "
        "of classes, $P$ of classes with gold items, $U$ of classes that gold or system uses.",
        "comparison": "A constraint compares outputs as matrices of counts, rows assigned and columns true; what it "
        "does not state is arbitrary and the same in all of them.",
        "arbitrary": "counts",
        "reductions": "cells: the cells of the matrix that hold items\nall_cells: all cells of the matrix\n"
        "present: the classes with gold items\nused: the classes that gold or system uses\n"
        "largest: the class with gold items where the sum is largest\n"
        "smallest: the class with gold items where the sum is smallest\n"
        "c = the number of items of the cell, or of right items of the class\n"
        "i = the number of the system's class\nj = that of the gold class\nx = the value of the system's class\n"
        "y = that of the gold class\nd = how far the two values are apart\nt = how far the two numbers are apart\n"
        "e = 1 where the two classes differ\ng = the number of gold items of the class\n"
        "s = the number of items that the system puts into the class\n"
        "h = half the gold items of the system's class and all from it to the gold class\n"
        "o = the gold and system labels between the two classes, those of these by half\n"
        "a = the gold and system labels of the system's class\nb = those of the gold class\n"
        "p = the mean rank by the system's class\nq = that by the gold class\n"
        "u = the number of items that both put below\nv = of those that the system puts below and gold above",
        "N": "the number of items",
        "K": "the number of classes",
        "P": "the number of classes with gold items",
        "U": "the number of classes that gold or system uses",
    }
)

MOST_KNOWN = 1000
"""Up to which number an arithmetic knows all primes."""


class Ordinal(Task):
    """Ordinal classification: the system assigns every item to one of K ordered classes."""

    key = "ordinal"
    draw = ""
    name = "ordinal classification"
    summary = "every item has one of K ordered classes in the gold, and is assigned to one by the system"
    random_cases = "cases"
    sweep_sizes = MappingProxyType({"quick": (6, 4), "normal": (8, 5), "thorough": (10, 6)})
    """The most items of two classes; see `axiometrics.tasks.ordinal.grids` for more classes."""
    declared_classes = True
    output = Confusion
    forms = MappingProxyType({"labels": Confusion.to_labels, "matrix": lambda output: (output.to_matrix(),)})
    reductions = MappingProxyType(
        {
            "present": r"\sum_{\text{gold classes}}",
            "used": r"\sum_{\text{used classes}}",
            "largest": r"\max_{\text{gold classes}} \sum_{\text{cells}}",
            "smallest": r"\min_{\text{gold classes}} \sum_{\text{cells}}",
        }
    )
    form_arguments = MappingProxyType({"matrix": "matrix"})
    files = "labels"
    enumeration = SmallMatrices()
    words = _WORDS
    conditions = MappingProxyType(
        {
            "empty_gold_class": (
                "some true class has no items",
                lambda batch: batch.quantities["P"] < batch.classes,
            ),
            "constant_gold": ("all items are of one true class", lambda batch: batch.quantities["P"] == 1),
            "constant_system": (
                "one output assigns all items to one class",
                lambda batch: (batch.system > 0).sum(axis=1) == 1,
            ),
            "perfect_output": (
                "one output assigns every item right",
                lambda batch: batch.right == batch.items,
            ),
            "nothing_right": ("one output assigns no item right", lambda batch: batch.right == 0),
            "two_classes": (
                "there are only two classes (K = 2)",
                lambda batch: batch.classes == 2,
            ),
        }
    )
    samples = (
        "[1 0; 0 1]",
        "[0 1; 1 0]",
        "[1 1; 0 0]",
        "[2 0 0; 1 1 0; 0 0 3]",
        "[0 0 2; 0 1 0; 3 0 0]",
        "[5 1 0; 2 4 1; 0 3 7]",
        "[1 0 0; 0 0 0; 0 2 1]",
        "[4 1 0 0; 1 5 2 0; 0 2 6 1; 0 0 1 3]",
        "[40 7 1; 9 30 8; 2 5 25]",
        "[30000 200 1; 900 41000 17; 0 33 5000]",
    )

    elsewhere = MappingProxyType({"blocks": "cases:blocks", "larger": "cases:larger"})

    def scorer(self, metric: Metric) -> Callable[..., float | None]:
        """Return `score` for one metric: a formula is asked for its value on numbers of classes at once."""
        told = super().scorer(metric)
        if metric.reads is not None:
            return told
        quick: Quick = self.part("reading").quick(metric.formula)

        def scored(gold: Any, system: Any = None, **options: Any) -> float | None:
            if len(options) == 1 and (found := quick(gold, system, options.get("classes"))) == found:
                return found
            return told(gold, system, **options)

        return scored

    def batch(self, outputs: Sequence[Confusion]) -> Any:
        """Return single outputs as a batch."""
        return self.part("batch").ConfusionBatch.from_tables(outputs)

    def alone(self, output: Confusion) -> Any:
        """Return what writes the cells of one matrix as lists."""
        return self.part("quantities").Single(output.rows, output.values)

    def largest_logarithm(self, output: Confusion) -> int:
        """Return up to which number logarithms can be needed, rounded so that most cases share one arithmetic."""
        return power_of_two(min(2 * output.items, MOST_KNOWN))

    def symbolic(self, generator: Generator, formula: Formula) -> Any:
        """Return a parametric case for each choice of classes, of 2 to 5 or any; raises NotSymbolicError."""
        found = self.part("symbolic").parametric_cases(generator, formula)
        wholes = self.part("whole_matrices").of_whole_matrices(generator, formula)
        found.wider = [*wholes, *self.part("any_number").of_any_number(generator, formula)]
        return found

    def measure(self, metric: object, cases: Any, name: str, arithmetic: Any, subset: object = None) -> Any:
        """Return a measured quantity of every case: a choice, or of an output a count, a total or a reduction.

        Such as ``c_1_2@better`` (a cell), ``g_2@better`` and ``s_2@better`` (gold and system), ``cells[c*d]@better``.
        """
        if subset is not None:
            return super().measure(metric, cases, name, arithmetic, subset)
        measure = super().measure
        return cases.once((name, arithmetic), lambda: measure(metric, cases, name, arithmetic))

    def counted(self, cases: Any, name: str) -> Any:
        """Return a named number of every case; certificates tell classes by how a generator calls them, too."""
        found = self.part("grids").counted(cases, name)
        return super().counted(cases, name) if found is None else found

    def gold_notation(self, outputs: Sequence[Confusion]) -> str:
        """Return the items of each class."""
        return " ".join(map(str, outputs[0].gold))


TASK = register(Ordinal())
