"""By whom a proof was confirmed ships with the package: of the proof that was checked, and of no other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from certify.proved import certificate

import axiometrics as ax
from axiometrics.certify import confirmations as told_of
from axiometrics.certify.confirmations import (
    Confirmation,
    certificate_digest,
    confirmation_of,
    confirmations,
    confirmed_counts,
    write_confirmations,
)
from axiometrics.checker.verdict import Cell, proof_digest
from axiometrics.cli.app import run
from axiometrics.errors import InputError
from axiometrics.recheck import check

NAMES = ("precision", "priority_relevant", "filtering")


@pytest.fixture(scope="module")
def cell() -> Cell:
    return ax.explain(*NAMES, regions=False, effort="quick", cache=False)


def confirmed(folder: Path, cell: Cell) -> Path:
    assert cell.proof is not None
    path = folder / "confirmations.json.gz"
    known = Confirmation(("axiometrics.recheck 0.1.0",), proof_digest(cell.proof), "0" * 64)
    write_confirmations({"filtering/precision/priority_relevant": known}, ["filtering"], path)
    return path


def test_the_proof_that_was_checked_is_known_as_confirmed(cell: Cell, tmp_path: Path) -> None:
    found = confirmation_of(cell, "filtering", confirmed(tmp_path, cell))
    assert found is not None
    assert found.told == "confirmed by axiometrics.recheck 0.1.0"


def test_how_many_proofs_each_program_confirmed_is_counted(cell: Cell, tmp_path: Path) -> None:
    cells = [cell, replace(cell, constraint="priority_irrelevant"), replace(cell, proof=None)]
    told = confirmed_counts(cells, "filtering", confirmed(tmp_path, cell))
    assert told == "of 2 proofs were confirmed: 1 by axiometrics.recheck 0.1.0"


def test_another_proof_of_the_same_cell_is_not(cell: Cell, tmp_path: Path) -> None:
    assert cell.proof is not None
    other = {**cell.proof["certificate"], "note": "another argument"}
    changed = replace(cell, proof={**cell.proof, "certificate": other})
    assert confirmation_of(changed, "filtering", confirmed(tmp_path, cell)) is None
    assert confirmation_of(replace(cell, proof=None), "filtering", confirmed(tmp_path, cell)) is None


def test_a_proof_that_nobody_confirmed_is_not_written(cell: Cell, tmp_path: Path) -> None:
    path = confirmed(tmp_path, cell)
    nobody = Confirmation((), "0" * 64, "0" * 64)
    write_confirmations({"filtering/precision/priority_relevant": nobody}, ["filtering"], path)
    assert confirmation_of(cell, "filtering", path) is None


def test_what_every_program_said_is_kept_but_only_confirmations_are_told(cell: Cell, tmp_path: Path) -> None:
    path, asked = tmp_path / "confirmations.json.gz", {"z3 5.4": "37 of 38", "coqc 8.16": "1 of 1"}
    assert cell.proof is not None
    known = Confirmation(("coqc 8.16",), proof_digest(cell.proof), "0" * 64, asked, 2.5)
    open_ = Confirmation((), proof_digest(cell.proof), "0" * 64, {"z3 5.4": "37 of 38"})
    names = [f"filtering/precision/{key}" for key in ("priority_relevant", "priority_irrelevant")]
    write_confirmations(dict(zip(names, (known, open_), strict=True)), ["filtering"], path)
    assert dict(confirmations(path)) == dict(zip(sorted(names), (open_, known), strict=True))
    assert confirmation_of(replace(cell, constraint="priority_irrelevant"), "filtering", path) is None
    found = confirmation_of(cell, "filtering", path)
    assert found is not None
    assert found.told == "confirmed by coqc 8.16"


def test_what_ships_is_what_the_stand_alone_checker_says_today() -> None:
    """Of published proofs that are found anew as they are: the certificate is the one that was confirmed."""
    found = ax.explain(*NAMES, regions=False)
    known = confirmation_of(found, "filtering")
    if known is None:
        pytest.skip("the published proof is another one than that which was checked")
    document = ax.certify(*NAMES).document
    assert certificate_digest(document) == known.certificate
    assert check(document)


def test_a_certificate_names_the_proof_that_its_cell_holds(cell: Cell) -> None:
    assert cell.to_dict()["proof"]["sha256"] == certificate("filtering", *NAMES[:2])["proof"]
    assert Cell.from_dict(json.loads(json.dumps(cell.to_dict(), default=str))) == cell


def test_the_public_function_returns_a_certificate_and_what_is_said_of_it() -> None:
    found = ax.certify(*NAMES, form="smt")
    assert found.recheck == "confirmed"
    assert set(found.files) > {"certificate.json"}
    assert json.loads(found.files["certificate.json"]) == found.document


def test_where_nothing_is_proved_there_is_nothing_to_certify() -> None:
    with pytest.raises(InputError, match="nothing is proved of"):
        ax.certify("accuracy", "non_informative_constant", "filtering")


def test_an_explanation_as_json_holds_the_certificate(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "precision", "priority_relevant", "--task", "filtering", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["certificate"]["proof"] == found["proof"]["sha256"]
    assert check(found["certificate"]).startswith("precision and priority_relevant: ")


def test_an_explanation_says_who_confirmed_and_how_to_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "precision", "priority_relevant", "--task", "filtering"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "axiometrics certify 'precision' 'priority_relevant' --task filtering --to smt --check" in told


def test_no_scripts_are_offered_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    (cell,) = ax.check(NAMES[0], "filtering", constraints=[NAMES[1]]).cells
    alone = "no files: single terms: those with a log are compared by axiometrics.recheck"
    known = told_of.Confirmation(("axiometrics.recheck 0",), cell.digest, "", {"z3 4": alone})
    monkeypatch.setattr(told_of, "_known", lambda path: {f"filtering/{cell.metric}/{cell.constraint}": known})
    told = told_of.confirmed(cell, "filtering")
    assert told is not None
    assert told[1].endswith("--to json --check")
