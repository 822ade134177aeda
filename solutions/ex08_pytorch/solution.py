# %% [markdown]
# # The same in PyTorch
#
# Your engine works with one number at a time. PyTorch works with whole blocks of numbers, by the
# same ideas and with nearly the same words. In this exercise you compute the neuron and the
# network of the course in PyTorch, find the same gradients to twelve decimal places, and then
# give PyTorch an operator of your own.
#
# Expected time: 90 to 120 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - make tensors in float64, and say what is lost in float32;
# - run an expression backward in PyTorch and read the gradients as plain numbers;
# - build an MLP from PyTorch's parts and give it the parameters of an MLP of the engine;
# - say what `torch.no_grad()` switches off and where it is needed;
# - add an operator to PyTorch, with a forward rule and a backward rule;
# - test a backward rule with `gradcheck`, and say what such a test cannot show.

# %% [markdown]
# ## How to work
#
# There are seven stubs: three functions, and two methods in each of two classes. In each one,
# replace the two lines `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code.
# Work in the order of the text. The class `LegendreP3` and the function `passes_gradcheck` need
# nothing of what comes before them.
#
# The file `given.py` beside this notebook holds the engine and the network of the earlier
# exercises, to compare with. It needs no change.
#
# The checks use small float64 tensors on the processor. Nothing overflows, no list is empty, and
# no graphics card is needed.
#
# The first cell tells you when PyTorch is missing.

# %% nbgrader={"grade": false, "grade_id": "imports", "locked": true, "schema_version": 3, "solution": false, "task": false}
try:
    import torch
except ImportError:
    raise ImportError("PyTorch is missing. To get it, run: pip install torch") from None

import random
import time

from given import MLP, Value

torch.set_num_threads(1)  # the blocks here are small: several threads would wait for each other

# %% [markdown]
# ## A tensor is a block of numbers
#
# A `Value` holds one number. A *tensor* holds a block of numbers: a list, a table, or a block
# with more axes. Its `shape` says how many numbers lie along each axis. Arithmetic works on all
# numbers of the block at once, each one with the number at the same place of the other block.
# `sum()` adds all numbers up and gives a tensor that holds one.
#
# Two methods lead back to plain Python: `item()` gives the number of a tensor that holds one, and
# `tolist()` gives the numbers of any tensor as lists of the same shape.

# %% nbgrader={"grade": false, "grade_id": "tensors", "locked": true, "schema_version": 3, "solution": false, "task": false}
table = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=torch.float64)
print(table.shape)  # torch.Size([2, 3])
print((table * table).tolist())  # [[1.0, 4.0, 9.0], [16.0, 25.0, 36.0]]
print(table.sum())  # tensor(21., dtype=torch.float64)
print(table.sum().item())  # 21.0

# %% [markdown]
# ## float64 from the first moment on
#
# The `dtype` of a tensor says how each number is stored. A Python float has 64 bits, which is
# `torch.float64`: about 16 significant digits. When you give no dtype, PyTorch takes
# `torch.float32`: half the memory, about 7 significant digits. That is enough to train a network.
# It is not enough to compare with your engine to twelve decimal places.
#
# So every tensor of this exercise is made with `dtype=torch.float64`. To change the dtype later
# is too late: `.double()` makes a float64 tensor, but the digits that float32 has cut off do not
# come back. The cell below does both with the bias of the lecture's neuron.

# %% nbgrader={"grade": false, "grade_id": "float32", "locked": true, "schema_version": 3, "solution": false, "task": false}
lecture_bias = 6.8813735870195432
print(torch.tensor([lecture_bias]).dtype)  # torch.float32
print(torch.tensor([lecture_bias]).double().item())  # 6.881373405456543
print(torch.tensor([lecture_bias], dtype=torch.float64).item())  # 6.881373587019543

# %% [markdown]
# ## backward in PyTorch
#
# Every `Value` has a gradient. A tensor gets one only when you ask for it, with
# `requires_grad=True`. Most leaves of a large network are data, and nobody needs their gradients;
# that is why the default is `False`. What is computed from a tensor that requires a gradient is
# recorded: the result knows its operands and its operator, just as a node of your engine does.
#
# `backward()` starts at a tensor that holds one number. It goes through the recorded graph from
# the output to the leaves, and leaves the result in `grad`. The `grad` of a leaf is a tensor of
# the same shape as the leaf, and it is `None` before the first `backward()`. A second
# `backward()` adds to it, as in your engine.
#
# The cell takes f(x) = 3x² − 4x + 5 at x = 3 and at x = −3. The output is f(3) + f(−3). Each term
# depends on one place of `x` only, so the two gradients are the slopes f′(3) and f′(−3).

# %% nbgrader={"grade": false, "grade_id": "backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
places = torch.tensor([3.0, -3.0], dtype=torch.float64, requires_grad=True)
print(places.grad)  # None

both = (3 * places**2 - 4 * places + 5).sum()
both.backward()
print(both.item(), places.grad.tolist())  # 64.0 [14.0, -22.0]

both = (3 * places**2 - 4 * places + 5).sum()
both.backward()
print(places.grad.tolist())  # [28.0, -44.0]: the second backward has added to the first

# %% [markdown]
# ## The neuron
#
# A neuron computes tanh(w·x + b). Here x and w are tensors of the same shape: the products of all
# pairs are one `*`, and w·x is the `sum()` of them. The activation is `torch.tanh`. The bias is a
# tensor that holds one number; `torch.tensor(6.0, dtype=torch.float64)` makes such a tensor, with
# no axis at all.
#
# Three leaves need gradients here: x, w and b.


# %% nbgrader={"grade": false, "grade_id": "neuron", "locked": false, "schema_version": 3, "solution": true, "task": false}
def neuron_gradients(x, w, b):
    """Compute a neuron's output and all its gradients in PyTorch.

    Arguments: x, the inputs, and w, the weights: two lists of floats of the same length, which
    stay as they are; b, the bias: a float.
    Result: the tuple (output, x_gradients, w_gradients, b_gradient). The output is
    tanh(w·x + b), a float. The gradients are the derivatives of the output: two lists of floats,
    as long as x and w, and a float. All of it is computed in float64, and none of it is a tensor.
    Errors: none of its own.
    Example: for x = [2.0, 0.0], w = [-3.0, 1.0] and b = 6.8813735870195432 the output is
    0.7071067811865477 and the gradients are [-1.5, 0.5], [1.0, 0.0] and 0.5, all within 1e-15.
    """
    ### BEGIN SOLUTION
    x = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    w = torch.tensor(w, dtype=torch.float64, requires_grad=True)
    b = torch.tensor(b, dtype=torch.float64, requires_grad=True)
    output = torch.tanh((w * x).sum() + b)
    output.backward()
    return output.item(), x.grad.tolist(), w.grad.tolist(), b.grad.item()
    ### END SOLUTION


# %% [markdown]
# `run_example` runs one example. When the example reaches a stub that is still empty, it says
# which one.


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


# %% [markdown]
# The example computes the neuron of the lecture twice, in the engine and in PyTorch. Where the
# numbers differ at all, they differ in the last digits, such as 0.49999999999999994 in place of
# 0.5. Both compute the same formula, and round in different places.
#
# For comparison: with all tensors made in float32 and then changed with `.double()`, the output
# is 0.7071066904050358 and the gradient of the first input is −1.5000003851533106. The seventh
# digit is wrong, and nothing warns you.


# %% nbgrader={"grade": false, "grade_id": "example-neuron", "locked": true, "schema_version": 3, "solution": false, "task": false}
def lecture_neuron():
    """Show the output and the gradients of one neuron, from the engine and from PyTorch."""
    x, w, b = [2.0, 0.0], [-3.0, 1.0], lecture_bias

    inputs, weights, bias = [Value(n) for n in x], [Value(n) for n in w], Value(b)
    products = [weight * number for weight, number in zip(weights, inputs, strict=True)]
    node = (products[0] + products[1] + bias).tanh()
    node.backward()
    print("engine: ", node.data, [n.grad for n in inputs], [n.grad for n in weights], bias.grad)

    print("PyTorch:", *neuron_gradients(x, w, b))
    # in short, but for the last digits: 0.7071067811865477 [-1.5, 0.5] [1.0, 0.0] 0.5


run_example(lecture_neuron)

# %% [markdown]
# ## A layer is one multiplication
#
# `torch.nn.Linear(3, 2)` is a layer of 2 neurons with 3 inputs each, without the tanh. It has two
# parameters, and both are tensors:
#
# - `weight`, of shape (2, 3): row j holds the weights of neuron j;
# - `bias`, of shape (2,): place j holds the bias of neuron j.
#
# Both start with random numbers and require gradients. `Linear` takes the same argument
# `dtype=torch.float64` as a tensor.
#
# Called with a tensor of shape (3,), the layer gives the sums w·x + b of its neurons: a tensor of
# shape (2,). Called with a table of shape (4, 3), it takes each row on its own and gives a table
# of shape (4, 2). Only the last axis changes. This is how PyTorch takes many rows at once: no
# loop over neurons, and none over rows.

# %% nbgrader={"grade": false, "grade_id": "linear", "locked": true, "schema_version": 3, "solution": false, "task": false}
ROWS = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
TARGETS = [1.0, -1.0, -1.0, 1.0]

two_neurons = torch.nn.Linear(3, 2, dtype=torch.float64)
print(two_neurons.weight.shape, two_neurons.bias.shape)  # torch.Size([2, 3]) torch.Size([2])
print(two_neurons(torch.tensor(ROWS[0], dtype=torch.float64)).shape)  # torch.Size([2])
print(two_neurons(torch.tensor(ROWS, dtype=torch.float64)).shape)  # torch.Size([4, 2])

# %% [markdown]
# ## A network is a Module
#
# Your `Module` collects parameters with `parameters()`. PyTorch's `torch.nn.Module` does the
# same, and it finds them without your help: what you assign to an attribute is noted, when it is
# a parameter or another Module. For this to work, `__init__` first calls `super().__init__()`.
#
# A plain list is not searched. Layers in a list compute outputs and gradients as usual, and yet
# `parameters()` does not know of them. A training loop over `parameters()` then changes nothing,
# with no error. `torch.nn.ModuleList` is a list that is searched.


# %% nbgrader={"grade": false, "grade_id": "module-list", "locked": true, "schema_version": 3, "solution": false, "task": false}
class InPlainList(torch.nn.Module):
    """Hold one layer where PyTorch does not look."""

    def __init__(self):
        super().__init__()
        self.parts = [torch.nn.Linear(3, 2)]


class InModuleList(torch.nn.Module):
    """Hold one layer where PyTorch looks."""

    def __init__(self):
        super().__init__()
        self.parts = torch.nn.ModuleList([torch.nn.Linear(3, 2)])


print(len(list(InPlainList().parameters())))  # 0
print(len(list(InModuleList().parameters())))  # 2: a weight and a bias

# %% [markdown]
# ## The twin
#
# `TwinMLP` is the MLP of the engine, built from PyTorch's parts. The constructor takes the same
# two arguments: `TwinMLP(3, [4, 4, 1])` has 3 inputs, two layers of 4 neurons, and a last layer
# of 1. So its layers have 3 and 4, then 4 and 4, then 4 and 1 inputs and outputs.
#
# You write what happens to the inputs in the method `forward`, and you call the network itself:
# `twin(rows)`. The call is given by PyTorch, and it calls your `forward`.
#
# One thing differs from the engine: for a single output the engine's MLP returns the Value
# itself. The twin keeps the last axis, so that four rows give the shape (4, 1), and one row gives
# the shape (1,).


# %% nbgrader={"grade": false, "grade_id": "twin", "locked": false, "schema_version": 3, "solution": true, "task": false}
class TwinMLP(torch.nn.Module):
    """A multi-layer perceptron of tanh neurons, in float64."""

    def __init__(self, inputs, sizes):
        """Make the layers, with any starting parameters.

        Arguments: inputs, the number of inputs; sizes, a list with the number of neurons of each
        layer, which stays as it is.
        Result: the attribute self.layers, a torch.nn.ModuleList that holds one torch.nn.Linear
        for each layer, in order, in float64, and nothing else.
        Errors: none of its own.
        Example: TwinMLP(3, [4, 4, 1]) has 41 parameters: (3 + 1) * 4 + (4 + 1) * 4 + (4 + 1) * 1.
        """
        super().__init__()
        ### BEGIN SOLUTION
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(before, after, dtype=torch.float64)
            for before, after in zip([inputs, *sizes], sizes, strict=False)
        )
        ### END SOLUTION

    def forward(self, x):
        """Return the outputs of the last layer, with tanh after every layer, the last included.

        Arguments: x, a float64 tensor whose last axis holds the inputs. It is left unchanged.
        Result: a float64 tensor of the same shape as x, except that the last axis holds the
        outputs: (inputs,) becomes (outputs,), and (rows, inputs) becomes (rows, outputs).
        Errors: none of its own. Linear raises a RuntimeError for a wrong number of inputs.
        Example: TwinMLP(3, [4, 4, 1]) turns a tensor of shape (4, 3) into one of shape (4, 1). All
        its numbers lie between -1 and 1.
        """
        ### BEGIN SOLUTION
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x
        ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-twin", "locked": true, "schema_version": 3, "solution": false, "task": false}
def shapes_of_the_twin():
    """Show how many parameters the twin has, and the shapes that go in and out."""
    twin = TwinMLP(3, [4, 4, 1])
    print("parameters:", sum(tensor.numel() for tensor in twin.parameters()))  # 41
    rows = torch.tensor(ROWS, dtype=torch.float64)
    print(rows.shape, "->", twin(rows).shape)  # torch.Size([4, 3]) -> torch.Size([4, 1])
    print(rows[0].shape, "->", twin(rows[0]).shape)  # torch.Size([3]) -> torch.Size([1])


run_example(shapes_of_the_twin)

# %% [markdown]
# ## Write into a parameter: no_grad
#
# To compare the two networks, they need the same parameters. So the numbers of the engine's MLP
# are copied into the twin. A method whose name ends in `_` changes the tensor itself, and
# `a.copy_(b)` writes the numbers of b over those of a. An assignment to a place or to a row, such
# as `a[0] = 5.0`, changes the tensor itself as well.
#
# For a leaf that requires a gradient, PyTorch refuses both. It would have to record the change as
# an operation; after that the parameter would be the result of an operation, and no leaf any
# more. But a copy is no part of the expression that you want to differentiate. You say so with
# `with torch.no_grad():`. Inside this block PyTorch computes as usual and records nothing. After
# the block, recording goes on, and the parameter is the same leaf with other numbers.
#
# The step of a training loop is the same kind of change. It stands in such a block, too.
#
# The cell shows the error first. Three words in its message are new. A *view* is a part of a tensor
# that shares its numbers with the whole, here the place `pair[0]`. *Variable* is an old name for a
# tensor. An *in-place* operation is one that changes the tensor itself.

# %% nbgrader={"grade": false, "grade_id": "no-grad", "locked": true, "schema_version": 3, "solution": false, "task": false}
pair = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
try:
    pair[0] = 5.0
except RuntimeError as error:
    print(error)  # a view of a leaf Variable that requires grad is being used in an in-place ...

with torch.no_grad():
    pair[0] = 5.0
print(pair)  # tensor([5., 2.], dtype=torch.float64, requires_grad=True)

# %% [markdown]
# ## The same numbers in another order
#
# The engine lists its parameters layer by layer, then neuron by neuron, the weights of a neuron
# and then its bias. For a layer of 2 neurons with 3 inputs, this is
#
# `w00, w01, w02, b0, w10, w11, w12, b1`
#
# The twin keeps all weights of this layer in one table, and all biases in another tensor:
#
# `weight = [[w00, w01, w02], [w10, w11, w12]]` and `bias = [b0, b1]`
#
# So the list of the engine is no copy of the twin's tensors one after the other: the biases stand
# between the weights. `layer.in_features` and `layer.out_features` tell how many inputs and
# outputs a `Linear` layer has.


# %% nbgrader={"grade": false, "grade_id": "copy", "locked": false, "schema_version": 3, "solution": true, "task": false}
def copy_parameters(twin, numbers):
    """Write numbers into the parameters of twin, in place.

    Arguments: twin, a TwinMLP, or any object whose attribute layers holds torch.nn.Linear layers;
    numbers, a list of floats in the order of the engine's parameters(): layer by layer, neuron by
    neuron, the weights of a neuron and then its bias. The list stays as it is.
    Result: None. The parameters hold the numbers in full float64 precision; they are leaves and
    require gradients, as before.
    Errors: ValueError when there are more or fewer numbers than parameters.
    Example: copy_parameters(TwinMLP(2, [1]), [-3.0, 1.0, 6.5]) sets the weight of the only layer
    to [[-3.0, 1.0]] and its bias to [6.5].
    """
    ### BEGIN SOLUTION
    count = sum(layer.out_features * (layer.in_features + 1) for layer in twin.layers)
    if len(numbers) != count:
        raise ValueError(f"the twin has {count} parameters, and there are {len(numbers)} numbers")
    start = 0
    with torch.no_grad():  # a copy is no part of an expression to differentiate
        for layer in twin.layers:
            for neuron in range(layer.out_features):
                end = start + layer.in_features
                layer.weight[neuron] = torch.tensor(numbers[start:end], dtype=torch.float64)
                layer.bias[neuron] = numbers[end]
                start = end + 1
    ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-copy", "locked": true, "schema_version": 3, "solution": false, "task": false}
def numbers_into_a_layer():
    """Show where the numbers 0 to 7 go in a layer of 2 neurons with 3 inputs."""
    twin = TwinMLP(3, [2])
    copy_parameters(twin, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    print(twin.layers[0].weight.tolist())  # [[0.0, 1.0, 2.0], [4.0, 5.0, 6.0]]
    print(twin.layers[0].bias.tolist())  # [3.0, 7.0]


run_example(numbers_into_a_layer)

# %% [markdown]
# ## The same network twice
#
# Now both networks predict the four rows of the course. The loss is the sum of squared errors,
# and both run backward. The example prints the largest difference of outputs and of gradients:
# 41 gradients, compared one by one. Both stay below 1e-12.
#
# `predictions[:, 0]` takes the only column of the predictions: the shape (4, 1) becomes (4,), as
# the targets have it. Without this step there is no error and a wrong loss. For the shapes (4, 1)
# and (4,), PyTorch subtracts each target from each prediction and gives a table of 4 by 4.


# %% nbgrader={"grade": false, "grade_id": "example-comparison", "locked": true, "schema_version": 3, "solution": false, "task": false}
def gradient_differences(model, twin):
    """Return |difference| for each gradient of the engine's MLP and its twin."""
    differences = []
    for layer, linear in zip(model.layers, twin.layers, strict=True):
        for j, neuron in enumerate(layer.neurons):
            in_engine = [*(node.grad for node in neuron.weights), neuron.bias.grad]
            in_twin = [*linear.weight.grad[j].tolist(), linear.bias.grad[j].item()]
            differences += [abs(a - b) for a, b in zip(in_engine, in_twin, strict=True)]
    return differences


def same_network_twice():
    """Compare outputs, loss and gradients of the engine's MLP and of the twin."""
    random.seed(8)
    model = MLP(3, [4, 4, 1])
    twin = TwinMLP(3, [4, 4, 1])
    copy_parameters(twin, [parameter.data for parameter in model.parameters()])

    nodes = [model(row) for row in ROWS]
    loss = sum((node - target) ** 2 for node, target in zip(nodes, TARGETS, strict=True))
    loss.backward()

    predictions = twin(torch.tensor(ROWS, dtype=torch.float64))[:, 0]
    twin_loss = ((predictions - torch.tensor(TARGETS, dtype=torch.float64)) ** 2).sum()
    twin_loss.backward()

    pairs = zip(nodes, predictions.tolist(), strict=True)
    largest = max(abs(node.data - number) for node, number in pairs)
    differences = gradient_differences(model, twin)
    print(f"loss in the engine {loss.data:.12f}, in PyTorch {twin_loss.item():.12f}")
    print("outputs agree to 1e-12:", largest < 1e-12)  # True
    print(len(differences), "gradients agree to 1e-12:", max(differences) < 1e-12)  # 41, True


run_example(same_network_twice)

# %% [markdown]
# ## What the blocks are good for
#
# The ideas are the same, and the speed is not. The example runs both networks forward and
# backward for 100 rows, and prints how many times faster PyTorch is. It takes the best of five
# runs of each. The result depends on your computer and on the size of the block, because each
# operation of PyTorch has a fixed cost. On one computer, both took the same time for a single
# row. For 100 rows PyTorch was about 130 times faster, and for 100 rows and an
# MLP(50, [50, 50, 1]) more than 100,000 times.


# %% nbgrader={"grade": false, "grade_id": "example-speed", "locked": true, "schema_version": 3, "solution": false, "task": false}
def shortest_time(work):
    """Return the shortest of five durations of work(), in seconds."""
    durations = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        durations.append(time.perf_counter() - start)
    return min(durations)


def race():
    """Print how many times faster the twin is, for 100 rows forward and backward."""
    model = MLP(3, [4, 4, 1])
    twin = TwinMLP(3, [4, 4, 1])
    rows = ROWS * 25
    table_of_rows = torch.tensor(rows, dtype=torch.float64)
    in_engine = shortest_time(lambda: sum(model(row) for row in rows).backward())
    in_twin = shortest_time(lambda: twin(table_of_rows).sum().backward())
    print(f"PyTorch is about {in_engine / in_twin:.0f} times faster")


run_example(race)

# %% [markdown]
# ## An operator of your own
#
# PyTorch has several hundred operators. When the one that you need is not among them, you write
# it yourself, as you did in the engine: a forward rule and a backward rule. It is a class derived
# from `torch.autograd.Function`, with two static methods: methods that get no `self`, because no
# object is ever made of this class. Here is the square of a number, with the words of the engine
# beside it:
#
# - `forward(ctx, side)` computes the result. Inside it nothing is recorded, so PyTorch knows no
#   derivative of what happens here.
# - `backward(ctx, upstream)` is the counterpart of `_backward`. `upstream` is the upstream
#   gradient, the `out.grad` of the engine: a tensor of the same shape as the result. The method
#   returns upstream times local derivative, one gradient for each operand of `forward`, each of
#   the shape of that operand. It returns the gradient, and PyTorch adds it to what is there.
# - `ctx`, short for context, carries things from the first to the second. A `_backward` of the
#   engine sees the variables of the method around it. These two methods do not see each other's
#   variables, so `forward` hands tensors to `ctx.save_for_backward(...)`, and `backward` takes
#   them from `ctx.saved_tensors`, which is a tuple, even for one tensor.
#
# The operator is used by its method `apply`: `Square.apply(sides)`.


# %% nbgrader={"grade": false, "grade_id": "square", "locked": true, "schema_version": 3, "solution": false, "task": false}
class Square(torch.autograd.Function):
    """Compute side ** 2, with a backward rule of its own."""

    @staticmethod
    def forward(ctx, side):
        """Return the squares, and keep the sides for backward."""
        ctx.save_for_backward(side)
        return side * side

    @staticmethod
    def backward(ctx, upstream):
        """Return upstream times the local derivative, 2 * side."""
        (side,) = ctx.saved_tensors
        return upstream * 2 * side


sides = torch.tensor([3.0, -1.0], dtype=torch.float64, requires_grad=True)
areas = Square.apply(sides)
print(areas.tolist())  # [9.0, 1.0]
(10 * areas).sum().backward()  # here the upstream gradient is 10 at both places
print(sides.grad.tolist())  # [60.0, -20.0]

# %% [markdown]
# ## The Legendre polynomial P3
#
# The Legendre polynomials are building blocks for functions on the interval from −1 to 1, used in
# physics and in numerical integration. The third one, and its derivative, are
#
# P3(x) = (5x³ − 3x) / 2 and P3′(x) = (15x² − 3) / 2.
#
# It goes through −1 at x = −1, through 0 at x = 0, and through 1 at x = 1. PyTorch has no
# operator for it. You write one. As in `Square`, the rules get tensors of any shape and work on
# all numbers at once.


# %% nbgrader={"grade": false, "grade_id": "legendre", "locked": false, "schema_version": 3, "solution": true, "task": false}
class LegendreP3(torch.autograd.Function):
    """Compute the third Legendre polynomial, with a backward rule of its own."""

    @staticmethod
    def forward(ctx, x):
        """Return P3(x) = (5x³ − 3x) / 2, and keep for backward what it needs.

        Arguments: ctx, the context; x, a tensor of any shape.
        Result: a new tensor of the same shape and dtype. x is left unchanged.
        Errors: none.
        Example: for x = [0.5, 1.0] the result is [-0.4375, 1.0].
        """
        ### BEGIN SOLUTION
        ctx.save_for_backward(x)
        return (5 * x**3 - 3 * x) / 2
        ### END SOLUTION

    @staticmethod
    def backward(ctx, upstream):
        """Return the gradient with respect to x.

        Arguments: ctx, the context that forward has filled; upstream, the upstream gradient, a
        tensor of the shape of x.
        Result: a tensor of the shape of x: upstream times (15x² − 3) / 2.
        Errors: none.
        Example: for x = [0.5, 1.0] and an upstream gradient of [1.0, 10.0] the result is
        [0.375, 60.0].
        """
        ### BEGIN SOLUTION
        (x,) = ctx.saved_tensors
        return upstream * (15 * x**2 - 3) / 2
        ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-legendre", "locked": true, "schema_version": 3, "solution": false, "task": false}
def legendre_values():
    """Show values of P3, its gradients, and gradients with something before and behind it."""
    x = torch.tensor([0.5, 1.0], dtype=torch.float64, requires_grad=True)
    heights = LegendreP3.apply(x)
    print(heights.tolist())  # [-0.4375, 1.0]
    heights.sum().backward()
    print(x.grad.tolist())  # [0.375, 6.0]

    x = torch.tensor([0.5, 1.0], dtype=torch.float64, requires_grad=True)
    (10 * LegendreP3.apply(x * x)).sum().backward()
    print(x.grad.tolist())  # [-10.3125, 120.0]


run_example(legendre_values)

# %% [markdown]
# The next example draws P3 and its derivative. The derivative at all 201 places comes from a
# single `backward()`: in the sum of the heights, each height depends on its own place only.
# Where the slope crosses 0, at about −0.447 and 0.447, the polynomial turns.


# %% nbgrader={"grade": false, "grade_id": "example-curve", "locked": true, "schema_version": 3, "solution": false, "task": false}
def legendre_curve():
    """Draw P3 and the derivative that PyTorch finds with your backward rule."""
    import matplotlib.pyplot as plt

    x = torch.linspace(-1.0, 1.0, 201, dtype=torch.float64, requires_grad=True)
    heights = LegendreP3.apply(x)
    heights.sum().backward()
    plt.figure()
    plt.plot(x.tolist(), heights.tolist(), label="P3(x)")
    plt.plot(x.tolist(), x.grad.tolist(), label="slope of P3, from backward")
    plt.axhline(0.0, color="gray", linewidth=0.5)
    plt.xlabel("x")
    plt.ylabel("height and slope")
    plt.title("The Legendre polynomial P3 and its derivative")
    plt.legend()
    plt.show()


run_example(legendre_curve)

# %% [markdown]
# ## gradcheck: nudge and compare
#
# A backward rule that you write by hand may be wrong, and a network that uses it may still learn
# something. PyTorch has a test for this: `torch.autograd.gradcheck(function, (x,))`. It does what
# you did in the first exercise. It nudges each number of x by 1e-6 up and down, computes the
# central difference of each output, and compares these slopes with the gradients that `backward`
# gives. The function is what you call, such as `Square.apply`; x is a tensor that requires a
# gradient.
#
# The tensor has to be in float64. With a step of 1e-6, the rounding of float32 is as large as the
# change that is measured.
#
# When all agrees, the answer is `True`. When a slope differs, gradcheck raises a
# `GradcheckError`, which says what it found. In its tables, row i and column j is the derivative
# of output j by input i; `numerical` is from nudging and `analytical` is from `backward`. With the
# argument `raise_exception=False` it returns `False` and raises nothing for a wrong slope. (In its
# messages, *Jacobian* is the name of such a table.)
#
# The cell tests `Square`, and two squares with a planted mistake. `HalfSquare` has lost the
# factor 2. `DeafSquare` does not listen to the upstream gradient; with a single number and an
# upstream gradient of 1, its gradient would look right.


# %% nbgrader={"grade": false, "grade_id": "gradcheck-demo", "locked": true, "schema_version": 3, "solution": false, "task": false}
from torch.autograd.gradcheck import GradcheckError


class HalfSquare(Square):
    """Compute side ** 2, with a wrong backward rule: the factor 2 is missing."""

    @staticmethod
    def backward(ctx, upstream):
        """Return half of the right gradient."""
        (side,) = ctx.saved_tensors
        return upstream * side


class DeafSquare(Square):
    """Compute side ** 2, with a wrong backward rule: the upstream gradient is missing."""

    @staticmethod
    def backward(ctx, upstream):
        """Return the local derivative only."""
        (side,) = ctx.saved_tensors
        return 2 * side


for operator in (Square, HalfSquare, DeafSquare):
    sides = torch.tensor([1.5, -2.0], dtype=torch.float64, requires_grad=True)
    try:
        print(operator.__name__, torch.autograd.gradcheck(operator.apply, (sides,)))
    except GradcheckError as error:
        print(operator.__name__, error)
# In short:
# Square: True
# HalfSquare: an error with two tables; numerical has 3 and -4, analytical has 1.5 and -2
# DeafSquare: an error with two tables; where numerical has zeros, analytical has none

# %% [markdown]
# ## What gradcheck does not see
#
# gradcheck compares two things that both come from your code: the forward rule, which it nudges,
# and the backward rule. It tests at the numbers that you give it and nowhere else. And it has to
# forgive the error of the central difference: a slope may be off by 1e-5 plus one thousandth of
# its size. So a rule with the factor 2.001 in place of 2 passes.
#
# When a gradient has the wrong shape, PyTorch itself may raise a `RuntimeError` before there is
# anything to compare. That is no verdict of gradcheck, and your function may pass this error on.


# %% nbgrader={"grade": false, "grade_id": "gradcheck", "locked": false, "schema_version": 3, "solution": true, "task": false}
def passes_gradcheck(function, x):
    """Tell whether the gradients of function agree with central differences at x.

    Arguments: function, which takes one tensor and returns one, such as LegendreP3.apply;
    x, a list of floats, which stays as it is.
    Result: a bool: True when torch.autograd.gradcheck accepts the gradients at x, in float64, and
    False when it does not. A wrong gradient raises nothing.
    Errors: what function itself raises.
    Example: passes_gradcheck(Square.apply, [1.5, -2.0]) is True, and
    passes_gradcheck(HalfSquare.apply, [1.5, -2.0]) is False.
    """
    ### BEGIN SOLUTION
    points = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(function, (points,), raise_exception=False)
    ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-gradcheck", "locked": true, "schema_version": 3, "solution": false, "task": false}
def check_the_squares():
    """Show what gradcheck says of a right operator and of two wrong ones."""
    for operator in (Square, HalfSquare, DeafSquare):
        print(operator.__name__, passes_gradcheck(operator.apply, [1.5, -2.0]))
    # Square True
    # HalfSquare False
    # DeafSquare False


run_example(check_the_squares)


# %% nbgrader={"grade": false, "grade_id": "example-gradcheck-legendre", "locked": true, "schema_version": 3, "solution": false, "task": false}
def check_legendre():
    """Show what gradcheck says of your own operator."""
    print("LegendreP3", passes_gradcheck(LegendreP3.apply, [-1.5, -0.25, 0.0, 0.5, 2.0]))
    # LegendreP3 True


run_example(check_legendre)

# %% [markdown]
# ## One operator, or several of PyTorch's own
#
# P3 can also be written with the operators that PyTorch has. Then PyTorch puts the derivative
# together by itself, as your engine did with `tanh` taken apart. The example compares the two.


# %% nbgrader={"grade": false, "grade_id": "example-composed", "locked": true, "schema_version": 3, "solution": false, "task": false}
def two_ways_to_p3():
    """Compare the gradients of LegendreP3 with those of the same formula in PyTorch."""
    numbers = [-1.5, -0.25, 0.0, 0.5, 2.0]
    a = torch.tensor(numbers, dtype=torch.float64, requires_grad=True)
    b = torch.tensor(numbers, dtype=torch.float64, requires_grad=True)
    LegendreP3.apply(a).sum().backward()
    (2.5 * b**3 - 1.5 * b).sum().backward()
    print("own operator:  ", a.grad.tolist())  # [15.375, -1.03125, -1.5, 0.375, 28.5]
    print("composed by **:", b.grad.tolist())  # the same


run_example(two_ways_to_p3)

# %% [markdown]
# ## Question: no_grad in two places
#
# (a) `copy_parameters` works inside `with torch.no_grad():`. A classmate puts the forward pass of
# the training loop into such a block as well, "to save memory". What happens at `backward()`, and
# why? (b) Another classmate wants to do without the block where the loop changes the parameters,
# and writes
#
#     for parameter in twin.parameters():
#         parameter = parameter - rate * parameter.grad
#
# No error is raised. What does this loop do to the numbers in the twin, what is the new
# `parameter` (a leaf, or something else), and how do you notice that something is wrong? Three to
# six sentences in all.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-no-grad", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** (a) A forward pass inside the block is computed but leaves no graph: the loss
# does not know its operands and requires no gradient. So `backward()` raises a RuntimeError
# ("element 0 of tensors does not require grad and does not have a grad_fn"). (b) The numbers in the
# twin stay as they are. The difference is a new tensor, the result of recorded operations and no
# leaf, and the assignment gives it the name `parameter`, which the twin does not know. Since
# nothing was changed in place, PyTorch has nothing to refuse. The loss is the same at every step,
# or: the numbers in the twin are the same before and after the loop.
#
# **Points.** 1 point for (a): without a record there is nothing to go back through, so backward
# fails (the wording of the error is not asked). 1 point for (b): the twin keeps its old numbers,
# since a new tensor is made and only a name is bound (half), and that this tensor is no leaf, with a
# sign by which one notices (half).
#
# **Often seen.** "no_grad sets the gradients to 0": confuses it with zero_grad. (a) "The gradients
# are None and training stands still": no point, as there is an error. "It saves memory" alone,
# without what is lost: half a point. (b) "PyTorch refuses it, as it is a leaf": refused is the
# change in place, as in `-=`; this one makes something new. "The graph grows from step to step":
# not here, as the next forward pass begins at the old leaves again.

# %% [markdown]
# ## Question: wrong, and gradcheck says True
#
# A classmate's `LegendreP3` passes gradcheck at the places −0.5, 0.25 and 1. Their class is wrong
# all the same. Write down two such classes that are wrong in different ways: for each one, what its
# `forward` and what its `backward` returns, as formulas or as lines of code. Give for each one a
# test with numbers that finds it: what you would run, what your class gives, and what the
# classmate's class gives.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-gradcheck", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** Two of these kinds. (1) Forward and backward agree with each other and belong to
# another function: (5x³ + 3x) / 2 with upstream · (15x² + 3) / 2. Its value at 1 is 4 in place of
# 1. (2) The rule is wrong only at other places: the right forward with upstream · (15·x·|x| − 3) / 2
# wherever x is below −1, and the right backward elsewhere. At −2, the slope is −31.5 in place of
# 28.5. (3) The error is below the tolerance: the right forward, and 15.001 for 15 in backward. At
# 1, the slope is 6.0005 in place of 6, which a comparison to 1e-12 finds, or gradcheck with a
# smaller `rtol`.
#
# **Points.** 1 point for each class that gradcheck accepts at these three places, with a test whose
# numbers are right; half a point without the test, or when the kind of mistake is right and the
# formulas do not show it. Two classes of the same kind count once.
#
# **Often seen.** "The upstream gradient is missing" or "the factor is wrong": gradcheck finds
# both, as the cell with the two planted mistakes shows; no point. "Test with more points" as the
# way to find mistake (1): more places do not help when both rules are wrong together.

# %% [markdown]
# ## Question: why write an operator at all?
#
# The last example gets the right gradients from PyTorch's own operators, without a backward rule.
# So P3 could do without a `torch.autograd.Function`. (a) Another function f comes from a library
# that knows nothing of PyTorch. It takes a list of numbers and returns the list of their results,
# and somebody calls it as `torch.tensor(f(x.tolist()), dtype=torch.float64)`. Why can PyTorch not
# find a gradient here? What do you have to know about f to write a `Function` for it, and what does
# its `backward` return? (b) How many operators does PyTorch record for `2.5 * b**3 - 1.5 * b`, and
# how many for `LegendreP3.apply(b)`? Name one thing that each recorded operator costs.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-function", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** (a) `tolist()` gives plain numbers, which know nothing of x. What f does with
# them is not recorded, and the tensor made of the results is a new leaf without a gradient, so the
# way back to x is missing. One has to know the derivative f′ (a formula, or code for it); `backward`
# returns upstream · f′(x). (b) Four (a power, two products, a difference), and one. Each recorded
# operator costs time, forward and backward, since each operation of PyTorch has a fixed cost; and
# memory, since what its backward rule needs is kept until then.
#
# **Points.** 1 point for (a): the record ends at the plain numbers (half); f′, times upstream
# (half). 1 point for (b): four and one (half; a count that leaves out or adds one with a reason is
# right), and time or memory with a word of explanation (half).
#
# **Often seen.** (a) "PyTorch takes the derivative by nudging": gradcheck does that, `backward`
# never. (b) "The composed gradients are less exact": here the two agree.

# %% [markdown]
# ## Extension: train the twin
#
# This part is optional and is not graded. Train the twin on the four rows, for 50 steps at a rate
# of 0.05, starting from the parameters of an MLP of the engine. Write the step in two ways: by
# hand, as `parameter -= rate * parameter.grad` for each parameter, inside `torch.no_grad()`; and
# with `torch.optim.SGD(twin.parameters(), lr=0.05)`, whose methods are `zero_grad()` and `step()`.
# Do both give the losses of the loop of the engine, step by step? To how many digits?
