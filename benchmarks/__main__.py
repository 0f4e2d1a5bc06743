"""Run the benchmarks, each in its own process, and write docs/benchmarks.md: ``python -m benchmarks [name ...]``.

``python -m benchmarks peers --page`` measures what is beside other packages, and rewrites that part of the page.
``python -m benchmarks scaling [task ...]`` measures how cost grows, and writes it into docs/large-sweeps.md."""

from __future__ import annotations

import json
import math
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from axiometrics.writing import write_file
from benchmarks.measuring import Result, amount

BENCHMARKS = (
    "peers",
    "sweep_rate",
    "overlapping_families",
    "unanimity",
    "task_matrices",
    "deep_sweep",
    "large_organization",
)
PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"
PACKAGES = (
    "numpy",
    "numba",
    "scipy",
    "pandas",
    "scikit-learn",
    "genieclust",
    "hypothesis",
    "bcubed",
    "krippendorff",
    "quapy",
    "ranx",
    "pytrec_eval-terrier",
    "torchmetrics",
)


def main(chosen: Sequence[str]) -> int:
    """Measure the named benchmarks, or all of them; only a complete run writes the page."""
    if list(chosen[:1]) == ["scaling"]:
        print(import_module("benchmarks.scaling").write(chosen[1:]))
        return 0
    part = list(chosen) == ["peers", "--page"]
    chosen = chosen[:1] if part else chosen
    unknown = sorted(set(chosen) - set(BENCHMARKS))
    if unknown:
        print(
            f"there is no benchmark {', '.join(unknown)}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr
        )
        return 2
    found = []
    for name in chosen or BENCHMARKS:
        found += (results := apart(name))
        show(results)
    if part:
        write_file(PAGE, with_peers(PAGE.read_text(encoding="utf-8"), found))
    elif not chosen:
        write_file(PAGE, page(found))
    return 1 if any(result.met is False for result in found if not result.peer) else 0


def show(results: Sequence[Result]) -> None:
    """Print rows as a table; what misses its target is red."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE)
    for name in COLUMNS:
        table.add_column(name, justify="left" if name == COLUMNS[0] else "right", no_wrap=name != COLUMNS[0])
    for result in results:
        table.add_row(*cells(result), style="red" if result.met is False else None)
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def apart(name: str) -> list[Result]:
    """Measure one benchmark in a new process, so that none finds the caches of another filled."""
    code = f"import benchmarks.__main__ as runner; runner.tell({name!r})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PAGE.parents[1], stdout=subprocess.PIPE, text=True, check=True
    )
    return [Result(**record) for record in json.loads(done.stdout.splitlines()[-1])]


def tell(name: str) -> None:
    """Print the results of one benchmark as JSON."""
    print(json.dumps([asdict(result) for result in import_module(f"benchmarks.{name}").measure()]))


COLUMNS = ("what", "axiometrics", "the other", "reached", "spread (runs)", "target")


def cells(result: Result) -> tuple[str, ...]:
    """Return the cells of one row."""
    if math.isnan(result.reached):
        return result.claim, result.ours, result.theirs, "", "", ""
    spread = ""
    if result.spread is not None and result.runs > 1:
        spread = "–".join(amount(each, "").strip() for each in result.spread) + f" ({result.runs})"
    bound = "at most" if result.most else "at least"
    target = "" if result.target is None else f"{bound} {amount(result.target, result.unit)}"
    return result.claim, result.ours, result.theirs, amount(result.reached, result.unit), spread, target


def line(result: Result) -> str:
    """Return one row of the page; what misses its target is bold and red."""
    what, ours, theirs, reached, *rest = cells(result)
    if result.met is False:
        reached = f'**<span style="color:#c00">{reached}</span>**'
    return f"| {' | '.join((what, ours, theirs, reached, *rest))} |"


def rows(results: Sequence[Result]) -> str:
    """Return a table of the page."""
    head = [f"| {' | '.join(COLUMNS)} |", "|---|--:|--:|--:|--:|--:|"]
    return "\n".join([*head, *map(line, results)])


def page(results: Sequence[Result]) -> str:
    """Return docs/benchmarks.md."""
    others = [result for result in results if not result.peer]
    return f"""---
orphan: true
---

# Benchmarks

How fast the package is, beside what one would use without it. `python -m benchmarks` measures all rows and rewrites
this page; `python -m benchmarks peers` prints the first table, and with `--page` rewrites it. Every number is the
median of the runs whose number is in brackets, and the spread is the least and the largest of them: a row says itself
how far it is to be trusted. Rows without a spread were measured once.

{beside([result for result in results if result.peer])}
{SWEEPS}

{rows(others)}

- *The sweep* is beside what one would write instead, as a factor of its rate on one core. A Hypothesis test draws and
  builds each of its cases, so most of it is not the metric; a loop of calls has its cases already; NumPy by hand knows
  one formula, has no error bounds, and so decides no tie. Building the cases takes longer than one metric needs.
- *Matrices*: no cache; the sum of building the cases and the run that uses them. A command takes one to two seconds to
  start, and its time on the clock depends on what else the cores do.
"""


BESIDE, SWEEPS = "## Beside other packages", "## Sweeps, studies and matrices"


def with_peers(text: str, peers: Sequence[Result]) -> str:
    """Return the page with other rows beside other packages."""
    return text[: text.index(BESIDE)] + beside(peers) + "\n" + text[text.index(SWEEPS) :]


def beside(peers: Sequence[Result]) -> str:
    """Return the part of the page that is about other packages."""
    versions = ", ".join(f"{package} {found}" for package in PACKAGES if (found := version_of(package)))
    behind, known = (sum(result.met in of for result in peers) for of in ((False,), (False, True)))
    return f"""{BESIDE}

Processor time of ours as a factor of theirs, for the same numbers: below 1 we are quicker, and what is above 1 is red
({behind} of {known} rows). Both sides take turns in one process, so that what else the cores do slows both. A
call includes all that it checks: a peer that is given labels which are none, shares that do not add up, or lists of
unequal length may answer with a number, and we do not.

Python {platform.python_version()}, {versions}.

{rows(peers)}

- *Clusterings and ordinal labels* are counted in machine code where numba is installed (`pip install
  'axiometrics[fast]'`), and formulas run over the counts by a small machine that numba compiles once for all of them.
  It is asked for after 20,000 calls that it may take, since loading it takes half a second, and compiling it, once for
  an installation, six; the rows are of calls after that. Each value is the same to the last bit with numba and without,
  but for the sign of a zero. What it takes of a call on 8 labels is half; the rest are Python's own steps, and, for
  lists and tuples, looking at what is in them.
- *Without numba* calls on 8 labels take two to eight times as long as here, those on arrays two to seven times.
- *Several metrics* of the same data are given what was read of them, `tasks()["clustering"].read(gold, system)`, in
  place of the data; a call on the data themselves reads them again, since lists and arrays may have been changed. With
  numba separate calls are the quicker ones where formulas run in machine code.
- *Distributions* are checked and joined by NumPy; the line written by hand only joins them. One pair is read as exactly
  as before, so its shares are those of exact numbers to the last bit.
- *Files*: pandas reads whole numbers in compiled code, and our reader every cell as text, with the line for each error.
"""


def version_of(package: str) -> str | None:
    """Return the version of what is installed; None for what is not."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
