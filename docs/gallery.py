"""The gallery of counterexamples, from the committed results; a title that no longer fits its verdict is refused."""

from __future__ import annotations

from typing import NamedTuple

from published import published

from axiometrics.checker.verdict import Cell
from axiometrics.escaping import code
from axiometrics.escaping import markdown as prose
from axiometrics.reports.figures import figure
from axiometrics.reports.markdown import cell_text
from axiometrics.reports.words import sentences, witness_scores, witness_sentence

__all__ = ["gallery_files"]


class Picture(NamedTuple):
    """A cell of the gallery; ``outcome`` is what its title rests on."""

    title: str
    task: str
    metric: str
    constraint: str
    outcome: str


PICTURES = tuple(
    Picture(*line.split(" | "))
    for line in """
Purity never sees a rag bag | clustering | purity | rag_bag | blind always
Adjusted mutual information prefers the mixed cluster | clustering | ami_max | homogeneity | contradicted
The adjusted Rand index does not see a mixed cluster split | clustering | adjusted_rand | homogeneity | blind
Extended BCubed does not see clusters joined | overlapping | bcubed_extended_precision | join_clusters | blind
Accuracy rewards one way of saying nothing | filtering | accuracy | non_informative_constant | contradicted
Reciprocal rank stops at the first relevant document | ranking | reciprocal_rank | priority | blind
Average precision prefers the exchange far down | ranking | average_precision | deepness | contradicted
Kappa makes the error on the small class the cheaper one | ordinal | kappa_linear | imbalance | contradicted
A step nearer to the true class makes alpha worse | ordinal | alpha_ordinal | nearer_class | contradicted
RSNOD is no distance | quantification | rsnod | triangle_inequality | contradicted
A relevant document put in front costs reliability | organization | rs_f | ranking.priority | contradicted
The product of two equal scores is another score | combination | product | idempotence | contradicted
""".strip().splitlines()
)

INTRODUCTION = """# Gallery of counterexamples

A dozen of the published counterexamples, each with the command that finds it anew and adds code to paste. All others
are in the [report](report.md); how to read a cell is told [here](reading-a-cell.md).
"""


def gallery_files() -> dict[str, str]:
    """Return the page and its figures by their path below ``docs``."""
    figures = {f"figures/gallery/{_stem(each)}.svg": _figure(each) for each in PICTURES}
    return {"gallery.md": "\n".join([INTRODUCTION, *map(_entry, PICTURES)]), **figures}


def _entry(each: Picture) -> str:
    cell = _cell(each)
    assert cell.witness is not None
    outputs = "; ".join(f"{name}: {text}" for name, text in cell.witness.outputs.items())
    parts = [
        f"## {each.title}",
        f"{code(each.metric)} and {code(each.constraint)}: {cell_text(cell)}. {prose(' '.join(sentences(cell)))}",
        f"![{outputs}](figures/gallery/{_stem(each)}.svg)",
        f"{witness_sentence(cell)} {', '.join(map(code, witness_scores(cell.witness)))}.",
        f"```sh\naxiometrics explain {each.metric} {each.constraint} --task {each.task}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def _cell(each: Picture) -> Cell:
    """Return a published cell; stop where it is not what the picture's title says, or has no counterexample."""
    cell = published()[each.task].cell(each.metric, each.constraint)
    found = cell.strict.outcome + " always" * cell.strict.always
    if found != each.outcome or cell.witness is None:
        raise SystemExit(
            f"docs/gallery.py: {each.metric} and {each.constraint} is {found}; give it another title"
        )
    return cell


def _figure(each: Picture) -> str:
    witness = _cell(each).witness
    assert witness is not None
    svg = figure(each.task, witness.outputs, each.title)
    if svg is None:
        raise SystemExit(f"docs/gallery.py: {each.task} does not draw {each.metric} and {each.constraint}")
    return svg


def _stem(each: Picture) -> str:
    return f"{each.metric}-{each.constraint}".replace("_", "-").replace(".", "-")
