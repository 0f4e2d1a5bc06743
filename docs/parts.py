"""What is written into pages that people write: the numbers and matrix of README.md, the rooms of architecture.md."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from published import published

from axiometrics.axioms import CONSTRAINTS
from axiometrics.claims.files import publications, read
from axiometrics.metrics import METRICS
from axiometrics.reports.figures import matrix_svg
from axiometrics.tasks import tasks

__all__ = ["matrix_figure", "rewritten"]

HOME = Path(__file__).parent.parent
PACKAGE = HOME / "axiometrics"
SHOWN = (
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
"""The clustering metrics that README.md shows: some of every family, with every kind of verdict that occurs."""


def rewritten() -> dict[Path, str]:
    """Return the pages with what is written into them."""
    written: list[tuple[Path, str, Callable[[], str]]] = [
        (HOME / "README.md", "numbers", numbers),
        (HOME / "docs" / "architecture.md", "rooms", rooms),
    ]
    return {path: between_marks(path, part, found()) for path, part, found in written}


def between_marks(path: Path, part: str, found: str) -> str:
    """Return a page with a part written anew."""
    marks = f"<!-- {part}: written by docs/generate.py -->\n", f"<!-- end of {part} -->"
    begin, end = map(re.escape, marks)
    text, times = re.subn(
        f"(?<={begin}).*?(?={end})", lambda _: found + "\n", path.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    if times != 1:
        raise SystemExit(f"{path.name} has lost the marks of its {part}; put them back: {''.join(marks)}")
    return text


def matrix_figure() -> dict[str, str]:
    """Return the picture of the clustering matrix by its path below ``docs``."""
    found = published()["clustering"]
    part = replace(
        found,
        metrics=tuple(metric for metric in found.metrics if metric.key in SHOWN),
        cells=tuple(cell for cell in found.cells if cell.metric in SHOWN),
    )
    return {
        "figures/matrix-clustering.svg": matrix_svg(part, "Clustering metrics and four formal constraints")
    }


def numbers() -> str:
    """Say how much is registered and known."""
    cells = [cell for matrix in published().values() for cell in matrix.cells]
    rests = Counter(cell.strict.evidence for cell in cells)
    papers = publications()
    others = [name for name in papers if all("not read" in table["place"] for table in read(name).tables)]
    return (
        f"Built in are {_of(METRICS)} metrics and {_of(CONSTRAINTS)} constraints of {len(tasks(plugins=False))} tasks, "
        f"and the claims of\n{len(papers) - len(others)} papers, with those of {len(others)} more as others tell them. "
        f"Of the {len(cells):,} verdicts in the [published\nreport](reports/README.md), {rests['proof']:,} are proofs, "
        f"{rests['witness']:,} counterexamples, and {rests['sweep']:,} complete sweeps."
    )


def _of(registry: object) -> int:
    return len(registry.view(plugins=False))  # type: ignore[attr-defined]


def rooms() -> str:
    """Return a row for each folder, those that import the fewest others first."""
    rows = []
    for folder in sorted(each.parent for each in PACKAGE.glob("*/__init__.py")):
        sources = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
        known = sorted({name for text in sources for name in _imported(text)} - {folder.name})
        row = [_purpose(folder), str(len(sources)), ", ".join(known) or "none"]
        rows.append((len(known), [f"`{folder.name}`", *row]))
    head = ["room", "what it is for", "modules", "imports"]
    table = [head, ["---", "---", "---:", "---"], *(row for _, row in sorted(rows))]
    return "\n".join("| " + " | ".join(line) + " |" for line in table)


def _purpose(folder: Path) -> str:
    """Return the first sentence of a package's documentation."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    first = re.split(r"(?<=\.)\s|\n\n", text.replace("``", "`"))[0]
    return " ".join(first.split()).rstrip(".:")


def _imported(source: str) -> Iterator[str]:
    """Yield the rooms that a module imports, imports inside functions too, those for type checkers alone not."""
    for node in _statements(ast.parse(source)):
        parts = (node.module or "").split(".") if isinstance(node, ast.ImportFrom) else []
        names = [parts[1]] if len(parts) > 1 else [each.name for each in node.names if parts]
        yield from (name for name in names if parts[0] == "axiometrics" and (PACKAGE / name).is_dir())


def _statements(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield from _statements(child)
