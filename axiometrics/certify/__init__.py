"""How a proof leaves the house: certificates that stand alone, and files for outside checkers."""
