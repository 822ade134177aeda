"""What the worker does to itself before it parses the submission: one function for each layer.

Runs in the worker only. A new layer is a name in `wire.LAYERS` and a function here; the greeting
tells the supervisor which layers are on, and the supervisor decides what that is worth.
"""

from __future__ import annotations

from autograder.sandbox.wire import LAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def close_in(limits: Mapping[str, int]) -> int:
    """Put every layer on that this system has; return the bit mask of those that are on."""
    layers = 0
    for bit, name in enumerate(LAYERS):
        try:
            STEPS[name](limits)
        except (ImportError, OSError, ValueError):
            continue  # the greeting says that it is off
        layers |= 1 << bit
    return layers


def limit_resources(limits: Mapping[str, int]) -> None:
    """Set the kernel's limits for this process, soft and hard.

    Raises OSError or ValueError when the system refuses one; those before it stay on.
    """
    import resource

    for name, most in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        # No one may ask for more than the hard limit that the process was started with.
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


STEPS: dict[str, Callable[[Mapping[str, int]], None]] = {"rlimits": limit_resources}
