"""How a proof leaves the house: certificates that stand alone, and files for outside checkers.

* `document`: a proof as one document (``axiometrics.certificate/1``), whose signs are written down by `claims`
* `smt`, `coq`: files for outside checkers, made of documents alone
* `writing`, `running`: the files of cells, and what installed programs say of them

`axiometrics.recheck`, which imports nothing else, checks the documents.
"""
