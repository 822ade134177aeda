# %% [markdown]
# # Operators
#
# Your engine adds, multiplies, squashes with `tanh`, and runs backward. In this exercise you give
# it the rest of ordinary arithmetic: numbers on the left, minus, division, powers and `exp`. At
# the end you rebuild `tanh` from these parts and look at what becomes of the gradients.
#
# Expected time: 60 to 90 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - say why `a * 2` works while `2 * a` fails, and make both work;
# - build subtraction and division from operators that you already have;
# - write the local derivative of a constant power and of `exp`;
# - explain why a gradient is added to, and never overwritten;
# - say what changes, and what does not, when many small operators take the place of a big one.

# %% [markdown]
# ## How to work
#
# All nine stubs are methods of the class `Value` below. In each one, replace the two lines
# `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code.
#
# A good order is: `__radd__` and `__rmul__`; `__neg__`, `__sub__` and `__rsub__`; `__pow__`; then
# `__truediv__` and `__rtruediv__`, which can use it; last `exp`. Run the class cell again after
# each change, and the cells after it. An example whose stub is still empty prints
# `not attempted` and the name of the stub.
#
# The checks stay inside the domain of every operator: nothing divides by zero or overflows, and a
# negative base has whole exponents.

# %% [markdown]
# ## What is given
#
# What your engine does already stands in `given.py`, beside this notebook or file: a class `Value`
# with `+`, `*`, `tanh` and `backward()`. It is imported as `GivenValue`. Your class, `Value`, is
# built on it and has all of its methods. Each node has these attributes: `data`, `grad`,
# `operands`, `operator`, `label`, and `_backward`, its backward rule. The given operators take a
# number on the right as well, and make every node with the class of their left operand, so your
# graphs consist of nodes of your class.
#
# A short reminder. When `c` is made from `a`, the *local derivative* says how fast `c` changes with
# `a`. The *upstream gradient* says how fast the output, the last node of the graph, changes with
# `c`: that is `c.grad`. The product of the two is what `c` hands on to `a`.

# %% [markdown]
# ## A backward rule, with the sine as an example
#
# The sine is no part of this exercise, and shows how an operator with a rule of its own is
# written. The derivative of sin x is cos x.
#
# ```python
# def sine(x):
#     out = Value(math.sin(x.data), (x,), "sin")
#
#     def _backward():
#         x.grad += math.cos(x.data) * out.grad
#
#     out._backward = _backward
#     return out
# ```
#
# The rule is a function without arguments inside the operator, and may use the variables around
# it: operands and result. It multiplies the local derivative by the upstream gradient, `out.grad`,
# and adds the product to the gradient of the operand. The operator stores the function, without
# calling it, and `backward()` calls it later.

# %% [markdown]
# ## Python asks the left operand first
#
# For `a * 2`, Python calls `a.__mul__(2)`. The given method wraps the number in a `Value` and goes
# on. For `2 * a`, Python asks the left operand again, and this time that is an `int`. An `int`
# knows nothing about your class, so it returns the special value `NotImplemented`. Now Python
# gives the right operand a chance and calls `a.__rmul__(2)`. When the class has no such method,
# the answer is `TypeError: unsupported operand type(s) for *: 'int' and 'Value'`.
#
# `__rmul__` is called the *reflected* method of `__mul__`. Inside it, `self` is the operand on the
# right, and `other` is the number on the left. For `+` and `*` the order makes no difference to
# the result. For `-` and `/` it does: `a.__rsub__(10)` has to return `10 - a`.
#
# `NotImplemented`, which a method returns, is not `NotImplementedError`, which your stubs raise.

# %% [markdown]
# ## Minus and division need no rule of their own
#
# The negative of `a` is `a` times −1. A difference is a sum with a negative: `a - b` is
# `a + (-b)`. A quotient is a product with a power: `a / b` is `a` times `b` to the power −1.
# Written this way, the new operators contain no derivative at all: `+`, `*` and `**` already know
# theirs, and the chain rule puts them together. The price is a few more nodes in the graph. You
# may also give an operator a node and a backward rule of its own; both are right.

# %% [markdown]
# ## A power with a constant exponent
#
# For a constant `k`, the derivative of `x ** k` with respect to `x` is `k * x ** (k - 1)`. The
# exponent is a number and no operand: it is not in the graph and gets no gradient.
#
# So `__pow__` refuses a `Value` as exponent. Any exception will do for the checks. A `TypeError`
# says best what is wrong. It is also safer than an `assert`: when Python is started with the option
# `-O`, as in `python -O program.py`, it leaves out every `assert`.
#
# One special case to think about: `x ** 0` is 1 for every `x`, so its derivative is 0. The power
# rule says `0 * x ** -1`, which divides by zero when `x` is 0. The checks leave that point out.
#
# A negative base goes with whole exponents only: for `(-8.0) ** 0.5`, Python returns a complex
# number. The engine has no use for those, and nothing here asks you to handle them.

# %% [markdown]
# ## The rule of exp
#
# The derivative of e to the power x is e to the power x. A backward rule may use anything that
# the forward pass leaves behind: the data of the operands, and the data of the node that it has
# made.

# %% [markdown]
# ## Add to a gradient, never overwrite it
#
# A node that is used twice gets a share of its gradient from each use, and the shares add up. The
# backward rules run one after the other, and none knows whether another one has been there
# before. That is why each of them says `+=`. With `=`, the last rule wins and the other shares are
# lost. Nothing fails, and every graph that uses each node once still comes out right, so this
# mistake is easy to miss.

# %%
import math

from given import Value as GivenValue


class Value(GivenValue):
    """One number in a graph, with the given methods and the rest of ordinary arithmetic."""

    def __radd__(self, other):
        """Return other + self. Python calls this for `3 + a`.

        Operands: other, a number (int, float or bool) on the left; self, on the right.
        Result: a new Value. Its local derivative with respect to self is 1.
        Errors: none of its own.
        Example: with a = Value(2.0), (3 + a).data is 5.0, and backward gives a.grad = 1.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __rmul__(self, other):
        """Return other * self. Python calls this for `3 * a`.

        Operands: other, a number (int, float or bool) on the left; self, on the right.
        Result: a new Value. Its local derivative with respect to self is other.
        Errors: none of its own.
        Example: with a = Value(2.0), (3 * a).data is 6.0, and backward gives a.grad = 3.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __neg__(self):
        """Return -self.

        Operands: self.
        Result: a new Value. Its local derivative with respect to self is -1.
        Errors: none.
        Example: with a = Value(2.0), (-a).data is -2.0, and backward gives a.grad = -1.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __sub__(self, other):
        """Return self - other.

        Operands: self; other, a Value or a number (int, float or bool).
        Result: a new Value. Its local derivatives are 1 for self and -1 for other.
        Errors: none of its own.
        Example: with a = Value(5.0) and b = Value(3.0), (a - b).data is 2.0, and backward gives
        a.grad = 1.0 and b.grad = -1.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __rsub__(self, other):
        """Return other - self. Python calls this for `10 - a`.

        Operands: other, a number (int, float or bool) on the left; self, on the right.
        Result: a new Value. Its local derivative with respect to self is -1.
        Errors: none of its own.
        Example: with a = Value(4.0), (10 - a).data is 6.0, and backward gives a.grad = -1.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __truediv__(self, other):
        """Return self / other.

        Operands: self; other, a Value or a number (int, float or bool).
        Result: a new Value. Its local derivatives are 1 / other for self and
        -self / other ** 2 for other.
        Errors: ZeroDivisionError when other is 0.
        Example: with a = Value(6.0) and b = Value(4.0), (a / b).data is 1.5, and backward gives
        a.grad = 0.25 and b.grad = -0.375.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __rtruediv__(self, other):
        """Return other / self. Python calls this for `8 / a`.

        Operands: other, a number (int, float or bool) on the left; self, on the right.
        Result: a new Value. Its local derivative with respect to self is -other / self ** 2.
        Errors: ZeroDivisionError when self is 0.
        Example: with a = Value(4.0), (8 / a).data is 2.0, and backward gives a.grad = -0.5.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __pow__(self, other):
        """Return self ** other, where the exponent other is a constant.

        Operands: self; other, a number (int, float or bool), which is no node of the graph.
        Result: a new Value. Its local derivative with respect to self is
        other * self ** (other - 1).
        Errors: an exception, best a TypeError, when other is a Value (unless you do the
        extension at the end).
        Example: with a = Value(3.0), (a ** 2).data is 9.0, and backward gives a.grad = 6.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def exp(self):
        """Return e to the power self.

        Operands: self.
        Result: a new Value. Its local derivative with respect to self is the result's own data.
        Errors: OverflowError when self is above about 709.78 (math.exp raises it).
        Example: with a = Value(1.0), a.exp().data is 2.718281828459045, and so is a.grad after
        backward.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

# %% [markdown]
# ## Try each operator
#
# `run_example` runs one example. When the example reaches a stub that is still empty, it says
# which one.

# %%
def run_example(example):
    """Run example and return its result, or name the stub that it needs when that one is empty."""
    try:
        return example()
    except NotImplementedError as error:
        step = error.__traceback__
        while step.tb_next is not None:
            step = step.tb_next
        print("not attempted:", step.tb_frame.f_code.co_qualname)

# %% [markdown]
# ### A number on the left

# %%
def number_plus_value():
    """Show 3 + a."""
    a = Value(2.0)
    b = 3 + a
    b.backward()
    print("3 + a:", b.data, "gradient", a.grad)  # 5.0 gradient 1.0


run_example(number_plus_value)

# %%
def number_times_value():
    """Show 3 * a."""
    a = Value(2.0)
    b = 3 * a
    b.backward()
    print("3 * a:", b.data, "gradient", a.grad)  # 6.0 gradient 3.0


run_example(number_times_value)

# %% [markdown]
# ### Minus

# %%
def negative():
    """Show -a."""
    a = Value(2.0)
    b = -a
    b.backward()
    print("-a:", b.data, "gradient", a.grad)  # -2.0 gradient -1.0


run_example(negative)

# %%
def difference():
    """Show a - b."""
    a, b = Value(5.0), Value(3.0)
    c = a - b
    c.backward()
    print("a - b:", c.data, "gradients", a.grad, b.grad)  # 2.0 gradients 1.0 -1.0


run_example(difference)

# %%
def number_minus_value():
    """Show 10 - a, with a number on the left of a minus."""
    a = Value(4.0)
    b = 10 - a
    b.backward()
    print("10 - a:", b.data, "gradient", a.grad)  # 6.0 gradient -1.0


run_example(number_minus_value)

# %% [markdown]
# ### Powers and division

# %%
def powers():
    """Show whole, negative and fractional exponents, and a negative base."""
    for base, exponent in ((3.0, 2), (-2.0, 3), (2.0, -1), (4.0, -0.5)):
        a = Value(base)
        b = a**exponent
        b.backward()
        print(f"({base}) ** {exponent}:", b.data, "gradient", a.grad)
    # (3.0) ** 2: 9.0 gradient 6.0
    # (-2.0) ** 3: -8.0 gradient 12.0
    # (2.0) ** -1: 0.5 gradient -0.25
    # (4.0) ** -0.5: 0.5 gradient -0.0625


run_example(powers)

# %%
def quotient():
    """Show a / b."""
    a, b = Value(6.0), Value(4.0)
    c = a / b
    c.backward()
    print("a / b:", c.data, "gradients", a.grad, b.grad)  # 1.5 gradients 0.25 -0.375


run_example(quotient)

# %%
def number_over_value():
    """Show 8 / a."""
    a = Value(4.0)
    b = 8 / a
    b.backward()
    print("8 / a:", b.data, "gradient", a.grad)  # 2.0 gradient -0.5


run_example(number_over_value)

# %% [markdown]
# ## Question: a Value as exponent
#
# Why does `__pow__` refuse a `Value` as exponent? Suppose that it took the number out of such an
# exponent, and went on with the power rule. Say what would be right then, what would be wrong, and
# how anybody would notice.

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ### exp, and a node that is used twice
#
# In `b`, the node `a` is used twice: once by `exp` and once by `+`. Its gradient is the sum of
# both shares, e + 1. A rule that overwrites gives e or 1.

# %%
def exponential():
    """Show exp(a), and exp(a) + a."""
    a = Value(1.0)
    b = a.exp()
    b.backward()
    print("exp(a):", b.data, "gradient", a.grad)
    # exp(a): 2.718281828459045 gradient 2.718281828459045

    a = Value(1.0)
    b = a.exp() + a
    b.backward()
    print("exp(a) + a:", b.data, "gradient", a.grad)
    # exp(a) + a: 3.718281828459045 gradient 3.718281828459045


run_example(exponential)

# %% [markdown]
# ## Question: exp and its own output
#
# The rule of `exp` may read `out.data`, or call `math.exp(self.data)` once more. Why is the first
# one right at all? What speaks for it? And what does it ask of the memory, from the forward pass
# until the rule has run?

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## tanh taken apart
#
# The given `tanh` is one node with one rule. Did that node do the hard part for you? To find out,
# put `tanh` together from smaller operators. There are two ways that need nothing new.
#
# 1. With e = exp(2n): tanh(n) = (e − 1) / (e + 1).
# 2. With the sigmoid σ(x) = 1 / (1 + exp(−x)): tanh(n) = 2 σ(2n) − 1. The results of the sigmoid
#    lie between 0 and 1, so those of 2 σ − 1 lie between −1 and 1, as those of tanh do.
#
# The example below takes the neuron of the lecture that this course follows, o = tanh(n) with
# n = x1 · w1 + x2 · w2 + b. Its bias b is chosen so that o is 1/√2, about 0.7071, and all gradients
# are short numbers. The example builds this neuron three times, runs each one backward, and counts
# the nodes of each graph. Before you run it, predict two things: which gradients change, and how
# many nodes each graph has. What it prints stands after it this time, so that you can predict.
#
# In the first way, `e` is used twice, so this neuron also tests that you add to gradients.

# %%
def count_nodes(output):
    """Return the number of nodes in the graph that ends in output."""
    seen = set()
    waiting = [output]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            waiting.extend(node.operands)
    return len(seen)


def tanh_by_exponential(n):
    """Return tanh(n) as (e - 1) / (e + 1)."""
    e = (2 * n).exp()
    e.label = "e"
    return (e - 1) / (e + 1)


def tanh_by_sigmoid(n):
    """Return tanh(n) as twice a sigmoid, minus 1."""
    sigmoid = 1 / (1 + (-2 * n).exp())
    return 2 * sigmoid - 1


def one_neuron_three_ways():
    """Run the neuron of the lecture backward through three kinds of tanh."""
    for squash in (Value.tanh, tanh_by_exponential, tanh_by_sigmoid):
        x1, x2 = Value(2.0), Value(0.0)
        w1, w2 = Value(-3.0), Value(1.0)
        b = Value(6.8813735870195432)
        n = x1 * w1 + x2 * w2 + b
        o = squash(n)
        o.backward()
        print(f"{squash.__name__}: output {o.data:.12f}, {count_nodes(o)} nodes, gradients")
        print(f"  n {n.grad:.9f}  x1 {x1.grad:.9f}  w1 {w1.grad:.9f}")
        print(f"  x2 {x2.grad:.9f}  w2 {w2.grad:.9f}  b {b.grad:.9f}")


run_example(one_neuron_three_ways)

# %% [markdown]
# For each of the three ways, the example prints the output 0.707106781187 and the gradients
#
#     n 0.500000000  x1 -1.500000000  w1 1.000000000
#     x2 0.500000000  w2 0.000000000  b 0.500000000
#
# The graphs have 10, 18 and 21 nodes when minus and division are composed as described above. When
# your `-` or `/` makes a node of its own, your graphs have fewer nodes than 18 and 21. That is no
# mistake.
#
# The next cell draws the first way, as a picture in a notebook; in a plain Python file nothing
# appears. Look for `e`, the result of exp: two arrows leave it. Minus and division have turned into
# the parts that you made them of.

# %%
from autograder.notebook import draw


def tanh_drawn():
    """Run tanh by the exponential backward, and draw its graph."""
    n = Value(0.8813735870195432, label="n")
    o = tanh_by_exponential(n)
    o.label = "o"
    o.backward()
    print(f"tanh(n): {o.data:.9f}, gradient {n.grad:.9f}")
    # tanh(n): 0.707106781, gradient 0.500000000
    return draw(o)


run_example(tanh_drawn)

# %% [markdown]
# ## What the three graphs show
#
# Outputs and gradients agree. So whoever writes the engine may choose how big an operator is; all
# it needs is a forward rule and a local derivative.
#
# What does change is the number of nodes, and with it the time, and the rounding in the last
# digit. The range changes too. In the first way, exp(2n) overflows when n is above about 355. In
# the second, exp(−2n) overflows when n is below about −355. `math.tanh` returns 1 and −1 there.

# %% [markdown]
# ## Question: is it a coincidence?
#
# The graph with 10 nodes and those with 18 and 21 give the same gradients. Is that a coincidence,
# which other numbers could spoil? Say why, or why not. What is the gradient of a node in terms of
# the local derivatives in the graph?

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## Extension: a Value as exponent
#
# This part is optional. For `x ** y` with a `Value` on both sides, both are operands, and there
# are two local derivatives:
#
# - with respect to `x`, the power rule: y times x to the power (y − 1);
# - with respect to `y`: x to the power y, times the natural logarithm of x.
#
# The logarithm exists for x above 0 only, so that is the domain of this operator. Constant
# exponents have a wider one: `Value(-2.0) ** 3` has to work as before.
#
# When you write it, put `y` among the operands, add both gradients, and raise a `ValueError` that
# names the base when the base is not above 0. When you leave it out, `__pow__` refuses a `Value`
# with a `TypeError`.
