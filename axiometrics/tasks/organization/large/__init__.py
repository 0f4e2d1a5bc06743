"""One large organization in floating point.

`columns` has a row for each occurrence; `shares` are those of its `relations`.
"""
