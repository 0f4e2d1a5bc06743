"""How verdicts are told.

A cell in `words`, with its marks. A matrix: `terminal`, `markdown`, `html`, and for programs and papers `tables` (JSON,
CSV, data frame, LaTeX); `forms` has these by name. The published report: `site`, its `pages` of metrics and
constraints, the `bibliography`, and the `explorer` of all tasks. Figures: `figures`. Proofs: `proof` and
`kinds_of_proof`, written in the `scripts` of people; `expressions` reads their mathematics and LaTeX.
"""
