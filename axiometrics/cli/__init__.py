"""The command line: ``axiometrics list``, ``matrix``, ``check``, ``explain``, ``report``, ``score`` and more."""

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process; an interrupt while it is loaded ends it like one later on."""
    import sys

    try:
        from axiometrics.cli.app import main as run
    except KeyboardInterrupt:
        print("axiometrics: interrupted", file=sys.stderr)
        sys.exit(130)
    run()
