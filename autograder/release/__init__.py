"""Turn a course author's solution into what students receive.

Used by `micrograde release` and by the course's own tests. Released files depend on the solution's
text only: the same text gives the same bytes.
"""

from autograder.release.notebook import release_exercise, solution_notebook
from autograder.release.solution_source import read_solution, stub_sources

__all__ = ["read_solution", "release_exercise", "solution_notebook", "stub_sources"]
