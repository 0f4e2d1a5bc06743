"""The bibliography: what the keys in ``cites`` stand for, as text, as links and as BibTeX."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from axiometrics.escaping import code, html_text, markdown

_ACCENTS = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "u": "\u0306"}


@dataclass(frozen=True)
class Reference:
    """One publication: its fields in plain letters, and its entry in BibTeX."""

    key: str
    fields: Mapping[str, str]
    bibtex: str

    @property
    def short(self) -> str:
        """The first author and the year, as a text names it."""
        names = [name.partition(",")[0] for name in self.fields["author"].split(" and ")]
        who = (
            names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
        )
        return f"{who} ({self.fields['year']})"

    @property
    def url(self) -> str | None:
        """Where it is found, by its DOI."""
        return f"https://doi.org/{self.fields['doi']}" if "doi" in self.fields else None

    @property
    def text(self) -> str:
        """The whole reference in plain text, without its DOI."""
        names = [" ".join(reversed(name.split(", "))) for name in self.fields["author"].split(" and ")]
        authors = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return f"{authors} ({self.fields['year']}). {self.fields['title']}. {', '.join(self._place())}."

    @property
    def linked(self) -> str:
        """The whole reference in markdown, with a link to its DOI."""
        return markdown(self.text) + (f" [doi:{self.fields['doi']}]({self.url})" if self.url else "")

    def _place(self) -> list[str]:
        known = self.fields
        place = [
            known[name]
            for name in ("journal", "booktitle", "series", "publisher", "institution")
            if name in known
        ]
        number = known.get("number")
        if "volume" in known:
            place.append(known["volume"] + (f"({number})" if number else ""))
        elif number:
            place.append(number)
        return place + ([f"pages {known['pages']}"] if "pages" in known else [])


@cache
def bibliography() -> Mapping[str, Reference]:
    """Return all references by key, in alphabetical order.

    >>> bibliography()["amigo2009"].short
    'Amigó et al. (2009)'
    """
    text = files("axiometrics.reports").joinpath("references.bib").read_text(encoding="utf-8")
    found = {}
    for entry, key, body in re.findall(r"(@\w+\{(\w+),\n(.*?)\n\})", text, re.DOTALL):
        fields = dict(re.findall(r"^\s*(\w+)\s*=\s*\{(.*)\},?$", body, re.MULTILINE))
        found[key] = Reference(key, {name: _plain(value) for name, value in fields.items()}, entry)
    return MappingProxyType(dict(sorted(found.items())))


def bibtex(keys: Iterable[str] | None = None) -> str:
    """Return the entries of some keys, by default of all, as a BibTeX file."""
    return (
        "\n\n".join(bibliography()[key].bibtex for key in (bibliography() if keys is None else keys)) + "\n"
    )


def cited_markdown(key: str) -> str:
    """Return authors, year and title as a link to the publication; a key that is not ours stays as it is.

    >>> cited_markdown("my2030")
    '`my2030`'
    """
    found = bibliography().get(key)
    if found is None:
        return code(key)
    named = f"{markdown(found.short)}: {markdown(found.fields['title'])}"
    return f"[{named}]({found.url})" if found.url else named


def cited_html(key: str) -> str:
    """Return the same as HTML."""
    found = bibliography().get(key)
    if found is None:
        return html_text(key)
    named = html_text(f"{found.short}: {found.fields['title']}")
    return f'<a href="{html_text(found.url)}">{named}</a>' if found.url else named


def _plain(text: str) -> str:
    letters = re.sub(r"\{\\(['`\"u])\{?(\w)\}?\}", lambda found: found[2] + _ACCENTS[found[1]], text)
    return unicodedata.normalize("NFC", letters).replace("--", "–").replace("{", "").replace("}", "")
