"""Programs that nobody here wrote confirm a sample of every tactic: z3 and cvc5 as scripts, Coq as theorems."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from certify.programs import needs
from certify.proved import SAMPLE, Cell, certificate, published_kinds

from axiometrics.axioms import constraints
from axiometrics.certify.coq import theorems
from axiometrics.certify.document import standing_alone
from axiometrics.certify.smt import counterexample, scripts
from axiometrics.certify.terms import Script
from axiometrics.certify.writing import run, summary
from axiometrics.checker.prove import prove
from axiometrics.metrics.registry import build
from axiometrics.recheck import NotCoveredError

SLOW = {
    ("filtering", "mcc", "non_informative_constant"),
    ("ordinal", "f1_macro", "reversal"),
    # quotients, of which a class that may be empty has none
    ("ordinal", "mae_macro", "replication"),
    ("classification", "balanced_accuracy", "replication"),
    ("classification", "class_balance_accuracy", "replication"),
    ("classification", "macro_fowlkes_mallows", "replication"),
}
"""Cells of which some obligation takes an old solver longer than a test may."""


ALONE = {"thomsen", "connectedness", "restricted_solvability", "archimedean"}
"""Constraints whose proofs by lines and divisions are checked by the stand-alone checker alone."""
FEW = (
    ("rank_similarity", "rank_tau", "self_similarity"),
    ("classification", "nmi", "symmetry"),
    ("filtering", "precision", "priority_relevant"),
    ("clustering", "bcubed_precision", "homogeneity"),
    ("clustering", "v_measure", "homogeneity"),
    ("clustering", "purity", "homogeneity"),
    ("combination", "geometric_mean", "monotonicity"),
    ("combination", "f", "transitivity"),
    ("overlapping", "bcubed_extended_f", "join_clusters"),
    ("overlapping", "bcubed_extended_f", "completeness"),
    ("ranking", "average_precision", "priority"),
    ("ranking", "average_precision", "boundedness"),
    ("ranking", "err", "deepness"),
    ("ranking", "reciprocal_rank", "boundedness"),
    ("ranking", "dcg", "deepness"),
    ("ranking", "ndcg_at", "priority"),
    ("ranking", "recall_at", "replacement"),
    ("clustering", "rand", "homogeneity"),
    ("quantification", "ae", "non_negativity"),
    ("quantification", "se", "non_negativity"),
    ("quantification", "emd", "triangle_inequality"),
    ("quantification", "nmd", "lump"),
    ("quantification", "emd", "cdf_one_hot"),
    ("quantification", "nmd", "unit_interval"),
    ("quantification", "nmd", "reversal"),
    ("quantification", "emd", "perfect_is_zero"),
    ("quantification", "ae", "triangle_inequality"),
    ("quantification", "nae", "lump"),
    ("quantification", "nae", "monotonicity"),
    ("quantification", "nae", "non_negativity"),
    ("quantification", "se", "unit_interval"),
    ("quantification", "se", "identity"),
    ("quantification", "rnss", "identity"),
    ("clustering", "class_entropy", "size_vs_quantity"),
    ("clustering", "dom_q0", "homogeneity"),
    ("clustering", "bcubed_f", "smaller_change"),
    ("clustering", "f_measure", "smaller_change"),
    ("clustering", "class_entropy", "locality"),
    ("clustering", "bcubed_f", "maximal_agreement"),
    ("clustering", "f_measure", "maximal_agreement"),
    ("classification", "error_count", "symmetry"),
    ("classification", "macro_precision", "perfect_output"),
    ("classification", "diagnostic_odds_ratio", "correction"),
    ("ordinal", "min_sensitivity", "perfect_output"),
    ("ordinal", "pearson", "reversal"),
    ("ordinal", "alpha_nominal", "perfect_output"),
    ("ordinal", "mae_micro", "replication"),
    ("ordinal", "kappa_nominal", "rank_invariance"),
    ("multilabel", "hamming_loss", "correct_addition"),
    ("multilabel", "example_f1", "perfect_output"),
    ("multilabel", "example_cosine", "correct_addition"),
    ("multilabel", "precision_at", "correct_addition"),
    ("multilabel", "lca_f1", "parent_credit"),
    ("multilabel", "icm(information=recursive)", "perfect_output"),
    ("multilabel", "sim_gic", "specificity"),
    ("multilabel", "psp_norm_at", "wrong_removal"),
    ("probabilistic", "brier", "averaging"),
    ("probabilistic", "rmsce", "miscalibrated_positive"),
    ("probabilistic", "zero_one", "recalibration"),
    ("diversity", "err_ia", "redundancy"),
    ("organization", "reliability_clustering", "clustering.homogeneity"),
)
"""Cells of every task, tactic and fact that have files, for the checkers that take longer."""
UNWRITTEN = {
    "definedness", "intermediate values", "elimination", "bounds of sums", "closed forms", "proportional counts",
    "terms: same order", "terms: weighted nearer", "terms: weighted same", "terms: weighted least",
}  # fmt: skip
"""Tactics of which there are no files: lines, divisions by premises, every n, multiples, single terms of two forms."""
NO_SCRIPT = {
    ("classification", "nmi", "replication"),
    ("ordinal", "pearson", "replication"),
    ("classification", "confusion_entropy", "replication"),
    ("probabilistic", "log_loss", "propriety"),
    ("probabilistic", "focal_loss", "averaging"),
    ("probabilistic", "log_loss", "recalibration"),
    ("quantification", "nkld", "relativity"),
    ("quantification", "kld", "cdf_one_hot"),
    ("quantification", "jsd", "unit_interval"),
    ("quantification", "rnss", "triangle_inequality"),
    ("quantification", "kld_gold", "independence"),
    ("quantification", "nrae", "independence_matched"),
    ("quantification", "rnod", "identity"),
    ("quantification", "od", "monotonicity"),
    ("quantification", "od", "impartiality"),
    ("quantification", "od", "non_negativity"),
}
"""Cells of constraints that have scripts otherwise: formulas of all multiples, infinite sums, and single terms."""


@pytest.mark.parametrize("sample", [FEW, SAMPLE], ids=["few", "sample"])
def test_every_task_tactic_and_fact_that_is_published_is_in_the_sample(sample: tuple[Cell, ...]) -> None:
    """A new tactic, or a fact of a task, has a proof in the sample, so that programs of others look at one of it."""
    known = published_kinds()
    asked = [cell for cell in sample if cell in known and cell not in SLOW]
    wanted = {cell[0] for cell in known}.union(*known.values()) - (UNWRITTEN if sample is FEW else set())
    found = {cell[0] for cell in asked}.union(*(known[cell] for cell in asked))
    assert sorted(wanted - found) == []


def written(folder: Path, files: dict[str, str]) -> list[Path]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


def smt_files(document: dict[str, Any]) -> dict[str, str]:
    return {f"{name}.smt2": text for name, text in scripts(document)}


@needs("z3")
@pytest.mark.parametrize(
    "cell",
    [
        c
        for c in dict.fromkeys((*SAMPLE, *FEW))
        if c not in SLOW | NO_SCRIPT and "threshold" not in c[2] and c[2] not in ALONE
    ],
    ids="-".join,
)
def test_z3_confirms_every_obligation(cell: tuple[str, str, str], tmp_path: Path) -> None:
    files = written(tmp_path, smt_files(certificate(*cell)))
    answers = run(files, "smt", seconds=200, programs=["z3"])
    assert [answer for answer in answers if answer.outcome != "confirmed"] == []


@needs("cvc5")
@pytest.mark.parametrize("cell", FEW, ids="-".join)
def test_cvc5_confirms_every_obligation(cell: tuple[str, str, str], tmp_path: Path) -> None:
    files = written(tmp_path, smt_files(certificate(*cell)))
    answers = run(files, "smt", seconds=200, programs=["cvc5"])
    assert [answer for answer in answers if answer.outcome != "confirmed"] == []


@needs("coqc")
@pytest.mark.parametrize("cell", FEW, ids="-".join)
def test_coq_accepts_the_theorem(cell: tuple[str, str, str], tmp_path: Path) -> None:
    files = written(tmp_path, dict(theorems(certificate(*cell))))
    answers = run(files, "coq", seconds=120)
    assert summary(answers) == "confirmed by coqc", answers


def turned(document: dict[str, Any]) -> None:
    """The better output has the lower score."""
    (branch,) = document["parts"][0]["branches"]
    branch["sign"] = branch["margin"]["sign"] = document["parts"][0]["sign"] = document["sign"] = "negative"


def counted_twice(document: dict[str, Any]) -> None:
    """A distance, or a square, counts twice."""
    (branch,) = document["parts"][0]["branches"]
    (term, *_) = branch["margin"]["numerator"][0]["terms"]
    term[0] = str(2 * Fraction(term[0]))


def finite(document: dict[str, Any]) -> None:
    """Scores are said to be infinite though what they are divided by is not zero."""
    branches = document["parts"][0]["branches"]
    infinite = next(each for each in branches if "margin" not in each and each["sign"] != "undefined")
    place = next(number for number, each in enumerate(branches) if "margin" in each)
    branches[place] = {**infinite, "path": branches[place]["path"]}


def may_be_zero(document: dict[str, Any]) -> None:
    """What is never all zero is not told."""
    for part in document["parts"]:
        part["not_all_zero"] = []


@needs("coqc")
@pytest.mark.parametrize(
    ("cell", "change"),
    [
        (("clustering", "bcubed_precision", "homogeneity"), turned),
        (("quantification", "by_number", "unit_interval"), counted_twice),
        (("quantification", "by_squared_distance", "non_negativity"), may_be_zero),
        (("classification", "diagnostic_odds_ratio", "symmetry"), finite),
        (("ordinal", "accuracy", "perfect_output"), may_be_zero),
    ],
    ids=lambda told: "-".join(told) if isinstance(told, tuple) else told.__name__,
)
def test_coq_refuses(cell: Cell, change: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    document = certificate(*cell)
    change(document)
    answers = run(written(tmp_path, dict(theorems(document))), "coq", seconds=60)
    assert [answer.outcome for answer in answers] == ["failed"]


@needs("z3")
def test_what_goes_against_a_proof_is_shown_as_a_case(tmp_path: Path) -> None:
    """F does not fall by one more relevant item; that it does is refuted by TP = 0 and some false positive."""
    document = certificate("filtering", "f", "priority_relevant")
    (branch,) = document["parts"][0]["branches"]
    branch["sign"] = branch["margin"]["sign"] = document["parts"][0]["sign"] = document["sign"] = "negative"
    files = written(tmp_path, smt_files(document))
    answers = [answer for answer in run(files, "smt", programs=["z3"]) if answer.outcome == "refuted"]
    assert [answer.file.name for answer in answers] == ["case000-branch00-sign02.smt2"]
    case = counterexample(document, answers[0].file.name, answers[0].model)
    values = {
        name: dict(part.split(" = ") for part in told.split("; ")) for name, told in map(_output, case[-2:])
    }
    worse, better = (
        [Fraction(values[name][count]) for count in ("TP", "FP", "FN")] for name in ("worse", "better")
    )
    assert better == [worse[0] + 1, worse[1], worse[2] - 1]
    assert f_measure(*better) > f_measure(*worse)


def _output(line: str) -> tuple[str, str]:
    name, _, told = line.partition(": ")
    return name, told


def f_measure(tp: Fraction, fp: Fraction, fn: Fraction) -> Fraction:
    return 2 * tp / (2 * tp + fp + fn)


@needs("z3")
@needs("cvc5")
def test_extremes_are_compared_in_scripts(tmp_path: Path) -> None:
    """The least mass is the same in either order, and so is a quotient of it."""

    def of_least(both: Any) -> Any:
        """No error where some gold class is empty."""
        return both.least_gold * both.sum(lambda at: (at.p - at.q) ** 2)

    metric, record = build(of_least, task="quantification", error=True), constraints("quantification")["lump"]
    proof = prove(metric, record)
    assert proof is not None
    files = written(tmp_path, smt_files(standing_alone(metric, record, proof.to_dict())))
    assert summary(run(files, "smt", seconds=20)) == "confirmed by z3 and cvc5"


@needs("z3")
def test_a_model_of_numbers_that_no_function_has_refutes_nothing(tmp_path: Path) -> None:
    """The logarithms of x and of y may differ; whether those of x + y and of x do, no list of numbers can say."""
    script = Script()
    x, y = (script.named(name) for name in "xy")
    goals = [script.same(script.log(script.plus(x, y)), script.log(x))]
    free = [script.same(x, y)]
    files = written(
        tmp_path, {"log.smt2": script.text(goals, "logs"), "free.smt2": script.text(free, "free")}
    )
    assert [answer.outcome for answer in run(files, "smt", programs=["z3"])] == ["open", "refuted"]


def test_what_has_no_script_says_why() -> None:
    for key in ("connectedness", "thomsen"):
        with pytest.raises(NotCoveredError, match="alone"):
            list(scripts(certificate("combination", "arithmetic_mean", key)))
    for cell in NO_SCRIPT:
        for written_as in (scripts, theorems):
            with pytest.raises(NotCoveredError, match=r"axiometrics\.recheck alone"):
                list(written_as(certificate(*cell)))
    for written_as in (scripts, theorems):
        with pytest.raises(NotCoveredError, match=r"every n are checked by axiometrics\.recheck alone"):
            list(written_as(certificate("ranking", "rbp", "deepness_threshold")))


def test_the_command_writes_files_and_an_index(tmp_path: Path) -> None:
    from axiometrics.cli.app import run as command

    out = tmp_path / "proofs"
    arguments = ["certify", "precision", "priority_relevant", "--task", "filtering", "--out", str(out)]
    assert command([*arguments, "--no-cache", "--effort", "quick", "--jobs", "1"]) == 0
    assert (out / "filtering/precision/priority_relevant/certificate.json").is_file()
    assert '"recheck": "confirmed"' in (out / "index.json").read_text()
