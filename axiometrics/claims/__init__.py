"""What the literature says, as data: one file per publication, and the audit that puts our verdicts beside it.

`files` reads the claims, `expanding` makes single ones of their tables and marks the cells that they dispute. The audit
(`auditing`, also of all, as it comes with the package) judges each one by matrices that `cells` keeps, with kinder
readings where none supports it, and tells what it found (`finding`). What claims are compared with: `calculating` of
printed numbers, `small_cases` that are all tried, and `other_definitions` of metrics.
"""
