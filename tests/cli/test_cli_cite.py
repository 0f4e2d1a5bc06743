"""``axiometrics cite`` shows where metrics and constraints come from."""

from __future__ import annotations

import pytest

from axiometrics.metrics import metrics
from axiometrics.reports.bibliography import bibliography


def test_a_metric_is_cited_by_its_source(axiometrics_command):
    source = bibliography()[metrics("ranking")["rbp"].cites]
    told = axiometrics_command("cite", "rbp").out
    assert told.startswith(f"{source.key}\n  {source.text}\n")


def test_sources_are_told_once_in_the_order_of_the_question(axiometrics_command):
    told = axiometrics_command("cite", "homogeneity,rand", "bcubed_f", "--bibtex").out
    assert next(line for line in told.splitlines() if line.startswith("@")) == "@article{amigo2009,"
    assert told.count("{amigo2009,") == 1


def test_entries_are_written_to_a_file(axiometrics_command, tmp_path):
    assert axiometrics_command("cite", "--out", tmp_path / "all.bib").code == 0
    text = (tmp_path / "all.bib").read_text(encoding="utf-8")
    assert text.count("\n@") + 1 == len(bibliography())


@pytest.mark.parametrize(
    ("name", "told"), [("purty", "did you mean 'purity'"), ("gosgens", "did you mean 'gosgens2021'")]
)
def test_an_unknown_name_has_a_suggestion(name, told, axiometrics_command):
    ran = axiometrics_command("cite", name)
    assert ran.code == 2
    assert told in ran.err


def test_accents_are_letters():
    assert bibliography()["amigo2009"].text.startswith("Enrique Amigó, Julio Gonzalo")
    assert not any(sign in each.text for each in bibliography().values() for sign in "{}\\")
