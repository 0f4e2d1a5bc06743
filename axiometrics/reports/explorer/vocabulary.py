"""What a formula typed into the page may use: the quantities and reductions of a task's view, by their names there."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from axiometrics.errors import AxiometricsError
from axiometrics.formulas.graph import Node, Quantity, as_node, require_whole
from axiometrics.formulas.javascript import formula_javascript
from axiometrics.formulas.view import QuantityOf, Recorder, ReductionOver, View
from axiometrics.tasks.registry import find_task

__all__ = ["vocabulary_script"]


def vocabulary_script(tasks: Sequence[str]) -> str:
    """Return a constant ``VOCABULARY``: by task the quantities as functions, and reductions with variables."""
    return "const VOCABULARY = {\n" + ",\n".join(map(_entry, tasks)) + "\n};"


class _Listening(Recorder):
    """Records, and notes what the last reduction runs over and what it offers."""

    offered: tuple[str, list[tuple[str, bool]]] = ("", [])

    def reduced(
        self, domain: str, names: Sequence[tuple[str, bool]], bodies: Sequence[Callable[..., Any]]
    ) -> Any:
        """Record a reduction."""
        self.offered = domain, list(names)
        return super().reduced(domain, names, bodies)


def _entry(task: str) -> str:
    view = _view(task)
    quantities = ",\n".join(_quantities(view)) if view else ""
    reductions = ",\n".join(_reductions(view)) if view else ""
    return f"{json.dumps(task)}: {{ quantities: {{ {quantities} }},\nreductions: {{ {reductions} }} }}"


def _view(task: str) -> type[View] | None:
    """Return the class of a task's view; None where it has none that can be listed."""
    home = find_task(task)
    try:
        found = vars(home.part("view")) if home else {}
    except AxiometricsError:
        return None
    own = [
        each
        for each in found.values()
        if isinstance(each, type) and issubclass(each, View) and each is not View
    ]
    return own[0] if own else None


def _quantities(view: type[View]) -> Iterator[str]:
    for name, member in inspect.getmembers(view, lambda each: isinstance(each, property | QuantityOf)):
        try:
            graph = as_node(getattr(view(), name))
        except AxiometricsError:  # several numbers
            continue
        run, whole = formula_javascript(graph), json.dumps(_is_whole(graph))
        yield f"{json.dumps(name)}: {{ told: {_told(member)}, whole: {whole}, run: {run} }}"


def _is_whole(graph: Node) -> bool:
    """Say whether a quantity may be an exponent."""
    try:
        require_whole(graph, "a quantity")
    except AxiometricsError:
        return False
    return True


def _reductions(view: type[View]) -> Iterator[str]:
    for name, member in inspect.getmembers(view, _is_reduction):
        source = _Listening()
        given: list[Any] = []
        getattr(view(source), name)(lambda *values, given=given: given.extend(values) or 1)
        domain, names = source.offered
        takes, written = _as_python(given)
        told = {
            "domain": domain,
            "names": [variable for variable, _ in names],
            "whole": [whole for _, whole in names],
            "takes": takes,
            "python": [written[variable] for variable, _ in names],
            "told": _first_line(member),
        }
        yield f"{json.dumps(name)}: {json.dumps(told)}"


def _as_python(given: Sequence[Any]) -> tuple[list[str], dict[str, str]]:
    """Return what the arguments of a body are called, and how each variable is written there."""
    takes, written = [], {}
    for place, value in enumerate(given):
        if not hasattr(value, "_fields"):
            name = as_node(value).value[0]
            takes.append(name)
            written[name] = name
            continue
        takes.append(f"at{place or ''}")
        for field, part in value._asdict().items():
            if isinstance(part, Quantity):
                written[as_node(part).value[0]] = f"{takes[-1]}.{field}"
    return takes, written


def _is_reduction(member: Any) -> bool:
    """Say whether something in a view is a reduction with one body."""
    if isinstance(member, ReductionOver):
        return True
    return inspect.isfunction(member) and list(inspect.signature(member).parameters)[1:2] == ["body"]


def _told(member: Any) -> str:
    return json.dumps(_first_line(member))


def _first_line(member: Any) -> str:
    return (inspect.getdoc(member) or "").partition("\n")[0]
