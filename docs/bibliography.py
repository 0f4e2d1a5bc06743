"""Read the bibliography and write its entries as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

__all__ = ["read_bibliography", "reference"]


def read_bibliography(path: Path) -> dict[str, dict[str, str]]:
    """Read the fields of every entry; values must be in braces, one field a line."""
    found: dict[str, dict[str, str]] = {}
    for kind, key, body in re.findall(
        r"@(\w+)\{(\w+),\n(.*?)\n\}", path.read_text(encoding="utf-8"), re.DOTALL
    ):
        fields = dict(re.findall(r"^\s*(\w+)\s*=\s*\{(.*)\},?$", body, re.MULTILINE))
        found[key] = {"kind": kind, **{name: _plain(value) for name, value in fields.items()}}
    return found


def _plain(text: str) -> str:
    for latex, letter in ((r"{\'o}", "ó"), (r"{\"o}", "ö"), (r"{\u{a}}", "ă"), ("--", "–")):
        text = text.replace(latex, letter)
    return text.replace("{", "").replace("}", "")


def reference(entry: Mapping[str, str]) -> str:
    """Write an entry as one line of text."""
    names = [" ".join(reversed(name.split(", "))) for name in entry["author"].split(" and ")]
    authors = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    place = [f"*{entry[name]}*" for name in ("journal", "booktitle") if name in entry]
    place += [
        entry[name]
        for name in ("series", "publisher", "institution", "number")
        if name in entry and not (name == "number" and "volume" in entry)
    ]
    if "volume" in entry:
        place.append(entry["volume"] + (f"({entry['number']})" if "number" in entry else ""))
    place += [f"pages {entry['pages']}"] if "pages" in entry else []
    doi = f" [doi:{entry['doi']}](https://doi.org/{entry['doi']})" if "doi" in entry else ""
    return f"{authors} ({entry['year']}). {entry['title']}. {', '.join(place)}.{doi}"
