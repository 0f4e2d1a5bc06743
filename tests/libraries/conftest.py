from __future__ import annotations

import pytest
from fake_adapters import adapters

from axiometrics.libraries import audit_libraries


@pytest.fixture(scope="session")
def audited(tmp_path_factory):
    """The fake library's functions by name."""
    path = adapters(tmp_path_factory.mktemp("fake"))
    (found,) = audit_libraries([path], size=4, constraints=False)
    return {each.adapter.name: each for each in found.functions}
