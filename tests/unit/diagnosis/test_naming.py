"""Where one mistake accounts for all that fails, it is named, and nothing else is."""

from collections.abc import Mapping, Sequence

from autograder.diagnosis.catalogue import Catalogue
from autograder.diagnosis.naming import Look, find_diagnoses
from autograder.diagnosis.signatures import Observed, Signature, is_echo, make_echo, signature_data
from autograder.exercises import Task
from autograder.oracles.bank import Case
from autograder.programs.program import Program
from autograder.records import Diagnosis, Misconception, Observation

BASE = Task("exp", "exp", "Value.exp", ("exp",), {"value": 1.0}, "name")
ABOVE = Task("tanh", "tanh", "Value.tanh", ("tanh",), {"value": 1.0}, "name")
WHOLE = Task("engine", "engine", "", ("exp", "tanh"), {"value": 1.0}, "name")

# What each mutant gives in each task, where 1.0 is right. The first task is its own.
GIVEN = {
    "doubled": {"exp": 2.0, "tanh": 2.0, "engine": 2.0},
    "doubled-alone": {"exp": 2.0, "tanh": 1.0, "engine": 1.0},
    "tripled": {"exp": 3.0, "tanh": 3.0, "engine": 3.0},
    "given-spoilt": {"engine": 3.0, "exp": 3.0, "tanh": 3.0},
    "other-given-spoilt": {"engine": 6.0, "exp": 6.0, "tanh": 6.0},
}


def case_of(task: Task) -> Case:
    """Return the one case of a task, which is right at 1.0."""
    program = Program((("leaf", 1.0), ("read", 0, "data")))
    return Case(f"{task.id}-1", task.id, "alone", program, (1.0,), (1e-9,))


def observe(task: Task, number: float) -> Observed:
    """Return what a task gave."""
    return [(case_of(task), Observation((number,)))]


def sign(mutant: str) -> Mapping[str, object]:
    """Return a mutant's signature in `exp`, and its echoes elsewhere."""
    (own, *others), numbers = GIVEN[mutant], GIVEN[mutant]
    echoes = {
        task: make_echo({f"{task}-1": Observation((numbers[task],))})
        for task in others
        if numbers[task] != 1.0
    }
    failing = {own: {f"{own}-1": Observation((numbers[own],))}}
    return signature_data(Signature((mutant,), "key", failing, echoes))


CATALOGUE = Catalogue(
    {Misconception(mutant, mutant, "b", "w", "h"): (mutant,) for mutant in GIVEN},
    [sign(mutant) for mutant in GIVEN],
)


def diagnose(**numbers: float) -> dict[str, Diagnosis]:
    """Return the diagnoses of a hand-in whose tasks give these numbers as they stand."""
    tasks = [task for task in (BASE, ABOVE, WHOLE) if numbers[task.id] != 1.0]
    looks = [
        Look(
            task,
            observe(task, numbers[task.id]),
            None,
            frozenset(other.id for other in tasks if other.stub and other is not task),
        )
        for task in tasks
    ]
    return find_diagnoses(looks, CATALOGUE)


def names_of(diagnosis: Diagnosis) -> list[str]:
    """Return the names that a diagnosis gives, each as an alternative of its own."""
    return ["+".join(entry.id for entry in found) for found in diagnosis.alternatives]


def test_of_two_that_fit_a_task_the_one_is_named_that_accounts_for_the_rest() -> None:
    found = diagnose(exp=2.0, tanh=2.0, engine=2.0)
    assert ["doubled"] == names_of(found["exp"])
    assert "" == found["exp"].follows_from
    for above in ("tanh", "engine"):
        assert ("exp", ["doubled"]) == (found[above].follows_from, names_of(found[above]))


def test_a_task_by_itself_has_both_names() -> None:
    looks = [Look(BASE, observe(BASE, 2.0), None)]
    assert ["doubled", "doubled-alone"] == names_of(find_diagnoses(looks, CATALOGUE)["exp"])


def test_what_no_mistake_accounts_for_takes_the_name_away() -> None:
    found = diagnose(exp=2.0, tanh=5.0, engine=2.0)
    # It may be the mistake of `tanh` that is seen in `exp`.
    assert [] == names_of(found["exp"])
    assert [] == names_of(found["tanh"])


def test_the_rest_must_fail_as_it_does_with_the_mistake() -> None:
    found = diagnose(exp=3.0, tanh=2.0, engine=3.0)
    assert [] == names_of(found["exp"])


def test_of_two_tasks_that_could_each_account_for_all_neither_is_the_one() -> None:
    found = diagnose(exp=3.0, tanh=3.0, engine=3.0)
    assert [] == names_of(found["exp"])


def test_given_code_can_be_what_is_wrong() -> None:
    found = diagnose(exp=6.0, tanh=6.0, engine=6.0)
    assert ["other-given-spoilt"] == names_of(found["engine"])
    assert ("engine", ["other-given-spoilt"]) == (
        found["exp"].follows_from,
        names_of(found["exp"]),
    )


def test_an_echo_is_of_all_cases_that_fail_not_of_the_first_ones_alone() -> None:
    failing = {f"exp-{number}": Observation((2.0,)) for number in range(8)}
    cases = {key: case_of(BASE) for key in failing}
    echo = make_echo(failing)
    assert len(echo.first) < len(failing)
    assert is_echo(echo, failing, cases)
    *fewer, last = failing
    assert not is_echo(echo, {key: failing[key] for key in fewer}, cases)
    assert not is_echo(make_echo({key: failing[key] for key in fewer}), failing, cases)
    assert not is_echo(echo, {**failing, "exp-0": Observation((3.0,))}, cases)
    assert last not in echo.first


def test_apart_from_the_rest_a_task_is_named_by_itself() -> None:
    looks = [
        Look(BASE, observe(BASE, 9.0), observe(BASE, 3.0), frozenset({"tanh"})),
        Look(ABOVE, observe(ABOVE, 9.0), observe(ABOVE, 4.0), frozenset({"exp"})),
    ]
    found = find_diagnoses(looks, CATALOGUE)
    assert ["tripled"] == names_of(found["exp"])
    assert [] == names_of(found["tanh"])


def test_what_a_task_builds_on_is_told_where_it_has_no_name() -> None:
    looks = [
        Look(BASE, observe(BASE, 7.0), None, frozenset({"tanh"})),
        Look(ABOVE, observe(ABOVE, 5.0), None, frozenset({"exp"})),
    ]
    asked: list[str] = []

    def try_out(tasks: Sequence[Task]) -> dict[str, frozenset[str]]:
        asked.extend(task.id for task in tasks)
        return {"exp": frozenset(), "tanh": frozenset({"exp"})}

    found = find_diagnoses(looks, CATALOGUE, try_out, for_all=True)
    assert ["exp", "tanh"] == asked
    assert "exp" == found["tanh"].follows_from
    assert "" == found["exp"].follows_from
