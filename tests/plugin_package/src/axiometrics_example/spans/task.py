"""The task of spans. Importing this module registers it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from axiometrics.tasks import Task, register
from axiometrics_example.spans.line import Line


class Spans(Task):
    """Two annotators mark spans of tokens that do not overlap; one of them is the gold."""

    key = "spans"
    name = "span annotation"
    summary = "gold and system mark stretches of a line of tokens"
    output = Line
    forms = MappingProxyType({"tags": Line.to_tags, "spans": Line.to_spans})
    files = "labels"
    sweep_sizes = MappingProxyType({"quick": (4, 3), "normal": (5, 4), "thorough": (6, 5)})
    words = MappingProxyType(
        {
            "symbols": "$N$ counts the tokens, $G$ the gold spans, $S$ the system's and $M$ those that both have; at a "
            "token $g$ is 1 where gold marks it and $s$ where the system does, else 0; of two spans that overlap, $o$ "
            "is the number of tokens they share, $a$ the length of the system's and $b$ that of the gold's.",
            "comparison": "A constraint compares two lines of tokens; the tags B, I and O say where a span begins, "
            "goes on, and where there is none.",
            "arbitrary": "spans",
            "reductions": "Sums run over tokens, or over pairs of a gold and a system span that share tokens.",
            "N": "the number of tokens",
            "G": "the number of gold spans",
            "S": "the number of system spans",
            "M": "the number of spans that both sides have",
        }
    )
    samples = (
        "gold=O system=O",
        "gold=BI system=BI",
        "gold=BB system=BI",
        "gold=BIOB system=OBIB",
        "gold=BIIOBI system=BIOBII",
        "gold=BOBOBIOO system=OBBIIIBI",
        "gold=BIIIBIOOBIIOBB system=BIIOBIOBIIIOBI",
    )
    conditions = MappingProxyType(
        {
            "nothing_shared": ("an output shares no token with gold", lambda batch: batch.shared == 0),
            "no_match": ("an output shares no span with gold", lambda batch: batch.quantities["M"] == 0),
        }
    )

    def batch(self, outputs: Sequence[Line]) -> Any:
        """Return single lines as a batch."""
        return self.part("rows").Lines(outputs)

    def gold_notation(self, outputs: Sequence[Line]) -> str:
        """Return the gold tags, all of them where they differ."""
        return " | ".join(dict.fromkeys(line.gold for line in outputs))


register(Spans())
