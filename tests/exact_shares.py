"""The exact shares of one organization, given by its kinds of documents."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.formulas.arithmetics.scalars import FRACTIONS, elementwise
from axiometrics.formulas.rows import as_column
from axiometrics.tasks.organization import Placements
from axiometrics.tasks.organization.distribution import Weighting
from axiometrics.tasks.organization.relations import Layout, Shares
from axiometrics.tasks.organization.view import Weighed


def shares(found: Placements, weights: Weighting) -> Shares:
    columns = Weighed(Layout.of([found]), weights).quantities.values()
    return Shares(*(Fraction(as_column(column, elementwise(FRACTIONS))[0]) for column in columns))
