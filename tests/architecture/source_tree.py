"""The package's source as data: modules, what they import, and what they define."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import axiometrics

HOME = Path(axiometrics.__file__).parent


@dataclass(frozen=True)
class Import:
    """One imported module of ours: ``lazy`` inside a function, ``typing`` where only a type checker sees it."""

    module: str
    lazy: bool
    typing: bool


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(HOME.rglob("*.py")):
        parts = path.relative_to(HOME.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text("utf-8"))


@cache
def imports(module: str) -> tuple[Import, ...]:
    """What a module of ours imports from the package, wherever the statement stands."""
    return tuple(dict.fromkeys(_walk(tree(module), module, lazy=False, typing=False)))


def _walk(node: ast.AST, module: str, *, lazy: bool, typing: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield from (Import(name, lazy, typing) for name in _named(child, module))
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from _walk(child, module, lazy=lazy, typing=True)
        else:
            inside = lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _walk(child, module, lazy=inside, typing=typing)


def _named(node: ast.Import | ast.ImportFrom, module: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules())
        return
    assert node.level == 0, f"{module} uses a relative import; write it out"
    for alias in node.names:
        inner = f"{node.module}.{alias.name}"
        found = inner if inner in modules() else node.module
        if found in modules():
            yield found


def public_definitions(
    module: str,
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """Functions and classes of a module, and the methods of its classes, whose names have no underscore."""
    for node in tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and _is_public(node.name):
            yield node.name, node
            if isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and _is_public(inner.name):
                        yield f"{node.name}.{inner.name}", inner


def _is_public(name: str) -> bool:
    return not name.startswith("_")


def imported_names(module: str) -> list[str]:
    """Every module, ours or not, that a module imports from, wherever the statement stands."""
    found = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found


def inner_imports(module: str) -> list[str]:
    """Every module, ours or not, that a function or method of a module imports when it is called."""
    functions = [node for node in ast.walk(tree(module)) if isinstance(node, ast.FunctionDef)]
    found = []
    for node in (each for function in functions for each in ast.walk(function)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return list(dict.fromkeys(found))
