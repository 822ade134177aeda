"""Decide from a worker's clock whether the unit that it runs has used up its budget.

Used by the supervisor; pure logic. CPU time decides, so that a loaded machine changes no verdict;
time spent waiting counts separately, so that a sleeping unit ends too.
"""

from autograder.sandbox.limits import Limits
from autograder.sandbox.process import Usage
from autograder.sandbox.reply import PROGRAM, Unit

# How often the clock is read: an honest hand-in is done before the first time.
LOOK_SECONDS = 0.05


class Watch:
    """The clock of one worker. A unit's budget begins with the first look that finds it running."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        # With a small budget one look must not be a large part of it.
        self.interval_seconds = min(LOOK_SECONDS, limits.program_cpu_seconds / 4)
        self.unit: Unit | None = None
        self.began_seconds = 0.0
        self.began_cpu_seconds = 0.0
        self.last_seconds = 0.0
        self.last_cpu_seconds = 0.0
        self.idle_seconds = 0.0  # of this unit
        self.all_idle_seconds = 0.0  # of all units

    def look(self, unit: Unit, usage: Usage | None, now_seconds: float) -> str:
        """Return why the unit's budget is used up, or "".

        Without usage (a system that has no /proc) all time counts as waiting.
        """
        usage = usage or Usage(0.0, False)
        if unit != self.unit:
            self.unit = unit
            self.began_seconds = self.last_seconds = now_seconds
            self.began_cpu_seconds = self.last_cpu_seconds = usage.cpu_seconds
            self.idle_seconds = 0.0
            return ""
        if not usage.is_running and usage.cpu_seconds == self.last_cpu_seconds:
            self.idle_seconds += now_seconds - self.last_seconds
            self.all_idle_seconds += now_seconds - self.last_seconds
        self.last_seconds = now_seconds
        self.last_cpu_seconds = usage.cpu_seconds
        is_program = unit.stage == PROGRAM
        limits = self.limits
        budget = limits.program_cpu_seconds if is_program else limits.statement_cpu_seconds
        if usage.cpu_seconds - self.began_cpu_seconds > budget:
            return f"used more than {budget:g} s of computing time"
        if self.idle_seconds > limits.idle_factor * budget:
            return f"waited for more than {limits.idle_factor * budget:g} s"
        if now_seconds - self.began_seconds > limits.wall_factor * budget:
            return f"took more than {limits.wall_factor * budget:g} s"
        return ""
