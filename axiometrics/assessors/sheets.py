"""What assessors get and give back: printable forms, key and answers as CSV files, and what they said, counted.

A constraint is validated, contradicted or met with indifference, with exact binomial intervals.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from axiometrics.assessors.questionnaire import Question, Questionnaire
from axiometrics.errors import InputError
from axiometrics.escaping import csv_cell, html_text, markdown
from axiometrics.files import open_table
from axiometrics.numerals import read_whole

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


_WORDS: Mapping[str, str] = MappingProxyType(
    {"a": "A", "b": "B", "equal": "equal", "=": "equal", "same": "equal", "indifferent": "equal"}
)
_ALLOWED = "A, B or equal"


@dataclass(frozen=True)
class Key:
    """By question: the constraint, and the option that it calls better."""

    path: Path
    mark: str
    questions: Mapping[int, tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """What one assessor said of one question: ``A``, ``B`` or ``equal``."""

    assessor: str
    question: int
    said: str


def key_sheet(found: Questionnaire) -> str:
    """Return the key as CSV; it is not for the assessors."""
    rows = [
        (found.mark, number, question.constraint, question.better)
        for number, question in enumerate(found.questions, 1)
    ]
    return _csv(("questionnaire", "question", "constraint", "better"), rows)


def answer_sheet(found: Questionnaire) -> str:
    """Return an empty sheet of answers as CSV, to be filled in, and repeated for every assessor."""
    rows = [(found.mark, "1", number, "") for number in range(1, len(found.questions) + 1)]
    return _csv(("questionnaire", "assessor", "question", "answer"), rows)


def read_key(path: Path) -> Key:
    """Read a key; raises InputError for what is none."""
    questions: dict[int, tuple[str, str]] = {}
    marks = set()
    for place, (mark, question, constraint, better) in _rows(
        path, ("questionnaire", "question", "constraint", "better")
    ):
        number = _number(place, question)
        if number in questions:
            raise InputError(f"{place}: question {number} is there twice; use the key that was written")
        if better not in ("A", "B"):
            raise InputError(
                f"{place}: the better option is {better!r}, but must be A or B; use the key that was written"
            )
        questions[number] = constraint, better
        marks.add(mark)
    if len(marks) != 1:
        raise InputError(f"{path} is the key of {len(marks)} questionnaires; give the key of one")
    return Key(path, marks.pop(), questions)


def read_answers(path: Path, key: Key) -> list[Answer]:
    """Return the answers, without those left empty. Raises InputError where they do not fit the key."""
    found: dict[tuple[str, int], Answer] = {}
    for place, (mark, assessor, question, said) in _rows(
        path, ("questionnaire", "assessor", "question", "answer")
    ):
        number = _number(place, question)
        if mark != key.mark:
            raise InputError(
                f"{place}: an answer to questionnaire {mark}, but {key.path} is the key of {key.mark}; "
                "give the key that was written with the form"
            )
        if not assessor:
            raise InputError(f"{place}: the column assessor is empty; give each assessor a name or number")
        if number not in key.questions:
            raise InputError(
                f"{place}: there is no question {number}; {key.path} has {min(key.questions)} to {max(key.questions)}"
            )
        if said.strip() and said.strip().lower() not in _WORDS:
            raise InputError(
                f"{place}: the answer {said!r} is none of {_ALLOWED}; write one, or leave it empty"
            )
        if (assessor, number) in found:
            raise InputError(
                f"{place}: assessor {assessor} answers question {number} a second time; keep one answer, and give "
                "each assessor a name of their own"
            )
        if said.strip():
            found[assessor, number] = Answer(assessor, number, _WORDS[said.strip().lower()])
    if not found:
        raise InputError(f"{path} has no answers; fill in {_ALLOWED} in the column answer")
    return list(found.values())


def _rows(path: Path, names: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Yield the named cells of every line, with the place of the line in words."""
    with open_table(path) as table:
        missing = [name for name in names if name not in table.header]
        if missing:
            raise InputError(
                f"{path} has no column {missing[0]!r}; it needs {', '.join(names)} (the sheet of answers comes first, "
                "then the key)"
            )
        for line, cells in table.rows(names):
            yield f"{path}, line {line}", [cell.strip() for cell in cells]


def _number(place: str, text: str) -> int:
    try:
        return read_whole(text)
    except ValueError:
        raise InputError(f"{place}: {text!r} is no number of a question; write one, such as 3") from None


def _csv(names: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([csv_cell(value) for value in row] for row in rows)
    return out.getvalue()


KINDS = ("validated", "contradicted", "indifferent")


@dataclass(frozen=True)
class Count:
    """The answers on one constraint; the intervals are those of Clopper and Pearson.

    The first row of Table 1 of amigo2009, 37 of 40 answers for homogeneity:

    >>> count = Count("homogeneity", 37, 1, 2)
    >>> [round(bound, 3) for bound in count.interval("validated")]
    [0.796, 0.984]
    """

    constraint: str
    validated: int
    contradicted: int
    indifferent: int

    @property
    def answers(self) -> int:
        """All answers."""
        return self.validated + self.contradicted + self.indifferent

    def of(self, kind: str) -> int:
        """Return the number of answers of one kind."""
        return {"validated": self.validated, "contradicted": self.contradicted}.get(kind, self.indifferent)

    def share(self, kind: str) -> float:
        """Return the share of answers of one kind."""
        return self.of(kind) / self.answers

    def interval(self, kind: str, level: float = 0.95) -> tuple[float, float]:
        """Return the interval of that share."""
        return interval(self.of(kind), self.answers, level)


@dataclass(frozen=True)
class Tally:
    """The counts of every constraint, in the order of the key, and how many assessors there were."""

    counts: tuple[Count, ...]
    assessors: int

    @property
    def total(self) -> Count:
        """All constraints together."""
        return Count("all", *(sum(each.of(kind) for each in self.counts) for kind in KINDS))


def interval(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of Clopper and Pearson: it covers the true share with at least the given probability.

    It takes the answers to be independent; answers of one assessor, or on one question, may not be. With 40 of 40 the
    lower end solves p^40 = 0.025:

    >>> low, high = interval(40, 40)
    >>> abs(low - 0.025 ** (1 / 40)) < 1e-12, high
    (True, 1.0)
    """
    from scipy.stats import binomtest

    if not 0 < level < 1:
        raise InputError(f"the level {level} of an interval must be between 0 and 1, such as 0.95")
    found = binomtest(successes, trials).proportion_ci(confidence_level=level, method="exact")
    return float(found.low), float(found.high)


def tally(answers: Iterable[Answer], key: Key) -> Tally:
    """Hold every answer against the key: the better option validates the constraint, the other contradicts it."""
    counts: dict[str, dict[str, int]] = {
        constraint: dict.fromkeys(KINDS, 0) for constraint, _ in key.questions.values()
    }
    assessors = set()
    for answer in answers:
        constraint, better = key.questions[answer.question]
        counts[constraint][_kind(answer.said, better)] += 1
        assessors.add(answer.assessor)
    answered: Mapping[str, Mapping[str, int]] = {
        name: kinds for name, kinds in counts.items() if any(kinds.values())
    }
    return Tally(
        tuple(Count(name, *(kinds[kind] for kind in KINDS)) for name, kinds in answered.items()),
        len(assessors),
    )


def _kind(said: str, better: str) -> str:
    if said == "equal":
        return "indifferent"
    return "validated" if said == better else "contradicted"
