"""What is evaluated: one task per kind of problem, with its objects, notation, size order and drawing.

`task` is what a task offers, `abilities` what only some can do, `registry` which there are; each has a folder whose
own documentation lists its modules. Shared by them: `chooser`, what generators ask, and `choosing`, who answers;
`cases`, `shared_tables`, `parametric` cases, `asymptotics`; `users_data`, `drawing`, `snippets`.
"""

import sys
from types import ModuleType
from typing import Any

from axiometrics.tasks.registry import get_task, register, tasks
from axiometrics.tasks.task import Task

__all__ = ["Task", "get_task", "register", "tasks"]


class _CallableModule(ModuleType):
    """Lets ``axiometrics.tasks`` be the package and the registry view of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return tasks(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
