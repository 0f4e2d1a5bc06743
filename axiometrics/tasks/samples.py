"""A few outputs of every task, small and larger ones: what a user's formula is tried on before it is believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from axiometrics.tasks.registry import get_task

__all__ = ["SAMPLES", "sample"]

SAMPLES: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "clustering": (
            "{a}",
            "{a b}",
            "{a}{a}",
            "{a a b}{b}",
            "{a}{b}{c}",
            "{a b c}{a a}",
            "{a a a}{b b c}",
            "{a b}{a c}{b b}{c}",
            "{a a a a a b}{b b b c}{c}{c a}",
            "{a a b b c c d}{a b c d d}{e e e e e e}",
        ),
        "combination": (
            "P=0 R=0 S=0",
            "P=1 R=1 S=1",
            "P=1 R=0 S=1/2",
            "P=0 R=1 S=1",
            "P=1/2 R=1/2 S=1/2",
            "P=1/3 R=2/3 S=1/5",
            "P=3/4 R=1/4 S=1",
            "P=9/10 R=1/1000 S=1/7",
            "P=999/1000 R=998/1000 S=1/2",
            "P=1/1000000 R=1/2 S=1/3",
        ),
        "filtering": (
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
        ),
        "ordinal": (
            "[1 0; 0 1]",
            "[0 1; 1 0]",
            "[1 1; 0 0]",
            "[2 0 0; 1 1 0; 0 0 3]",
            "[0 0 2; 0 1 0; 3 0 0]",
            "[5 1 0; 2 4 1; 0 3 7]",
            "[1 0 0; 0 0 0; 0 2 1]",
            "[4 1 0 0; 1 5 2 0; 0 2 6 1; 0 0 1 3]",
            "[40 7 1; 9 30 8; 2 5 25]",
        ),
        "organization": (
            "| [a]",
            "[a] | [a]",
            "[a] [b] | [b] [a]",
            "[{a b}] | [a b]",
            "[d1 d3] | [d1 d2]",
            "[a] [c] | [a b]",
            "[{a b} c] [d] | [a {b c}] [{d e}]",
            "[d1 {d3 d4}] [{d4 d5} {d6 d7}] | [d1 {d2 d3 d4}] [{d4 d5} {d6 d7}]",
        ),
        "overlapping": (
            "{a} | {a}",
            "{a}{b} | {a b}",
            "{a b} | {a}{b}",
            "{a b}{a c} | {a b}{c}",
            "{b} | {a b}{a}",
            "{a b c}{a d} | {a b}{c d}",
            "{a b}{a b}{c} | {a b c}{c}",
            "{a b c d}{d e f}{f} | {a b}{b c d}{d e f}",
        ),
        "quantification": (
            "gold=1/2 1/2 system=1 0",
            "gold=1/2 1/2 system=1/2 1/2",
            "gold=1 0 system=0 1",
            "gold=1/3 2/3 system=1/4 3/4",
            "gold=1/2 1/4 1/4 system=1 0 0",
            "gold=1/6 1/3 1/2 system=1/5 2/5 2/5",
            "gold=1/10 2/10 3/10 4/10 system=1/4 1/4 1/4 1/4",
        ),
        "ranking": (
            "r",
            "-",
            "r - | r",
            "- r",
            "r r -",
            "- - r r",
            "r - r | r",
            "- r - r - | r r",
            "r - r - - r r - - r | r r",
            "2 1 - | 2",
            "- 2 r 1 - | 1 1",
        ),
    }
)
"""In each task's notation."""


@lru_cache(maxsize=16)
def sample(task: str) -> Any:
    """Return the sample of a task as plain numbers; None for a task without one."""
    from axiometrics.formulas.plain import Sample

    if task not in SAMPLES:
        return None
    home = get_task(task)
    cases = home.batch_of(("output",), [{"output": text} for text in SAMPLES[task]])
    return Sample(cases.outputs["output"])
