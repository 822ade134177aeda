"""The released exercises as data."""

from autograder.exercises.exercise import Exercise, Task, load_exercise, released_exercises

__all__ = ["Exercise", "Task", "load_exercise", "released_exercises"]
