"""``axiometrics study`` and ``uir``: what metrics do on real scores, and pairs of systems by their ratio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Protocol

import typer

from axiometrics.cli.app import heard, say
from axiometrics.cli.options import OUTPUT, Files, complete_task
from axiometrics.cli.output import Format, Output, Records, require_folder
from axiometrics.cli.parameters import files_option, names_option
from axiometrics.cli.scoring import chosen_metrics, scorer
from axiometrics.cli.scoring.scores import named_files
from axiometrics.errors import InputError
from axiometrics.escaping import json_text
from axiometrics.studies import ScoreTable, Study, get_study, random_parts
from axiometrics.studies.findings import Table
from axiometrics.studies.score_files import ScoreColumns, read_scores
from axiometrics.studies.scores import completed
from axiometrics.studies.unanimity.ratio import uir as compare
from axiometrics.studies.unanimity.report import pair_table, system_table

_ROWS = 40


Scores = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SCORES",
        help="CSV files: system,case,metric,value; or system,case and a column per metric; or, per metric, a file with "
        "a column per system (NAME=FILE names the metric).",
    ),
]


class Gaps(StrEnum):
    """What becomes of missing cells; the words of ``axiometrics.studies``."""

    error = "error"
    drop_cases = "drop-cases"
    drop_systems = "drop-systems"
    zero = "zero"


@dataclass(frozen=True)
class ScoreFiles:
    """How score files are read."""

    panel: ClassVar[str] = "Score files"
    metric: Annotated[
        list[str] | None,
        names_option("--metric", "--metrics", help="These metrics, in this order. Default: all."),
    ] = None
    error_metric: Annotated[
        list[str] | None,
        names_option("--error-metric", "--error-metrics", help="Metrics that are better when lower."),
    ] = None
    case_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Default: case, topic, query, qid, dataset or group.")
    ] = None
    value_column: Annotated[str | None, typer.Option(metavar="COLUMN", help="Default: value or score.")] = (
        None
    )
    decimals: Annotated[
        int | None, typer.Option(min=0, max=15, metavar="N", help="Round scores before comparing them.")
    ] = None


@dataclass(frozen=True)
class Outputs(Files):
    """System outputs instead of score files; the groups (or topics) are the cases."""

    panel: ClassVar[str] = "Outputs to score first"
    gold: Annotated[
        list[Path],
        files_option("--gold", help="With --task: score these outputs first, as `axiometrics score` does."),
    ] = None  # type: ignore[assignment]
    undefined: Annotated[
        Gaps,
        typer.Option(
            "--undefined",
            "--missing-cells",
            metavar="WAY",
            help="A case without value, also in score files: error (names them), drop-cases, drop-systems or zero.",
        ),
    ] = Gaps.error
    task: Annotated[
        str | None,
        typer.Option(metavar="TASK", help="The task of the outputs' metrics.", autocompletion=complete_task),
    ] = None


class Written(Protocol):
    """A result that can tell itself."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""

    def to_markdown(self) -> str:
        """Return text."""

    def write(self, out: str | Path, *, plots: bool | None = None) -> list[Path]:
        """Write files to a folder."""


@dataclass(frozen=True)
class StudyOutput:
    """Format and place of the result."""

    panel: ClassVar[str] = OUTPUT
    format: Annotated[
        Format,
        typer.Option(
            metavar="FORMAT",
            help="On stdout: table, markdown, latex, json, or the main table alone: csv, html.",
        ),
    ] = Format.table
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Write the whole report to this folder and print its path."
        ),
    ] = None
    plots: Annotated[
        bool | None,
        typer.Option(
            "--plots/--no-plots", help="Pictures in the folder. Default: where matplotlib is installed."
        ),
    ] = None

    def ready(self) -> None:
        """Raise InputError when the folder cannot be written, before anything is computed."""
        if self.format is Format.svg:
            raise InputError("--format svg is not for studies; --out DIR has pictures of them")
        require_folder(self.out)

    def write(self, found: Written, tables: Sequence[Table], main: str) -> None:
        """Write the result; ``tables`` are shown on a terminal, the one with the key ``main`` is the CSV."""
        if self.out is not None:
            written = found.write(self.out, plots=self.plots)
            say(f"{len(written)} files written")
            print(self.out / "README.md")
            return
        output = Output()
        if self.format is Format.markdown:
            output.write(found.to_markdown())
        elif self.format is Format.json:
            output.write(json_text(found.to_dict()))
        elif self.format is Format.csv:
            output.write({table.key: table for table in tables}[main].to_csv())
        else:
            _write_tables(self.format, tables, main)


def _write_tables(form: Format, tables: Sequence[Table], main: str) -> None:
    """Write tables as lists of scores are written: whole, but for the terminal."""
    for table in tables:
        if form is Format.html and table.key != main:
            continue
        rows = table.rows[:_ROWS] if form is Format.table else table.rows
        Records(table.title, table.columns, rows).write(Output(format=Format(form.value)))
        if len(rows) < len(table.rows):
            say(
                f"note: {table.title}: the first {_ROWS} of {len(table.rows)} rows; --format csv or --out has all"
            )


@dataclass(frozen=True)
class StudyOptions:
    """The options of studies; each study takes some of them, and says so when it is given another."""

    panel: ClassVar[str] = "Options of single studies"
    trials: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="consistency: splits. Default 1000.")
    ] = None
    split: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="consistency: cases in each part. Default: halves.")
    ] = None
    permutations: Annotated[
        int | None, typer.Option(min=1, metavar="B", help="Permutations of Tukey's test. Default 5000.")
    ] = None
    level: Annotated[float | None, typer.Option(metavar="P", help="Significance level. Default 0.05.")] = None
    strict: Annotated[
        bool | None, typer.Option("--strict", help="Tukey: count only ranges larger than the difference.")
    ] = None
    plus_one: Annotated[
        bool | None, typer.Option("--plus-one", help="Tukey: p = (count + 1) / (permutations + 1).")
    ] = None
    standards: Annotated[
        list[str] | None,
        names_option("--standards", help="strictness: the metrics to hold against. Default: all."),
    ] = None
    ties: Annotated[str | None, typer.Option(metavar="TIES", help="strictness: mid or min. Default mid.")] = (
        None
    )
    top: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="strictness: mean of the N largest leads. Default 1."),
    ] = None
    alpha: Annotated[
        str | None, typer.Option(metavar="A", help="stability: weight of the first metric in F. Default 1/2.")
    ] = None
    transfer: Annotated[
        bool | None, typer.Option("--transfer", help="stability: predict the other collections only.")
    ] = None
    parts: Annotated[
        int | None,
        typer.Option(min=2, metavar="N", help="stability: random parts of the cases as collections."),
    ] = None
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed. Default 0.")] = None
    length: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=12,
            metavar="N",
            help="balancing, intervals, recall_valence: documents of a list. Default 10.",
        ),
    ] = None

    def given(self, study: Study) -> Mapping[str, Any]:
        """Return the options that were given; raise InputError for one that the study does not take."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        found = {name: value for name, value in found.items() if value is not None}
        allowed = {*study.options, *(("parts", "seed") if study.several else ())}
        extra = [name for name in found if name not in allowed]
        if extra:
            names = ", ".join("--" + name.replace("_", "-") for name in sorted(allowed)) or "no options"
            raise InputError(f"study {study.key} has no --{extra[0].replace('_', '-')}; it takes {names}")
        return found


def study(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The study; `axiometrics list studies` shows all.")
    ],
    files: ScoreFiles,
    outputs: Outputs,
    options: StudyOptions,
    output: StudyOutput,
    scores: Scores = None,
) -> None:
    """Study metrics on real scores: similarity, consistency, discriminative power, strictness, stability and more.

    Balancing, intervals and recall_valence are about ranking metrics on all lists of one length, and need no scores.
    SCORES are score files; instead, outputs can be scored first with --task, --gold and --metric. For stability
    each SCORES (or --gold) file is a collection, unless --parts splits one.
    """
    output.ready()
    chosen = get_study(name)
    given = dict(options.given(chosen))
    if chosen.of_metrics:
        if scores or outputs.gold:
            raise InputError(f"study {name} is about metrics alone; name them with --metric, and no scores")
        given_data: Any = chosen_metrics(files.metric or ["*"], "ranking", plugins=True)
    elif chosen.several:
        parts, seed = given.pop("parts", None), given.pop("seed", 0)
        given_data = collections(scores, files, outputs, parts=parts, seed=seed)
    else:
        given_data = read_table(scores, files, outputs)
    with heard(lambda seconds: f"study {name}: at work for {seconds:.0f} s"):
        found = chosen.run(given_data, **given)
    output.write(found, found.tables, found.tables[0].key)


def uir(
    files: ScoreFiles,
    outputs: Outputs,
    output: StudyOutput,
    scores: Scores = None,
    threshold: Annotated[
        str, typer.Option(metavar="T", help="A ratio above it is a robust improvement; in [-1, 1].")
    ] = "1/4",
    alpha: Annotated[
        str, typer.Option(metavar="A", help="Weight of the first metric in F; in [0, 1].")
    ] = "1/2",
    pooled: Annotated[
        bool, typer.Option("--pooled", help="F of the mean scores instead of the mean over cases.")
    ] = False,
    resamples: Annotated[
        int, typer.Option(min=1, metavar="B", help="Bootstrap resamples of the cases.")
    ] = 1000,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the resamples.")] = 0,
) -> None:
    """Compare systems by their Unanimous Improvement Ratio: who is better whatever the metrics' weights.

    SCORES are score files; instead, outputs can be scored first with --task, --gold and --metric.
    """
    output.ready()
    table = read_table(scores, files, outputs)
    with heard(lambda seconds: f"uir: {resamples} resamples, at work for {seconds:.0f} s"):
        found = compare(
            table, threshold=threshold, alpha=alpha, pooled=pooled, resamples=resamples, seed=seed
        )
    for warning in found.warnings:
        say(f"warning: {warning}")
    output.write(found, [system_table(found), pair_table(found)], "pairs")


def read_table(scores: Sequence[str] | None, files: ScoreFiles, outputs: Outputs) -> ScoreTable:
    """Return the score table that the command line means."""
    _refuse_both(scores, outputs)
    table = _scored(files, outputs) if outputs.gold else _read(scores, files, outputs)
    if files.error_metric is not None:
        table = table.with_errors(files.error_metric)
    return table.rounded(files.decimals)


def collections(
    scores: Sequence[str] | None, files: ScoreFiles, outputs: Outputs, *, parts: int | None, seed: int
) -> dict[str, ScoreTable]:
    """Return the collections: one per file, or random parts of a single table."""
    if parts is not None:
        return random_parts(read_table(scores, files, outputs), parts, seed=seed)
    _refuse_both(scores, outputs)
    if outputs.gold:
        named = dict(named_files(outputs.gold))
        return {name: read_table(None, files, replace(outputs, gold=[path])) for name, path in named.items()}
    paths = dict(named_files([Path(text) for text in scores or ()]))
    return {name: read_table([str(path)], files, outputs) for name, path in paths.items()}


def _refuse_both(scores: Sequence[str] | None, outputs: Outputs) -> None:
    if scores and outputs.gold:
        raise InputError("there are score files and --gold; give scores, or outputs to be scored")


def _read(scores: Sequence[str] | None, files: ScoreFiles, outputs: Outputs) -> ScoreTable:
    if not scores:
        raise InputError("there are no scores; name score files, or outputs with --task and --gold")
    if outputs.task:
        raise InputError("--task needs --gold FILE, whose outputs are scored; score files have no task")
    system = outputs.system_column[0] if outputs.system_column else None
    columns = ScoreColumns(system=system, case=files.case_column, value=files.value_column)
    return read_scores(
        scores,
        metrics=files.metric,
        columns=columns,
        missing=outputs.undefined.value,
        delimiter=outputs.delimiter,
    )


def _scored(files: ScoreFiles, outputs: Outputs) -> ScoreTable:
    if not outputs.task or not files.metric:
        raise InputError(
            "outputs are scored with --task TASK and --metric KEY,KEY; give both, as in --task clustering --metric "
            "bcubed_precision,bcubed_recall"
        )
    metrics = chosen_metrics(files.metric, outputs.task, plugins=True)
    given = {each.name: getattr(outputs, each.name) for each in fields(Files)}
    asked = Files(**given | {"undefined": "propagate"})
    scores = scorer(outputs.task, labelled=outputs.classes is not None)(metrics, asked, outputs.task)
    if scores.refused:
        raise InputError(scores.refused[0])
    found: dict[tuple[str, str, str], float] = {}
    for line in scores.lines:
        for metric, value in zip(metrics, line.values, strict=True):
            found[line.system, line.group, metric.label] = value
    table = completed(found, [metric.label for metric in metrics], outputs.undefined.value)
    _tell_left_out(found, table)
    return table.with_errors([metric.label for metric in metrics if metric.orientation == "error"])


def _tell_left_out(found: dict[tuple[str, str, str], Any], table: ScoreTable) -> None:
    for place, kept in ((0, table.systems), (1, table.cases)):
        lost = dict.fromkeys(cell[place] for cell in found if cell[place] not in kept)
        if lost:
            what = ("system", "case")[place]
            say(
                f"note: {len(lost)} {what}s without a value somewhere are left out: {', '.join(list(lost)[:5])}"
            )
