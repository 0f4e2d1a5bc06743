"""A cell in plain sentences that never claim more than the evidence shows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from axiometrics.checker.verdict import Cell, Verdict, Witness

__all__ = [
    "counts",
    "plural",
    "sentence",
    "sentences",
    "task_name",
    "tooltip",
    "valued",
    "witness_scores",
    "witness_sentence",
    "words",
]


def sentences(cell: Cell, preconditions: Mapping[str, str] | None = None) -> list[str]:
    """Say the verdict, its weak form where that adds something, and every condition on it.

    >>> sentences(Cell("m", "c", Verdict("blind", "witness"), Verdict("holds", "proof")))
    ['Blind: some case ties.', 'The weak form (a tie is allowed) holds for every size and context (proof).']
    """
    said = [sentence(cell.strict.phrase)]
    if cell.strict.outcome == "blind" and not cell.strict.always:
        said.append(f"The weak form (a tie is allowed) {cell.weak.phrase}.")
    if cell.except_when:
        described = [_precondition(name, preconditions or {}) for name in cell.except_when]
        said.append(f"Except when {' or '.join(described)}.")
    if cell.threshold:
        said.append(_threshold(cell.threshold))
    if cell.region:
        said.append(f"Parameter values for which it holds: {cell.region}.")
    if cell.disagrees_with:
        said.append(f"The literature says otherwise: {', '.join(cell.disagrees_with)}.")
    return [*said, *_missing(cell)]


def _missing(cell: Cell) -> list[str]:
    """Say what the cell could not be judged on: values that do not exist, or what went wrong."""
    if cell.error is None:
        return []
    return [sentence(cell.error) if cell.error.startswith("undefined") else f"Error: {cell.error}"]


def tooltip(cell: Cell) -> str:
    """Return the sentences of a cell in one line."""
    return " ".join([f"{cell.metric}, {cell.constraint}:", *sentences(cell)])


def counts(verdict: Verdict) -> str:
    """Say how many cases were tried, which, and how many of them have a margin.

    >>> counts(Verdict("holds", "sweep", cases=150, applicable=120, size=9))
    '150 cases tried, every one up to size 9 among them; 120 have a margin'
    """
    if not verdict.cases:
        return "no cases tried"
    said = f"{plural(verdict.cases, 'case')} tried"
    if verdict.size is not None:
        said += f", every one up to size {verdict.size} among them"
    missing = verdict.applicable != verdict.cases
    return said + (f"; {verdict.applicable} have a margin" if missing else "")


def plural(count: int, noun: str) -> str:
    """Count a noun.

    >>> plural(1, "metric"), plural(2, "metric")
    ('1 metric', '2 metrics')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def witness_sentence(witness: Witness) -> str:
    """Say how small the witness is known to be."""
    if witness.minimal:
        return f"Smallest counterexample (size {witness.size}; every smaller case was tried)."
    return f"Counterexample of size {witness.size} (a smaller one may exist)."


def valued(text: str) -> str:
    """Write an exact number with its value, where that is not plain to see.

    >>> valued("3/4"), valued("log(3) - 2*log(2)")
    ('3/4', 'log(3) - 2*log(2) ≈ -0.28768')
    """
    if not re.search("log|sqrt", text):
        return text
    from axiometrics.reports.expressions import parse

    return f"{text} ≈ {float(parse(text, ())):.5g}"


def witness_scores(witness: Witness) -> list[str]:
    """Return every score and the margin of a witness, one entry each."""
    found = {**witness.scores, "margin": witness.margin}
    return [f"{name} = {valued(value)}" for name, value in found.items()]


def task_name(task: str) -> str:
    """Write a task's key as words."""
    return words(task)


def words(key: str) -> str:
    """Write a key as words."""
    return key.replace("_", " ")


def sentence(phrase: str) -> str:
    """Write a phrase as a sentence."""
    return phrase[:1].upper() + phrase[1:] + "."


def _precondition(name: str, described: Mapping[str, str]) -> str:
    return described.get(name) or words(name)


def _threshold(threshold: Mapping[str, object]) -> str:
    rest = {name: value for name, value in threshold.items() if name != "holds_for"}
    said = [f"Holds for {threshold['holds_for']}"] if "holds_for" in threshold else []
    said += [f"{words(name)}: {value}" for name, value in rest.items()]
    return "; ".join(said) + "."
