from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import axiometrics.checker
from axiometrics.axioms import constraints
from axiometrics.metrics import metrics

STUB = (Path(__file__).parent.parent / "cli" / "stub_checker.py").read_text()

TESTS = """
from axiometrics.testing import parametrize_with_constraints

PRIMARY = ["homogeneity", "completeness", "rag_bag", "size_vs_quantity"]  # whatever plug-ins add

@parametrize_with_constraints(
    "purity", "clustering", constraints=PRIMARY, expected={"rag_bag": ("blind", "cannot see it")}
)
def test_purity(cell):
    cell.verify()

@parametrize_with_constraints("f_purity", "clustering", constraints=PRIMARY)
def test_f_purity(cell):
    cell.verify()
"""


@pytest.fixture
def project(pytester, monkeypatch):
    """A project whose tests check two metrics with a checker of known answers: 7 pass, 1 fails."""
    monkeypatch.setattr(axiometrics.checker, "check", None, raising=False)  # restored afterwards
    assert metrics("clustering")  # loaded here, so that no test has to load the catalogues again
    assert constraints("clustering")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:hypothesispytest")  # which takes a second to load
    (pytester.path / "stub_checker.py").write_text(STUB)
    pytester.makeconftest(
        """
        import pathlib, sys
        sys.path.insert(0, str(pathlib.Path(__file__).parent))
        import axiometrics.checker
        import stub_checker
        axiometrics.checker.check = stub_checker.check
        """
    )
    pytester.makepyfile(TESTS)
    return pytester


def table(result) -> list[str]:
    lines = [line for line in result.outlines if line.lstrip().startswith(("purity ", "f_purity "))]
    return [" ".join(line.split()) for line in lines]


EXPECTED = [
    "f_purity ◐ up to 9 ◐ up to 9 = (≥ up to 9) ◐ up to 9",
    "purity ◐ up to 9 ◐ up to 9 = (≥ up to 9) ◐ up to 9",
]


@pytest.mark.parametrize("options", [[], ["-q"], ["-n2", "-q"]])
def test_the_summary_has_the_table(project, options):
    run = project.runpytest_subprocess if "-n2" in options else project.runpytest
    result = run(*options)
    result.assert_outcomes(passed=6, failed=1, xfailed=1)
    assert table(result) == EXPECTED


def test_a_declared_outcome_is_an_expected_failure_with_its_reason(project):
    result = project.runpytest("-rx", "--junitxml=junit.xml", "--axiometrics-report=constraints.md")
    result.stdout.fnmatch_lines(["XFAIL *test_purity[[]rag_bag[]] - *blind: cannot see it"])
    assert "blind: cannot see it" in (project.path / "junit.xml").read_text()
    assert "* purity, rag_bag: blind: cannot see it" in (project.path / "constraints.md").read_text()


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (
            '{"homogeneity": ("blind", "of old")}',
            "*expected blind (of old) but it holds: remove the declaration",
        ),
        ('{"rag_bag": ("contradicted", "of old")}', "*expected contradicted (of old), found blind"),
        (
            '{"homogeneity": ("holds", "as published", "proof")}',
            "*expected holds by proof, found holds in every case*",
        ),
    ],
)
def test_a_declaration_that_is_not_true_fails(project, declared, told):
    key = declared.split('"')[1]
    project.makepyfile(
        f"""
        from axiometrics.testing import parametrize_with_constraints

        @parametrize_with_constraints("purity", "clustering", constraints=["{key}"], expected={declared})
        def test_purity(cell):
            cell.verify()
        """
    )
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"E{told}", "E*The constraint: *"])


@pytest.mark.parametrize("ending", ["md", "html", "json", "tex"])
def test_the_report_has_the_declared_outcomes_with_their_reasons(project, ending):
    project.runpytest(f"--axiometrics-report=constraints.{ending}")
    assert "cannot see it" in (project.path / f"constraints.{ending}").read_text()


def test_each_constraint_is_a_test(project):
    result = project.runpytest("--collect-only", "-q")
    result.stdout.fnmatch_lines(["*::test_purity[[]rag_bag[]]"])


def test_a_failure_shows_the_counterexample_without_our_own_code(project):
    result = project.runpytest("-k", "test_f_purity and rag_bag")
    result.stdout.fnmatch_lines(["E*f_purity, rag_bag: expected holds, found blind", "E*better  {a a} {b c}"])
    result.stdout.no_fnmatch_line("*def verify*")


@pytest.mark.parametrize("ending", ["md", "html", "json", "csv", "tex"])
def test_the_report_is_written(project, ending):
    project.runpytest(f"--axiometrics-report=constraints.{ending}")
    text = (project.path / f"constraints.{ending}").read_text()
    assert "size" in text
    assert "purity" in text


def test_the_report_is_the_same_under_xdist(project):
    project.runpytest("--axiometrics-report=one.json")
    project.runpytest_subprocess("--axiometrics-report=two.json", "-n2")
    one, two = ((project.path / name).read_text() for name in ("one.json", "two.json"))
    assert one == two
    cells = json.loads(one)["tasks"][0]["cells"]
    assert len(cells) == 8
    assert [cell["constraint"] for cell in cells[:4]] == [
        "homogeneity",
        "completeness",
        "rag_bag",
        "size_vs_quantity",
    ]


def test_only_the_cells_whose_tests_ran_are_shown(project):
    project.runpytest("--axiometrics-report=one.json", "-k", "test_purity and rag_bag")
    cells = json.loads((project.path / "one.json").read_text())["tasks"][0]["cells"]
    assert [(cell["metric"], cell["constraint"]) for cell in cells] == [("purity", "rag_bag")]


@pytest.mark.parametrize("name", ["constraints.txt", "none/constraints.md"])
def test_a_report_that_cannot_be_written_is_refused_before_the_tests(project, name):
    result = project.runpytest(f"--axiometrics-report={name}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: --axiometrics-report={name}: *"])


def test_without_constraints_nothing_is_shown_and_no_report_written(pytester):
    pytester.makepyfile("def test_nothing(): pass")
    result = pytester.runpytest("--axiometrics-report=report.md")
    result.stdout.fnmatch_lines(["no constraint was checked; *report.md is not written"])
    result.stdout.no_fnmatch_line("*formal constraints*")
    assert not (pytester.path / "report.md").exists()


def test_the_plugin_imports_no_heavy_package():
    program = (
        "import sys, pytest, axiometrics.pytest_plugin\n"
        "print(sorted({'sympy', 'numpy', 'scipy', 'rich', 'typer'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


OWN = """
from axiometrics.testing import parametrize_with_constraints

def mine(gold, system):
    return {value}

@parametrize_with_constraints(
    mine, "clustering", reads="labels", constraints=["homogeneity"], size=3, max_examples=5
)
def test_mine(cell):
    cell.verify()
"""


def test_functions_of_one_name_in_two_modules_have_a_row_each(pytester):
    """One counts clusters, which the constraint asks for; the other is constant."""
    pytester.makepyfile(
        test_clusters=OWN.format(value="len(set(system))"), test_constant=OWN.format(value="1")
    )
    pytester.runpytest_subprocess("--axiometrics-report=own.json").assert_outcomes(passed=1, failed=1)
    cells = json.loads((pytester.path / "own.json").read_text())["tasks"][0]["cells"]
    assert {cell["metric"]: cell["strict"]["outcome"] for cell in cells} == {
        "mine (test_clusters)": "holds",
        "mine (test_constant)": "blind",
    }
