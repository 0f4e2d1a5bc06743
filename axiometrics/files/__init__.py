"""Reading users' files.

`delimited` text with a header holds `labels` of items, in columns or in rows, or tables of distributions and
organizations; `trec` has TREC's files and tables of scores. `judged` puts gold and systems side by side.
"""

from axiometrics.files.delimited import Delimited, open_table, read_organization, read_organizations
from axiometrics.files.judged import Judged, counted, judged
from axiometrics.files.labels import Asked, Columns, Labels, Memberships, read_labels, read_memberships
from axiometrics.files.trec import (
    AspectQrels,
    Qrels,
    Run,
    graded,
    read_aspect_qrels,
    read_aspect_weights,
    read_qrels,
    read_run,
    scored,
)

__all__ = [
    "Asked",
    "AspectQrels",
    "Columns",
    "Delimited",
    "Judged",
    "Labels",
    "Memberships",
    "Qrels",
    "Run",
    "counted",
    "graded",
    "judged",
    "open_table",
    "read_aspect_qrels",
    "read_aspect_weights",
    "read_labels",
    "read_memberships",
    "read_organization",
    "read_organizations",
    "read_qrels",
    "read_run",
    "scored",
]
