"""Small errors planted in the cores, and how many of them the tests notice."""
