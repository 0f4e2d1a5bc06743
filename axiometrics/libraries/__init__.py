"""What installed libraries compute: their functions against our definitions, constraints and properties.

`adapters` says which functions there are and what each should equal; `calling` calls them; `judging` and
`audit` hold them against ours; `results` is what is found, `telling` says it.
"""

from __future__ import annotations

from axiometrics.libraries.adapters import Adapter, Convention, Library, libraries
from axiometrics.libraries.audit import audit_libraries

__all__ = ["Adapter", "Convention", "Library", "audit_libraries", "libraries"]
