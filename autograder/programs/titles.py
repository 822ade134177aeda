"""What every form is called, and the group by which checks select it.

Used by banks (which know a form by its id), by checks and by reports.
"""

from autograder.programs.calls.catalogue import CALL_FORMS
from autograder.programs.forms import DRAWN_FORM, FORMS, GRAPH_FORM, PAIR_FORM, PART_FORM

SEVERAL = "several"  # programs of several operators are a group of their own

# What a student reads for a form's id.
TITLES = (
    {form.id: form.title for form in FORMS}
    | {form.id: form.title for form in CALL_FORMS.values()}
    | {
        PAIR_FORM: "two operators together",
        GRAPH_FORM: "a graph of sums and products",
        DRAWN_FORM: "a longer expression",
        PART_FORM: "a part of a longer expression",
    }
)

GROUPS = (
    {form.id: form.group for form in FORMS}
    | {form.id: form.group for form in CALL_FORMS.values()}
    | {form: SEVERAL for form in (PAIR_FORM, GRAPH_FORM, DRAWN_FORM, PART_FORM)}
)
