"""The shape of a check: which reads of which cases it compares. Used by every file beside it."""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.oracles.agreement import within
from autograder.oracles.bank import Case
from autograder.programs.program import Program, Read
from autograder.programs.titles import GROUPS
from autograder.records import Finding, Observation, Outcome, Stop


@dataclass(frozen=True, slots=True)
class PropertyCheck:
    """A graded property: it looks at the cases of some groups of forms, and at some of their reads.

    `wants` picks the reads; `compare` says whether an observed number is as expected (observed,
    expected, tolerance). `accepts_stop` lets a program pass that stopped in a way that is right.
    `otherwise` judges the observation as a whole, where reads cannot be compared one by one.
    `needs` names the check without which this one says nothing.
    """

    id: str
    title: str
    groups: frozenset[str]
    wants: Callable[[Program, Read], bool]
    needs: str = ""
    compare: Callable[[float, float, float], bool] = within
    accepts_stop: Callable[[Program, Observation], bool] = lambda program, observation: False
    otherwise: Callable[[Case, Observation], Finding] | None = None

    def selects(self, case: Case) -> bool:
        """Say whether the case shows this property."""
        return GROUPS[case.form] in self.groups

    def judge(self, case: Case, observation: Observation) -> Finding:
        """Compare the wanted reads in order; the first that is wrong or missing decides."""
        if self.accepts_stop(case.program, observation):
            return Finding(Outcome.PASSED)
        if self.otherwise is not None:
            return self.otherwise(case, observation)
        for index, read in enumerate(case.program.reads):
            if not self.wants(case.program, read):
                continue
            if index >= len(observation.values):
                # Numbers missing without a reason: the reply was not a whole one.
                stop = observation.stop or Stop(Outcome.CRASHED)
                return Finding(stop.outcome, stop=stop)
            if not self.compare(
                observation.values[index], case.expected[index], case.tolerance[index]
            ):
                return Finding(Outcome.FAILED, index)
        return Finding(Outcome.PASSED)


def reads_output(program: Program, read: Read) -> bool:
    """Say whether the number is a result, read before the backward pass."""
    return read.quantity in ("data", "number", "length", "count") and not read.after_backward


def reads_leaf_gradient(program: Program, read: Read) -> bool:
    """Say whether the number is a gradient: a node's, or one that a tensor keeps."""
    return read.quantity == "grad" or (read.quantity == "number" and read.after_backward)


def reads_data_again(program: Program, read: Read) -> bool:
    """Say whether the number is a node's data, read after the backward pass."""
    return read.quantity == "data" and read.after_backward


def reads_output_or_gradient(program: Program, read: Read) -> bool:
    """Say whether the number is the output's data or a leaf's gradient."""
    return reads_output(program, read) or reads_leaf_gradient(program, read)


def reads_numbers(program: Program, read: Read) -> bool:
    """Say whether the number is data or a gradient, whenever it is read."""
    return read.quantity != "node"


def reads_anything(program: Program, read: Read) -> bool:
    """Take every read."""
    return True
