"""The command line: ``axiometrics COMMAND``, and what each command does.

| command | what it does |
|---|---|
| ``list`` | tasks, metrics, constraints, claims of the literature, studies |
| ``matrix`` | every metric against every constraint of its task |
| ``check`` | one metric, also a function of users |
| ``explain`` | one cell: statement, verdict, proof or counterexample |
| ``report`` | the published report |
| ``audit`` | claims of publications, or functions of libraries, beside our own verdicts |
| ``choose`` | the metrics that satisfy wanted constraints |
| ``lessons`` | families, implications and conflicts that a matrix shows |
| ``score`` | values on users' files |
| ``uir`` | systems compared by their Unanimous Improvement Ratio |
| ``study`` | studies of metrics on real scores |
| ``questionnaire``, ``tally`` | constraints before human assessors, and the count of their answers |

`app` makes the application of the modules in `commands`; `parameters` says how options are read and completed,
`options` and `output` what commands share, and `guard` is the one way out. The others do the work: `matrices`,
`expectations`, `targets`, `explaining`, `listing`, `auditing`, `scoring` and `study_input`.
"""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process; an interrupt while it is loaded ends it like one later on."""
    try:
        from axiometrics.cli.app import main as run  # inside, so that its loading can be interrupted
    except KeyboardInterrupt:
        print("axiometrics: interrupted", file=sys.stderr)
        sys.exit(130)
    run()
