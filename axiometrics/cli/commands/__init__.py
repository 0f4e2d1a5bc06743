"""The commands, a module each: what they are called, the options they take, and what they do in a few steps.

Imports inside their functions are of what the steps need: ``--help`` and wrong usage are answered without NumPy, SymPy
and the registries.
"""
