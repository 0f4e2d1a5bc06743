"""Real scores, where the environment names a folder that has them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import numpy as np
import pytest

import axiometrics as ax
from axiometrics.studies import read_scores, reproduction, stability
from axiometrics.studies.unanimity import relations

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def trec(data):
    folder = data / "score_matrices" / "trec_urbano2019"
    return read_scores([f"p10={folder / 'adhoc5_p10.csv'}", f"rr={folder / 'adhoc5_rr.csv'}"])


def test_trec_scores_have_all_runs_topics_and_metrics(trec):
    assert (len(trec.systems), len(trec.cases), trec.metrics) == (61, 50, ("p10", "rr"))
    assert trec.means().mean(axis=1) == pytest.approx([0.348, 0.534], abs=5e-4)


def test_ratios_of_trec_runs_are_the_sign_statistics_and_half_ties(trec):
    """UIR = (S1 + S2) / 2 + (h+ - h-) / 2T, computed from the signs."""
    signs = np.sign(trec.values[:, :, None, :] - trec.values[:, None, :, :]).astype(int)
    one_tied = (signs == 0).sum(axis=0) == 1
    doubled = signs.sum(axis=(0, -1)) + (signs.sum(axis=0) * one_tied).sum(axis=-1)
    assert (2 * relations(trec.oriented).net == doubled).all()


def test_the_f_difference_predicts_better_than_the_ratio_on_halves_of_trec(trec):
    parts = ax.studies.random_parts(trec, 2)
    rows = stability(parts).table("stability").rows
    found = {(row[0], row[3]): row[4] for row in rows}
    for part in parts:
        assert found[part, "F difference"] > found[part, "parametric ratio"] > found[part, "ratio"] > 0.9


@pytest.fixture(scope="module")
def clusterings(data, tmp_path_factory):
    """The command's own way to the table: labels scored with BCubed, one case a data set."""
    from axiometrics.cli.app import run

    out = tmp_path_factory.mktemp("clusterings")
    golds = [text for name in ("fcps", "graves", "other", "sipu", "uci", "wut")
             for text in ("--gold", str(data / "clusterings" / f"{name}.csv.gz"))]  # fmt: skip
    code = run([
        "uir", "--task", "clustering", "--metrics", "bcubed_precision,bcubed_recall", *golds, "--group-column",
        "dataset", "--gold-column", "labels0", "--gold-ignore", "0", "--system-column", "*", "--exclude-column",
        "labels*", "--exclude-column", "*@*", "--no-plots", "--out", str(out),
    ])  # fmt: skip
    assert code == 0
    return (out / "README.md").read_text("utf-8")


def test_the_run_on_clusterings_is_what_the_page_says(clusterings):
    assert "26 systems on 51 cases" in clusterings
    assert "Of 325 pairs, 117 are robust improvements" in clusterings
    assert (
        "contradicts 4 of the robust improvements. In 96 of them F is higher at every alpha." in clusterings
    )
    page = (DOCS / "uir.md").read_text("utf-8")
    assert "Of 325 pairs, 117 are robust improvements; F is higher at every alpha in 96" in page


def test_the_means_are_those_that_are_known_of_the_clusterings(clusterings):
    """Genie_G0.3: BCubed precision 0.852, recall 0.845, computed elsewhere."""
    assert re.search(r"\| Genie_G0\.3 \| 0\.852 \| 0\.845 \| 0\.844 \|", clusterings)


def test_the_official_scores_of_semeval_are_met(data):
    """Precision over all items, from the same columns that the run on the page scores per question."""
    path = data / "rankings_filtering" / "semeval2016_task3" / "subtask_A.csv.gz"
    with gzip.open(path, "rt") as text:
        header = text.readline().strip().split(",")
        rows = [line.strip().split(",") for line in text]
    gold, label = header.index("gold"), header.index("Kelp-primary:label")
    vectors = [[int(row[place]) for row in rows] for place in (gold, label)]
    assert ax.metrics("filtering")["precision"](*vectors) == pytest.approx(0.7696, abs=5e-5)


def test_the_page_lists_every_difference_from_the_printed_tables():
    if not (DOCS / "uir.md").is_file():
        pytest.skip("docs/uir.md is not there (a source checkout has it)")
    page = (DOCS / "uir.md").read_text("utf-8")
    for table, what, printed, computed, _, explanation in reproduction().table("differences").rows:
        assert f"| {table} | {what} | {printed} | {computed} | {explanation} |" in page
