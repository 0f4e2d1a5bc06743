"""Word senses of SemEval-2013 task 13: overlapping clusterings of 4664 instances, where the data are at hand."""

from __future__ import annotations

import csv
import gzip
import io
import os
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from axiometrics.cli.app import run
from axiometrics.metrics import metrics

FOLDER = Path(os.environ.get("AXIOMETRICS_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
KEYS = FOLDER / "overlapping_clusterings" / "semeval2013_task13_wsi" / "keys.tsv.gz"
METRICS = metrics("overlapping")

pytestmark = pytest.mark.skipif(
    not KEYS.is_file(),
    reason="the keys of SemEval-2013 task 13 are not there; AXIOMETRICS_DATA names their folder",
)


@pytest.fixture(scope="module")
def labels() -> dict[str, dict[str, set[str]]]:
    """Return the senses of every instance, without their weights, by system."""
    found: dict[str, dict[str, set[str]]] = defaultdict(dict)
    with gzip.open(KEYS, "rt", encoding="utf-8") as text:
        for row in csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE):
            senses = {
                f"{row['lemma']} {sense.rpartition('/')[0] or sense}" for sense in row["senses"].split()
            }
            if senses:
                found[row["system"]][row["instance"]] = senses
    return found


@pytest.fixture(scope="module")
def scores(labels: dict[str, dict[str, set[str]]]) -> dict[str, tuple[float, float]]:
    gold = labels["GOLD"]
    keys = ("bcubed_extended_f", "rs_clustering_f")
    return {
        name: tuple(METRICS[key](gold, system, missing="excluded") for key in keys)
        for name, system in labels.items()
        if name != "GOLD"
    }


def test_there_are_as_many_systems_and_senses_as_described(labels: dict[str, dict[str, set[str]]]) -> None:
    gold = labels["GOLD"]
    assert (len(labels), len(gold), sum(len(senses) > 1 for senses in gold.values())) == (24, 4664, 525)


def test_extended_bcubed_is_that_of_the_bcubed_package_on_one_word(
    labels: dict[str, dict[str, set[str]]],
) -> None:
    bcubed = pytest.importorskip("bcubed")
    for name in ("AI-KU-remove5-add1000", "UoS-top3"):
        gold, system = (
            {item: own for item, own in labels[side].items() if item.startswith("add.v")}
            for side in ("GOLD", name)
        )
        assert METRICS["bcubed_extended_precision"](gold, system) == pytest.approx(
            bcubed.precision(system, gold)
        )
        assert METRICS["bcubed_extended_recall"](gold, system) == pytest.approx(bcubed.recall(system, gold))


def test_the_measures_are_equal_in_precision_where_no_cluster_overlaps(
    labels: dict[str, dict[str, set[str]]],
) -> None:
    system = labels["Sapienza-1-single"]
    assert all(len(senses) == 1 for senses in system.values())
    values = [
        METRICS[key](labels["GOLD"], system)
        for key in ("bcubed_extended_precision", "reliability_clustering")
    ]
    assert values[0] == pytest.approx(values[1], rel=1e-12)


def test_the_measures_order_some_systems_differently(scores: dict[str, tuple[float, float]]) -> None:
    """All such pairs set a system with one sense an instance against one with several; R*S likes the former more."""
    turned = {
        frozenset((one, other))
        for one, other in combinations(scores, 2)
        if (scores[one][0] - scores[other][0]) * (scores[one][1] - scores[other][1]) < 0
    }
    assert turned == {
        frozenset(pair)
        for pair in [
            ("base:random.2-senses.induced", "Unimelb-50k"),
            ("base:random.2-senses.induced", "Unimelb-5p"),
            ("base:random.n-senses.induced", "AI-KU-add1000"),
            ("base:random.n-senses.induced", "AI-KU-base"),
            ("Sapienza-1-single", "AI-KU-remove5-add1000"),
            ("Sapienza-1-single", "UoS-top3"),
        ]
    }


def test_the_documentation_shows_the_values_of_every_system(scores: dict[str, tuple[float, float]]) -> None:
    """Columns 5 and 9 of the page's table are the two F values, to 3 digits."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "overlapping.md").read_text("utf-8")
    table = page[page.index("| system | labels") :].split("\n\n")[0].splitlines()[2:]
    shown = {
        name: (float(row[4]), float(row[8]))
        for row in ([part.strip() for part in line.strip("|").split("|")] for line in table)
        for name in row[0].strip("*").split(", ")
    }
    known = {name.removeprefix("base:").replace(".", "-"): values for name, values in scores.items()}
    assert shown == {name: pytest.approx(values, abs=0.0005001) for name, values in known.items()}


def test_the_score_command_gives_the_same_values(
    labels: dict[str, dict[str, set[str]]],
    scores: dict[str, tuple[float, float]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    systems = ["UoS-wn", "Sapienza-1-single"]  # the first one leaves out two instances
    for name in ("GOLD", *systems):
        rows = [(item, label) for item, own in labels[name].items() for label in sorted(own)]
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("item", "label"), *rows])
    files = [f"--system={tmp_path / name}.csv" for name in systems]
    options = ["--task=overlapping", "--missing=excluded", f"--gold={tmp_path / 'GOLD.csv'}", "--format=csv"]
    assert run(["score", "bcubed_extended_f", "rs_clustering_f", *options, *files]) == 0
    found = {row["system"]: row for row in csv.DictReader(io.StringIO(capsys.readouterr().out))}
    for name in systems:
        values = tuple(float(found[name][key]) for key in ("bcubed_extended_f", "rs_clustering_f"))
        assert values == pytest.approx(scores[name], rel=1e-12)
