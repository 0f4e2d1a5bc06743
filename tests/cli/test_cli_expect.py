from __future__ import annotations

import json

import pytest

from axiometrics.cli.expectations import read_expectations


@pytest.fixture
def expecting(axiometrics_command, stub, tmp_path):
    """Write an expectation and run the matrix of purity and rand with it."""

    def expecting(text: object, *options: str, name: str = "expected.json"):
        path = tmp_path / name
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        arguments = ["--metric", "purity", "--metric", "rand", "--format", "csv", *options]
        return axiometrics_command("matrix", "clustering", *arguments, "--expect", path)

    return expecting


def test_outcomes_as_expected_leave_with_0(expecting):
    ran = expecting({"purity": {"rag_bag": "blind"}, "rand": {"rag_bag": "holds"}})
    assert (ran.code, ran.err) == (0, "")


def test_each_difference_is_one_line_and_leaves_with_1(expecting):
    ran = expecting(
        {"purity": {"rag_bag": "holds", "homogeneity": "contradicted"}, "rand": {"rag_bag": "holds"}}
    )
    assert ran.code == 1
    assert ran.err.splitlines() == [
        "axiometrics: purity rag_bag: expected holds, found blind: some case ties where a difference is required",
        "axiometrics: purity homogeneity: expected contradicted, "
        "found holds in every case that has a value up to size 9",
    ]
    assert ran.out.startswith("task,")


def test_a_written_matrix_is_an_expectation(axiometrics_command, stub, tmp_path):
    path = tmp_path / "matrix.json"
    axiometrics_command("matrix", "--out", path)
    assert axiometrics_command("matrix", "--expect", path).code == 0
    path.write_text(path.read_text().replace('"outcome": "blind"', '"outcome": "contradicted"'))
    ran = axiometrics_command("matrix", "--expect", path)
    assert ran.code == 1
    assert "purity rag_bag: expected contradicted, found blind" in ran.err


def test_yaml_is_read(expecting):
    ran = expecting("purity:\n  rag_bag: holds\n", name="expected.yaml")
    assert ran.code == 1


def test_keys_are_compared_with_exact_parameters(axiometrics_command, stub, tmp_path):
    (tmp_path / "expected.json").write_text('{"bcubed_f(alpha=0.25)": {"rag_bag(size=n)": "blind"}}')
    options = ["--metric", "bcubed_f(alpha=1/4)", "--expect", tmp_path / "expected.json"]
    ran = axiometrics_command("matrix", *options)
    assert "bcubed_f(alpha=1/4) rag_bag: expected blind" in ran.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "cannot be read"),
        ("[]", "holds no expectations"),
        ("{}", "holds no expectations"),
        ('{"purity": "blind"}', "write {metric: {constraint: outcome}}"),
        ('{"purity": {"rag_bag": "blnd"}}', "did you mean 'blind'?"),
        ('{"purity": {"ragbag": "blind"}}', "did you mean 'rag_bag'?"),
        ('{"purty": {"rag_bag": "blind"}, "purity": {"rag_bag": "blind"}}', "did you mean 'purity'?"),
        ('{"bcubed_f": {"rag_bag": "blind"}}', "expects nothing of the cells of this run"),
        ('{"schema": "axiometrics.matrix/9"}', "axiometrics.matrix/9"),
        ('{"schema": "axiometrics.matrix/1"}', "is no whole matrix"),
    ],
)
def test_an_expectation_that_cannot_be_used_is_refused(expecting, text, message):
    ran = expecting(text)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_missing_file_is_refused_before_computing(axiometrics_command, stub, tmp_path):
    ran = axiometrics_command("matrix", "--expect", tmp_path / "none.json")
    assert (ran.code, stub.calls) == (2, [])
    assert ran.err.endswith("none.json: No such file or directory\n")


def test_a_key_of_several_tasks_is_that_of_the_one_with_its_parameters(tmp_path):
    """rs_f has no parameters among filtering metrics, and n among those of rankings."""
    path = tmp_path / "expected.json"
    path.write_text('{"rs_f(n=5)": {"priority": "contradicted"}}', encoding="utf-8")
    (found,) = read_expectations(path).expected
    assert (found.metric, found.constraint, found.registered) == ("rs_f(n=5)", "priority", True)


def test_a_file_may_have_reasons_and_the_least_evidence(expecting):
    ran = expecting(
        {"purity": {"rag_bag": ["blind", "set matching"], "homogeneity": ["holds", "published", "proof"]}}
    )
    assert ran.code == 1
    last = ran.err.splitlines()[-1]
    assert "purity homogeneity: expected holds by proof, found holds in every case" in last
    assert last.endswith("(published)")


@pytest.mark.parametrize("name", ["expected.json", "expected.yaml"])
def test_written_expectations_are_met(axiometrics_command, stub, tmp_path, name):
    """And they have the evidence, so that a proof that is lost is seen."""
    command = "matrix", "clustering", "--metric", "purity,rand"
    assert axiometrics_command(*command, "--write-expect", tmp_path / name).code == 0
    assert axiometrics_command(*command, "--expect", tmp_path / name).code == 0
    known = {
        (each.metric, each.constraint): each.strict for each in read_expectations(tmp_path / name).expected
    }
    assert known["purity", "rag_bag"].outcome == "blind"
    assert all(each.evidence for each in known.values())
