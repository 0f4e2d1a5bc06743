"""``axiometrics study`` and ``uir``: what metrics do on real scores, and pairs of systems by their ratio."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from axiometrics.cli.study_input import Outputs, ScoreFiles, Scores, collections, named_by, read_table
from axiometrics.cli.study_output import StudyOutput
from axiometrics.errors import InputError

if TYPE_CHECKING:
    from axiometrics.studies import Study
from axiometrics.cli.guard import say

__all__ = ["study", "uir"]


@dataclass(frozen=True)
class StudyOptions:
    """The options of studies; each study takes some of them, and says so when it is given another."""

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
        str | None,
        typer.Option(metavar="KEY,KEY", help="strictness: the metrics to hold against. Default: all."),
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

    def given(self, study: Study) -> Mapping[str, Any]:
        """Return the options that were given; raise InputError for one that the study does not take."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        found = {name: value for name, value in found.items() if value is not None}
        allowed = {*study.options, *(("parts", "seed") if study.several else ())}
        extra = [name for name in found if name not in allowed]
        if extra:
            names = ", ".join("--" + name.replace("_", "-") for name in sorted(allowed)) or "no options"
            raise InputError(f"study {study.key} has no --{extra[0].replace('_', '-')}; it takes {names}")
        if "standards" in found:
            found["standards"] = named_by("--standards", found["standards"])
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

    SCORES are score files; instead, outputs can be scored first with --task, --gold and --metrics. For stability
    each SCORES (or --gold) file is a collection, unless --parts splits one.
    """
    from axiometrics.studies import get_study

    output.ready()
    chosen = get_study(name)
    given = dict(options.given(chosen))
    if chosen.several:
        parts, seed = given.pop("parts", None), given.pop("seed", 0)
        found = chosen.run(collections(scores, files, outputs, parts=parts, seed=seed), **given)
    else:
        found = chosen.run(read_table(scores, files, outputs), **given)
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

    SCORES are score files; instead, outputs can be scored first with --task, --gold and --metrics.
    """
    from axiometrics.cli.study_input import read_table
    from axiometrics.studies.unanimity.ratio import uir as compare
    from axiometrics.studies.unanimity.report import pair_table, system_table

    output.ready()
    table = read_table(scores, files, outputs)
    found = compare(table, threshold=threshold, alpha=alpha, pooled=pooled, resamples=resamples, seed=seed)
    for warning in found.warnings:
        say(f"warning: {warning}")
    output.write(found, [system_table(found), pair_table(found)], "pairs")
