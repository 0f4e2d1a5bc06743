"""Document organization: levels of clusters of documents, most important level first, above an unlimited tail.

`organization` is one output and its pictures, of a `distribution` on each side; a large one in floating point is
`large_columns` with `large_relations`. `view` is what metrics see, shares of `relations` by weight, `reading` what
users give. `cases` are what constraints get, random ones too; cells of simpler tasks have `closed_forms`.
"""

from axiometrics.tasks.organization.organization import Organization

__all__ = ["Organization"]
