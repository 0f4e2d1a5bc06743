"""Reading users' files: delimited text with a header, labels of items in columns or in rows, TREC's files."""

from axiometrics.files.columns import Asked, Columns
from axiometrics.files.delimited import Delimited, open_table
from axiometrics.files.judged import Judged, judged
from axiometrics.files.labels import Labels, read_labels
from axiometrics.files.memberships import Memberships, read_memberships
from axiometrics.files.trec import Run, read_qrels, read_run

__all__ = [
    "Asked",
    "Columns",
    "Delimited",
    "Judged",
    "Labels",
    "Memberships",
    "Run",
    "judged",
    "open_table",
    "read_labels",
    "read_memberships",
    "read_qrels",
    "read_run",
]
