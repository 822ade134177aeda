"""Replacements that complete a hand-in while one task is judged; none calls another one."""

import math

# Each of them can do the other's job with other arguments: handing on shows nothing.
COVERS = {
    "forward_difference": ("central_difference",),
    "central_difference": ("forward_difference",),
    "numerical_gradient": ("forward_difference", "central_difference"),
}


def forward_difference(f, x, h):
    """Return the slope of f at x, measured by a step forward."""
    return (f(x + h) - f(x)) / h


def central_difference(f, x, h):
    """Return the slope of f at x, measured by a step to each side."""
    return (f(x + h) - f(x - h)) / (h + h)


def numerical_gradient(f, point, h):
    """Return the measured partial derivatives of f at a point, a list of numbers."""
    gradient = []
    for index, number in enumerate(point):
        rest = list(point)
        values = []
        for moved in (number + h, number - h):
            rest[index] = moved
            values.append(f(list(rest)))
        gradient.append((values[0] - values[1]) / (h + h))
    return gradient


def best_step(f, x, slope, steps):
    """Return the step with which the central difference comes closest to the slope."""

    def error(h):
        return abs((f(x + h) - f(x - h)) / (h + h) - slope)

    best = steps[0]
    for step in steps:
        if error(step) < error(best):
            best = step
    return best


def gradient(a, b, c):
    """Return the partial derivatives of -a³ + sin(3b) - 1/c + b^2.5 - √a."""
    of_a = -3 * a * a - 1 / (2 * math.sqrt(a))
    of_b = 3 * math.cos(3 * b) + 2.5 * b * math.sqrt(b)
    return [of_a, of_b, 1 / (c * c)]
