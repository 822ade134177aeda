"""Points of two interleaving half circles, to train a classifier on.

Always true: the same count, noise and seed give the same points, and no other use of the module
`random` changes them or is changed by them.
"""

import math
import random


def two_moons(count, noise, seed):
    """Return count points of two half circles that reach into each other, and their labels.

    Arguments: count, the number of points; noise, the standard deviation of the normal error that
    is added to both coordinates; seed, a whole number that decides where the points fall.
    Result: (rows, labels). rows is a list of [x, y]; labels is a list of -1 (upper half circle,
    centre (0, 0)) and 1 (lower half circle, centre (1, 0.5)), in turn. Both radii are 1.
    Errors: none.
    Example: rows, labels = two_moons(100, 0.1, 1) gives 50 points of each label.
    """
    generator = random.Random(seed)
    rows, labels = [], []
    for index in range(count):
        angle = generator.uniform(0, math.pi)
        if index % 2 == 0:
            label, x, y = -1, math.cos(angle), math.sin(angle)
        else:
            label, x, y = 1, 1 - math.cos(angle), 0.5 - math.sin(angle)
        rows.append([x + generator.gauss(0, noise), y + generator.gauss(0, noise)])
        labels.append(label)
    return rows, labels
