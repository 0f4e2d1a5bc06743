"""What changed between releases: each way to differ is told, and nothing else is."""

from __future__ import annotations

import json

import pytest
from fake_adapters import FAKE, HEAD

from axiometrics.cli.app import run
from axiometrics.libraries import audit_libraries
from axiometrics.libraries.results import changes

RELEASES = {"1.0": "purity", "1.1": "wrong_value"}


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """Audits of a function f, which is right in one release and wrong in the next; g is the same in both."""
    folder = tmp_path_factory.mktemp("releases")
    paths = []
    for release, function in RELEASES.items():
        adapters = folder / f"{release}.toml"
        adapters.write_text(
            f'{HEAD}[[function]]\nname = "f"\nfunction = "{FAKE}:{function}"\n'
            f'[[function]]\nname = "g"\nfunction = "{FAKE}:purity"\n'
        )
        paths.append(folder / f"{release}.json")
        options = ["--inputs", "3", "--no-verdicts", "--values", "--out", str(paths[-1])]
        assert run(["audit", "--library", str(adapters), *options]) == 0
    return paths


def test_a_changed_value_is_told_with_the_smallest_input(documents, capsys):
    """{a b} is the smallest cluster of two categories: purity 1/2, and 1/2 more in the second release."""
    assert run(["audit", "--compare", ",".join(map(str, documents))]) == 0
    said = capsys.readouterr().out
    assert "| f | outcome | equal | defect |" in said
    assert "| f | value on {a b}, the smallest of 3 | 0.5 | 1.0 |" in said
    assert "| g |" not in said


def test_the_same_results_have_no_changes(documents, capsys):
    assert run(["audit", "--compare", str(documents[0]), "--compare", str(documents[0])]) == 0
    assert "No function changed, of 2." in capsys.readouterr().out


def record(**more):
    return {"name": "f", "outcome": "-", "properties": [], "constraints": {}} | more


@pytest.mark.parametrize(
    ("old", "new", "what", "seen"),
    [
        (
            {"properties": [{"name": "symmetric", "holds": True}]},
            {"properties": [{"name": "symmetric", "holds": False}]},
            "symmetric",
            ("holds", "fails"),
        ),
        (
            {"constraints": {"homogeneity": {"outcome": "holds"}}},
            {"constraints": {"homogeneity": {"outcome": "blind"}}},
            "verdict of homogeneity",
            ("holds", "blind"),
        ),
        ({"error": "Target: no f"}, {}, "outcome", ("Target: no f", "-")),
        ({"compared": 48}, {"compared": 437}, "inputs", ("48", "437")),
    ],
)
def test_each_way_to_differ_is_told(old, new, what, seen):
    (found,) = changes([{"functions": [record(**old)]}, {"functions": [record(**new)]}])
    assert found == ("f", what, *seen)


def test_the_other_releases_are_compared_where_one_has_no_such_function():
    """Nothing is said of the properties of a function that is not there."""
    old = record(error="Input: it raises on every input", properties=[])
    others = [
        record(values={"{a}": value}, digits=9, properties=[{"name": "symmetric", "holds": True}])
        for value in ("0.5", "1.0")
    ]
    found = changes([{"functions": [each]} for each in (old, *others)])
    assert found == [
        ("f", "outcome", "Input: it raises on every input", "-", "-"),
        ("f", "value on {a}, the smallest of 1", "-", "0.5", "1.0"),
    ]


def test_a_function_that_one_release_lacks_is_told():
    (found,) = changes([{"functions": []}, {"functions": [record()]}])
    assert found == ("f", "judged", "no", "yes")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("0.1", "0.1000000000001", True), ("0.1", "0.1001", False), ("ValueError: a", "ValueError: b", True)],
)
def test_rounding_and_the_words_of_an_error_are_no_change(one, other, same):
    pair = [{"functions": [record(digits=9, values={"{a}": each})]} for each in (one, other)]
    assert (changes(pair) == []) == same


def test_documents_that_cannot_be_compared_are_refused(documents, tmp_path, capsys):
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"schema": "another"}))
    assert run(["audit", "--compare", f"{documents[0]},{other}"]) == 2
    assert "other.json is no axiometrics.libraries/1 document" in capsys.readouterr().err
    assert run(["audit", "--compare", str(documents[0])]) == 2
    assert "give two files or more" in capsys.readouterr().err
    assert run(["audit", "--compare", str(documents[0]), "--library", "bcubed"]) == 2
    assert "--compare goes without" in capsys.readouterr().err


def test_a_call_may_build_a_table_and_read_what_an_object_holds(tmp_path):
    """Long tables, as data frames are, and results in attributes need no more than the call."""
    path = tmp_path / "fake.toml"
    path.write_text(
        f'{HEAD}uses = {{ frame = "types:SimpleNamespace" }}\n[[function]]\nfunction = "{FAKE}:Report"\n'
        "call = \"function(frame(gold=gold, system=system)).found['purity']\"\n"
    )
    (found,) = audit_libraries([path], size=3, constraints=False)
    assert found.functions[0].outcome == "equal"


def test_a_call_may_give_a_method_its_instance(tmp_path):
    path = tmp_path / "fake.toml"
    path.write_text(
        f'{HEAD}uses = {{ scorer = "{FAKE}:Scorer" }}\n[[function]]\nfunction = "{FAKE}:Scorer.purity"\n'
        'call = "function(scorer(gold, system))"\n'
    )
    (found,) = audit_libraries([path], size=3, constraints=False)
    assert (found.functions[0].outcome, found.functions[0].error) == ("equal", "")


def test_a_document_without_its_parts_is_refused_in_one_line(tmp_path, capsys):
    path = tmp_path / "bare.json"
    path.write_text('{"schema": "axiometrics.libraries/1"}')
    assert run(["audit", "--compare", f"{path},{path}"]) == 2
    assert "KeyError: 'versions'); write all of them anew" in capsys.readouterr().err


@pytest.mark.parametrize("other", [["amigo2009"], ["--claims", "*"], ["--strict"], ["--library", "scipy"]])
def test_a_comparison_goes_alone(other, documents, capsys):
    assert run(["audit", *other, "--compare", ",".join(map(str, documents))]) == 2
    assert "--compare goes without" in capsys.readouterr().err
