"""``python -m axiometrics`` is the command line."""

from axiometrics.cli import main

if __name__ == "__main__":
    main()
