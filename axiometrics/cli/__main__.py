"""Run the command line with ``python -m axiometrics.cli``."""

from axiometrics.cli import main

if __name__ == "__main__":
    main()
