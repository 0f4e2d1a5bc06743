"""Reading users' files: delimited text with a header, and labels of items in gold and system columns."""

from axiometrics.files.columns import Asked, Columns
from axiometrics.files.delimited import Delimited, open_table
from axiometrics.files.judged import Judged, judged
from axiometrics.files.labels import Labels, read_labels

__all__ = ["Asked", "Columns", "Delimited", "Judged", "Labels", "judged", "open_table", "read_labels"]
