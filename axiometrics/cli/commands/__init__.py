"""The commands, a module each or one for those that belong together: the options they take, and what they do.

`list` has ``cite``, too, `explain` ``check``, `choose` ``repair`` and ``lessons``, `matrix` ``report``, `study` ``uir``
and `questionnaire` ``tally``. A module is imported when its command runs or is asked for its help, so that
``axiometrics --help`` is answered without NumPy and SymPy.
"""
