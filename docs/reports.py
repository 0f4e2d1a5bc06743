"""Write the published report: ``reports/`` with a page per metric and constraint, and the matrix in other formats.

``python docs/reports.py`` replaces the folder's generated files; with ``--check`` the report is written to a temporary
folder and compared byte for byte, and the exit code is 1 when the committed one differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

REPORTS = Path(__file__).parent.parent / "reports"


def main() -> int:
    """Write or check the report; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed report; exit with 1 if it is stale")
    parser.add_argument("--no-cache", action="store_true", help="compute every verdict anew")
    parser.add_argument("--jobs", type=int, default=None, metavar="N", help="processes to use; one per processor by default")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        fresh = Path(folder)
        write(fresh, cache=not given.no_cache, jobs=given.jobs)
        wanted, present = _contents(fresh), _contents(REPORTS)
    stale = sorted(name for name in {*wanted, *present} if wanted.get(name) != present.get(name))
    if not given.check:
        _replace(wanted, set(present) - set(wanted))
    for name in stale:
        print(f"{'stale' if given.check else 'written' if name in wanted else 'removed'}: reports/{name}")
    if stale and given.check:
        print("run: python docs/reports.py", file=sys.stderr)
    return int(bool(stale and given.check))


def write(out: Path, *, cache: bool, jobs: int | None) -> None:
    """Write the whole report below ``out``: one run, all formats."""
    from axiometrics import matrix, tasks
    from axiometrics.reports.site import write_site

    matrices = [matrix(task, plugins=False, cache=cache, jobs=jobs) for task in tasks()]
    write_site(matrices, out)
    for found in matrices:
        for name, text in _formats(found).items():
            (out / found.task / name).write_text(text, encoding="utf-8", newline="\n")


def _formats(found: Any) -> dict[str, str]:
    from axiometrics.reports.json import dumps

    texts = {"html": found.to_html(), "tex": found.to_latex(), "csv": found.to_csv(), "json": dumps(found.to_dict())}
    return {f"matrix.{ending}": text for ending, text in texts.items()}


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _replace(wanted: dict[str, bytes], gone: set[str]) -> None:
    for name in gone:
        (REPORTS / name).unlink()
    for name, content in wanted.items():
        path = REPORTS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
