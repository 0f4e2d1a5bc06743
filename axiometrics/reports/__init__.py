"""How verdicts are told: terminal, markdown, HTML, LaTeX, JSON, CSV, data frames and the published report."""
