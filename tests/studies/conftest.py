from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from axiometrics.studies import ScoreTable


@pytest.fixture(scope="session")
def data():
    """The folder of public evaluation data that the environment names; it is no part of the project."""
    folder = os.environ.get("AXIOMETRICS_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("AXIOMETRICS_DATA names no folder with evaluation data")
    return Path(folder)


@pytest.fixture
def table_of():
    """Make a score table from rows of systems, one list of values per case and metric."""

    def make(*metrics) -> ScoreTable:
        values = np.array(metrics, dtype=np.float64)
        return ScoreTable(
            tuple(f"s{number}" for number in range(1, values.shape[1] + 1)),
            tuple(str(number) for number in range(1, values.shape[2] + 1)),
            tuple("prqst"[: len(values)]),
            values,
        )

    return make
