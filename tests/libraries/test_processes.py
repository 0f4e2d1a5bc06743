"""Libraries that crash or hang while they are imported are told with what happened, and stop nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from fake_adapters import FAKE, adapters

from axiometrics import check, load
from axiometrics.libraries import Adapter, audit_libraries
from axiometrics.libraries.audit import Unit, in_processes
from axiometrics.libraries.judging import MANNERS, Asked

ASKED = Asked(size=2, constraints=False, timeout=10.0)


@pytest.fixture
def broken(tmp_path):
    """Functions in files that misbehave as soon as they are imported, and one that is right."""
    bodies = {
        "dies": "import os; os.abort()",
        "leaves": "import os; os._exit(3)",
        "hangs": "import time; time.sleep(600)",
        "chatters": "print('hello'); import sys; sys.stderr.write('hello')",
    }
    functions = {"purity": f"{FAKE}:purity"}
    for name, body in bodies.items():
        path = tmp_path / f"{name}.py"
        path.write_text(f"{body}\nfrom fake_library import purity\n")
        functions[name] = f"{path}:purity"
    return {
        name: Adapter(name, function, "clustering", "labels", equals="purity")
        for name, function in functions.items()
    }


def audited(broken, *names, startup=30.0):
    unit = Unit(0, tuple(broken[name] for name in names))
    found = in_processes([unit], ASKED, jobs=1, startup=startup)
    return {audit.adapter.name: audit for _, audit in found}


def test_a_process_that_dies_is_told_and_the_next_function_is_judged_in_another(broken):
    found = audited(broken, "purity", "dies", "purity")
    assert found["dies"].error == "crashed: the process was killed by SIGABRT during its import"
    assert found["purity"].outcome == "equal"
    assert list(found) == ["purity", "dies"]


def test_an_import_that_does_not_end_is_given_up(broken):
    found = audited(broken, "hangs", "purity", startup=5.0)
    assert found["hangs"].error == "timed_out: its import took longer than 5 s"
    assert found["purity"].outcome == "equal"


def test_a_library_that_ends_its_processes_again_and_again_is_given_up(broken):
    found = audited(broken, "leaves", "dies", "purity")
    assert found["leaves"].error == "crashed: the process ended with exit code 3 during its import"
    assert found["purity"].error.startswith("not tried: ")


def test_what_an_import_prints_is_not_printed(broken, capfd):
    audited(broken, "chatters")
    assert capfd.readouterr() == ("", "")


def test_the_findings_do_not_depend_on_the_number_of_processes(tmp_path):
    path = adapters(tmp_path, ["purity", "wrong_value", "claimed_symmetric"])
    one, other = (audit_libraries([path, "bcubed"], size=3, jobs=jobs, constraints=False) for jobs in (1, 3))
    assert [each.to_dict() for each in one] == [each.to_dict() for each in other]
    assert [each.adapter.name for each in one[0].functions] == ["purity", "wrong_value", "claimed_symmetric"]


def test_a_function_that_compiles_is_called_before_its_workers_are(tmp_path):
    """The function counts its calls in a file by process; the first ones are not a worker's, which comes later."""
    source = tmp_path / "compiling.py"
    source.write_text(
        "import os\nfrom pathlib import Path\nCALLS = Path(__file__).with_suffix('.txt')\n"
        "def purity(gold, system):\n"
        "    with CALLS.open('a') as file: file.write(f'{os.getpid()}\\n')\n"
        "    return 1.0\n"
    )
    adapter = Adapter("f", f"{source}:purity", "clustering", "labels", compiles=True)
    list(in_processes([Unit(0, (adapter,))], ASKED, jobs=1))
    by = source.with_suffix(".txt").read_text().split()
    assert by[0] == by[1]
    assert by[0] not in by[2:]


def test_no_call_is_made_twice_but_where_that_is_what_is_tried(tmp_path):
    """The function writes down its calls by process: the worker's, which repeats some, and one that confirms some."""
    source = tmp_path / "counted.py"
    source.write_text(
        "import os\nfrom pathlib import Path\nCALLS = Path(__file__).with_suffix('.txt')\n"
        "def purity(gold, system):\n"
        "    with CALLS.open('a') as file: file.write(f'{os.getpid()} {gold!r} {system!r}\\n')\n"
        "    return 1.0\n"
    )
    adapter = Adapter("f", f"{source}:purity", "clustering", "labels")
    asked = Asked(size=3, constraints=True, timeout=20.0)
    ((_, found),) = in_processes([Unit(0, (adapter,))], asked, jobs=1)
    assert found.verdicts is not None
    calls = Counter(source.with_suffix(".txt").read_text().splitlines())
    worker = next(iter(calls)).split()[0]
    own = [count for call, count in calls.items() if call.split()[0] == worker]
    others = sum(calls.values()) - sum(own)
    assert max(own) == 2
    assert 0 < sum(count - 1 for count in own) <= MANNERS
    assert 0 < others < len(own) / 2


def test_verdicts_that_ask_for_little_are_those_that_ask_for_all(tmp_path):
    """Larger cases are left out where smaller ones contradict; of functions that are checked alone they are not."""
    path = adapters(tmp_path, ["by_name", "as_given", "relevant_first"])
    (library,) = audit_libraries([path], size=3, jobs=1)
    for each in library.functions:
        keys = [name for name, _, _ in each.verdicts.outcomes()]
        row = check(
            load(f"{FAKE}:{each.adapter.name}"), "ranking", reads="run", constraints=keys, size=3, max_examples=0,
            cache=False, jobs=1, timeout=60.0
        )  # fmt: skip
        assert [cell.strict.outcome for cell in row.cells] == [
            mine for _, mine, _ in each.verdicts.outcomes()
        ]
        shown = [cell.witness and cell.witness.outputs for cell in row.cells]
        assert shown == [cell.witness and cell.witness.outputs for cell in each.verdicts.row.cells]
        assert sum(cell.strict.cases for cell in each.verdicts.row.cells) < sum(
            cell.strict.cases for cell in row.cells
        )
