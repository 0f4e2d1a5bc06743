"""Write the published report: ``reports/`` with a page per metric and constraint, other formats, and what papers claim.

``python docs/reports.py`` replaces the folder's contents, and the verdicts that come with the package; with
``--check`` everything is written to a temporary folder and compared byte for byte, and the exit code is 1 when the
committed files differ.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Matrix
    from axiometrics.claims.cells import Store
    from axiometrics.claims.finding import Audit

ROOT = Path(__file__).parent.parent
PUBLISHED = Path("axiometrics") / "published"
"""The verdicts that come with the package."""


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
    os.environ["AXIOMETRICS_PUBLISHED"] = "0"  # what is published does not vouch for itself
    with TemporaryDirectory() as folder:
        fresh = Path(folder)
        write(fresh, cache=not given.no_cache, jobs=given.jobs)
        wanted, present = _contents(fresh), _contents(ROOT)
    stale = sorted(
        name for name in {*wanted, *present} if _compared(name, wanted) != _compared(name, present)
    )
    if not given.check:
        _replace(wanted, set(present) - set(wanted))
    for name in stale:
        print(f"{'stale' if given.check else 'written' if name in wanted else 'removed'}: {name}")
    if stale and given.check:
        print("run: python docs/reports.py", file=sys.stderr)
    return int(bool(stale and given.check))


def write(out: Path, *, cache: bool, jobs: int | None) -> None:
    """Write the whole report below ``out``: one run, all formats."""
    from axiometrics.checker import matrix
    from axiometrics.checker.api import publish
    from axiometrics.checker.selection import select_constraints, select_metrics
    from axiometrics.claims.auditing import publish as publish_audit
    from axiometrics.claims.cells import Store
    from axiometrics.claims.expanding import marked
    from axiometrics.patterns.learning import answers
    from axiometrics.reports.site import report
    from axiometrics.tasks import tasks

    found = [matrix(task, plugins=False, cache=cache, jobs=jobs) for task in tasks(plugins=False)]
    matrices = list(map(marked, found))
    report(matrices, out / "reports", format="all", explored=_with_regions)
    claimed = Store({"cache": cache, "jobs": jobs})
    publish_audit(_write_audit(out / "reports" / "audit", claimed), out / PUBLISHED)
    for each in found:
        runs = [(other, regions) for other, regions in claimed.runs if other.task == each.task]
        chosen = select_metrics(each.task, plugins=False), select_constraints(each.task, plugins=False)
        texts = dict(answers(each, *chosen))
        publish(each.task, [(each, False), *runs], out / PUBLISHED, texts)


def _with_regions(found: Matrix) -> Matrix:
    """Return a matrix that says for which values of a metric's parameters each constraint holds.

    Parameters that formulas know in one letter only are left to ``--regions``, which takes minutes for them.
    """
    from axiometrics.axioms import constraints
    from axiometrics.checker.regions.engine import with_regions
    from axiometrics.metrics import metrics

    demanded = {each.label: each for each in constraints(found.task).values()}
    moved = {
        each.label: each
        for each in metrics(found.task).values()
        if each.parameters and each.combined is None and not all(own.choices for own in each.parameters)
    }
    return replace(
        found,
        cells=tuple(
            with_regions(cell, moved[cell.metric], demanded[cell.constraint])
            if cell.metric in moved
            else cell
            for cell in found.cells
        ),
    )


def _write_audit(folder: Path, store: Store) -> Audit:
    """Write what the literature says beside what is found, as a page and as the state that ``--strict`` reads."""
    from axiometrics.claims.auditing import audit, dumps

    found = audit(store=store)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"literature.md": found.to_markdown(), "literature.json": dumps(found)}.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return found


def _contents(root: Path) -> dict[str, bytes]:
    """Every file that this script writes; of the audits only that of the literature; not what outside.py writes."""
    folders = sorted((root / "reports").rglob("*")), sorted((root / PUBLISHED).rglob("*"))
    audits = root / "reports" / "audit"
    ours = [path for path in chain(*folders) if audits not in path.parents or path.stem == "literature"]
    ours = [path for path in ours if path.is_file() and "certificates" not in (path.stem, path.parent.name)]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in ours}


def _compared(name: str, contents: dict[str, bytes]) -> object:
    """What must be as it would be written now; the sources are not: published verdicts of others are not used."""
    content = contents.get(name)
    if content is None or not name.endswith(".gz"):
        return content
    stored = json.loads(gzip.decompress(content))
    if "text" in stored:
        return stored["text"]
    cells = {
        question: {name: value for name, value in cell.items() if name != "checksum"}
        for question, cell in stored["cells"].items()
    }
    return cells, {question: text for question, (text, _) in stored.get("texts", {}).items()}


def _replace(wanted: dict[str, bytes], gone: set[str]) -> None:
    for name in gone:
        (ROOT / name).unlink()
    for name, content in wanted.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
