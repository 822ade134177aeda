"""All families of calls by their ids. Used by rubrics (which name one) and by the drawing."""

from autograder.programs.calls.family import CallForm, Family
from autograder.programs.calls.graphs import GRAPHS
from autograder.programs.calls.network import NETWORK
from autograder.programs.calls.parameters import PARAMETERS
from autograder.programs.calls.records import RECORDS
from autograder.programs.calls.slopes import SLOPES
from autograder.programs.calls.softmax import SOFTMAX
from autograder.programs.calls.torch_functions import TORCH_FUNCTIONS
from autograder.programs.calls.torch_twins import TORCH
from autograder.programs.calls.training import TRAINING

FAMILIES: dict[str, Family] = {
    family.id: family
    for family in (
        *(*SLOPES, *RECORDS, *GRAPHS, *SOFTMAX, *NETWORK, *PARAMETERS, *TRAINING),
        *(*TORCH, *TORCH_FUNCTIONS),
    )
}

# Every form once: some families share none, and ids are unique.
CALL_FORMS: dict[str, CallForm] = {
    form.id: form for family in FAMILIES.values() for form in family.forms
}
