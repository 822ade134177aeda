"""A result as versioned JSON, the form in which it is kept."""

import json

from autograder.records import SubmissionResult


def render_json(result: SubmissionResult) -> str:
    """Return the result as JSON text without NaN or infinity."""
    return json.dumps(result.to_json(), indent=1, allow_nan=False, ensure_ascii=False) + "\n"
