"""The classification task: what the rest of the system needs to know about classes without an order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError
from axiometrics.tasks.classification import ConfusionMatrix, SmallMatrices
from axiometrics.tasks.registry import register
from axiometrics.tasks.snippets import snippet
from axiometrics.tasks.task import Task, power_of_two

if TYPE_CHECKING:
    from axiometrics.axioms.registry import Constraint
    from axiometrics.formulas.formula import Formula
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.abilities import Generator

MOST_KNOWN = 1000
"""Up to which number an arithmetic knows all primes."""
FOUR = frozenset({"TP", "FN", "FP", "TN"})
"""What only formulas of two classes ask for."""

_WORDS = MappingProxyType(
    {
        "symbols": "The matrix has a row for each gold class and a column for each class of the system, as "
        "scikit-learn's. Of a cell, $c$ counts the items, $g$ the items of its gold class and $s$ those that the "
        "system puts into its class, $b$ and $a$ are the gold and system labels of the one and of the other, $l$ "
        "the gold items of the system's class and $m$ the system's of the gold class, $e$ is 1 "
        "where the two classes differ. Of a class, $c$ counts the items that are right and $j$ is its number. $N$ is "
        "the number of items, $D$ of right ones, $K$ of classes, $P$ of classes with gold items, $S$ of classes that "
        "the system uses, $U$ of those that one of the two uses. Of two classes, the first is the positive one: $TP$, "
        "$FN$, $FP$, $TN$.",
        "comparison": "A constraint compares outputs as matrices of counts, rows gold and columns system; what it does "
        "not state is arbitrary and the same in all of them.",
        "arbitrary": "counts",
        "reductions": "cells: the cells of the matrix that hold items\nall_cells: all cells of the matrix\n"
        "present: the classes with gold items\nassigned: the classes that the system uses\n"
        "used: the classes that gold or system uses\nsmallest: the class with gold items where the sum is smallest\n"
        "c = the number of items of the cell, or of right items of the class\n"
        "g = the number of gold items of the class\ns = the number of items that the system puts into the class\n"
        "e = 1 where the cell's two classes differ\nl = the number of gold items of the system's class\n"
        "m = the number of items that the system puts into the gold class\n"
        "b = the gold and system labels of the gold class\na = those of the system's class",
        "N": "the number of items",
        "D": "the number of right items",
        "K": "the number of classes",
        "P": "the number of classes with gold items",
        "S": "the number of classes that the system uses",
        "U": "the number of classes that gold or system uses",
        "TP": "the items of class 1 in class 1",
        "FN": "the items of class 1 elsewhere",
        "FP": "the items of other classes in class 1",
        "TN": "the items of other classes elsewhere",
    }
)


def _classes(side: str, number: int | None = None) -> Callable[[Any], Any]:
    """Return whether a side uses so many classes of a matrix, or leaves one empty."""

    def found(batch: Any) -> Any:
        used = (getattr(batch, side) > 0).sum(axis=1)
        return used < batch.classes if number is None else used == number

    return found


def is_of_two(formula: Formula) -> bool:
    """Whether a formula asks for one of the four counts of two classes."""
    return any(node.kind == "quantity" and node.value[0] in FOUR for node in formula.graph.walk())


class Classification(Task):
    """Nominal classification: gold and system give every item one of K unordered classes."""

    key = "classification"
    draw, reading = "", "view"
    name = "classification"
    summary = "every item has one of K unordered classes in the gold, and the system puts it into one"
    sweep_sizes = MappingProxyType({"quick": (5, 4), "normal": (7, 5), "thorough": (9, 6)})
    """The most items of two classes; see `axiometrics.tasks.ordinal.grids` for more classes."""
    declared_classes = True
    infinite_ties = True
    output = ConfusionMatrix
    forms = MappingProxyType(
        {
            "labels": lambda output: output.to_labels(),
            "matrix": lambda output: (output.to_matrix(),),
            "counts": ConfusionMatrix.to_counts,
        }
    )
    reductions = MappingProxyType(
        {
            "present": r"\sum_{\text{gold classes}}",
            "assigned": r"\sum_{\text{system classes}}",
            "used": r"\sum_{\text{used classes}}",
            "smallest": r"\min_{\text{gold classes}} \sum_{\text{cells}}",
        }
    )
    form_arguments = MappingProxyType({"matrix": "matrix", "counts": "tp, fp, fn, tn"})
    files = "labels"
    enumeration = SmallMatrices()
    words = _WORDS
    conditions = MappingProxyType(
        {
            "gold_class_empty": ("a gold class has no items", _classes("gold")),
            "system_class_empty": ("the system leaves a class empty", _classes("system")),
            "gold_single_class": ("all items are of one gold class", _classes("gold", 1)),
            "system_single_class": ("one output puts all items into one class", _classes("system", 1)),
            "perfect_but_one": (
                "one output has a single wrong item",
                lambda batch: batch.items - batch.right == 1,
            ),
            "perfect_output": ("one output has every item right", lambda batch: batch.right == batch.items),
            "nothing_right": ("one output has no item right", lambda batch: batch.right == 0),
            "two_classes": ("there are only two classes (K = 2)", lambda batch: batch.classes == 2),
        }
    )
    samples = (
        "[1 0; 0 1]",
        "[0 1; 1 0]",
        "[1 0; 1 0]",
        "[2 1 0; 0 1 0; 0 0 3]",
        "[0 0 3; 0 1 0; 2 0 0]",
        "[5 2 0; 1 4 3; 0 1 7]",
        "[1 0 0; 0 0 2; 0 0 1]",
        "[4 1 0 0; 1 5 2 0; 0 2 6 1; 0 0 1 3]",
        "[40 9 2; 7 30 5; 1 8 25]",
        "[30000 200 1; 900 41000 17; 0 33 5000]",
    )

    elsewhere = MappingProxyType({"blocks": "cases:blocks", "larger": "cases:larger"})

    def alone(self, output: ConfusionMatrix) -> Any:
        """Return what writes the cells of one matrix as lists."""
        return self.part("cases").Alone(output.rows)

    def batch(self, outputs: Sequence[Any]) -> Any:
        """Return single outputs as a batch."""
        return self.part("cases").batch_of(outputs)

    def from_notation(self, text: str) -> Any:
        """Return an output, or a mean over several, that is given in notation; raises InputError."""
        return self.part("cases").Mean.from_notation(text) if "*" in text else super().from_notation(text)

    def value(self, metric: Any, output: Any, algebra: Any) -> Any:
        """Return the value of a metric on one output: of a mean that of its parts."""
        if hasattr(output, "parts"):
            return output.of(
                lambda matrix: super(Classification, self).value(metric, matrix, algebra), algebra
            )
        return super().value(metric, output, algebra)

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of outputs; a function is called once for each that many batches share."""
        plain = super().values
        if metric.reads is None or hasattr(outputs, "starts"):
            return plain(metric, outputs)
        place = ("values", metric.label, metric.function)
        return outputs.each(lambda some: some.kept(place, lambda: plain(metric, some)))

    def judged_against(self, outputs: Any) -> tuple[Any, Any]:
        """Return, for every case of a batch, the number of classes, and a number that is the same for equal golds."""
        return outputs.each(lambda some: some.classes), outputs.each(self.part("cases").golds)

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation; of means the class sizes."""
        if any("*" in text for text in outputs.values()):
            found: str = self.part("cases").text(outputs)
            return found
        return super().drawing(outputs)

    def snippet(self, metric: Metric, outputs: Mapping[str, Any]) -> str:
        """Return Python code that prints the scores of the outputs, those of means as sums."""
        if not any(hasattr(output, "parts") for output in outputs.values()):
            return super().snippet(metric, outputs)
        calls = {name: output.call("score") for name, output in outputs.items()}
        return snippet(metric, {}, reader=self.reader(self.output.__name__), calls=calls)

    def largest_logarithm(self, output: ConfusionMatrix) -> int:
        """Return up to which number logarithms can be needed, rounded so that most cases share one arithmetic."""
        return power_of_two(min(2 * output.items, MOST_KNOWN))

    def symbolic(self, generator: Generator, formula: Formula) -> Any:
        """Return a parametric case for each choice of classes, of 2 to 4; raises NotSymbolicError."""
        if self.part("cases").judges_means(generator):
            return super().symbolic(generator, formula)
        return self.part("symbolic").parametric_cases(generator, formula)

    def measure(self, metric: object, cases: Any, name: str, arithmetic: Any, subset: object = None) -> Any:
        """Return a measured quantity of every case: a choice, or of an output a count, a total or a reduction."""
        if subset is not None:
            return super().measure(metric, cases, name, arithmetic, subset)
        measure = super().measure
        return cases.once((name, arithmetic), lambda: measure(metric, cases, name, arithmetic))

    def counted(self, cases: Any, name: str) -> Any:
        """Return a named number of every case; certificates tell classes by how a generator calls them, too."""
        found = self.part("cases").counted(cases, name)
        return super().counted(cases, name) if found is None else found

    def of_output(self, metric: Metric, output: Any) -> float | None:
        """Return the value of a metric on data that were read; raises InputError where it judges two classes only."""
        if self.is_binary(metric) and output.classes != 2:
            raise InputError(
                f"{metric.label} is of two classes, and the data have {output.classes}; choose a metric of any number "
                "of classes, such as macro_f, or make one class the positive one and all others the other"
            )
        return super().of_output(metric, output)

    def is_binary(self, metric: Metric) -> bool:
        """Whether a metric is of two classes only: a function of the four counts, or a formula that asks for one."""
        if metric.reads is not None:
            return metric.reads == "counts"
        return is_of_two(metric.formula)

    def suited(self, metric: Metric, constraint: Constraint) -> Any:
        """Return the metric; None for one of two classes where the constraint needs three."""
        if not self.is_binary(metric):
            return metric
        return metric if self.part("cases").has_two(constraint.bound_generator) else None

    def asked_of(self, metric: Metric, constraint: Constraint) -> Any:
        """Return the constraint for two classes where the metric is of two only."""
        able = any(parameter.name == "classes" for parameter in constraint.parameters)
        return constraint.with_parameters(classes=2) if able and self.is_binary(metric) else constraint

    def gold_notation(self, outputs: Sequence[ConfusionMatrix]) -> str:
        """Return the items of each class."""
        return " ".join(map(str, outputs[0].gold))


TASK = register(Classification())
