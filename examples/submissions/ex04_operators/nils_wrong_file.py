# Marks: 0/40
# Not passed: radd (not_run), rmul (not_run), neg (not_run), sub (not_run), rsub (not_run), truediv (not_run), rtruediv (not_run), pow (not_run), exp (not_run), engine (not_run)
# This is the exercise on slopes and not this one; it has no class Value.

import math


class Slope:
    """A function together with a step size."""

    def __init__(self, f, h=1e-6):
        self.f = f
        self.h = h

    def forward(self, x):
        return (self.f(x + self.h) - self.f(x)) / self.h

    def central(self, x):
        return (self.f(x + self.h) - self.f(x - self.h)) / (2 * self.h)


def parabola(x):
    return 3 * x**2 - 4 * x + 5


def parabola_slope(x):
    return 6 * x - 4


slope = Slope(parabola)
for x in (3.0, -3.0, 2 / 3):
    print(x, slope.forward(x), slope.central(x), parabola_slope(x))

errors = [abs(Slope(math.exp, 10**-k).central(1.0) - math.e) for k in range(1, 15)]
print("best step: 1e-%d" % (errors.index(min(errors)) + 1))
