# %% [markdown]
# # Softmax
#
# A network that chooses between several answers gives a list of numbers, one for each answer. To
# train it, you need a *loss*: one number that gets smaller as the choices get better. In this
# exercise you write the usual one, the negative log-likelihood of a softmax. You see why its
# formula fails for large numbers, repair it, and compare your gradients with those of PyTorch.
#
# Expected time: 60 to 90 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - say what logits are, and turn them into probabilities with softmax;
# - add an operator to an engine without touching the class `Value`;
# - compute the negative log-likelihood and read its gradients;
# - say where overflow happens, and rewrite a formula so that it does not;
# - build a PyTorch tensor that keeps all the digits of your numbers, and say what a dtype is.

# %% [markdown]
# ## How to work
#
# There are six stubs, all of them functions: `log`, `softmax`, `negative_log_likelihood`,
# `stable_softmax`, `stable_negative_log_likelihood` and `torch_gradients`. In each one, replace
# the two lines `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code. Work from top
# to bottom. A function may call the ones above it. An example whose stub is still empty prints
# `not attempted` and the name of the stub. Three questions ask for an answer in words.
#
# The last part needs PyTorch, which `pip install torch` installs. Without it everything else
# works, and the cells of the last part say that they are left out.
#
# The checks give `log` numbers above 0 only. They use logits between −10 and 10, except for the
# two stable functions, which they also call with logits between −1000 and 1000. A list of logits
# has at least one entry, and an index is never negative and never past the end.

# %% [markdown]
# ## What is given
#
# The file `given.py`, beside this notebook or file, holds the class `Value` with everything that
# the earlier exercises built: `+`, `-`, `*` and `/` with Values and numbers on either side, `**`
# with a constant exponent, the methods `exp` and `tanh`, and `backward`. It has no logarithm. A
# Value is made as before: `Value(data, operands, operator, label)`, where all but `data` may be
# left out. The attribute `_backward` of a node is the function that adds the node's share to the
# gradients of its operands.

# %%
import math

from autograder.notebook import draw
from given import Value

# %% [markdown]
# `run_example` runs one example. When the example reaches a stub that is still empty, it says
# which one. `draw` shows a graph as a picture in a notebook.

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
# ## From logits to probabilities
#
# So far you have met single neurons. A *network* is a graph of many neurons, and a later exercise
# builds one. The weights and biases are leaves of the graph, and *training* changes them in small
# steps against their gradients, so that the loss goes down. Here you only need what comes out at
# the other end.
#
# Take a network that looks at a photo and says what is on it: a cat, a dog, a bird or a fish. Such
# a kind of answer is called a *class* (it has nothing to do with a Python class). The network
# gives one number for each class, for example
#
#     cat 0, dog 3, bird −2, fish 1
#
# These numbers are called *logits*. They are sums of products, so they can have any sign and any
# size. The largest one tells you what the network prefers, here the dog. It does not tell you how
# sure the network is. And picking the largest is of no use for training: when a weight changes a
# little, the choice mostly stays the same, so its derivative is 0.
#
# Probabilities do better. They are positive, they sum to 1, and they change smoothly with every
# weight. *Softmax* makes them in two steps:
#
# 1. Take e to the power of each logit. Every result is positive, and a larger logit gives a
#    larger result.
# 2. Divide each result by the sum of all of them. Now they sum to 1.
#
# For logits z0, z1, z2, z3, the probability of class k is therefore
#
#     p_k = exp(z_k) / (exp(z0) + exp(z1) + exp(z2) + exp(z3))
#
# The logits above give about 0.042, 0.839, 0.006 and 0.114. Every probability depends on every
# logit, because each logit is in the sum.

# %% [markdown]
# ## A loss for probabilities
#
# During training you know the right answer. Say that the photo shows a fish, which is class 3.
# The network gives it the probability 0.114, and training has to make that number larger.
#
# The probability that a model gives to what really happened is called the *likelihood*. A loss
# has to become smaller as the model gets better, so the usual loss is minus the logarithm of the
# likelihood, the *negative log-likelihood*:
#
# | likelihood p | loss −log(p) |
# |---|---|
# | 1 | 0 |
# | 0.5 | 0.693 |
# | 0.1 | 2.303 |
# | 0.01 | 4.605 |
# | 0.001 | 6.908 |
#
# (`log` is the natural logarithm, as in Python's `math.log`.) The table shows one reason for the
# logarithm: from 0.01 to 0.001 the probability changes by less than 0.01, and still the loss says
# clearly that the second model is worse. The other reason is that the likelihood of many examples
# is a product, and the logarithm of a product is a sum. A sum is easy to work with, while a
# product of thousands of probabilities is too small for a float.

# %% [markdown]
# ## An operator need not be a method
#
# For this loss the engine needs a logarithm. You could write it as a method of `Value`, as you did
# with `exp`. A function does the same. What makes an operator is the node that it returns:
#
# 1. its `data` is the result;
# 2. its `operands` are the nodes that went in, so that `backward` finds them;
# 3. its `_backward` adds local derivative × upstream gradient to the gradient of each operand.
#
# `backward` looks at nothing else. It does not ask which function made a node. So anybody can add
# an operator to an engine from outside, and you can do so even when you cannot change the class.
#
# The cell below shows that with the sine, whose derivative is the cosine. Read `sine` first, then
# write `log` in the same way. The derivative of log(x) is 1 / x. The logarithm exists for x above 0
# only. Elsewhere `math.log` raises a `ValueError`, and you need not add to that.

# %%
def sine(x):
    """Return the sine of the Value x."""
    out = Value(math.sin(x.data), (x,), "sin")

    def _backward():
        x.grad += math.cos(x.data) * out.grad

    out._backward = _backward
    return out


def log(x):
    """Return the natural logarithm of x.

    Operands: x, a Value above 0.
    Result: a new Value with x as its operand. Its local derivative with respect to x is 1 / x.
    Errors: ValueError when x is 0 or below (math.log raises it).
    Example: with a = Value(2.0), log(a).data is 0.6931471805599453, and backward gives
    a.grad = 0.5.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def logarithms():
    """Show log(a), log(exp(a)), and log(a) + a, which uses a twice."""
    a = Value(2.0)
    b = log(a)
    b.backward()
    print("log(a):", b.data, "gradient", a.grad)  # 0.6931471805599453 gradient 0.5

    a = Value(2.0)
    b = log(a.exp())
    b.backward()
    print("log(exp(a)):", b.data, "gradient", a.grad)  # 2.0 gradient 1.0

    a = Value(2.0)
    b = log(a) + a
    b.backward()
    print("log(a) + a:", b.data, "gradient", a.grad)  # 2.6931471805599454 gradient 1.5


run_example(logarithms)

# %% [markdown]
# ## Softmax and the loss in the engine
#
# `softmax` takes a list of Values and returns a list of Values of the same length. The two steps
# above are all there is to write: the method `exp`, a sum, and a division. No derivative appears,
# because every operator in it knows its own.
#
# For the sum of a list `values`, Python's `sum(values)` works with Values, too. It begins with the
# number 0 and adds one entry after the other, so its first step is `0 + values[0]`, a number on
# the left.
#
# `negative_log_likelihood` takes the logits and the index of the right class, and returns the
# loss as one Value. It can use `softmax` and `log`.

# %%
def softmax(logits):
    """Return the probabilities of the classes.

    Operands: logits, a list of Values, one for each class. The list stays as it is.
    Result: a list of new Values in the same order. Each is above 0, and they sum to 1.
    Errors: OverflowError when a logit is above about 709.78 (math.exp raises it).
    Example: the probabilities of [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)] are about
    0.041773, 0.839025, 0.005653 and 0.113550.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def negative_log_likelihood(logits, index):
    """Return minus the logarithm of the probability of the right class.

    Operands: logits, a list of Values, one for each class, which stays as it is; index, the place
    of the right class in the list, counted from 0.
    Result: a new Value, 0 or above. The logits get gradients from its backward.
    Errors: OverflowError when a logit is above about 709.78; ValueError when the probability is
    too small for a float.
    Example: for [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)] and index 3, the loss is about
    2.175515, and backward gives the logits the gradients 0.041773, 0.839025, 0.005653 and
    -0.886450.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def four_probabilities():
    """Show the probabilities of four classes, and their sum."""
    logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    probabilities = softmax(logits)
    for name, p in zip(("cat", "dog", "bird", "fish"), probabilities, strict=True):
        print(f"{name:5} {p.data:.12f}")
    # cat   0.041772570515
    # dog   0.839024507463
    # bird  0.005653302662
    # fish  0.113549619360
    print(f"sum   {sum(p.data for p in probabilities):.12f}")  # sum   1.000000000000


run_example(four_probabilities)

# %%
def loss_of_four_logits():
    """Show the loss when class 3 is right, and the gradients of the logits."""
    logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    loss = negative_log_likelihood(logits, 3)
    loss.backward()
    print(f"loss {loss.data:.12f}")  # loss 2.175515362617
    for logit in logits:
        print(f"gradient {logit.grad:.12f}")
    # gradient 0.041772570515
    # gradient 0.839024507463
    # gradient 0.005653302662
    # gradient -0.886450380640


run_example(loss_of_four_logits)

# %% [markdown]
# The next cell draws the graph for two logits, which is small enough to read. Find the node that
# your `log` has made. Then follow the two powers of e. Both are used in the sum, and that of the
# right class is used a second time, in the division, so its gradient is the sum of two shares. The
# leaf with the number 0 is there when you use Python's `sum`.

# %%
def graph_of_two_logits():
    """Draw the loss of two logits when the first class is right."""
    logits = [Value(1.0, label="z0"), Value(2.0, label="z1")]
    loss = negative_log_likelihood(logits, 0)
    loss.label = "loss"
    loss.backward()
    return draw(loss)


run_example(graph_of_two_logits)

# %% [markdown]
# ## Question: a logarithm with no operands
#
# Another student writes a `log` that returns a Value with the right `data` and nothing more: no
# operands, and no backward rule. With it, `negative_log_likelihood` gives the right loss,
# 2.1755, for the four logits above. What gradients do the four logits have after `backward`? Say
# why in terms of the graph, and why no error appears.

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## What the gradients say
#
# Look at the four gradients again. Three of them are the probabilities themselves, and the fourth,
# that of the right class, is its probability minus 1. This is no accident. Write S for the sum of
# all the powers of e. With the right class i, the loss is
#
#     −log(exp(z_i) / S) = log(S) − z_i
#
# because the logarithm of a quotient is a difference, and the logarithm of exp(z_i) is z_i. Now
# take the derivative with respect to one logit z_k:
#
# - For log(S), the chain rule multiplies 1 / S by exp(z_k), and that is p_k.
# - For −z_i, the derivative is −1 when k is i, and 0 for every other k.
#
# So the gradient is p_k − 1 for the right class and p_k for the others. A list with 1 at one place
# and 0 elsewhere is called *one-hot*. With this word the rule is short: the gradients are softmax
# minus one-hot.
#
# The probabilities sum to 1, and so does the one-hot list. Therefore the gradients sum to 0.
#
# Training goes against the gradients. So it pushes the right logit up, and all the others down,
# each in proportion to its probability: of the wrong classes, the most likely one is pushed
# hardest. When the probability of the right class comes near 1, all the gradients come near 0, and
# little is left to learn.

# %%
def softmax_minus_one_hot():
    """Show each gradient beside softmax minus one-hot, and the sum of the gradients."""
    logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    one_hot = [0, 0, 0, 1]
    negative_log_likelihood(logits, 3).backward()
    for p, hot, logit in zip(softmax(logits), one_hot, logits, strict=True):
        print(f"{p.data:.6f} - {hot} = {p.data - hot:9.6f}   gradient {logit.grad:9.6f}")
    # 0.041773 - 0 =  0.041773   gradient  0.041773
    # 0.839025 - 0 =  0.839025   gradient  0.839025
    # 0.005653 - 0 =  0.005653   gradient  0.005653
    # 0.113550 - 1 = -0.886450   gradient -0.886450
    total = sum(logit.grad for logit in logits)
    print("the gradients sum to 0, to within 1e-12:", abs(total) < 1e-12)  # True


run_example(softmax_minus_one_hot)

# %% [markdown]
# ## Logits of 1000
#
# The largest number that a float can hold is about 1.8e308. exp(709) is still below it, and
# exp(710) is above. This is called *overflow*: `math.exp(1000)` raises an `OverflowError`. Other
# libraries go on with the special value `inf`, and then `inf / inf` is `nan`, "not a number".
#
# Yet nothing is wrong with logits of 1000, 1001 and 999. Their probabilities are ordinary numbers.
# Only the powers of e on the way are too large, and that can be avoided. Take the same number m
# off every logit. Since exp(z − m) = exp(z) / exp(m), every power of e is divided by the same
# exp(m), above and below the fraction bar, and the probabilities stay as they were:
#
#     exp(z_k − m) / (sum of all exp(z_j − m)) = exp(z_k) / (sum of all exp(z_j))
#
# So you are free to choose m. Choose the largest logit. Then no exponent is above 0, and no power
# of e is above 1. One of them is exactly 1, so the sum is at least 1, and the division is safe.
# Very negative exponents give 0.0 (exp(−746) does), which is called *underflow*. Here it does no
# harm: 0.0 is as near to the right probability as a float can be.
# (In the first formula it can do harm: for logits of −1000 and −1001 the sum is 0.0, and the
# division fails. With the largest logit taken off, it does not.)
#
# Two hints. `max` cannot compare Values, so look for the largest `data`. And take off this plain
# number, not the node it comes from: the result does not depend on m, so m needs no place in the
# graph. (With the node, the gradients are right as well: its extra shares sum to 0.)

# %%
def stable_softmax(logits):
    """Return the probabilities of the classes, for logits of any size.

    Operands: logits, a list of Values, one for each class. The list stays as it is.
    Result: a list of new Values in the same order. Each is 0 or above, and they sum to 1.
    Errors: none.
    Example: the probabilities of [Value(1000.0), Value(1001.0), Value(999.0)] are about 0.244728,
    0.665241 and 0.090031.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def large_logits():
    """Show the probabilities of large logits, and those of the same logits with 1000 taken off."""
    for numbers in ([1000.0, 1001.0, 999.0], [0.0, 1.0, -1.0]):
        probabilities = stable_softmax([Value(number) for number in numbers])
        print(numbers, [f"{p.data:.6f}" for p in probabilities])
    # [1000.0, 1001.0, 999.0] ['0.244728', '0.665241', '0.090031']
    # [0.0, 1.0, -1.0] ['0.244728', '0.665241', '0.090031']


run_example(large_logits)

# %%
def overflow():
    """Show what the first softmax does with the same logits."""
    try:
        softmax([Value(1000.0), Value(1001.0), Value(999.0)])
    except OverflowError as error:
        print("softmax raises", type(error).__name__)  # softmax raises OverflowError


run_example(overflow)

# %% [markdown]
# ## Question: the same number on every logit
#
# Softmax does not change when the same number is added to every logit. Explain from this fact
# alone, without the formula "softmax minus one-hot", why the gradients of the loss sum to 0. A
# hint: so far you have moved one input and held the others fixed. Here they move together.
#
# Then say in one sentence: can this loss tell logits of 0, 3, −2, 1 from logits of 100, 103, 98,
# 101?

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## A stable softmax is not yet a stable loss
#
# Take the logits 1000 and −1000, and let class 1 be right. The network is very sure, and wrong. Its
# probability for class 1 is exp(−2000), a number with 868 zeros after the decimal point. The
# smallest positive float is about 5e-324, so `stable_softmax` gives 0.0, and the loss asks for the
# logarithm of 0. That fails, or is `inf` in other libraries. The loss itself is an ordinary number:
# −log(exp(−2000)) = 2000.
#
# Once more, the trouble is a number on the way. The loss needs the logarithm of the probability,
# and it is better never to compute the probability at all. You have seen above that the loss is
#
#     log(S) − z_i        with S = the sum of all exp(z_j)
#
# In this form S overflows. With m, the largest logit, every term of S has the factor exp(m). Take
# it out of the sum, and the logarithm turns the factor into a term:
#
#     log(S) = m + log(sum of all exp(z_j − m))
#
# This is called *log-sum-exp*. The sum is between 1 and the number of classes, so the logarithm
# never sees 0 or anything large. Nothing is left that can fail.
#
# As before, m may be a plain number. Then the first of the two terms has no gradient, and the
# second has the gradient of all of log(S).

# %%
def stable_negative_log_likelihood(logits, index):
    """Return minus the logarithm of the probability of the right class, for logits of any size.

    Operands: logits, a list of Values, one for each class, which stays as it is; index, the place
    of the right class in the list, counted from 0.
    Result: a new Value, 0 or above. The logits get gradients from its backward.
    Errors: none.
    Example: for [Value(1000.0), Value(-1000.0)] and index 1, the loss is 2000.0, and backward
    gives the logits the gradients 1.0 and -1.0.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def sure_and_wrong():
    """Show the stable loss of two far logits, and of the four logits from before."""
    logits = [Value(1000.0), Value(-1000.0)]
    loss = stable_negative_log_likelihood(logits, 1)
    loss.backward()
    print("loss", loss.data, "gradients", [logit.grad for logit in logits])
    # loss 2000.0 gradients [1.0, -1.0]

    logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    loss = stable_negative_log_likelihood(logits, 3)
    loss.backward()
    print(f"loss {loss.data:.6f}", "gradients", [f"{logit.grad:.6f}" for logit in logits])
    # loss 2.175515 gradients ['0.041773', '0.839025', '0.005653', '-0.886450']


run_example(sure_and_wrong)

# %%
def log_of_zero():
    """Show what log does with the smaller of the two probabilities."""
    p = stable_softmax([Value(1000.0), Value(-1000.0)])[1]
    print("probability", p.data)  # probability 0.0
    try:
        log(p)
    except ValueError as error:
        print("log raises", type(error).__name__)  # log raises ValueError


run_example(log_of_zero)

# %% [markdown]
# ## The same in PyTorch
#
# PyTorch is one of the large libraries that train networks. Its engine does what yours does, and
# it is a good witness when you want to know whether your gradients are right.
#
# In place of your Value it has the *tensor*, which holds a whole list or table of numbers. One
# tensor holds all the logits. Arithmetic with tensors builds a graph, and `backward` runs through
# it. This is how to build the tensor for a list of numbers called `values`:
#
# ```python
# t = torch.tensor(values, dtype=torch.float64, requires_grad=True)
# ```
#
# `requires_grad=True` says that you want gradients for this tensor. PyTorch leaves them out where
# nobody asks for them, since most tensors hold data that never changes.
#
# `dtype` is the type that all numbers of a tensor have. The two that matter here:
#
# | dtype | bits for each number | significant digits |
# |---|---|---|
# | `torch.float32` | 32 | about 7 |
# | `torch.float64` | 64 | about 16 |
#
# A Python `float` has 64 bits, so your engine works with about 16 digits. The default
# of PyTorch is `float32`: Python floats become that unless you say otherwise. For training it is a
# good choice, since it takes half the memory, and 7 digits are enough. For a comparison with your
# engine to 1e-9 it is not, and so the dtype stands in the line above.
#
# With the tensor `t`, these give new tensors:
#
# | you write | the result |
# |---|---|
# | `t.exp()`, `t.log()` | the function of each entry |
# | `t.sum()` | the sum of all entries, as a tensor of one number |
# | `t / s` | each entry divided by `s`, a number or a tensor of one number |
# | `t[3]` | the entry at place 3, as a tensor of one number |
# | `-t` | the negative of each entry |
# | `torch.log_softmax(t, dim=0)` | the logarithm of the softmax of `t`, by log-sum-exp |
#
# (`dim=0` says along which direction of a table the numbers belong together. A list has only
# direction 0.)
#
# After `loss.backward()`, where `loss` is a tensor of one number, the gradients stand in `t.grad`,
# which is a tensor with one entry for each entry of `t`. `t.grad.tolist()` makes a list of Python
# floats of it. Like your engine, PyTorch adds to a gradient that is already there.

# %%
try:
    import torch
except ImportError:
    torch = None


def run_torch_example(example):
    """Run example when PyTorch is installed, and otherwise say that it is left out."""
    if torch is None:
        print("PyTorch is not installed, so this is left out:", example.__name__)
        return None
    return run_example(example)

# %% [markdown]
# `torch_gradients` takes plain numbers, not Values, and returns plain numbers. Build the tensor
# inside the function, so that no gradient of an earlier call is in it. Either write the softmax out
# with `exp`, `sum` and `log`, or use `torch.log_softmax`.

# %%
def torch_gradients(logits, index):
    """Return the gradients of -log softmax(logits)[index], computed by PyTorch in float64.

    Arguments: logits, a list of floats, one for each class, which stays as it is; index, the place
    of the right class in the list, counted from 0.
    Result: a list of floats, the gradient of each logit in the same order.
    Errors: none of its own.
    Example: torch_gradients([0.0, 3.0, -2.0, 1.0], 3) is about
    [0.041773, 0.839025, 0.005653, -0.886450].
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def two_engines():
    """Show the gradients of both engines side by side."""
    numbers = [0.0, 3.0, -2.0, 1.0]
    logits = [Value(number) for number in numbers]
    negative_log_likelihood(logits, 3).backward()
    for logit, from_torch in zip(logits, torch_gradients(numbers, 3), strict=True):
        print(f"your engine {logit.grad:15.12f}   PyTorch {from_torch:15.12f}")
    # your engine  0.041772570515   PyTorch  0.041772570515
    # your engine  0.839024507463   PyTorch  0.839024507463
    # your engine  0.005653302662   PyTorch  0.005653302662
    # your engine -0.886450380640   PyTorch -0.886450380640


run_torch_example(two_engines)

# %% [markdown]
# PyTorch does not stop at a logarithm of 0. The next cell takes the logits 1000 and −1000 from
# above. `torch.softmax` is stable, and its logarithm still goes wrong, without an error:
# every gradient is `nan`, and one training step would carry it into the weights of a network. This
# is why `torch.log_softmax` exists. (`loss.item()` is the number in a tensor of one number, as a
# Python float.)

# %%
def two_ways_in_torch():
    """Show loss and gradients by softmax then log, and by log_softmax."""
    for name in ("softmax then log", "log_softmax"):
        t = torch.tensor([1000.0, -1000.0], dtype=torch.float64, requires_grad=True)
        if name == "log_softmax":
            loss = -torch.log_softmax(t, dim=0)[1]
        else:
            loss = -torch.softmax(t, dim=0).log()[1]
        loss.backward()
        print(f"{name}: loss {loss.item()}, gradients {t.grad.tolist()}")
    # softmax then log: loss inf, gradients [nan, nan]
    # log_softmax: loss 2000.0, gradients [1.0, -1.0]


run_torch_example(two_ways_in_torch)

# %% [markdown]
# ## One neuron, and two ways to build its tensors
#
# Programs on the web often build tensors in another way: `torch.Tensor([2.0]).double()`.
# `torch.Tensor`, with a capital T, makes a tensor of PyTorch's default dtype. The method `double`
# then gives a tensor with the same numbers in `float64`.
#
# The neuron of the lecture that this course follows is o = tanh(x1 · w1 + x2 · w2 + b), and its
# bias b is chosen so that o is 1/√2, about 0.7071. The next cell runs it three times: in your
# engine, and in PyTorch with tensors that are built in both ways. The expected output stands in the
# comments, so you can answer the question without PyTorch, too.

# %%
def neuron(build):
    """Return x1, b and the output of the neuron, run backward; build makes a leaf of a number."""
    x1, x2, w1, w2 = build(2.0), build(0.0), build(-3.0), build(1.0)
    b = build(6.8813735870195432)
    o = (x1 * w1 + x2 * w2 + b).tanh()
    o.backward()
    return x1, b, o


def neuron_in_your_engine():
    """Show the neuron made of Values."""
    x1, b, o = neuron(Value)
    print(f"your engine: b {b.data}")  # your engine: b 6.881373587019543
    print(f"  output {o.data}, gradient of x1 {x1.grad}")
    #   output 0.7071067811865477, gradient of x1 -1.4999999999999993


def built_as_float64(number):
    """Return a tensor of the number, in float64 from the start."""
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


def built_with_double(number):
    """Return a tensor of the number, by way of torch.Tensor and double."""
    t = torch.Tensor([number]).double()
    t.requires_grad = True
    return t


def neuron_in_torch():
    """Show the neuron with tensors built in both ways."""
    for build in (built_as_float64, built_with_double):
        x1, b, o = neuron(build)
        print(f"{build.__name__}: {b.dtype}, b {b.item()}")
        print(f"  output {o.item()}, gradient of x1 {x1.grad.item()}")
    # built_as_float64: torch.float64, b 6.881373587019543
    #   output 0.7071067811865476, gradient of x1 -1.4999999999999998
    # built_with_double: torch.float64, b 6.881373405456543
    #   output 0.7071066904050358, gradient of x1 -1.5000003851533106


run_example(neuron_in_your_engine)
run_torch_example(neuron_in_torch)

# %% [markdown]
# The exact gradient of `x1` is −1.5. Your engine and the first way miss it by less than 1e-15,
# which is the rounding of ordinary floats. The second way misses it by about 4e-7.

# %% [markdown]
# ## Question: digits that do not come back
#
# In both ways, PyTorch says that the dtype of `b` is `torch.float64`, and yet the results differ.
#
# 1. At which step does the second way lose digits of `b`, and why does `double` not bring them
#    back? Use the two printed values of `b`.
# 2. The numbers 2.0, 0.0, −3.0 and 1.0 are exact in both ways. Why is the gradient of `x1` off all
#    the same?
# 3. Somebody compares an engine with PyTorch, builds the tensors in the second way, and demands
#    agreement to 1e-9. What does the comparison say about an engine that is right?

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## Extension: the whole loss as one node
#
# This part is optional, and it is not graded. You know from the exercise on operators that whoever
# writes an engine chooses how big an operator is. Write a function that returns the loss as a
# single node: its operands are the logits, its `data` comes from log-sum-exp with plain floats, and
# its `_backward` adds (softmax minus one-hot) × upstream gradient to the logits. Compare value and
# gradients with `stable_negative_log_likelihood`. Then count the nodes of both graphs. Large
# libraries do exactly this for their most used loss, because one node is faster than many.
