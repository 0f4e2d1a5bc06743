"""What the explorer tells of a metric and of a constraint, as HTML for its drawer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from axiometrics.checker.judged import ConstraintInfo, MetricInfo
from axiometrics.escaping import html_text
from axiometrics.reports.bibliography import bibliography, bibtex, cited_html
from axiometrics.reports.figures import figure
from axiometrics.reports.mathml import mathml
from axiometrics.reports.words import title

__all__ = ["constraint_drawer", "metric_drawer"]


def metric_drawer(item: MetricInfo) -> dict[str, Any]:
    """Return what is told of a metric: what it means, its formula, and where it comes from."""
    better = "lower" if item.orientation == "error" else "higher"
    parts = [f"<p>{html_text(item.summary)}</p>", mathml(item.latex, display=True) if item.latex else ""]
    source = f"; source: {cited_html(item.cites)}" if item.cites else ""
    parts.append(f'<p class="quiet">{better} is better{source}</p>')
    return {
        "key": item.key,
        "title": title(item.key),
        "family": item.family,
        "better": better,
        "latex": item.latex or "",
        "bibtex": _bibtex(item.cites),
        "html": "\n".join(parts),
    }


def _bibtex(key: str | None) -> str:
    return bibtex([key]) if key in bibliography() and key else ""


def constraint_drawer(task: str, item: ConstraintInfo) -> dict[str, Any]:
    """Return what is told of a constraint: what it demands, a drawing, degenerate cases, and where it comes from."""
    return {
        "key": item.key,
        "title": title(item.key),
        "told": item.statement,
        "bibtex": _bibtex(item.cites),
        "statement": "\n".join(_statement(item)),
        "html": "\n".join([*_statement(item), *_facts(task, item)]),
    }


def _statement(item: ConstraintInfo) -> Iterator[str]:
    """Yield what is demanded, in words and as a formula."""
    yield f"<p>{html_text(item.statement)}</p>"
    if item.latex:
        yield mathml(item.latex, display=True)


def _facts(task: str, item: ConstraintInfo) -> Iterator[str]:
    outputs = {name: text for name, text in item.example.items() if name != "gold"} if item.example else {}
    svg = figure(task, outputs, f"{item.name}: an example") if outputs else None
    if svg:
        yield f"<figure>{svg}</figure>"
    elif outputs:
        yield f"<pre>{html_text(chr(10).join(f'{name}  {text}' for name, text in item.example.items()))}</pre>"
    for name, text in item.preconditions.items():
        yield f'<p class="quiet">degenerate case <code>{html_text(name)}</code>: {html_text(text)}</p>'
    if item.cites:
        yield f'<p class="quiet">source: {cited_html(item.cites)}</p>'
