"""Archives of certificates: one document for every published proof, and what the stand-alone checker makes of them."""

from __future__ import annotations

import io
import json
import tarfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from certify.proved import certificate

from axiometrics.certify.confirmations import certificate_text, confirmations
from axiometrics.certify.writing import folder_of
from axiometrics.checker.verdict import proof_digest
from axiometrics.recheck import main
from axiometrics.tasks import tasks

REPORTS = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(certificate("filtering", "precision", "priority_relevant"))


def archive(folder: Path, **documents: bytes) -> Path:
    path = folder / "some.tar.xz"
    with tarfile.open(path, "w:xz") as written:
        for name, content in documents.items():
            member = tarfile.TarInfo(f"filtering/{name}.json")
            member.size = len(content)
            written.addfile(member, io.BytesIO(content))
    return path


def proofs_of(task: str) -> dict[tuple[str, str], Any]:
    (matrix,) = json.loads((REPORTS / task / "matrix.json").read_text("utf-8"))["tasks"]
    return {(cell["metric"], cell["constraint"]): cell["proof"] for cell in matrix["cells"] if cell["proof"]}


@pytest.mark.parametrize("task", [*filter(proofs_of, tasks(plugins=False))])
def test_every_published_proof_has_the_certificate_that_was_asked_about(task: str) -> None:
    with tarfile.open(REPORTS / "certificates" / f"{task}.tar.xz") as kept:
        digests = {
            member.name: sha256(content.read()).hexdigest()
            for member in kept
            if (content := kept.extractfile(member))
        }
    proved = proofs_of(task)
    assert len(digests) == len(proved)
    for pair, proof in proved.items():
        known = confirmations()["/".join((task, *pair))]
        assert known.proof == proof_digest(proof), pair
        assert digests[f"{folder_of(task, *pair)}.json"] == known.certificate, pair


def test_an_archive_is_told_document_by_document(
    document: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = certificate_text(document)
    wrong = certificate_text({**document, "written": "1 - P"})
    assert main([str(archive(tmp_path, one=right, two=right))]) == 0
    told = capsys.readouterr().out
    assert told.count("confirmed: precision and priority_relevant") == 2
    assert told.startswith("filtering/one.json: confirmed")
    assert main([str(archive(tmp_path, one=right, two=wrong, three=b"{"))]) == 1
    one, two, three = capsys.readouterr().out.splitlines()
    assert (": confirmed:" in one, ": refused:" in two, ": unreadable:" in three) == (True, True, True)


def test_a_folder_is_told_certificate_by_certificate(
    document: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "no certificate is in it" in capsys.readouterr().out
    for number, text in enumerate((document, {**document, "written": "1 - P"})):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "certificate.json").write_bytes(certificate_text(text))
    assert main([str(tmp_path)]) == 1
    one, two = capsys.readouterr().out.splitlines()
    assert (": confirmed:" in one, ": refused:" in two) == (True, True)


@pytest.mark.parametrize("kept", [0, 1, 40, -30])
def test_what_is_left_of_a_damaged_archive_is_not_all_of_it(
    kept: int, document: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = archive(tmp_path, one=certificate_text(document), two=certificate_text(document))
    path.write_bytes(path.read_bytes()[:kept])
    assert main([str(path)]) == 2
    assert "some.tar.xz: unreadable:" in capsys.readouterr().out


def test_an_archive_of_nothing_confirms_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(archive(tmp_path))]) == 2
    assert "no certificate is in it" in capsys.readouterr().out
