"""Labelled texts: what the assessors are shown, by category."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from axiometrics.errors import InputError, nearest
from axiometrics.files import open_table

__all__ = ["Texts", "read_texts"]


@dataclass(frozen=True)
class Texts:
    """Different texts by category."""

    by_category: Mapping[str, tuple[str, ...]]

    @property
    def summary(self) -> str:
        """How many there are, in words.

        >>> Texts({"war": ("a", "b"), "sport": ("c",)}).summary
        '3 texts in 2 categories (war: 2, sport: 1)'
        >>> Texts({"war": ("a",)}).summary
        '1 text in 1 category (war: 1)'
        """
        sizes = {name: len(texts) for name, texts in self.by_category.items()}
        shown = ", ".join(f"{name}: {size}" for name, size in list(sizes.items())[:8])
        more = ", ..." if len(sizes) > 8 else ""
        count = sum(sizes.values())
        texts = f"{count} text{'s' * (count != 1)}"
        return f"{texts} in {len(sizes)} categor{'y' if len(sizes) == 1 else 'ies'} ({shown}{more})"


def read_texts(
    path: Path, *, text: str = "text", category: str = "category", delimiter: str = "auto"
) -> Texts:
    """Read a table with a column of texts and one of categories; a text that is repeated counts once.

    Raises InputError for missing columns, empty cells, and a text with two categories.
    """
    found: dict[str, dict[str, int]] = {}
    known: dict[str, tuple[str, int]] = {}
    with open_table(path, delimiter) as table:
        for name in (text, category):
            if name not in table.header:
                raise InputError(f"{path} has no column {name!r}; {nearest(name, table.header)}")
        for line, (shown, label) in table.rows([text, category]):
            words, label = " ".join(shown.split()), label.strip()
            if not words or not label:
                raise InputError(
                    f"{path}, line {line}: an empty {text if not words else category}; fill it in"
                )
            first, place = known.setdefault(words, (label, line))
            if first != label:
                raise InputError(
                    f"{path}, line {line}: the text of line {place} has category {first!r} there and {label!r} here; "
                    "keep one of them"
                )
            found.setdefault(label, {}).setdefault(words, line)
    if not found:
        raise InputError(f"{path} has a header but no texts; give at least one")
    return Texts({label: tuple(texts) for label, texts in found.items()})
