"""How results show themselves: a result names a form, and the reports, which know results, write it.

`axiometrics` brings the two together, so that no result imports a report.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `axiometrics`, which imports this module
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_writers: list[Callable[[object, str], Any]] = []


def show_with(writer: Callable[[object, str], Any]) -> None:
    """Let a function of a result and the name of a form write every form from now on."""
    _writers[:] = [writer]


def shown(result: object, form: str) -> Any:
    """Return a result in a form, such as ``markdown``; see `axiometrics.reports.html`."""
    return _writers[0](result, form)


class Shown:
    """What shows itself: as text at a prompt, as HTML in a notebook, and in a terminal through rich."""

    def __repr__(self) -> str:
        return str(shown(self, "text"))

    def _repr_html_(self) -> str:
        return str(shown(self, "fragment"))

    def __rich__(self) -> Any:
        return shown(self, "rich")
