"""What installed libraries compute: their functions against our definitions, constraints and properties."""

from __future__ import annotations

from axiometrics.libraries.adapters import Adapter, Convention, Library, libraries
from axiometrics.libraries.audit import audit_libraries

__all__ = ["Adapter", "Convention", "Library", "audit_libraries", "libraries"]
