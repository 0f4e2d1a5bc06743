"""The table of rooms in architecture.md: what each folder is for, how large it is, and whom it imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["ARCHITECTURE", "architecture"]

ARCHITECTURE = Path(__file__).parent / "architecture.md"
PACKAGE = ARCHITECTURE.parent.parent / "axiometrics"
MARKS = "<!-- rooms: written by docs/generate.py -->\n", "<!-- end of rooms -->"


def architecture() -> str:
    """Return architecture.md with its table of rooms written anew."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    begin, end = (re.escape(mark) for mark in MARKS)
    found, times = re.subn(f"(?<={begin}).*?(?={end})", lambda _: rooms() + "\n", text, flags=re.DOTALL)
    if times != 1:
        raise SystemExit(f"architecture.md has lost the marks of its rooms; put them back: {''.join(MARKS)}")
    return found


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
