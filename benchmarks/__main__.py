"""Run the benchmarks, each in its own process, and write docs/benchmarks.md: ``python -m benchmarks [name ...]``."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from axiometrics.writing import write_file
from benchmarks.measuring import Result

BENCHMARKS = (
    "sweep_rate",
    "bcubed_package",
    "large_tables",
    "small_call",
    "ordinal_labels",
    "overlapping_families",
    "ranking_topics",
    "unanimity",
    "task_matrices",
    "deep_sweep",
    "large_organization",
)
PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"
PACKAGES = ("numpy", "scipy", "scikit-learn", "hypothesis", "bcubed", "ranx", "pytrec_eval-terrier")


def main(chosen: Sequence[str]) -> int:
    """Measure the named benchmarks, or all of them; only a complete run writes the page."""
    unknown = sorted(set(chosen) - set(BENCHMARKS))
    if unknown:
        print(
            f"there is no benchmark {', '.join(unknown)}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr
        )
        return 2
    found = []
    for name in chosen or BENCHMARKS:
        results = apart(name)
        found += results
        print("\n".join(line(result) for result in results), flush=True)
    if not chosen:
        write_file(PAGE, page(found))
    return 1 if any(result.met is False for result in found) else 0


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


def line(result: Result) -> str:
    """Return one row of the table."""
    reached = (
        f"{result.reached:,.0f} {result.unit}"
        if result.reached >= 10
        else f"{result.reached:.2g} {result.unit}"
    )
    bound = "at most" if result.most else "at least"
    target = "" if result.target is None else f"{bound} {_plain(result.target)} {result.unit}"
    verdict = {None: "", True: "yes", False: "**no**"}[result.met]
    return f"| {result.claim} | {result.ours} | {result.theirs} | {reached} | {target} | {verdict} |"


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def page(results: Sequence[Result]) -> str:
    """Return docs/benchmarks.md."""
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    rows = "\n".join(line(result) for result in results)
    return f"""---
orphan: true
---

# Benchmarks

How fast the package is, beside what one would use without it. `python -m benchmarks` measures all rows and rewrites
this page; `python -m benchmarks small_call` prints one. Every row is a median of several runs, except the building of
cases and the matrix of combining functions, which are timed once in a new process. What matters are the ratios: both
sides of a row ran one after the other on the same two cores, which other work shared; the call on 8 labels is in
processor time therefore.

Python {platform.python_version()}, {versions}.

| what | axiometrics | the other | reached | target | met |
|---|---|---|---|---|---|
{rows}

- *Sweep*: every run starts from new arrays, so that no reduction of an earlier run or of another metric is used. It
  includes the signs of all margins. The other side is a Hypothesis test around `sklearn.metrics.v_measure_score`.
- *Large tables*: integer label arrays; the time includes reading and numbering the labels.
- *How far to trust a row*: other work loads both sides, but not equally. Repeated under different load, the sweep's
  ratio stayed between 8,900 and 13,400 (six runs), that of the large tables between 24 and 129 (five runs), and the
  call on 8 labels took 26 to 63 µs of processor time.
- *Topics*: dicts of dicts, as ranx and pytrec_eval take them; ranx has compiled its functions before. Scores are chosen
  so that they differ as 32-bit numbers too, since trec_eval compares them so.
- *Matrices*: no cache; the sum of building the cases and the run that uses them. A command takes one to two seconds to
  start, and its time on the clock depends on what else the cores do.
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
