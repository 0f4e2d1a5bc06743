"""The filtering task: what the rest of the system needs to know about filtered collections."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.abilities import Classes, Enumeration
from axiometrics.tasks.choosing import least, of_one_size
from axiometrics.tasks.filtering import Counts
from axiometrics.tasks.filtering.chooser import Chooser
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula
    from axiometrics.tasks.abilities import Generator

_LADDERS = {True: ((0, 1, 2, 4, 9, 25, 100, 1000), (0, 1, 3, 10, 50)), False: ((0, 1, 5, 20), (0, 2, 7))}
"""What is added to every least size in the families: for up to four sizes, and for more."""

_WORDS = MappingProxyType(
    {
        "symbols": "$TP$ counts the relevant items that are selected, $FP$ the irrelevant ones that are selected, "
        "$FN$ the relevant ones that are left out, $TN$ the irrelevant ones that are left out.",
        "comparison": "A constraint compares two outputs on the same collection, which has relevant and irrelevant "
        "items; an output is its four counts.",
        "arbitrary": "counts",
        "TP": "the true positives",
        "FP": "the false positives",
        "FN": "the false negatives",
        "TN": "the true negatives",
    }
)

_NON_INFORMATIVE = Classes(
    title="Outputs that say nothing",
    text="An output that selects the same share $s$ of the relevant and of the irrelevant items says nothing about any "
    "item. What a metric makes of such outputs is a choice, and two verdicts tell it: *constant*, the same score for "
    "all of them; *growing*, the more the more is selected; *neither*, otherwise: less for more selected, or up or "
    "down with the share of relevant items, with parameters or with $s$. A star means: except in cases that the cell "
    "names, such as nothing selected.",
    constraints=("non_informative_constant", "non_informative_growing"),
    names={
        ("holds", "blind"): "constant",
        ("contradicted", "holds"): "growing",
        ("contradicted", "blind"): "growing, with ties",
        ("contradicted", "contradicted"): "neither",
    },
)


class SmallCounts(Enumeration):
    """All outputs of small collections, also where all or none of their items are relevant."""

    size = 6
    checked = 4
    form = "labels"

    def outputs(self, size: int) -> Iterator[Counts]:
        """Yield all counts of up to so many items, smallest first.

        >>> [counts.notation() for counts in SmallCounts().outputs(1)][:2], len(list(SmallCounts().outputs(4)))
        (['tp=1 fp=0 fn=0 tn=0', 'tp=0 fp=1 fn=0 tn=0'], 69)
        """
        for items in range(1, size + 1):
            for tp, fp, fn in product(range(items, -1, -1), repeat=3):
                if tp + fp + fn <= items:
                    yield Counts(tp, fp, fn, items - tp - fp - fn)

    def exchanged(self, output: Counts) -> Counts:
        """Take the system for the gold."""
        return Counts(output.tp, output.fn, output.fp, output.tn)

    def gold(self, output: Counts) -> Hashable:
        """Return the numbers of relevant and irrelevant items."""
        return output.relevant, output.irrelevant

    def perfect(self, output: Counts) -> bool:
        """Say whether exactly the relevant items are selected."""
        return output.fp == output.fn == 0


def _are_zero(*counts: str) -> Callable[[Any], Any]:
    return lambda batch: sum(batch.quantities[count] for count in counts) == 0


class Filtering(Task):
    """Filtered collections: every item is relevant or not in the gold, and selected or not by the system."""

    key = "filtering"
    draw = reading = ""
    name = "filtering"
    summary = "every item is relevant or not in the gold, and selected or not by the system"
    sweep_sizes = MappingProxyType({"quick": (8, 6), "normal": (12, 10), "thorough": (20, 14)})
    missing = ("error", "unselected")
    output = Counts
    forms = MappingProxyType({"labels": Counts.to_labels, "counts": Counts.to_tuple})
    form_arguments = MappingProxyType({"counts": "tp, fp, fn, tn"})
    files = "labels"
    enumeration = SmallCounts()
    words = _WORDS
    classes = (_NON_INFORMATIVE,)
    conditions = MappingProxyType(
        {
            "nothing_selected": ("one output selects nothing", _are_zero("TP", "FP")),
            "everything_selected": ("one output selects everything", _are_zero("FN", "TN")),
            "no_relevant_selected": ("one output selects no relevant item", _are_zero("TP")),
            "all_relevant_selected": ("one output selects all relevant items", _are_zero("FN")),
            "no_irrelevant_selected": ("one output selects no irrelevant item", _are_zero("FP")),
            "all_irrelevant_selected": ("one output selects all irrelevant items", _are_zero("TN")),
        }
    )
    samples = (
        "tp=1 fp=1 fn=1 tn=1",
        "tp=0 fp=0 fn=1 tn=1",
        "tp=0 fp=1 fn=1 tn=0",
        "tp=1 fp=0 fn=0 tn=1",
        "tp=1 fp=1 fn=0 tn=0",
        "tp=2 fp=0 fn=1 tn=5",
        "tp=3 fp=4 fn=5 tn=6",
        "tp=7 fp=1 fn=0 tn=2",
        "tp=41 fp=8 fn=12 tn=39",
        "tp=100 fp=1000 fn=10 tn=100000",
        "tp=2000000 fp=300 fn=1000000 tn=7",
    )

    def batch(self, outputs: Sequence[Counts]) -> Any:
        """Return single outputs as a batch."""
        return self.part("cases").CountsBatch.from_tables(outputs)

    def largest_logarithm(self, output: Counts) -> int:
        """Return up to which number the counts can need logarithms."""
        return min(output.items, 100)

    def larger(self, generator: Generator, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases: every size is its least value plus a step of a ladder, up to 1000 (20 if not wide)."""
        answers, _ = least(generator, Chooser)
        cases, steps = self.part("cases"), _LADDERS[wide][len(answers.made) > 4]
        return cases.gather(cases.ladders(generator, steps), outputs, None)

    def far(self, generator: Generator, outputs: Sequence[str]) -> Any:
        """Return cases in which every size is its least value, a thousand more, or a million more."""
        cases = self.part("cases")
        return cases.gather(cases.ladders(generator, (0, 10**3, 10**6)), outputs, None)

    def series(self, generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        return self.part("cases").gather(of_one_size(generator, Chooser, values), outputs, max(values))

    def symbolic(self, generator: Generator, formula: Formula) -> Sequence[Any]:
        """Return the generator's parametric case; raises NotSymbolicError."""
        return (self.part("cases").parametric_case(generator),)

    def gold_notation(self, outputs: Sequence[Counts]) -> str:
        """Return the relevant and irrelevant items."""
        return f"relevant={outputs[0].relevant} irrelevant={outputs[0].irrelevant}"


TASK = register(Filtering())
