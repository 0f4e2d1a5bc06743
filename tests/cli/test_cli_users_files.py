"""Files of users on the command line: never imported here, called in the right order, and their errors end with 1."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from axiometrics.cli.options import Computing, Reading
from axiometrics.cli.targets import resolve
from axiometrics.errors import InputError
from axiometrics.metrics.registry import METRICS

FILE = """
import os
import pathlib

with pathlib.Path(__file__).with_suffix(".pids").open("a") as pids:
    pids.write(f"{os.getpid()}\\n")

def purity_like(y_pred, y_true):
    best = {}
    for cluster in set(y_pred):
        labels = [gold for gold, system in zip(y_true, y_pred) if system == cluster]
        best[cluster] = max(map(labels.count, labels))
    return sum(best.values()) / len(y_true)

def gold_first(y_true, y_pred):
    return purity_like(y_pred, y_true)

def unnamed(a, b):
    return purity_like(b, a)

def fails(gold, system):
    raise ValueError("no")

def purity(table):
    return table.best_in_category(lambda n, a, b: n) / table.items

def half_broken(table):
    return table.best_in_cluster(lambda n, a, b: n) / (table.items if table.items else 1)
"""
ASK = ["--task", "clustering", "--effort", "quick", "--no-cache", "--format", "json"]
BLIND = ["--constraint", "homogeneity", "--constraint", "completeness"]


def outcomes(ran):
    return {
        cell["constraint"]: cell["strict"]["outcome"] for cell in json.loads(ran.out)["tasks"][0]["cells"]
    }


def test_a_plain_function_is_never_imported_here(axiometrics_command, file):
    ran = axiometrics_command("check", f"{file}:unnamed", "--reads", "labels", *ASK, *BLIND)
    assert ran.code == 0
    pids = file.with_suffix(".pids").read_text().split()
    assert pids
    assert str(os.getpid()) not in pids


@pytest.mark.parametrize(
    ("name", "reads", "called"),
    [
        ("unnamed", "labels", "unnamed(gold, system)"),
        ("gold_first", "labels", "gold_first(gold, system)"),
        ("gold_first", "labels:gold,system", "gold_first(gold, system)"),
        ("purity_like", "labels:system,gold", "purity_like(system, gold)"),
        ("purity_like", "labels: system, gold", "purity_like(system, gold)"),
    ],
)
def test_the_call_is_told_and_gives_the_verdicts_of_purity(axiometrics_command, file, name, reads, called):
    ran = axiometrics_command("check", f"{file}:{name}", "--reads", reads, *ASK, *BLIND)
    assert ran.code == 0
    assert ran.err.startswith(f"axiometrics: called as {called}, for instance ")
    assert outcomes(ran) == {"homogeneity": "holds", "completeness": "blind"}


def test_the_snippet_of_a_function_that_takes_the_system_first_prints_the_scores(
    axiometrics_command, file, capsys
):
    ran = axiometrics_command(
        "check", f"{file}:purity_like", "--reads", "labels:system,gold", *ASK, "--constraint", "rag_bag"
    )
    (cell,) = json.loads(ran.out)["tasks"][0]["cells"]
    exec(compile(cell["witness"]["python"], "<witness>", "exec"), {"__name__": "pasted"})
    printed = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert printed == cell["witness"]["scores"]


HEADS = {
    "system first": ["y_pred, y_true", "labels_pred, labels_true", "system, gold", "hyp, ref", "output, expected",
                     "sys_labels, gold_labels", "predicted, actual", "clusters, classes", "response, key",
                     "yPred, yTrue", "candidate, reference", "y_hat, y", "a, gold", "preds, target"],
    "gold first or unknown": ["y_true, y_pred", "gold, system", "ref, hyp", "a, b", "y, y_pred", "classes, clusters",
                              "key, response", "labels_true, labels_pred", "x, y, beta=1", "*labels", "gold, b",
                              "gold_clusters, system_clusters", "true_classes, pred_classes", "first, second"],
}  # fmt: skip


@pytest.mark.parametrize("head", HEADS["system first"])
def test_names_that_say_the_contrary_are_refused(axiometrics_command, tmp_path, head):
    (tmp_path / "odd.py").write_text(f"def odd({head}):\n    return 1.0\n")
    ran = axiometrics_command("check", f"{tmp_path}/odd.py:odd", "--reads", "labels", *ASK)
    assert (ran.code, ran.out) == (2, "")
    assert "--reads labels:system,gold" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("head", HEADS["gold first or unknown"])
def test_names_that_agree_or_say_nothing_are_taken(axiometrics_command, stub, tmp_path, head):
    (tmp_path / "odd.py").write_text(f"def odd({head}):\n    return 1.0\n")
    ran = axiometrics_command("check", f"{tmp_path}/odd.py:odd", "--reads", "labels", *ASK)
    assert ran.code == 0
    assert ran.err.startswith("axiometrics: called as odd(gold, system), for instance ")


@pytest.mark.parametrize(
    "reads", ["labels:gold", "labels:a,b", "labels:", "labels:gold,system,x", "table:gold,system"]
)
def test_an_order_that_is_none_is_refused(axiometrics_command, stub, file, reads):
    ran = axiometrics_command("check", f"{file}:unnamed", "--reads", reads, *ASK)
    assert (ran.code, ran.out, stub.calls) == (2, "", [])


def test_a_registered_function_says_its_order_itself(axiometrics_command, file):
    registered = (
        '\nfrom axiometrics.metrics import metric\nmetric(task="clustering", reads={})(purity_like)\n'
    )
    file.write_text(FILE + registered.format('"labels"'))
    ran = axiometrics_command("check", f"{file}:purity_like", *ASK)
    assert ran.code == 2
    assert "--reads labels:system,gold" in ran.err
    file.write_text(FILE + "purity_like = " + registered.format('"labels:system,gold"').lstrip().split("\n")[1]
                    .replace("metric(", "__import__('axiometrics').metric(", 1))  # fmt: skip
    ran = axiometrics_command("check", f"{file}:purity_like", *ASK[2:], *BLIND)
    assert ran.code == 0
    assert ran.err.startswith("axiometrics: called as purity_like(system, gold), for instance ")
    assert outcomes(ran) == {"homogeneity": "holds", "completeness": "blind"}


IMPORTS = {
    "import os; os._exit(0)": "its import ended the process with exit code 0",
    "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)": "its import: the process was killed by SIGSEGV",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "import sys; sys.exit(0)": "SystemExit: 0",
    "raise ValueError('caf\\udce9')": "ValueError: caf",
    "class Odd(BaseException): pass\nraise Odd('x')": "Odd: x",
    "raise GeneratorExit": "GeneratorExit",
}


@pytest.mark.parametrize("text", IMPORTS)
@pytest.mark.parametrize("reads", [[], ["--reads", "labels"]])
def test_a_file_that_cannot_be_imported_is_one_message(axiometrics_command, tmp_path, text, reads):
    (tmp_path / "odd.py").write_text(text + "\ndef odd(gold, system): return 1.0\n")
    ran = axiometrics_command("check", f"{tmp_path}/odd.py:odd", *reads, *ASK)
    assert (ran.code, ran.out) == (2, "")
    assert IMPORTS[text] in ran.err
    assert ran.err.count("\n") == 1
    assert "unexpected" not in ran.err


def test_an_import_that_does_not_end_is_given_up(axiometrics_command, tmp_path):
    (tmp_path / "odd.py").write_text("while True: pass\n")
    ran = axiometrics_command(
        "check", f"{tmp_path}/odd.py:odd", "--reads", "labels", "--timeout", "0.1", *ASK
    )
    assert ran.code == 2
    assert "its import took longer than 10 s" in ran.err


def test_errors_end_with_1_and_are_told_once(axiometrics_command, file):
    for form in ("table", "json", "csv", "markdown"):
        asked = [*ASK[:-1], form, *BLIND]
        ran = axiometrics_command("check", f"{file}:fails", "--reads", "labels", *asked)
        assert ran.code == 1
        assert ran.err.count("ValueError: no") == 1
        assert form != "table" or ran.out.count("ValueError: no") == 1


def test_an_explanation_of_an_error_ends_with_1(axiometrics_command, file):
    ran = axiometrics_command("explain", f"{file}:fails", "homogeneity", "--reads", "labels", *ASK)
    assert ran.code == 1
    assert "ValueError: no" in ran.out


def test_an_error_that_is_expected_ends_with_0(axiometrics_command, file, tmp_path):
    expected = tmp_path / "expected.json"
    expected.write_text(json.dumps({"fails": {"homogeneity": "error", "completeness": "error"}}))
    asked = ["check", f"{file}:fails", "--reads", "labels", *ASK, *BLIND, "--expect", expected]
    assert axiometrics_command(*asked).code == 0
    expected.write_text(json.dumps({"fails": {"homogeneity": "error"}}))
    ran = axiometrics_command(*asked)
    assert ran.code == 1
    assert "fails completeness: error: raised: ValueError: no" in ran.err


def test_publications_say_nothing_of_a_users_metric(axiometrics_command, file):
    """It is called purity, and is inverse purity: the claims about purity are not about it."""
    ran = axiometrics_command("check", f"{file}:purity", *ASK, "--constraint", "homogeneity")
    (cell,) = json.loads(ran.out)["tasks"][0]["cells"]
    assert (ran.code, cell["strict"]["outcome"], cell["disagrees_with"]) == (0, "blind", [])


def test_publications_say_nothing_of_a_plugin_with_a_name_of_theirs(monkeypatch):
    from axiometrics.checker.verdict import Cell, Verdict
    from axiometrics.claims import expanding
    from axiometrics.metrics.registry import build

    tie = Verdict("blind", "witness")
    cell = Cell("jaccard", "homogeneity", tie, tie)
    assert expanding.disputed(cell, "clustering").disagrees_with
    records = dict(METRICS._records)
    monkeypatch.setattr(METRICS, "_records", records)
    records["clustering", "jaccard"] = build(lambda table: table.items, task="clustering", key="jaccard")
    expanding._claimed.cache_clear()
    try:
        assert not expanding.disputed(cell, "clustering").disagrees_with
    finally:
        expanding._claimed.cache_clear()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_ctrl_c_is_heard_where_it_was_ignored_and_pressing_it_again_spoils_nothing():
    command = [
        sys.executable,
        "-m",
        "axiometrics",
        "matrix",
        "--no-cache",
        "--no-progress",
        "--effort",
        "thorough",
    ]
    with subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    ) as run:
        for _ in range(6000):
            if run.poll() is not None or _listens(run.pid):
                break
            time.sleep(0.01)
        for _ in range(1200):  # Python drops an interrupt that comes while it runs a callback
            run.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                run.wait(0.05)
                break
        run.kill()
        error = run.stderr.read()
    assert run.returncode == 130, error
    assert "interrupted" in error


def _listens(process):
    """Whether a process handles SIGINT itself."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as lines:
            caught = next(line.split()[1] for line in lines if line.startswith("SigCgt"))
    except (OSError, StopIteration):
        return False
    return bool(int(caught, 16) >> (signal.SIGINT - 1) & 1)


WITH = """
def share(gold, system, *, average="all", beta=1):
    if average not in ("all", "first"):
        raise ValueError(f"average={average!r} is neither all nor first")
    return sum(map(int.__eq__, gold, system)) / len(gold) ** beta
"""


def called_with(tmp_path, *given):
    path = tmp_path / "shares.py"
    path.write_text(WITH)
    return resolve(f"{path}:share", "classification", Reading(reads="labels", given=list(given)), Computing())


def test_keyword_arguments_are_in_the_name_of_a_function_and_in_its_calls(tmp_path):
    found = called_with(tmp_path, "average=first", "beta=2").subject
    assert found.name == "share(average=first,beta=2)"
    assert found([1, 2], [1, 1]) == 1 / 4


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["averge=all"], "takes no 'averge'; did you mean 'average'"),
        (["average=some"], "share fails with it: ValueError: average='some' is neither"),
        (["average"], "write a keyword argument, as in --with average=macro"),
        (["beta=1", "beta=2"], "gives beta twice"),
    ],
)
def test_keyword_arguments_that_do_not_fit_are_refused_before_any_case(tmp_path, given, message):
    with pytest.raises(InputError, match=message):
        called_with(tmp_path, *given)
