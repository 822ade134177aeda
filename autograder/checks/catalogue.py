"""All checks by their ids. Used by the rubric (which may name one) and by grading."""

from autograder.checks import (
    accumulation,
    change,
    count,
    dirty_start,
    engine,
    exponents,
    gradient,
    losses,
    numbers,
    order,
    purity,
    reachability,
    record,
    reflected,
    refusal,
    result_type,
    stability,
    start,
    trajectory,
    unchanged,
    value,
    value_exponent,
)
from autograder.checks.property_check import PropertyCheck

CHECKS: dict[str, PropertyCheck] = {
    module.CHECK.id: module.CHECK
    for module in (
        value,
        gradient,
        accumulation,
        reflected,
        numbers,
        exponents,
        value_exponent,
        purity,
        result_type,
        reachability,
        engine,
        record,
        order,
        change,
        unchanged,
        stability,
        refusal,
        count,
        start,
        trajectory,
        dirty_start,
        losses,
    )
}
