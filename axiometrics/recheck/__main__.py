"""``python -m axiometrics.recheck FILE``."""

import sys

from axiometrics.recheck import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
