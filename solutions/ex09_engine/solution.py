# %% [markdown]
# # An engine from an empty file
#
# You have built every part of the engine once, one at a time and with much of it given. Now you
# write the whole of it yourself: the class `Value` with its operators and `backward`, softmax and
# its loss, the network, and the loop that trains it. Nothing is given but the names.
#
# Expected time: 180 to 360 minutes, best in several sittings.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - design an engine: decide what a node remembers and where the backward rules stand;
# - write it from nothing, in an order in which every step can be tested;
# - meet an interface that somebody else has fixed;
# - show that your engine is right, with evidence that convinces another person.

# %% [markdown]
# ## How to work
#
# There are four empty cells, for the engine, for softmax, for the network and for training. Write
# in them what you like, and add cells of your own where you want. There are no stubs: an empty cell
# holds one line, `# YOUR CODE HERE`, and you write your own code in its place. What counts are the
# names in the tables below, and what happens when they are used. `Value`, `Neuron`, `Layer` and
# `MLP` are classes, and what stands in the tables as `a.backward()` or `a + b` is a method of the
# class. How the class works inside is up to you.
#
# After each cell stand the examples for it. An example runs as soon as the names that it needs
# exist. Before that it prints `not attempted` and the first name that is missing. Expected
# results stand as comments in the examples.
#
# The standard library is enough: `math` and `random` have what you need. Do not use PyTorch or
# NumPy here; the engine is what you are building. You may look at your earlier exercises, and you
# may copy from your own work. You learn more when you close them and write from memory.

# %% [markdown]
# ## Every part is optional
#
# Each part is judged on its own, with your other parts as they are. In the earlier exercises, much
# of what a stub needed was given. Here nothing is given, so a part that needs another one needs it
# to work. A neuron, for instance, is made of sums, products and `tanh`, and with a wrong product it
# is wrong as well. That is why the order of work below begins with what everything else stands on.
#
# A part whose name does not exist counts as not attempted. It gets no points and takes none from
# other parts. You may stop after any step and hand in what you have.
#
# Hand in a file that runs from top to bottom. When a cell stops with an error, what follows in
# this cell is missing: with one wrong line in the class, there is no class.

# %% [markdown]
# ## The engine
#
# In this table, a and b are Values and k is a number (int or float). The last column names what a
# part needs, besides `Value` itself and what it is made of in your code. `Value` has to be a class,
# with its operators as methods (a function that makes objects of other classes will not do): the
# checks and the examples look for the methods in it, such as `Value.__add__` for `a + b` and
# `Value.tanh` for `a.tanh()`.
#
# | part | what it must offer | needs |
# |---|---|---|
# | `Value(k)` | a leaf: `data` is k, `grad` is 0.0 | |
# | `a + b`, `a * b` | a new Value; a and b keep their data | |
# | `a.backward()` | sets `grad` of every node that a depends on; a.grad is 1.0 | `+`, `*` |
# | `k + a`, `a + k`, `k * a`, `a * k` | a new Value, with the number on either side | |
# | `-a`, `a - b`, `a - k`, `k - a` | a new Value | |
# | `a / b`, `a / k`, `k / a` | a new Value | |
# | `a ** k` | a new Value; see below for a Value as exponent | |
# | `a.exp()`, `a.log()` | a new Value; log is the natural logarithm | |
# | `a.tanh()`, `a.relu()` | a new Value; relu is a where a is above 0, else 0 | |
#
# All gradients are looked at after `backward`, so every part needs that too for full points.
#
# - A node that is used several times gets the sum of all its shares.
# - A chain of 3,000 nodes must work, forward and backward; the example below has 10,000. A function
#   that calls itself once for each node ends at about 1,000 nodes with a `RecursionError`.
# - `relu` has a kink at 0. There any slope from 0 to 1 is right.
# - For `a ** b` with a Value b as exponent, choose one of two ways: raise an exception, or return
#   the right result with the right gradients of both.

# %% [markdown]
# ## Softmax
#
# | part | what it must offer | needs |
# |---|---|---|
# | `softmax(logits)` | a list of Values: exp of each logit over the sum of all | `exp`, `/` |
# | `negative_log_likelihood(logits, index)` | a Value: −log of the probability at index | see below |
#
# `logits` is a list of Values and stays as it is. Both functions are right for any logits between
# −1000 and 1000. For the logits 1000 and −1000, the probabilities are 1 and 0, and the negative
# log-likelihood at index 1 is 2000.
#
# The formulas as they stand fail there: exp(1000) is too large for a float, and the log of a
# probability that has become 0 does not exist. The exercise on softmax shows both ways out: take
# the same number off all logits before exp, and write the −log of the fraction as a difference, so
# that the small probability is never computed. In this form the negative log-likelihood needs
# `exp`, `log`, sums and `-`.

# %% [markdown]
# ## The network
#
# | part | what it must offer | needs |
# |---|---|---|
# | `Neuron(inputs)` | called with a list: a Value, tanh(w·x + b) | `tanh` |
# | `Layer(inputs, outputs)` | called with a list: a list of Values, one a neuron | `Neuron` |
# | `MLP(inputs, sizes)` | called with a list: the outputs of the last layer | `Layer` |
# | `parameters()` | the list of all Values that training may change | |
# | `zero_grad()` | sets the gradient of every parameter to 0 | `parameters` |
#
# - All three classes have the two methods `parameters()` and `zero_grad()`.
# - The list of a call holds numbers or Values, and stays as it is. When it does not have `inputs`
#   items, the call raises a `ValueError`, and the part works afterwards as before.
# - `sizes` is a list with the number of neurons of each layer. An MLP with one output returns the
#   Value itself, and with several it returns the list.
# - `parameters()` gives the Values themselves, in this order: layer by layer, neuron by neuron,
#   the weights of a neuron in the order of its inputs, then its bias. So `MLP(3, [4, 4, 1])` has
#   41 parameters.
# - The parameters start at random numbers from −1 to 1.

# %% [markdown]
# ## Training
#
# | part | what it must offer | needs |
# |---|---|---|
# | `sum_squared_error(predictions, targets)` | a Value: sum of (prediction − target)² | `-`, `**` |
# | `train(model, rows, targets, steps, rate)` | a list of floats: the losses | all of it |
#
# `predictions` is a list of Values, `targets` a list of numbers, as long as `predictions`. In
# `train`, the model is an MLP with one output, and rows is a list of lists of numbers. Each step
# takes all rows, computes the loss (the sum of squared errors), and changes every parameter by
# −rate times its gradient. The list holds the loss of each step before its change, so its first
# item is the loss at the start. `train` is right also when the parameters have gradients other
# than 0 at the start. With 0 steps it changes nothing and returns an empty list. Rows, targets and
# predictions are the caller's: they stay as they are.

# %% [markdown]
# ## What you may rely on
#
# - Except for the logits, all numbers are of ordinary size: nothing overflows.
# - No divisor is 0. `log` gets numbers above 0. A negative base has a whole exponent, and a base
#   of 0 does not occur in powers.
# - Leaves may hold a gradient when `backward()` begins: of another graph that uses them, or of the
#   same one. Each call then either adds its gradients to those, or first sets the gradients of its
#   own graph to 0. Both are right. A graph with more than one operator is run a second time only
#   after all its gradients have been set to 0.
# - The checks read `data` and `grad`. They set the `data` of parameters, and sometimes a `grad`. No
#   other attribute is looked at. Call your own as you like. When a node has the attributes `operands` and `operator`
#   of the earlier exercises, `draw` from `autograder.notebook` can show your graphs.

# %% [markdown]
# ## An order that works
#
# 1. `Value` with `+` and `*`, forward only. Then `backward`, with a node that is used twice, and
#    then the long chain. Everything else stands on this, so test it well.
# 2. Numbers on either side, minus, powers, division. Much of it can be put together from what is
#    there.
# 3. `tanh`, `exp`, `log`, `relu`.
# 4. `Neuron`, `Layer`, `MLP`, with `parameters` and `zero_grad`.
# 5. `sum_squared_error` and `train`.
# 6. `softmax` and `negative_log_likelihood`. They stand alone, so they may also come earlier.
#
# Before you begin, decide what a node remembers. It has to know its operands, and what to do with
# its gradient when `backward` comes by. In the exercises this was a function that each operator
# made and stored in its node. There are other ways: one function for each operator, in a table;
# a class for each operator, derived from `Value`; or the local derivatives as numbers. And
# `backward` has to reach a node only when all its consumers have handed on their shares. There is
# more than one way for this, too.
#
# When a result is wrong, go back to the smallest expression that shows it, and compute its
# gradients by hand.

# %% [markdown]
# ## Write the engine here


# %% nbgrader={"grade": false, "grade_id": "engine", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
import math


class Value:
    """One number, and how fast it changes with each of its operands.

    The local derivatives are known as soon as the number is, so every operator computes both at
    once, and `backward` is the same few lines for all of them.

    data: the number. grad: the derivative of the output with respect to it. operands: the Values
    it was made from. slopes: the local derivative for each operand, a number. operator: text for
    people and drawings.
    """

    def __init__(self, data, operands=(), slopes=(), operator=""):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.slopes = slopes
        self.operator = operator

    def __repr__(self):
        return f"Value({self.data!r})"

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0), "+")

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0), "-")

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data), "*")

    def __truediv__(self, other):
        other = as_value(other)
        quotient = self.data / other.data
        slopes = (1.0 / other.data, -quotient / other.data)
        return Value(quotient, (self, other), slopes, "/")

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("the exponent is a number: a Value there would get no gradient")
        # x ** 0 is constant, and at x = 0 the power rule would divide by 0.
        slope = exponent * self.data ** (exponent - 1) if exponent != 0 else 0.0
        return Value(self.data**exponent, (self,), (slope,), f"**{exponent}")

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,), "neg")

    # A sum and a product do not depend on the order of the operands.
    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, number):
        return Value(number) - self

    def __rtruediv__(self, number):
        return Value(number) / self

    def exp(self):
        """Return e to the power self."""
        result = math.exp(self.data)
        return Value(result, (self,), (result,), "exp")

    def log(self):
        """Return the natural logarithm of self, which must be above 0."""
        return Value(math.log(self.data), (self,), (1.0 / self.data,), "log")

    def tanh(self):
        """Return the hyperbolic tangent of self."""
        result = math.tanh(self.data)
        return Value(result, (self,), (1.0 - result * result,), "tanh")

    def relu(self):
        """Return self where it is above 0, else 0. The slope at the kink is 0."""
        slope = 1.0 if self.data > 0 else 0.0
        return Value(max(self.data, 0.0), (self,), (slope,), "relu")

    def backward(self):
        """Put into `grad` the derivative of self with respect to every node that it depends on.

        A node hands its gradient on when the last of its consumers has added a share to it. So
        the consumers are counted first; no order has to be found, and nothing calls itself.
        All nodes begin at 0, except for the leaves: there, the results of several calls add up.
        """
        consumers = {self: 0}  # for each node: how many shares are still to come
        found = [self]
        for node in found:  # the list grows while it is read
            for operand in node.operands:
                if operand not in consumers:
                    consumers[operand] = 0
                    found.append(operand)
                    if operand.operands:
                        operand.grad = 0.0
                consumers[operand] += 1

        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            for operand, slope in zip(node.operands, node.slopes, strict=True):
                operand.grad += slope * node.grad
                consumers[operand] -= 1
                if consumers[operand] == 0:
                    ready.append(operand)


def as_value(x):
    """Return x when it is a Value, and a leaf that holds it when it is a number."""
    return x if isinstance(x, Value) else Value(x)


### END SOLUTION

# %% [markdown]
# ## Try the engine
#
# `run_example` gets an example and the names that it needs, the one that it is about first. It
# runs the example when all of them exist.


# %% nbgrader={"grade": false, "grade_id": "run-example", "locked": true, "schema_version": 3, "solution": false, "task": false}
def is_defined(name):
    """Tell whether a name exists here; it may be dotted once, such as Value.exp."""
    first, *attributes = name.split(".")
    return first in globals() and all(hasattr(globals()[first], a) for a in attributes)


def run_example(example, *names):
    """Run example when everything that it needs is there, else print the first missing name."""
    for name in names:
        if not is_defined(name):
            print("not attempted:", name)
            return None
    return example()


# %% [markdown]
# ### Sums and products, backward, and a node that is used twice


# %% nbgrader={"grade": false, "grade_id": "example-forward", "locked": true, "schema_version": 3, "solution": false, "task": false}
def forward_only():
    """Show sums and products, without backward."""
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    d = a * b + c
    print(d.data, d.grad, a.data)  # 4.0 0.0 2.0


run_example(forward_only, "Value", "Value.__add__", "Value.__mul__")


# %% nbgrader={"grade": false, "grade_id": "example-backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
def backward_once():
    """Show the gradients of L = (a * b + c) * f."""
    a, b, c, f = Value(2.0), Value(-3.0), Value(10.0), Value(-2.0)
    L = (a * b + c) * f
    L.backward()
    print(L.data, L.grad)  # -8.0 1.0
    print(a.grad, b.grad, c.grad, f.grad)  # 6.0 -4.0 -2.0 4.0


run_example(backward_once, "Value.backward", "Value.__add__", "Value.__mul__")


# %% nbgrader={"grade": false, "grade_id": "example-reuse", "locked": true, "schema_version": 3, "solution": false, "task": false}
def used_twice():
    """Show a + a, and a graph in which two paths lead to each leaf."""
    a = Value(3.0)
    (a + a).backward()
    print(a.grad)  # 2.0

    a, b = Value(-2.0), Value(3.0)
    f = (a * b) * (a + b)
    f.backward()
    print(f.data, a.grad, b.grad)  # -6.0 -3.0 -8.0


run_example(used_twice, "Value.backward", "Value.__add__", "Value.__mul__")


# %% nbgrader={"grade": false, "grade_id": "example-chain", "locked": true, "schema_version": 3, "solution": false, "task": false}
def long_chain():
    """Show a chain of 10,000 sums."""
    a = Value(1.0)
    total = a
    for _ in range(10_000):
        total = total + a
    try:
        total.backward()
    except RecursionError as error:
        print("RecursionError:", error)
    else:
        print(total.data, a.grad)  # 10001.0 10001.0


run_example(long_chain, "Value.backward", "Value.__add__")

# %% [markdown]
# ### The other operators


# %% nbgrader={"grade": false, "grade_id": "example-numbers", "locked": true, "schema_version": 3, "solution": false, "task": false}
def number_on_either_side():
    """Show sums and products with a number on the left and on the right."""
    a = Value(2.0)
    b = (3 + a) * 2 + 4 * (a + 1)
    b.backward()
    print(b.data, a.grad)  # 22.0 6.0


run_example(number_on_either_side, "Value.__radd__", "Value.__rmul__", "Value.backward")


# %% nbgrader={"grade": false, "grade_id": "example-minus", "locked": true, "schema_version": 3, "solution": false, "task": false}
def minus():
    """Show a - b, 10 - a, a - 1 and -a."""
    a, b = Value(5.0), Value(3.0)
    for c in (a - b, 10 - a, a - 1, -a):
        print(c.data, end="  ")  # 2.0  5.0  4.0  -5.0
    print()

    a, b = Value(5.0), Value(3.0)
    ((a - b) * b - a).backward()
    print(a.grad, b.grad)  # 2.0 -1.0


run_example(minus, "Value.__sub__", "Value.__rsub__", "Value.__neg__", "Value.backward")


# %% nbgrader={"grade": false, "grade_id": "example-division", "locked": true, "schema_version": 3, "solution": false, "task": false}
def division():
    """Show a / b and 8 / a."""
    a, b = Value(6.0), Value(4.0)
    c = a / b
    c.backward()
    print(c.data, a.grad, b.grad)  # 1.5 0.25 -0.375

    a = Value(4.0)
    c = 8 / a
    c.backward()
    print(c.data, a.grad)  # 2.0 -0.5


run_example(division, "Value.__truediv__", "Value.__rtruediv__", "Value.backward")


# %% nbgrader={"grade": false, "grade_id": "example-powers", "locked": true, "schema_version": 3, "solution": false, "task": false}
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


run_example(powers, "Value.__pow__", "Value.backward")

# %% [markdown]
# The next example shows the functions of one operand. The gradient of `exp` is its own result.
# For `tanh`, it is 1 minus the square of the result.


# %% nbgrader={"grade": false, "grade_id": "example-functions", "locked": true, "schema_version": 3, "solution": false, "task": false}
def show_function(name, number):
    """Print the result and the gradient of one method of Value."""
    a = Value(number)
    b = getattr(a, name)()
    b.backward()
    print(f"{name}({number}): {b.data:.12f} gradient {a.grad:.12f}")


run_example(lambda: show_function("exp", 1.0), "Value.exp", "Value.backward")
# exp(1.0): 2.718281828459 gradient 2.718281828459
run_example(lambda: show_function("log", 4.0), "Value.log", "Value.backward")
# log(4.0): 1.386294361120 gradient 0.250000000000
run_example(lambda: show_function("tanh", 0.5), "Value.tanh", "Value.backward")
# tanh(0.5): 0.462117157260 gradient 0.786447732966
run_example(lambda: show_function("relu", 2.0), "Value.relu", "Value.backward")
# relu(2.0): 2.000000000000 gradient 1.000000000000
run_example(lambda: show_function("relu", -2.0), "Value.relu", "Value.backward")
# relu(-2.0): 0.000000000000 gradient 0.000000000000

# %% [markdown]
# ### Everything at once, against nudges
#
# The last example for the engine needs no expected numbers. It computes an expression with every
# operator, takes the gradients from `backward`, and compares them with central differences: each
# input is nudged by 0.00001 up and down, and the change of the output is divided by 0.00002. You
# can write more examples of this kind, with expressions of your own.


# %% nbgrader={"grade": false, "grade_id": "example-nudges", "locked": true, "schema_version": 3, "solution": false, "task": false}
def every_operator(a, b):
    """Return an expression of two Values in which every operator occurs."""
    c = (a * b + 3) / (1 + b**2) - 2 / a
    d = (c.tanh() - a).exp() + (c * c + 0.5).log() * b.relu()
    return 2 * d - c / 3 + (1 - d) * -a


def against_nudges():
    """Compare the gradients of every_operator with central differences."""
    for x, y in ((1.5, 0.75), (-2.0, 1.25), (0.5, -1.5)):
        a, b = Value(x), Value(y)
        every_operator(a, b).backward()
        step = 0.00001
        up, down = every_operator(Value(x + step), b), every_operator(Value(x - step), b)
        slope_a = (up.data - down.data) / (2 * step)
        up, down = every_operator(a, Value(y + step)), every_operator(a, Value(y - step))
        slope_b = (up.data - down.data) / (2 * step)
        print(f"a: backward {a.grad:12.6f} nudges {slope_a:12.6f}", end="   ")
        print(f"b: backward {b.grad:12.6f} nudges {slope_b:12.6f}")


OPERATORS = ("add", "mul", "radd", "rmul", "neg", "sub", "rsub", "truediv", "rtruediv", "pow")
NAMES_OF_ALL = [f"Value.__{name}__" for name in OPERATORS]
NAMES_OF_ALL += ["Value.exp", "Value.log", "Value.tanh", "Value.relu", "Value.backward"]
run_example(against_nudges, *NAMES_OF_ALL)

# %% [markdown]
# ## Write softmax here

# %% nbgrader={"grade": false, "grade_id": "softmax", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION


def less_largest(logits):
    """Return the logits less the largest one: the same softmax, and no exp that overflows.

    What is taken off is a number and no node. Its gradient would be 0, as it changes no result.
    """
    largest = max(logit.data for logit in logits)
    return [logit - largest for logit in logits]


def softmax(logits):
    """Return a probability for each logit; they sum up to 1."""
    powers = [logit.exp() for logit in less_largest(logits)]
    total = sum(powers)
    return [power / total for power in powers]


def negative_log_likelihood(logits, index):
    """Return -log(softmax(logits)[index]), without the probability, which may round to 0."""
    shifted = less_largest(logits)
    return sum(logit.exp() for logit in shifted).log() - shifted[index]


### END SOLUTION

# %% [markdown]
# ## Try softmax


# %% nbgrader={"grade": false, "grade_id": "example-softmax", "locked": true, "schema_version": 3, "solution": false, "task": false}
def probabilities():
    """Show the probabilities of four logits, and those of two very large ones."""
    logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    print(*(f"{p.data:.6f}" for p in softmax(logits)))  # 0.041773 0.839025 0.005653 0.113550
    print(*(p.data for p in softmax([Value(1000.0), Value(1000.0)])))  # 0.5 0.5


run_example(probabilities, "softmax", "Value")


# %% nbgrader={"grade": false, "grade_id": "example-loss-of-logits", "locked": true, "schema_version": 3, "solution": false, "task": false}
def loss_of_logits():
    """Show the gradients of the negative log-likelihood, and a very large one."""
    logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    nll = negative_log_likelihood(logits, 3)
    nll.backward()
    print(f"{nll.data:.9f}:", *(f"{logit.grad:.9f}" for logit in logits))
    # 2.175515363: 0.041772571 0.839024507 0.005653303 -0.886450381
    print(negative_log_likelihood([Value(1000.0), Value(-1000.0)], 1).data)  # 2000.0


run_example(loss_of_logits, "negative_log_likelihood", "Value.backward")

# %% [markdown]
# ## Write the network here

# %% nbgrader={"grade": false, "grade_id": "network", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION
import random
from itertools import pairwise


def weighted_sum(weights, inputs, bias):
    """Return w·x + b as a single node; from + and * it would take two nodes for each input."""
    if len(inputs) != len(weights):
        raise ValueError(f"{len(weights)} inputs are expected, and there are {len(inputs)}")
    inputs = [as_value(x) for x in inputs]
    data = bias.data + sum(w.data * x.data for w, x in zip(weights, inputs, strict=True))
    slopes = (*(x.data for x in inputs), *(w.data for w in weights), 1.0)
    return Value(data, (*weights, *inputs, bias), slopes, "w·x + b")


class Module:
    """A part of a network: it lists its parameters, and sets their gradients to 0."""

    def parameters(self):
        """Return the parameters of all smaller parts, in their order."""
        return [parameter for part in self.parts for parameter in part.parameters()]

    def zero_grad(self):
        """Set the gradient of every parameter to 0."""
        for parameter in self.parameters():
            parameter.grad = 0.0


class Neuron(Module):
    """tanh(w·x + b)."""

    def __init__(self, inputs):
        # Starting numbers are no secret, so a plain generator will do (S311).
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, inputs):
        return weighted_sum(self.weights, inputs, self.bias).tanh()

    def parameters(self):
        """Return the weights, then the bias."""
        return [*self.weights, self.bias]


class Layer(Module):
    """Several neurons with the same inputs."""

    def __init__(self, inputs, outputs):
        self.parts = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, inputs):
        return [neuron(inputs) for neuron in self.parts]


class MLP(Module):
    """Several layers, each of which takes the outputs of the one before."""

    def __init__(self, inputs, sizes):
        self.parts = [Layer(before, after) for before, after in pairwise([inputs, *sizes])]

    def __call__(self, inputs):
        for layer in self.parts:
            inputs = layer(inputs)
        return inputs[0] if len(inputs) == 1 else inputs


### END SOLUTION

# %% [markdown]
# ## Try the network
#
# Your random numbers are not known to the examples, so they set the parameters: `set_parameters`
# writes a list of numbers into the `data` of `parameters()`, in order.


# %% nbgrader={"grade": false, "grade_id": "example-neuron", "locked": true, "schema_version": 3, "solution": false, "task": false}
def set_parameters(part, numbers):
    """Write numbers into the parameters of a neuron, a layer or a network."""
    for node, number in zip(part.parameters(), numbers, strict=True):
        node.data = number


def lecture_neuron():
    """Show the neuron of the lecture: its output, and the gradients of inputs and parameters."""
    neuron = Neuron(2)
    set_parameters(neuron, [-3.0, 1.0, 6.8813735870195432])
    x1, x2 = Value(2.0), Value(0.0)
    output = neuron([x1, x2])
    output.backward()
    print(f"{output.data:.12f}: x {x1.grad:.12f} {x2.grad:.12f}")
    # 0.707106781187: x -1.500000000000 0.500000000000
    print(*(f"{node.grad:.12f}" for node in neuron.parameters()))
    # 1.000000000000 0.000000000000 0.500000000000
    try:
        neuron([1.0, 2.0, 3.0])
        print("three inputs for two weights were accepted")
    except ValueError as error:
        print("ValueError:", error)  # this line is right; the words of the error are yours


run_example(lecture_neuron, "Neuron", "Neuron.parameters", "Value.backward")


# %% nbgrader={"grade": false, "grade_id": "example-layer", "locked": true, "schema_version": 3, "solution": false, "task": false}
def layer_of_three():
    """Show a layer of three neurons with two inputs each."""
    layer = Layer(2, 3)
    set_parameters(layer, [0.5, -0.5, 0.0, 1.0, 1.0, -1.0, 0.25, 0.5, 0.75])
    print(*(f"{output.data:.6f}" for output in layer([1.0, 2.0])))
    # -0.462117 0.964028 0.964028


run_example(layer_of_three, "Layer", "Layer.parameters")


# %% nbgrader={"grade": false, "grade_id": "example-mlp", "locked": true, "schema_version": 3, "solution": false, "task": false}
def start_numbers(part):
    """Return as many numbers from -1 to 1 as the part has parameters."""
    return [(7 * i % 11 - 5) / 5 for i in range(len(part.parameters()))]


def whole_network():
    """Show the number of parameters, one output and several, and zero_grad."""
    network = MLP(3, [4, 4, 1])
    numbers = start_numbers(network)
    set_parameters(network, numbers)
    output = network([2.0, 3.0, -1.0])
    print(len(numbers), f"{output.data:.12f}")  # 41 0.715271470596
    print(len(MLP(2, [3, 2])([1.0, 0.5])))  # 2: with several outputs, a list

    output.backward()
    print(f"{sum(node.grad for node in network.parameters()):.12f}")  # -2.114690499697
    network.zero_grad()
    print(any(node.grad for node in network.parameters()))  # False


run_example(whole_network, "MLP", "MLP.parameters", "MLP.zero_grad", "Value.backward")

# %% [markdown]
# ## Write training here

# %% nbgrader={"grade": false, "grade_id": "training", "locked": false, "schema_version": 3, "solution": true, "task": false}
### BEGIN SOLUTION


def sum_squared_error(predictions, targets):
    """Return the sum of (prediction - target) ** 2, a Value."""
    pairs = zip(predictions, targets, strict=True)
    return sum(((prediction - target) ** 2 for prediction, target in pairs), start=Value(0.0))


def train(model, rows, targets, steps, rate):
    """Train the model in place, on all rows at each step, and return the loss before each step."""
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        losses.append(loss.data)
        model.zero_grad()  # backward adds to what is there
        loss.backward()
        for parameter in model.parameters():
            parameter.data -= rate * parameter.grad
    return losses


### END SOLUTION

# %% [markdown]
# ## Try training


# %% nbgrader={"grade": false, "grade_id": "example-error", "locked": true, "schema_version": 3, "solution": false, "task": false}
def error_of_two():
    """Show the sum of two squared errors, and its gradients."""
    predictions = [Value(0.5), Value(-1.0)]
    error = sum_squared_error(predictions, [1.0, 1.0])
    error.backward()
    print(error.data, *(p.grad for p in predictions))  # 4.25 -1.0 -4.0


run_example(error_of_two, "sum_squared_error", "Value.backward")

# %% [markdown]
# The four rows and targets are those of the course. From the same start, every right engine finds
# the same losses, but for rounding.


# %% nbgrader={"grade": false, "grade_id": "example-train", "locked": true, "schema_version": 3, "solution": false, "task": false}
def train_on_four_rows():
    """Show some losses of 50 steps, and the predictions after them."""
    rows = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    network = MLP(3, [4, 4, 1])
    set_parameters(network, start_numbers(network))
    losses = train(network, rows, [1.0, -1.0, -1.0, 1.0], 50, 0.05)
    print(len(losses), *(f"{losses[step]:.6f}" for step in (0, 1, 2, 49)))
    # 50 6.920219 5.542848 2.413274 0.011729
    print(*(f"{network(row).data:.3f}" for row in rows))  # 0.951 -0.971 -0.932 0.940


run_example(train_on_four_rows, "train", "MLP", "MLP.parameters")

# %% [markdown]
# ## Question: a choice of your own
#
# Name one thing in your engine that you designed in another way than the exercises did: what a
# node remembers, where the backward rules stand, how the order is found, what the network is made
# of. Say what the two ways have in common, what yours makes easier, and what it makes harder. If
# you kept to the exercises everywhere, describe a way that you did not take, and why. About five
# sentences.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-design", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** In the exercises, every operator makes a function that reads the operands'
# data when `backward` runs. In my engine, a node keeps its local derivatives as numbers, computed
# in the forward pass. Both multiply the upstream gradient by a local derivative and add the result.
# Mine has one backward rule for all operators, an operator is one line, and the gradients stay
# right when a parameter's data is changed between forward and backward. It computes local
# derivatives also when nobody asks for gradients, and a slope that does not exist, such as that of
# a square root at 0, fails already in the forward pass.
#
# **Points.** 1 point: a real difference (or a real alternative), described so that the reader could
# build it. 1 point: what both ways have in common, that is, what any engine must do. 1 point: an
# advantage with its reason. 1 point: a price with its reason. A choice need not be better than the
# one of the exercises to get all points.
#
# **Often seen.** Other names for the same thing ("I call it children"): no point for the
# difference. "It is faster" without a measurement: half a point for the advantage. "No
# disadvantages": ask which expression, which size, or which reader would suffer; no point for the
# price. Students who kept to the exercises and describe a table of operators, a class for each
# operator, or counting consumers in place of sorting can get all points.

# %% [markdown]
# ## Question: convince a colleague
#
# A colleague wants to use your engine and does not believe that its `backward` is right. Which
# evidence do you show, and in which order? For each piece of it, say which mistake it would reveal
# and which one it would not. Five to eight sentences.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-evidence", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** First, each operator alone, with gradients computed by hand: this reveals a
# wrong local derivative, and says where it is; it shows nothing about how operators work together.
# Second, graphs in which a node is used more than once and paths have unequal lengths (`a + a`, a
# diamond): they reveal `=` in place of `+=` and a wrong order, which no chain can. Third, many
# random expressions against central differences: they reveal mistakes that I did not think of, but
# only down to the error of the difference, about six digits, and not at kinks. The forward pass may
# be wrong as well, and a nudge agrees with a wrong forward pass; so, fourth, another engine, such
# as PyTorch in float64: it shares none of my code and agrees to twelve digits. Last, a network that
# learns shows only that the parts fit together: with gradients that are half as large, or that were
# never zeroed, the loss still goes down.
#
# **Points.** 1 point: an independent source of the right gradient (by hand, by nudging, another
# engine). 1 point: reuse and order are tested on purpose. 1 point: for two pieces of evidence, what
# they would not reveal. 1 point: a sensible order, from small to large, or the remark that nothing
# of this is a proof, with what is left open.
#
# **Often seen.** "The loss goes down": no point by itself; the lecture's loop without zero-grad is
# the counterexample. "The examples all print the right numbers": half of the first point, as they
# were made by others and are few. Nudging alone, with nothing it would miss: first point only.

# %% [markdown]
# ## Extensions
#
# These are optional and are not graded.
#
# - Measure your engine: how many nodes does it build and run backward in one second? Find the
#   slowest line, and make it faster without making it harder to read.
# - Let a Value stand in the exponent, with both gradients.
# - Compute a second derivative. What would `grad` have to be, so that you can run it backward?
# - Train your MLP on the two moons of the exercise on training.
