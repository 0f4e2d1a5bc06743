"""A questionnaire as printable forms, markdown and HTML; nothing in them tells constraints or categories."""

from __future__ import annotations

from axiometrics.assessors.questionnaire import Question, Questionnaire
from axiometrics.escaping import html_text, markdown

__all__ = ["html_form", "markdown_form"]

_INSTRUCTIONS = (
    "Every question shows the same texts sorted into groups in two ways, option A and option B. Groups should hold "
    "texts about the same topic, and texts about the same topic should be in the same group. Which option is better? "
    "If neither is, tick the third box. The order of options, groups and texts means nothing."
)
_ANSWERS = ("A is better", "B is better", "roughly equal")

_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}"
    "section{break-inside:avoid;border-top:1px solid #bbb;padding:.6rem 0}"
    ".options{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem}"
    "ul{border:1px solid #999;border-radius:8px;padding:.4rem .6rem .4rem 1.6rem;margin:.5rem 0}"
    "label{margin-right:2rem}"
)


def markdown_form(found: Questionnaire) -> str:
    """Return the form as markdown."""
    parts = [f"# Questionnaire {found.mark}", "Assessor: ______________________", _INSTRUCTIONS]
    for number, question in enumerate(found.questions, 1):
        parts.append(f"## Question {number}")
        for name, clusters in zip("AB", question.options, strict=True):
            parts.append(f"### Option {name}")
            for place, texts in enumerate(clusters, 1):
                parts.append("\n".join([f"Group {place}:", "", *(f"- {markdown(text)}" for text in texts)]))
        parts.append("\n".join(f"- [ ] {answer}" for answer in _ANSWERS))
    return "\n\n".join(parts) + "\n"


def html_form(found: Questionnaire) -> str:
    """Return the form as one HTML page to print or to read on screen."""
    body = [
        f"<h1>Questionnaire {found.mark}</h1>",
        "<p>Assessor: ______________________</p>",
        f"<p>{html_text(_INSTRUCTIONS)}</p>",
    ]
    body += [_section(number, question) for number, question in enumerate(found.questions, 1)]
    head = f'<meta charset="utf-8"><title>Questionnaire {found.mark}</title><style>{_STYLE}</style>'
    lines = ["<!doctype html>", f'<html lang="en"><head>{head}</head><body>', *body, "</body></html>", ""]
    return "\n".join(lines)


def _section(number: int, question: Question) -> str:
    options = []
    for name, clusters in zip("AB", question.options, strict=True):
        groups = [
            f"<p>Group {place}</p><ul>{''.join(f'<li>{html_text(text)}</li>' for text in texts)}</ul>"
            for place, texts in enumerate(clusters, 1)
        ]
        options.append(f"<div><h3>Option {name}</h3>{''.join(groups)}</div>")
    boxes = "".join(f'<label><input type="radio" name="q{number}"> {answer}</label>' for answer in _ANSWERS)
    return f'<section><h2>Question {number}</h2><div class="options">{"".join(options)}</div><p>{boxes}</p></section>'
