"""What the literature says, as data: one file per publication, and the audit that puts our verdicts beside it.

`files` reads the claims, `expanding` makes single ones of their tables and marks the cells that they dispute. The audit
(`auditing`) judges each one (`judging`) by matrices that `cells` keeps, and tells what it found (`finding`).
"""
