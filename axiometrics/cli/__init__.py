"""The command line: ``axiometrics COMMAND``, and what each command does.

`app` has the list of commands, makes the application, and is the one way out of it; a command is a function in
`commands`, whose module is imported when the command runs. `options` and `output` are what commands share, `parameters`
says how options are read. Commands share their work, too: `matrices` computes and writes matrices, `targets` finds
metrics, `expectations` compares outcomes with a file, and `scoring` reads and scores users' files.
"""

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process; an interrupt while it is loaded ends it like one later on."""
    gc.set_threshold(500_000)  # loading makes many objects and no garbage; looking for it takes time
    try:
        _run()
    finally:
        exec(
            ""
        )  # of ``python -m``, the exit code would be lost if the last text that was executed was interrupted
        gc.freeze()  # and nothing is looked for at the end, when all goes


def _run() -> None:
    try:
        from axiometrics.cli.app import main as run  # inside, so that its loading can be interrupted
    except KeyboardInterrupt:
        print("axiometrics: interrupted", file=sys.stderr)
        sys.exit(130)
    run()
