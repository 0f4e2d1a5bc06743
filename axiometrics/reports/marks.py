"""The mark of every kind of verdict: one symbol, one colour, one meaning, the same in all reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from axiometrics.checker.verdict import Cell, Verdict

__all__ = ["ALWAYS", "MARKS", "NOTES", "Mark", "ascii_text", "detail", "legend", "mark_of", "notes", "symbol"]


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
