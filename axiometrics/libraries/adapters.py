"""What is known of a library: its functions, how they are called, and what each should equal."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Adapter", "Convention", "Library"]


@dataclass(frozen=True)
class Convention:
    """What a library's documentation says of certain inputs: ``when`` is a condition on the arguments, in Python."""

    when: str
    says: str


@dataclass(frozen=True)
class Adapter:
    """One function of a library.

    ``function`` is its import path (``module:name``), ``reads`` the form of a judged output that it is given, and
    ``call`` the call in Python: of ``function`` and of the form's parts, ``gold`` and ``system`` where there are two,
    ``output`` where there is one, ``parts`` for all of them; ``uses`` gives further names as import paths.
    ``equals`` is the registered metric, with parameters, that it should equal. ``applies`` is a condition on the
    arguments outside which the function is not meant to be called; ``digits`` are those that are compared, for
    functions that compute in few. ``symmetric`` is the claim that gold and system may be exchanged, and ``compiles``
    that the first call takes long since it compiles code: then it is made once, before worker processes are.
    """

    name: str
    function: str
    task: str
    reads: str
    call: str = "function(gold, system)"
    equals: str | None = None
    error: bool = False
    symmetric: bool = False
    compiles: bool = False
    applies: str = "True"
    digits: int = 9
    uses: dict[str, str] = field(default_factory=dict)
    conventions: tuple[Convention, ...] = ()


@dataclass(frozen=True)
class Library:
    """A library: the package to install, the module to import, and its functions."""

    name: str
    package: str
    module: str
    adapters: tuple[Adapter, ...]
    note: str = ""
