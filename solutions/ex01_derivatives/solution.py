# %% [markdown]
# # Derivatives
#
# A derivative says how much a result moves when you nudge an input. In this exercise you measure
# derivatives in two ways, work them out with the rules of calculus, and find out how small a nudge
# may be before the computer gives a wrong answer.
#
# Expected time: 60 to 90 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - say in plain words what a derivative measures, and what its sign and its size mean;
# - measure the slope of any Python function by a forward and by a central difference;
# - measure the gradient of a function with several inputs;
# - work out a gradient with the rules of calculus, and check it by measuring;
# - say why a step can be too large, and why it can be too small.

# %% [markdown]
# ## How to work
#
# There are five stubs, and each is a function: `forward_difference`, `central_difference`,
# `numerical_gradient`, `gradient` and `best_step`. In each one, replace the two lines
# `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code. Go through the notebook or
# file from top to bottom, and run each cell. Functions that you have written may be used in later
# ones.
#
# You need Python functions and lists. The few rules of calculus that you need are explained before
# they are used.
#
# The checks use steps above 0, functions that have a slope at the point in question, and lists
# that are not empty. For the function `g` below they use inputs above 0, among them small ones
# such as 0.02 and large ones such as 70.

# %% [markdown]
# ## What a derivative measures
#
# Take a function with one input and one result: f(x) = 3x² − 4x + 5. At x = 3 it gives 20. Now
# nudge the input a little, from 3 to 3.001. The result becomes 20.014003. The input has moved by
# 0.001, and the result by 0.014003, which is 14.003 times as much.
#
# The next cell makes the nudge smaller and smaller. The last column comes closer and closer to 14.
# This number, 14, is the *derivative* of f at 3. It is also called the *slope* of f at 3: how much
# the result moves for each unit that the input moves, as long as the move is small.

# %% nbgrader={"grade": false, "grade_id": "parabola", "locked": true, "schema_version": 3, "solution": false, "task": false}
def f(x):
    """Return 3x² − 4x + 5."""
    return 3 * x**2 - 4 * x + 5


print("f(3) =", f(3.0))  # 20.0
for nudge in (1.0, 0.1, 0.01, 0.001):
    move = f(3.0 + nudge) - f(3.0)
    print(f"nudge {nudge}: f moves by {move:.6f}, {move / nudge:.3f} times the nudge")
# nudge 1.0: f moves by 17.000000, 17.000 times the nudge
# nudge 0.1: f moves by 1.430000, 14.300 times the nudge
# nudge 0.01: f moves by 0.140300, 14.030 times the nudge
# nudge 0.001: f moves by 0.014003, 14.003 times the nudge

# %% [markdown]
# ## A slope has a sign, a size and a place
#
# - The sign says which way the result goes when the input grows: up for a slope above 0, down for
#   a slope below 0.
# - The size says how strongly it reacts. Where the slope is 0, the result hardly reacts to a small
#   nudge.
# - A slope belongs to one point. At another point the same function has another slope.
#
# Now look at three points of f: −3, 2/3 and 3. At which of them does f fall when x grows a little?
# At which one does it stay nearly the same? Work out f at a place close to each of them, and decide
# before you go on: the next cell and its picture hold the answer.

# %% nbgrader={"grade": false, "grade_id": "plot-parabola", "locked": true, "schema_version": 3, "solution": false, "task": false}
import matplotlib.pyplot as plt

curve = [number / 20 for number in range(-100, 101)]  # from -5 to 5
plt.figure()
plt.plot(curve, [f(x) for x in curve], color="black", label="f(x) = 3x² − 4x + 5")
for point, slope in ((-3.0, -22.0), (2 / 3, 0.0), (3.0, 14.0)):
    ends = [point - 1.5, point + 1.5]
    plt.plot(ends, [f(point) + slope * (x - point) for x in ends], label=f"slope {slope:g}")
    plt.plot([point], [f(point)], "o", color="black")
plt.xlabel("x")
plt.ylabel("f(x)")
plt.title("One function, three points, three slopes")
plt.legend()
plt.show()

# %% [markdown]
# In the picture, each straight line touches the curve at one point and has the slope of the curve
# there: −22 at −3, 0 at 2/3, and 14 at 3. So f falls at −3, and hardly moves at 2/3. Near its point
# the line and the curve can hardly be told apart. Far away they part: a slope says nothing about
# large moves.

# %% [markdown]
# ## The forward difference
#
# You have seen how to measure a slope. Go forward from x by a small step h, see how much the
# result has moved, and divide by the step:
#
# (f(x + h) − f(x)) / h
#
# This is the *forward difference*. It is an estimate. The derivative is the number that the
# estimate comes as close to as you like when h goes to 0. The step h itself can never be 0, because
# then the estimate is 0 / 0.
#
# For this f you can see how wrong the estimate is. Put x + h into the formula of f, multiply out,
# and most terms cancel. What is left is 6x − 4 + 3h. The part 6x − 4 is the slope, and 3h is the
# error. At x = 3 that makes 14 + 3h, and so the last nudge above gave 14.003.
#
# Your function has to work for any f, not only for this one. A Python function can be handed to
# another function like any other value: the call `forward_difference(f, 3.0, 0.001)` hands over
# `f` itself, without calling it.


# %% nbgrader={"grade": false, "grade_id": "forward-difference", "locked": false, "schema_version": 3, "solution": true, "task": false}
def forward_difference(f, x, h):
    """Return the slope of f at x, measured with one step forward.

    Arguments: f, a function of one number; x, the place; h, the step, above 0, in the unit of x.
    Result: a float: how much f moves for each unit of x. The divisor is h, so the result is 0.0
    where h is so small that x + h is rounded to x.
    Errors: none of its own.
    Example: for 3x² − 4x + 5, x = 3.0 and h = 0.5 it is 15.5.
    """
    ### BEGIN SOLUTION
    return (f(x + h) - f(x)) / h
    ### END SOLUTION


# %% [markdown]
# ### Try it
#
# `run_example` runs one example. When the example reaches a stub that is still empty, it prints
# `not attempted` and the name of the stub. What a right solution prints stands beside each
# example as a comment.


# %% nbgrader={"grade": false, "grade_id": "run-example", "locked": true, "schema_version": 3, "solution": false, "task": false}
def run_example(example):
    """Run example and return its result, or name the stub that it needs when that one is empty."""
    try:
        return example()
    except NotImplementedError as error:
        step = error.__traceback__
        while step.tb_next is not None:
            step = step.tb_next
        print("not attempted:", step.tb_frame.f_code.co_qualname)


# %% nbgrader={"grade": false, "grade_id": "example-forward", "locked": true, "schema_version": 3, "solution": false, "task": false}
def three_slopes():
    """Measure the slopes of f at the three points of the picture."""
    for x in (3.0, -3.0, 2 / 3):
        print(f"slope of f at {x:.3f}: {forward_difference(f, x, 0.001):.6f}")
    # slope of f at 3.000: 14.003000
    # slope of f at -3.000: -21.997000
    # slope of f at 0.667: 0.003000


run_example(three_slopes)

# %% [markdown]
# ## The central difference
#
# The forward difference looks at one side of x only. When the curve bends upward, it measures too
# much, and when the curve bends downward, too little. A better plan is to look at both sides: take
# one step forward and one step back, and divide by the distance between these two places, which is
# two steps:
#
# (f(x + h) − f(x − h)) / 2h
#
# This is the *central difference*. What one side has too much, the other side has too little, and
# most of the error cancels. For f, all of it does: the central difference of f at 3 is 14 for
# every h, apart from rounding.
#
# A function whose bend changes shows more. The slope of x³ at 2 is 12. There the forward
# difference is 12 + 6h + h², and the central difference is 12 + h². When you make the step ten
# times smaller, the error of the first becomes about ten times smaller, and the error of the
# second a hundred times.


# %% nbgrader={"grade": false, "grade_id": "central-difference", "locked": false, "schema_version": 3, "solution": true, "task": false}
def central_difference(f, x, h):
    """Return the slope of f at x, measured with one step forward and one step back.

    Arguments: f, a function of one number; x, the place; h, the step, above 0, in the unit of x.
    Result: a float: how much f moves for each unit of x. The divisor is 2h, so the result is 0.0
    where h is so small that x + h and x − h are both rounded to x.
    Errors: none of its own.
    Example: for x³, x = 2.0 and h = 0.5 it is 12.25.
    """
    ### BEGIN SOLUTION
    return (f(x + h) - f(x - h)) / (2 * h)
    ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-central", "locked": true, "schema_version": 3, "solution": false, "task": false}
def cube(x):
    """Return x³, whose slope at 2 is 12."""
    return x**3


def both_differences():
    """Compare the two differences on x³ at 2, with smaller and smaller steps."""
    for h in (0.1, 0.01, 0.001):
        forward = forward_difference(cube, 2.0, h)
        central = central_difference(cube, 2.0, h)
        print(f"step {h}: forward {forward:.6f}, central {central:.6f}")
    # step 0.1: forward 12.610000, central 12.010000
    # step 0.01: forward 12.060100, central 12.000100
    # step 0.001: forward 12.006001, central 12.000001


run_example(both_differences)

# %% [markdown]
# ## Several inputs, several slopes
#
# A function with several inputs has one slope for each of them. To measure the slope *with respect
# to* one input, nudge this input and hold all others fixed. The list of all slopes, in the order
# of the inputs, is the *gradient* of the function at that point.
#
# Take d = a·b + c at a = 2, b = −3 and c = 10, where d is 4. Think before you measure. When `a`
# grows by 0.001, `a·b` changes by 0.001 times −3, so d falls by 0.003: the slope is −3, the value
# of `b`. For the same reason, the slope for `b` is 2, the value of `a`. When `c` grows, d grows by
# the same amount, so its slope is 1.
#
# For your function, the inputs come as one list, the *point*, and the function f takes such a
# list. Use the central difference for each input. Mind one thing: in Python, a list that you are
# given is the caller's own list. When you change it, the caller's list has changed. So make a new
# list for each nudge, and leave `point` as it was. `list(point)` makes a copy.


# %% nbgrader={"grade": false, "grade_id": "numerical-gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
def numerical_gradient(f, point, h):
    """Return the central difference of f for each input, with the other inputs held fixed.

    Arguments: f, a function of one list of numbers; point, a list of numbers, which stays
    unchanged; h, the step for every input, above 0.
    Result: a list of floats, one slope for each number in point, in the same order.
    Errors: none of its own.
    Example: for a·b + c at [2.0, -3.0, 10.0] with h = 0.5 it is [-3.0, 2.0, 1.0].
    """
    ### BEGIN SOLUTION
    slopes = []
    for index in range(len(point)):
        forward, back = list(point), list(point)
        forward[index] += h
        back[index] -= h
        slopes.append((f(forward) - f(back)) / (2 * h))
    return slopes
    ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-numerical-gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
def product_plus_number(inputs):
    """Return a·b + c for the list [a, b, c]."""
    a, b, c = inputs
    return a * b + c


def three_inputs():
    """Measure the gradient of a·b + c, and look at the point afterwards."""
    point = [2.0, -3.0, 10.0]
    slopes = numerical_gradient(product_plus_number, point, 0.001)
    print("value:", product_plus_number(point))  # 4.0
    print("gradient:", [round(slope, 6) for slope in slopes])  # [-3.0, 2.0, 1.0]
    print("point:", point)  # [2.0, -3.0, 10.0]


run_example(three_inputs)

# %% [markdown]
# ## Rules instead of measuring
#
# Measuring calls the function twice for each input, and the result is seldom exact. For a
# function with a formula you can work out the slope as a formula, too. The result is called
# *analytic*, in contrast to *numerical*. These rules are enough here:
#
# - **Constant.** A number without x in it has slope 0, and x itself has slope 1.
# - **Sum.** The slope of a sum is the sum of the slopes. With a minus, subtract.
# - **Factor.** A constant factor stays: the slope of 3·u is 3 times the slope of u.
# - **Power.** The slope of xⁿ is n·xⁿ⁻¹. For x⁴ that is 4x³. The exponent may also be a fraction or
#   below 0. The slope of x^1.5 is 1.5·x^0.5.
# - **Fraction and root are powers.** 7/x is 7·x⁻¹, so its slope is 7·(−1)·x⁻², which is −7/x².
#   The square root of x is x^0.5, and the power rule works for it as well.
# - **Sine.** The slope of sin(x) is cos(x).
# - **Chain rule.** For a function inside another one, multiply the two slopes. In sin(5x), the
#   inner part 5x moves 5 times as fast as x. The sine moves cos(5x) times as fast as the inner
#   part. Together that is 5·cos(5x).
#
# For f, the rules say: 3x² has slope 6x, −4x has slope −4, and 5 has slope 0. Together that is
# 6x − 4, which is 14 at 3, −22 at −3, and 0 at 2/3.
#
# You can check every rule by measuring. The next cell does it for four of them at x = 2. Python's
# `math.sin` and `math.cos` take angles in radians, and only for those is the slope of the sine the
# cosine.

# %% nbgrader={"grade": false, "grade_id": "example-rules", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math


def fourth_power(x):
    """Return x⁴."""
    return x**4


def seven_over(x):
    """Return 7/x."""
    return 7 / x


def power_of_one_and_a_half(x):
    """Return x to the power 1.5."""
    return x**1.5


def sine_of_five(x):
    """Return sin(5x)."""
    return math.sin(5 * x)


def rules_and_measurements():
    """Print what the rules say about four functions at 2, and what the measurement says."""
    x = 2.0
    rows = (
        (fourth_power, 4 * x**3),
        (seven_over, -7 / x**2),
        (power_of_one_and_a_half, 1.5 * x**0.5),
        (sine_of_five, 5 * math.cos(5 * x)),
    )
    for function, slope in rows:
        measured = central_difference(function, x, 1e-5)
        print(f"{function.__name__}: rule {slope:.6f}, measured {measured:.6f}")
    # fourth_power: rule 32.000000, measured 32.000000
    # seven_over: rule -1.750000, measured -1.750000
    # power_of_one_and_a_half: rule 2.121320, measured 2.121320
    # sine_of_five: rule -4.195358, measured -4.195358


run_example(rules_and_measurements)

# %% [markdown]
# ## The gradient of a larger function
#
# Now use the rules on a function of three inputs:
#
# g(a, b, c) = −a³ + sin(3b) − 1/c + b^2.5 − √a
#
# It is a sum of five terms, and each term holds one input only. For the slope of one input, treat
# the other two as constants: a term without this input has slope 0. Write the three slopes on
# paper first, then as code. Two places ask for care: the inner part of the sine, and the two minus
# signs that meet in the slope of −1/c.
#
# In Python, `-a**3` means −(a³): the power comes before the minus sign.
#
# A gradient that is measured is no solution here. Where `c` is near 0, 1/c bends so much that only
# a tiny step will do, and where `b` is large, the rounding of g hides a tiny step. The checks look
# at such places, too.


# %% nbgrader={"grade": false, "grade_id": "three-inputs", "locked": true, "schema_version": 3, "solution": false, "task": false}
def g(a, b, c):
    """Return −a³ + sin(3b) − 1/c + b^2.5 − √a, for a and b above 0 and c not 0."""
    return -(a**3) + math.sin(3 * b) - 1 / c + b**2.5 - math.sqrt(a)


print("g(2, 3, 4) =", g(2.0, 3.0, 4.0))  # 6.336362190988558


# %% nbgrader={"grade": false, "grade_id": "gradient", "locked": false, "schema_version": 3, "solution": true, "task": false}
def gradient(a, b, c):
    """Return the gradient of g, worked out with the rules and not measured.

    Arguments: a, b, c, three numbers above 0.
    Result: a list of three floats: the slopes of g for a, for b and for c.
    Errors: none of its own.
    Example: at a = 2, b = 3, c = 4 it is
    [-12.353553390593273, 10.25699027111255, 0.0625], where the last digits may differ.
    """
    ### BEGIN SOLUTION
    return [
        -3 * a**2 - 0.5 / math.sqrt(a),
        3 * math.cos(3 * b) + 2.5 * b**1.5,
        1 / c**2,
    ]
    ### END SOLUTION


# %% [markdown]
# ### Check a formula by measuring
#
# A slip in a formula is easy to make and hard to see. Measuring finds it, because it knows nothing
# of the formula. This is called a *gradient check*, and people who write large libraries do it
# too. The measured slopes agree with the right ones to 6 digits after the point. A forgotten
# factor or a wrong sign shows in the first one.


# %% nbgrader={"grade": false, "grade_id": "example-gradient", "locked": true, "schema_version": 3, "solution": false, "task": false}
def g_of_list(inputs):
    """Return g for the list [a, b, c]."""
    a, b, c = inputs
    return g(a, b, c)


def gradient_by_formula():
    """Show the gradient of g at (2, 3, 4)."""
    print("by formula:", [round(slope, 6) for slope in gradient(2.0, 3.0, 4.0)])
    # by formula: [-12.353553, 10.25699, 0.0625]


def gradient_by_measuring():
    """Show the measured gradient of g at (2, 3, 4)."""
    measured = numerical_gradient(g_of_list, [2.0, 3.0, 4.0], 1e-5)
    print("measured:  ", [round(slope, 6) for slope in measured])
    # measured:   [-12.353553, 10.25699, 0.0625]


run_example(gradient_by_formula)
run_example(gradient_by_measuring)

# %% [markdown]
# ## How small may the step be?
#
# So far, a smaller step always gave a better slope. Does it stay so? The experiment below measures
# the slope of sin at x = 3 with steps from 0.1 down to 1e-17, which is Python's way to write 10⁻¹⁷.
# The right answer is cos(3), so the error of each estimate is known.
#
# Write down your guess before you run it: at which step is the error of the forward difference
# least, and at which step that of the central difference?
#
# Both axes of the picture are *logarithmic*: the same distance always stands for the same factor,
# for example 10. On such axes, an error that shrinks like h is a straight line, and an error that
# shrinks like h² is a straight line that is twice as steep. Read the picture from right to left:
# on the right stands the largest step, h = 0.1.


# %% nbgrader={"grade": false, "grade_id": "example-steps", "locked": true, "schema_version": 3, "solution": false, "task": false}
def errors_of(difference, steps):
    """Return how far the slope of sin at 3, measured with each step, is from the right one."""
    right = math.cos(3.0)
    return [abs(difference(math.sin, 3.0, h) - right) for h in steps]


def step_size_experiment():
    """Print and draw the errors of both differences for steps from 0.1 to 1e-17."""
    whole = [10.0**-exponent for exponent in range(1, 18)]
    table = zip(
        whole,
        errors_of(forward_difference, whole),
        errors_of(central_difference, whole),
        strict=True,
    )
    print("step     forward    central")
    for h, forward, central in table:
        print(f"{h:.0e}    {forward:.1e}    {central:.1e}")

    fine = [10.0 ** (-quarter / 4) for quarter in range(4, 69)]  # four steps for each power of ten
    plt.figure()
    plt.loglog(fine, errors_of(forward_difference, fine), "o-", label="forward difference")
    plt.loglog(fine, errors_of(central_difference, fine), "s-", label="central difference")
    plt.xlabel("step h")
    plt.ylabel("error of the slope of sin at 3")
    plt.title("A step can be too large and too small")
    plt.legend()
    plt.show()


run_example(step_size_experiment)

# %% [markdown]
# ## What the curves show
#
# Each curve falls, reaches a lowest point, and climbs again. Two different errors are at work.
#
# **On the right, the step is too large.** The curve of the function bends between the two places
# where you measure. This is the *truncation error*. For the forward difference it shrinks like h,
# here about 0.07·h, and for the central difference like h², here about 0.16·h². You can read both
# factors off the table: at h = 0.001, the errors are 7.0e-05 and 1.6e-07. All this holds for small
# steps. At h = 1, which the experiment leaves out, the forward difference happens to be nearer: its
# error is 0.092, and that of the central difference 0.16.
#
# **On the left, the step is too small.** A Python float holds about 16 digits. So x + h is rounded,
# and each result of f is rounded as well. Here that makes f(x + h) − f(x) wrong by about 1e-16.
# When h is small, f(x + h) and f(x) agree in nearly all their digits, and their difference holds
# little more than this rounding. Then you divide by h, and the division makes it large: the
# *rounding error* of the slope is about 1e-16 / h. It grows when h shrinks. The curve is ragged
# here, because rounding goes up one time and down the next.
#
# **The least error lies between, where the two are about equal.** For the forward difference,
# 0.07·h = 1e-16 / h gives h of about 4e-8, with an error of a few times 1e-9. For the central
# difference, 0.16·h² = 1e-16 / h gives h of about 9e-6, with an error of about 1e-11. So the
# central difference is best with a larger step, and its best is a few hundred times better. A
# single point of the picture can be better than that by luck. Look at the whole curve.
#
# ### Why h = 1e-17 gives exactly 0
#
# Floats are not packed without gaps. The next float above 3 is 3.0000000000000004, about 4.4e-16
# away. When you add less than half of this gap to 3, the result is rounded back to 3. Then
# `x + h == x` is true, the function is called twice with the same number, the difference is
# exactly 0, and so is the slope. All of the answer is lost: the error is as large as the slope
# itself, 0.99. That is the flat part of both curves on the far left.
#
# The gaps between floats grow with the numbers. The computer keeps about 16 digits, and not a
# fixed number of digits after the point. In the next cell, `math.ulp(x)` is the distance from x to
# the next float.

# %% nbgrader={"grade": false, "grade_id": "gaps", "locked": true, "schema_version": 3, "solution": false, "task": false}
for h in (1e-15, 1e-16, 1e-17):
    print(f"3.0 + {h} is {3.0 + h!r}, equal to 3.0: {3.0 + h == 3.0}")
# 3.0 + 1e-15 is 3.000000000000001, equal to 3.0: False
# 3.0 + 1e-16 is 3.0, equal to 3.0: True
# 3.0 + 1e-17 is 3.0, equal to 3.0: True

for x in (0.001, 3.0, 1000.0):
    print(f"from {x} to the next float: {math.ulp(x):.1e}")
# from 0.001 to the next float: 2.2e-19
# from 3.0 to the next float: 4.4e-16
# from 1000.0 to the next float: 1.1e-13

# %% [markdown]
# ## Let the computer find the step
#
# Where the least error lies depends on the function and on the place. When you know the right
# slope at one point, you can try a list of steps and keep the one whose central difference is
# nearest to it. Nearest means: the size of the difference counts, and not its sign.
#
# In the checks, one step of the list is clearly better than the others.


# %% nbgrader={"grade": false, "grade_id": "best-step", "locked": false, "schema_version": 3, "solution": true, "task": false}
def best_step(f, x, slope, steps):
    """Return the step whose central difference comes nearest to the right slope.

    Arguments: f, a function of one number; x, the place; slope, the right slope of f at x; steps,
    a list of steps above 0, which stays unchanged.
    Result: a float, one of steps.
    Errors: none of its own.
    Example: for x³ at 2.0, slope 12.0 and steps [1.0, 0.01, 0.1] it is 0.01.
    """
    ### BEGIN SOLUTION
    return min(steps, key=lambda h: abs(central_difference(f, x, h) - slope))
    ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-best-step", "locked": true, "schema_version": 3, "solution": false, "task": false}
def step_for_sine():
    """Find the best power of ten for the slope of sin at 3."""
    steps = [10.0**-exponent for exponent in range(18)]
    print("best step:", best_step(math.sin, 3.0, math.cos(3.0), steps))  # best step: 1e-05


run_example(step_for_sine)

# %% [markdown]
# ## Question: a step that gets lost
#
# Somebody measures the slope of x² at x = 1,000,000 by a central difference with h = 1e-11. The
# right slope is 2,000,000. The answer is 0.0.
#
# Say what happened. Then name a step that gives a good answer here, and say how you chose it. You
# may try your steps in a cell of your own.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-lost-step", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** Near 1,000,000 the floats lie about 1.2e-10 apart, and 1e-11 is less than half
# of that. So x + h and x − h are both rounded back to x, the two function values are equal, and
# their difference is exactly 0. The step has to be large against the gap at this x: it should grow
# in proportion to x. At 3, about 1e-5 was best, so something from 0.01 to 10 fits here; h = 1
# gives 2000000.0. (x² has no truncation error with a central difference, so even a large step is
# right.)
#
# **Points.** 1 point for the cause: the step is lost in x + h, because it is smaller than the gap
# between floats at that size. 1 point for a step between about 1e-3 and 1e3 together with a reason
# that names the size of x, or with a measurement.
#
# **Wrong answers that are often given.** "h is so small that h² is 0": h² is 1e-22, which a float
# holds without trouble; this confuses small numbers with small differences. "Python rounds to 16
# digits after the point": then 1e-11 would survive; the point to make is that digits are counted
# from the first one that is not 0. A much smaller step, such as 1e-15: the idea that smaller is
# always better has stayed. Only "rounding error", with no word on where: half of the first point.
