"""Write the published report: ``reports/`` with a page per metric and constraint, and the matrix in other formats.

``python docs/reports.py`` replaces the folder's contents and the excerpt of the matrix in ``README.md``; with
``--check`` everything is written to a temporary folder and compared byte for byte, and the exit code is 1 when the
committed files differ.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
EXCERPT = (
    "purity",
    "f_measure",
    "rand",
    "adjusted_rand",
    "edit_distance",
    "variation_of_information",
    "v_measure",
    "ami_max",
    "bcubed_f",
)
"""The metrics that README.md shows: some of every family, with every kind of verdict that occurs."""

_BLOCK = re.compile(
    r"(?<=<!-- matrix: written by docs/reports.py -->\n).*?(?=<!-- end of matrix -->)", re.DOTALL
)


def main() -> int:
    """Write or check the report; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="compare with the committed report; exit with 1 if it is stale"
    )
    parser.add_argument("--no-cache", action="store_true", help="compute every verdict anew")
    parser.add_argument(
        "--jobs", type=int, default=None, metavar="N", help="processes to use; one per processor by default"
    )
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        fresh = Path(folder)
        write(fresh, cache=not given.no_cache, jobs=given.jobs)
        wanted, present = _contents(fresh), _contents(ROOT)
    stale = sorted(name for name in {*wanted, *present} if wanted.get(name) != present.get(name))
    if not given.check:
        _replace(wanted, set(present) - set(wanted))
    for name in stale:
        print(f"{'stale' if given.check else 'written' if name in wanted else 'removed'}: {name}")
    if stale and given.check:
        print("run: python docs/reports.py", file=sys.stderr)
    return int(bool(stale and given.check))


def write(out: Path, *, cache: bool, jobs: int | None) -> None:
    """Write the whole report and README.md below ``out``: one run, all formats."""
    from axiometrics.checker import matrix
    from axiometrics.reports.site import write_site
    from axiometrics.tasks import tasks

    matrices = [matrix(task, plugins=False, cache=cache, jobs=jobs) for task in tasks()]
    write_site(matrices, out / "reports")
    for found in matrices:
        for name, text in _formats(found).items():
            (out / "reports" / found.task / name).write_text(text, encoding="utf-8", newline="\n")
    (out / "README.md").write_text(_readme(matrices[0]), encoding="utf-8", newline="\n")


def _readme(found: Any) -> str:
    """README.md with the chosen rows of the matrix between its two marks."""
    part = replace(
        found,
        metrics=tuple(metric for metric in found.metrics if metric.key in EXCERPT),
        cells=tuple(cell for cell in found.cells if cell.metric in EXCERPT),
    )
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    if not _BLOCK.search(text):
        raise SystemExit(
            "README.md has lost the marks of its matrix; put them back: <!-- matrix: written by docs/reports.py -->"
        )
    return _BLOCK.sub(lambda _: f"\n{part.to_markdown().strip()}\n\n", text)


def _formats(found: Any) -> dict[str, str]:
    from axiometrics.reports.json import dumps

    texts = {
        "html": found.to_html(),
        "tex": found.to_latex(),
        "csv": found.to_csv(),
        "json": dumps(found.to_dict()),
    }
    return {f"matrix.{ending}": text for ending, text in texts.items()}


def _contents(root: Path) -> dict[str, bytes]:
    paths = [root / "README.md", *sorted((root / "reports").rglob("*"))]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths if path.is_file()}


def _replace(wanted: dict[str, bytes], gone: set[str]) -> None:
    for name in gone:
        (ROOT / name).unlink()
    for name, content in wanted.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
