"""Filtering: every item is relevant or not in the gold, and selected or not by the system.

Here is one output, as users give it, and its pictures, `view` what metrics see; `chooser` is what constraints ask for,
`cases` what they give, parametric and random ones too.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.numerals import is_counting
from axiometrics.tasks import drawing
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.users_data import (
    LARGE,
    label_vectors,
    require_missing,
    require_same_form,
    require_same_items,
    whole_count,
)

NAMES = ("tp", "fp", "fn", "tn")

_PART = re.compile(r"(\w+)\s*=\s*(\S+)")


@dataclass(frozen=True)
class Counts(Output):
    """Selected relevant (tp) and irrelevant (fp) items, left-out relevant (fn) and irrelevant (tn) ones.

    >>> counts = Counts.from_notation("tp=3 fp=1 fn=0 tn=2")
    >>> counts.items, counts.relevant, counts.irrelevant, counts.selected
    (6, 3, 3, 4)
    """

    tp: int
    fp: int
    fn: int
    tn: int

    @classmethod
    def from_labels(cls, gold: Iterable[int], system: Iterable[int]) -> Counts:
        """Count two vectors of 0 and 1, of equal length."""
        found = [0, 0, 0, 0]
        for relevant, selected in zip(gold, system, strict=True):
            found[(0 if relevant else 1) if selected else (2 if relevant else 3)] += 1
        return cls(*found)

    @classmethod
    def from_notation(cls, text: str) -> Counts:
        """Read ``tp=3 fp=1 fn=0 tn=2``, in any order; raises InputError."""
        found = _PART.findall(text.replace(",", " "))
        given: dict[str, str] = dict(found)
        if (
            sorted(name for name, _ in found) != sorted(NAMES)
            or _PART.sub("", text.replace(",", " ")).strip()
        ):
            raise InputError(f"cannot read the counts {text!r}; write all four, as in 'tp=3 fp=1 fn=0 tn=2'")
        return cls.from_counts(
            [int(text) if is_counting(text) else text for text in (given[n] for n in NAMES)]
        )

    @classmethod
    def from_counts(cls, values: Iterable[Any]) -> Counts:
        """Read the four counts in the order tp, fp, fn, tn; raises InputError for what is no count."""
        return cls(*(whole_count(value, name) for name, value in zip(NAMES, values, strict=True))).check()

    def check(self) -> Counts:
        """Return the counts themselves; raise InputError when there is no item."""
        if not self.items:
            raise InputError("there are no items; give at least one, with a gold and a system label")
        return self

    @property
    def items(self) -> int:
        """Number of items."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def relevant(self) -> int:
        """Items that are relevant in the gold."""
        return self.tp + self.fn

    @property
    def irrelevant(self) -> int:
        """Items that are not relevant in the gold."""
        return self.fp + self.tn

    @property
    def selected(self) -> int:
        """Items that the system selects."""
        return self.tp + self.fp

    def to_tuple(self) -> tuple[int, int, int, int]:
        """Return (tp, fp, fn, tn)."""
        return self.tp, self.fp, self.fn, self.tn

    def to_labels(self) -> tuple[list[int], list[int]]:
        """Return (gold labels, system labels) as lists of 0 and 1: the counts' items one after another."""
        gold = [1] * self.tp + [0] * self.fp + [1] * self.fn + [0] * self.tn
        return gold, [1] * self.selected + [0] * (self.fn + self.tn)

    def notation(self) -> str:
        """Write the counts.

        >>> Counts(3, 1, 0, 2).notation()
        'tp=3 fp=1 fn=0 tn=2'
        """
        return " ".join(f"{name}={value}" for name, value in zip(NAMES, self.to_tuple(), strict=True))


RELEVANT, IRRELEVANT = "●", "○"
MOST_DOTS = 8
_STEP, _ROW, _HEAD, _COLUMNS, _MOST = 24, 24, 30, 10, 30


@dataclass(frozen=True)
class _Group:
    """Equal items: relevant or not, and whether another output treats them otherwise."""

    relevant: bool
    number: int
    changed: bool


_Sides = tuple[list[_Group], list[_Group]]
"""The items that are selected, and those that are left out."""


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: relevant items ●, others ○, the selected ones in brackets; * marks what differs.

    >>> print(outputs_text({"worse": "tp=1 fp=0 fn=1 tn=1", "better": "tp=2 fp=0 fn=0 tn=1"}))
    worse   [●]*● ○
    better  [●*●] ○
    """
    return drawing.named_lines(
        {
            name: f"[{_signs(selected).removeprefix(' ')}]{_signs(left)}"
            for name, (selected, left) in _groups(outputs).items()
        }
    )


def _groups(outputs: Mapping[str, str]) -> dict[str, _Sides]:
    """Return the selected and the left-out items of every output, those that differ apart."""
    counts = {name: Counts.from_notation(text) for name, text in outputs.items()}
    least = Counts(*map(min, zip(*(each.to_tuple() for each in counts.values()), strict=True)))
    found = {}
    for name, each in counts.items():
        sides = (("tp", True), ("fp", False)), (("fn", True), ("tn", False))
        found[name] = tuple(
            [
                _Group(relevant, number, changed)
                for kind, relevant in side
                for number, changed in (
                    (getattr(least, kind), False),
                    (getattr(each, kind) - getattr(least, kind), True),
                )
                if number
            ]
            for side in sides
        )
    return found  # type: ignore[return-value]


def _signs(groups: Sequence[_Group]) -> str:
    """Write groups of equal items, each item after a space, or after a star where it differs."""
    tokens = []
    for group in groups:
        sign, before = RELEVANT if group.relevant else IRRELEVANT, "*" if group.changed else " "
        many = group.number > MOST_DOTS
        tokens += [f"{before}{sign}×{group.number}"] if many else [before + sign] * group.number
    return "".join(tokens)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side, the selected items in a box; items that differ are outlined.

    >>> outputs_svg({"worse": "tp=1 fp=0 fn=1 tn=1", "better": "tp=2 fp=0 fn=0 tn=1"}).count("<circle")
    6
    """
    panels = _groups(outputs)
    heights = [max(_rows(panel[side]) for panel in panels.values()) * _ROW + 12 for side in (0, 1)]
    width = _COLUMNS * _STEP + 12
    *lefts, right = drawing.edges([width] * len(panels))
    parts = [_panel(*panel, left, width, heights) for panel, left in zip(panels.items(), lefts, strict=True)]
    return drawing.svg_document(right, 2 * drawing.MARGIN + _HEAD + sum(heights), parts, outputs, title)


def _rows(groups: Sequence[_Group]) -> int:
    return max(1, -(-len(_items(groups)) // _COLUMNS))


def _items(groups: Sequence[_Group]) -> list[tuple[_Group, str]]:
    """Return one entry for each circle; a large group is one circle with its number beside it."""
    found = []
    for group in groups:
        if group.number > _MOST:
            found += [(group, f"×{group.number}"), (group, "")]
        else:
            found += [(group, "•")] * group.number
    return found


def _panel(name: str, sides: _Sides, left: int, width: int, heights: Sequence[int]) -> str:
    top = drawing.MARGIN + _HEAD
    box = {"x": left, "y": top, "width": width, "height": heights[0], "rx": 8}
    return (
        drawing.heading(left, name)
        + drawing.element("rect", **box, fill="#eef4fb", stroke="#4a6f9c")
        + _dots(sides[0], left + 6, top + 6)
        + _dots(sides[1], left + 6, top + heights[0] + 6)
    )


def _dots(groups: Sequence[_Group], left: int, top: int) -> str:
    found = []
    for place, (group, words) in enumerate(_items(groups)):
        row, column = divmod(place, _COLUMNS)
        x, y = left + _STEP * column + _STEP // 2, top + _ROW * row + _ROW // 2
        if words:
            found.append(_dot(group, x, y))
        if words.startswith("×"):
            found.append(drawing.text(x + 14, y + 4, words, 12))
    return "".join(found)


def _dot(group: _Group, x: int, y: int) -> str:
    fill = "#0072b2" if group.relevant else "#ffffff"
    kind = ("relevant" if group.relevant else "irrelevant") + (" changed" if group.changed else "")
    stroke = drawing.CHANGED if group.changed else {"stroke": "#1b1b1b", "stroke_width": 1}
    return drawing.element("circle", class_=kind, cx=x, cy=y, r=8, fill=fill, **stroke)


Missing = Literal["error", "unselected"]

_WORDS = {"0": 0, "1": 1, "false": 0, "true": 1}


def read(gold: Any, system: Any = None, *, missing: Missing = "error") -> Counts:
    """Read a gold and a system output in any of the accepted forms (both in the same form).

    Label vectors (lists, arrays, or texts such as ``"1101"``) or dicts from item to label, where a label is 0 or 1,
    a boolean, or such a word; or, with no system, the four counts: `Counts`, notation, a dict with the keys tp, fp,
    fn and tn, or a sequence in this order. ``missing="unselected"`` says that an item which a system dict leaves
    out is not selected. Raises InputError.

    >>> read([1, 1, 0], [True, False, True]).notation()
    'tp=1 fp=1 fn=1 tn=0'
    >>> read({"d1": 1, "d2": 0}, {"d1": 1}, missing="unselected").notation()
    'tp=1 fp=0 fn=0 tn=1'
    """
    require_missing(missing, ("error", "unselected"))
    if system is None:
        return _counts(gold)
    require_same_form(gold, system)
    if isinstance(gold, Mapping):
        return _from_dicts(gold, system, missing)
    return _from_vectors(gold, system)


def _counts(given: Any) -> Counts:
    if isinstance(given, Counts):
        return given.check()
    if isinstance(given, str):
        return Counts.from_notation(given)
    if isinstance(given, Mapping):
        if sorted(map(str, given)) != sorted(NAMES):
            raise InputError(f"counts are given by {', '.join(map(str, given))}; give tp, fp, fn and tn")
        return Counts.from_counts([given[name] for name in NAMES])
    try:
        values = list(given)
    except TypeError as error:
        raise InputError(f"cannot read {given!r}; give gold and system labels, or four counts") from error
    if len(values) != len(NAMES):
        raise InputError(
            f"{len(values)} values were given without a system; give gold and system labels, or the four counts "
            "tp, fp, fn, tn"
        )
    return Counts.from_counts(values)


def _from_dicts(gold: Mapping[Hashable, Any], system: Mapping[Hashable, Any], missing: Missing) -> Counts:
    extra = [item for item in system if item not in gold]
    absent = [item for item in gold if item not in system]
    remedy = 'label every gold item, or pass missing="unselected"' if missing == "error" else ""
    require_same_items(extra, absent, ("label", "label"), remedy)
    pairs = [
        (_label(label, "gold", item), _label(system.get(item, 0), "system", item))
        for item, label in gold.items()
    ]
    return Counts.from_labels(*zip(*pairs, strict=True)).check() if pairs else Counts(0, 0, 0, 0).check()


def _from_vectors(gold: object, system: object) -> Counts:
    one, other = label_vectors(gold, system)
    if len(one) >= LARGE:
        found = _from_arrays(one, other)
        if found is not None:
            return found
    pairs = [
        [_label(label, side, k) for k, label in enumerate(v)]
        for side, v in (("gold", one), ("system", other))
    ]
    return Counts.from_labels(*pairs).check()


def _from_arrays(gold: object, system: object) -> Counts | None:
    """Count long vectors of numbers; None where something else is in them, which is then looked at one by one."""
    import numpy as np

    arrays = [np.asarray(labels) for labels in (gold, system)]
    if any(array.dtype.kind not in "iub" or ((array != 0) & (array != 1)).any() for array in arrays):
        return None
    places = 2 * arrays[0].astype(np.int8) + arrays[1].astype(np.int8)
    tn, fp, fn, tp = map(int, np.bincount(places, minlength=4))
    return Counts(tp, fp, fn, tn)


def _label(label: object, side: str, item: object) -> int:
    """Return 0 or 1, or refuse."""
    if isinstance(label, str):
        found = _WORDS.get(label.strip().lower())
        if found is not None:
            return found
    else:
        try:
            if label == 0 or label == 1:
                return int(label)
        except (TypeError, ValueError, ArithmeticError):  # arrays, pandas.NA
            pass
    raise InputError(
        f"{side} gives item {item!r} the label {label!r}; in this task a label is 0 or 1, a boolean, 'true' or 'false'"
    )
