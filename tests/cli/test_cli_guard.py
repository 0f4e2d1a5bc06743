from __future__ import annotations

import os
import subprocess
import sys
import warnings

import pytest

from axiometrics import __version__
from axiometrics.cli.app import guarded
from axiometrics.metrics.registry import METRICS
from axiometrics.registry import PluginWarning


def test_the_version_is_printed(axiometrics_command):
    assert axiometrics_command("--version").out == f"axiometrics {__version__}\n"


def test_no_arguments_show_the_help(axiometrics_command):
    ran = axiometrics_command()
    assert ran.code == 0
    assert "Usage: axiometrics" in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mtrix"], "No such command 'mtrix'"),
        (["list"], "Missing argument"),
        (["list", "metrcs"], "'metrcs' is not one of"),
        (["matrix", "--effort", "hard"], "'hard' is not one of"),
        (["matrix", "--size", "0"], "--size"),
        (["matrix", "--sise", "3"], "--sise"),
    ],
)
def test_wrong_usage_is_one_line(axiometrics_command, arguments, message):
    ran = axiometrics_command(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "--help`)" in ran.err
    assert ran.err.count("\n") == 1


def _raise(error):
    raise error


def test_an_unexpected_error_is_one_line_too(capsys, monkeypatch):
    monkeypatch.delenv("AXIOMETRICS_DEBUG", raising=False)
    assert guarded(lambda: _raise(TypeError("two\nlines"))) == 2
    assert capsys.readouterr().err.startswith("axiometrics: error: unexpected TypeError: two lines; ")


def test_debugging_keeps_the_traceback(monkeypatch):
    monkeypatch.setenv("AXIOMETRICS_DEBUG", "1")
    with pytest.raises(TypeError):
        guarded(lambda: _raise(TypeError("x")))


def test_an_interrupt_is_one_line(capsys):
    assert guarded(lambda: _raise(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == "axiometrics: interrupted\n"


def test_a_plugin_warning_is_one_line(capsys):
    def run():
        warnings.warn("plug-in 'x' was skipped", PluginWarning, stacklevel=1)
        return 0

    assert guarded(run) == 0
    assert capsys.readouterr().err == "axiometrics: warning: plug-in 'x' was skipped\n"


@pytest.mark.parametrize(("flag", "told"), [("--plugins", True), ("--no-plugins", False)])
def test_a_broken_plugin_is_told_unless_plugins_are_off(axiometrics_command, monkeypatch, flag, told):
    class Entry:
        name = "broken"

        def load(self):
            raise ImportError("no such thing")

    METRICS.load()
    monkeypatch.setattr(METRICS, "_plugins_loaded", False)
    monkeypatch.setattr("axiometrics.registry.entry_points", lambda group: [Entry()])
    ran = axiometrics_command("list", "metrics", flag)
    assert ran.code == 0
    assert ("plug-in 'broken' of axiometrics.metrics was skipped" in ran.err) is told


def test_a_reader_that_leaves_ends_the_command_quietly():
    program = (
        "import sys; from axiometrics.cli.app import run; sys.stdin.read(); sys.exit(run(['list', 'tasks']))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    child.stdout.close()
    _, errors = child.communicate(b"")
    assert (child.returncode, errors) == (141, b"")


def test_an_ascii_terminal_is_no_error():
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "axiometrics", "list", "metrics", "--format", "markdown"]
    ran = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize(
    "command",
    [
        ["list", "metrics"],
        ["matrix", "filtering", "--metric", "precision,recall", "--effort", "quick"],
        [
            "choose",
            "filtering",
            "--require",
            "priority_relevant",
            "--metric",
            "precision",
            "--effort",
            "quick",
        ],
    ],
    ids=" ".join,
)
def test_what_is_known_is_told_without_what_computes(command, tmp_path):
    command = [*command, "--no-plugins"]  # of which nobody knows what they import
    program = (
        f"import sys\nfrom axiometrics.cli.app import run\nrun({command!r})\n"
        "print(sorted({'axiometrics.checker.run', 'hypothesis', 'scipy', 'sympy'} & set(sys.modules)))"
    )
    environment = os.environ | {"AXIOMETRICS_CACHE": str(tmp_path)}
    for _ in range(2):  # the first may have to compute
        ran = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
    assert ran.stdout.splitlines()[-1] == "[]"


def test_the_help_imports_no_heavy_package():
    program = (
        "import sys\nfrom axiometrics.cli.app import run\nrun(['--help'])\n"
        "print(sorted({'sympy', 'numpy', 'scipy', 'hypothesis', 'networkx', 'jinja2'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
