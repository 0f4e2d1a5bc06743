"""What is evaluated: one task per kind of problem, with its objects, notation, size order and drawing."""

from axiometrics.tasks.registry import Task, get_task, tasks

__all__ = ["Task", "get_task", "tasks"]
