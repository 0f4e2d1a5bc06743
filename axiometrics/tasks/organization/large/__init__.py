"""One large organization in floating point.

`columns` has a row for each occurrence; `relations` are the shares of those of one side that the other side has.
"""
