"""A cell in plain sentences that never claim more than the evidence shows, and the mark of every kind of verdict.

A mark is one symbol and one colour, with one meaning, the same in all reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from axiometrics.checker.verdict import Cell, Verdict, Witness
from axiometrics.reports.expressions import valued
from axiometrics.tasks.registry import find_task

PARTIAL = "Partial: the run was interrupted, and rows that were not finished are missing."
"""What is said of a matrix that is not complete."""

_REASONED = ("error", "undefined")
"""Outcomes whose reason, where a cell has one, says all."""


def sentences(cell: Cell, preconditions: Mapping[str, str] | None = None) -> list[str]:
    """Say the verdict, its weak form where that adds something, and every condition on it.

    >>> from axiometrics.checker.verdict import Verdict
    >>> sentences(Cell("m", "c", Verdict("blind", "witness"), Verdict("holds", "proof")))[0]
    'Blind: some case ties where a difference is required.'
    >>> sentences(Cell("m", "c", Verdict("error"), Verdict("error"), error="raised: OSError: no file on {a b}"))
    ['Error: raised: OSError: no file on {a b}.']
    """
    said = [] if cell.error and cell.strict.outcome in _REASONED else [sentence(phrase(cell))]
    if cell.strict.outcome == "blind" and not cell.threshold and not cell.strict.always:
        said.append(f"The weak form (a tie is allowed) {cell.weak.described(_scope(cell))}.")
    if cell.strict.hunted or cell.weak.hunted:
        said.append(f"An optimiser found none that fails ({cell.strict.hunted or cell.weak.hunted}).")
    if cell.except_when:
        described = [_precondition(name, preconditions or {}) for name in cell.except_when]
        said.append(f"Except when {' or '.join(described)}, as far as tried.")
    if cell.region:
        said.append(f"Holds for {cell.region}.")
    if cell.disagrees_with:
        said.append(f"The literature says otherwise: {', '.join(cell.disagrees_with)}.")
    return [*said, *_missing(cell)]


def phrase(cell: Cell) -> str:
    """Say the strict verdict in words that never overstate."""
    if cell.threshold:
        return _quantified(cell, cell.threshold)
    if cell.witness and cell.strict.outcome == "contradicted" and cell.strict.evidence == "witness":
        return f"contradicted by a case of size {cell.witness.size}"
    return cell.strict.described(_scope(cell))


def _scope(cell: Cell) -> str:
    """Return what a cell's proof is limited to, if anything."""
    return str((cell.proof or {}).get("certificate", {}).get("scope", ""))


def _missing(cell: Cell) -> list[str]:
    """Say what the cell could not be judged on: values that do not exist, or what went wrong."""
    if cell.error is None:
        return []
    if cell.error.startswith("undecided: "):
        return [sentence(told_error(cell.error))]
    if not cell.error.startswith("undefined"):
        return [sentence(f"error: {told_error(cell.error)}")]
    others = cell.strict.applicable if cell.strict.outcome == "undefined" else 0
    hint = f"A function that declares undefined_somewhere is judged on the other {plural(others, 'case')}."
    return [sentence(cell.error), *([hint] if others else [])]


_TOLD = {
    "NonDeterministic": (
        "it answers differently the second time",
        "seed what it draws, and keep nothing between calls",
    ),
    "MutatesInput": ("it changes its input", "let it work on a copy"),
    "DependsOnItemOrder": ("its value depends on the order of the items", "sort them, or leave it alone"),
    "DependsOnLabelNames": ("its value depends on the names of the labels", "ask only which are equal"),
    "not_a_number": ("it returns no number", ""),
    "not_finite": ("it returns no finite number", ""),
    "timed_out": ("it takes too long", "--timeout gives it more"),
    "out_of_memory": ("it needs too much memory", ""),
    "crashed": ("it ends its process", ""),
    "undecided": ("undecided", "a formula, or a function that returns fractions.Fraction, has exact values"),
}
"""What the kinds of errors mean, and what helps."""

_NUMBERS = "labels, grades and counts are given as whole numbers, not as text"
_LISTS = "vectors are given as lists; numpy.asarray makes an array of one"
"""What is said of a function that takes what it is given for something else."""


def told_error(error: str) -> str:
    """Say in words what went wrong with a function, and what helps.

    >>> told_error("MutatesInput: argument 1 was list [1, 0] and became list [0, 1]")
    'it changes its input: argument 1 was list [1, 0] and became list [0, 1]; let it work on a copy'
    >>> told_error("raised: OSError: no file on {a b}")
    'raised: OSError: no file on {a b}'
    """
    kind, colon, found = error.partition(": ")
    if taken := re.match(r"raised: (?:Attribute|Type)Error: .*?['\" ](int|list|bool)['\" ]", error):
        return f"{error}; {_NUMBERS if taken[1] == 'int' else _LISTS}"
    if not colon or kind not in _TOLD:
        return error
    meaning, remedy = _TOLD[kind]
    return f"{meaning}: {found}" + (remedy and f"; {remedy}")


def tooltip(cell: Cell) -> str:
    """Return the sentences of a cell in one line."""
    return " ".join([f"{cell.metric}, {cell.constraint}:", *sentences(cell)])


def counts(cell: Cell) -> str:
    """Say how many cases were tried, which, and how many of them have a margin.

    >>> from axiometrics.checker.verdict import Verdict
    >>> found = Verdict("holds", "sweep", cases=150, applicable=120, size=9)
    >>> counts(Cell("m", "c", found, found))
    '150 cases tried, every one up to size 9 among them; 120 have a margin'
    """
    verdict = cell.strict
    if not verdict.cases:
        return "no cases tried"
    said = f"{plural(verdict.cases, 'value' if cell.threshold else 'case')} {'of n ' if cell.threshold else ''}tried"
    if verdict.size is not None:
        extent = f"up to {verdict.size}" if cell.threshold else verdict.extent
        said += f", every one {extent} among them"
    missing = verdict.applicable != verdict.cases
    return said + (f"; {verdict.applicable} have a margin" if missing else "")


def plural(count: int, noun: str) -> str:
    """Count a noun.

    >>> plural(1, "metric"), plural(2, "metric")
    ('1 metric', '2 metrics')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def witness_sentence(cell: Cell) -> str:
    """Say what the witness of a cell shows, and how small it is known to be."""
    witness = cell.witness
    if witness is None:
        return ""
    if cell.threshold:
        (name, value), *_ = witness.parameters.items()
        shows = (
            "the least that will do" if cell.strict.outcome == "holds" else "the first that goes against it"
        )
        return f"{name} = {value}, {shows}."
    if cell.strict.outcome == "holds":
        return f"{'Smallest' if witness.minimal else 'An'} example (size {witness.size})."
    if witness.minimal:
        smaller = "every smaller case" + (f" {cell.strict.extent}" if cell.strict.grid else "")
        return f"Smallest counterexample (size {witness.size}; {smaller} was tried)."
    tried = cell.strict.size is not None and cell.strict.size >= witness.size
    why = (
        ": floating point does not decide all smaller cases"
        if tried and "floating" in valued(witness.margin)
        else ""
    )
    return f"Counterexample of size {witness.size} (a smaller one may exist{why})."


def witness_scores(witness: Witness) -> list[str]:
    """Return every score and the margin of a witness, one entry each."""
    found = {**witness.scores, "margin": witness.margin}
    shown = {name: valued(value) for name, value in found.items()}
    return [f"{name} {value}" if value[0] == "≈" else f"{name} = {value}" for name, value in shown.items()]


def task_name(task: str) -> str:
    """Write a task's key as words."""
    return words(task)


def task_summary(task: str) -> str:
    """Return what gold and system are in a task, as a sentence; nothing where the task is not there.

    >>> task_summary("clustering"), task_summary("no_such_task")
    ('Every item has one category in the gold and one cluster in the system output.', '')
    """
    home = find_task(task)
    return sentence(home.summary) if home else ""


def words(key: str) -> str:
    """Write a key as words."""
    return key.replace("_", " ")


_ABBREVIATED = """
ae ami auc cdf cem dcg emd err f f1 hmpr jk jsd kld lam mae mcc mmae mse nae nkld nmd nmi nrae nvd od p1 p2 p3 p4 p5
p6 p7 q q0 r rae rbp rmse rnod rnss rs rsnod se sod v
"""
_NAMES = "archimedean dom dongen fowlkes hubert jaccard kendall mallows mirkin pearson rand spearman thomsen youden"
_SPELLED = {"bcubed": "BCubed", "ndcg": "nDCG", "vs": "vs."}


def title(key: str) -> str:
    """Write a key as a title: names and abbreviations as they are spelled, parameters as they are.

    >>> title("nmi_max"), title("rbp(p=1/2)"), title("clustering.rag_bag"), title("fowlkes_mallows")
    ('NMI max', 'RBP (p=1/2)', 'Clustering: rag bag', 'Fowlkes Mallows')
    """
    base, bracket, given = key.partition("(")
    home, dot, name = base.rpartition(".")
    spelled = " ".join(map(_spelled, re.split("[_ ]", name)))
    told = f"{words(home)}: {spelled}" if dot else spelled
    if told.partition(" ")[0].islower():
        told = told[:1].upper() + told[1:]
    return f"{told} ({given}" if bracket else told


def _spelled(word: str) -> str:
    if word in _ABBREVIATED.split():
        return word.upper()
    return word.capitalize() if word in _NAMES.split() else _SPELLED.get(word, word)


def sentence(phrase: str) -> str:
    """Write a phrase as a sentence; dots at its end stay as they are."""
    return phrase[:1].upper() + phrase[1:] + ("" if phrase.endswith(".") else ".")


def _precondition(name: str, described: Mapping[str, str]) -> str:
    return described.get(name) or words(name)


def _quantified(cell: Cell, threshold: Mapping[str, object]) -> str:
    """Say for which n the margin is positive, and what follows for the demand on some or on all large n."""
    found, outcome, size = str(threshold["holds_for"]), cell.strict.outcome, cell.strict.size
    if cell.strict.evidence == "proof":
        return _settled(found, outcome, threshold.get("open"))
    if outcome == "holds" and cell.strict.evidence == "witness":
        return f"holds for some n: {found}, of those tried"
    if outcome == "holds" and cell.strict.evidence == "search":
        return f"holds for {found} of those tried; only some n beyond {size} were"
    if outcome == "holds":
        return f"holds for {found}, as far as tried: every n up to {size}, and larger ones"
    if outcome in ("blind", "contradicted"):
        what = "blind: a tie decides" if outcome == "blind" else "contradicted"
        return f"{what}; the margin is positive for {found} of those tried"
    return cell.strict.phrase


def _settled(found: str, outcome: str, left: object) -> str:
    """Say a set of n that a proof shows to be complete, but for the n that it leaves open."""
    every = found.replace("n >=", "all n >=")
    only = "" if left or every.endswith("no n") or every != found else " and no other"
    what = {"holds": "holds for", "blind": "blind: a tie decides; the margin is positive for"}.get(
        outcome, "contradicted; the margin is positive for"
    )
    return f"{what} {every}{only} (proof{f'; of n = {left} only some were tried' if left else ''})"


@dataclass(frozen=True)
class Mark:
    """One kind of verdict: ``style`` is for the terminal, ``name`` is also the HTML class."""

    name: str
    symbol: str
    ascii: str
    latex: str
    style: str
    meaning: str


_ALL = (
    Mark("proof", "●", "#", r"$\bullet$", "bold green", "holds: proof"),
    Mark("sweep", "◐", "+", r"$\ominus$", "cyan", "holds: every case up to a size"),
    Mark("search", "○", "~", r"$\circ$", "blue", "none found in sampled cases"),
    Mark(
        "blind", "=", "=", "$=$", "yellow", "blind: a tie where a difference is required (≥: the weak form)"
    ),
    Mark("contradicted", "✗", "x", r"$\times$", "bold red", "contradicted: an inversion"),
    Mark("undefined", "?", "?", "?", "magenta", "undefined"),
    Mark("not_applicable", "–", "-", "--", "bright_black", "not applicable"),
    Mark("error", "!", "!", "!", "bold white on red", "error"),
)

MARKS: Mapping[str, Mark] = MappingProxyType({mark.name: mark for mark in _ALL})
"""All marks by name, in the order of the legend."""

ALWAYS = ("∀", "A", r"$^{\forall}$", "in every case (proof)")
"""The suffix of a tie or inversion that a proof shows for every case: symbol, ASCII, LaTeX, meaning."""

NOTES: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "*": ("*", "$^{*}$", "except in named degenerate cases"),
        "‡": ("@", r"$^{\ddagger}$", "only for some parameters or scores"),
        "†": ("^", r"$^{\dagger}$", "the literature says otherwise"),
    }
)
"""The notes that can follow a mark: ASCII, LaTeX, meaning."""

_ASCII = str.maketrans(
    {mark.symbol: mark.ascii for mark in _ALL}
    | {symbol: note[0] for symbol, note in NOTES.items()}
    | {ALWAYS[0]: ALWAYS[1], "≤": "<=", "≥": ">=", "×": "x", "·": "-", "Σ": "sum", "≈": "~", "¬": "not "}
    | {raised: f"^{digit}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
    | {lowered: str(digit) for digit, lowered in enumerate("₀₁₂₃₄₅₆₇₈₉")}
)


def mark_of(verdict: Verdict) -> Mark:
    """Return the mark of a verdict; what holds is marked by its evidence. One case proves what is demanded of some n.

    >>> mark_of(Verdict("holds", "sweep", size=9)).symbol
    '◐'
    """
    if verdict.outcome == "holds":
        return MARKS[
            {"proof": "proof", "witness": "proof", "sweep": "sweep"}.get(verdict.evidence or "", "search")
        ]
    return MARKS[verdict.outcome]


def notes(cell: Cell) -> str:
    """Return the note symbols of a cell."""
    shown = {"*": cell.except_when, "‡": cell.depends_on_parameters, "†": cell.disagrees_with}
    return "".join(note for note, present in shown.items() if present)


def symbol(cell: Cell) -> str:
    """Return the mark of a cell with "always" and notes.

    >>> symbol(Cell("m", "c", Verdict("blind", "proof", always=True), Verdict("holds", "proof")))
    '=∀'
    """
    return mark_of(cell.strict).symbol + ALWAYS[0] * _always(cell.strict) + notes(cell)


def detail(cell: Cell) -> str:
    """Return the evidence in two or three words: for a tie that of the weak form, for an inversion its size.

    >>> detail(Cell("m", "c", Verdict("holds", "sweep", size=9), Verdict("holds", "sweep", size=9)))
    'up to 9'
    """
    if cell.threshold:
        tried = " tried" if cell.strict.evidence in ("witness", "search") else ""
        return f"{cell.threshold['holds_for']}{tried}"
    if cell.strict.outcome == "holds":
        shown = cell.witness if cell.strict.evidence == "witness" else None
        return f"example, size {shown.size}" if shown else _evidence(cell.strict)
    if _always(cell.strict):
        return "always"
    if cell.strict.outcome == "blind":
        return f"(≥ {_evidence(cell.weak)})" if cell.weak.outcome == "holds" else ""
    if cell.strict.outcome == "contradicted":
        return _witness_size(cell)
    return {"not_applicable": "n/a"}.get(cell.strict.outcome, cell.strict.outcome)


def legend(cells: Iterable[Cell]) -> list[tuple[str, str]]:
    """Return symbol and meaning of every mark and note that the cells use."""
    seen = list(cells)
    used = {mark_of(cell.strict).name for cell in seen}
    lines = [(mark.symbol, mark.meaning) for name, mark in MARKS.items() if name in used]
    if any(_always(cell.strict) for cell in seen):
        lines.append((ALWAYS[0], ALWAYS[3]))
    present = "".join(map(notes, seen))
    return lines + [(note, NOTES[note][2]) for note in NOTES if note in present]


def ascii_text(text: str) -> str:
    """Replace every mark by its ASCII form, for terminals without Unicode; what has none becomes ``?``.

    >>> ascii_text("◐ up to 9")
    '+ up to 9'
    """
    return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")


def _always(verdict: Verdict) -> bool:
    return verdict.always and verdict.outcome in ("blind", "contradicted")


def _evidence(verdict: Verdict) -> str:
    if verdict.evidence == "proof":
        return "proof"
    if verdict.evidence == "sweep":
        return verdict.grid or f"up to {verdict.size}"
    return f"{verdict.applicable} tried"


def _witness_size(cell: Cell) -> str:
    if cell.witness is None:
        return ""
    return f"size {cell.witness.size}" if cell.witness.minimal else f"size ≤ {cell.witness.size}"
