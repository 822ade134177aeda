# %% [markdown]
# # A network of neurons
#
# An engine that differentiates any expression is ready. In this exercise you write one special
# kind of expression with it: a neural network. A neuron is one line of arithmetic, a layer is a
# list of neurons, and a network is a list of layers. The next exercise trains it. Here you make
# sure that it computes the right number, refuses wrong input, and hands out its parameters.
#
# Expected time: 60 to 90 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - compute by hand what a neuron makes of its inputs, and say what the weights, the bias and the
#   activation do;
# - build a layer from neurons, and a network from layers;
# - count the parameters of a network on paper;
# - say why the list of parameters has a fixed order, and why it holds no copies;
# - refuse wrong input in a way that cannot be switched off;
# - explain why the parameters start at random.

# %% [markdown]
# ## How to work
#
# There are nine stubs in four classes: `Module`, `Neuron`, `Layer` and `MLP`. In each one, replace
# the two lines `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code. Work from
# the top to the bottom. Each class is made of the ones before it, so after a change run the cell
# of that class again, and all cells below it.
#
# The file `given.py` beside this notebook holds the class `Value`, complete. You need little of
# it: `Value(0.5)` makes a leaf; `+`, `*` and `.tanh()` make new nodes, and a plain number may stand
# on either side of `+` and `*`; `.backward()` fills in the gradients; `.data` and `.grad` are the
# numbers in a node.
#
# The checks put numbers of their own into the parameters, in the order that is described below. So
# it makes no difference to them which random numbers you draw, as long as they are random and lie
# between −1 and 1. Every network that they build has at least one input, one layer, and one neuron
# in each layer. The inputs of a call are always a list, of numbers or of Values.

# %% nbgrader={"grade": false, "grade_id": "imports", "locked": true, "schema_version": 3, "solution": false, "task": false}
import random

from given import Value

# %% [markdown]
# `run_example` runs one example. When the example reaches a stub that is still empty, it prints
# `not attempted` and the class and method of that stub.


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
# ## What a neuron computes
#
# A neuron reads a fixed number of inputs, x1 to xn, and gives one output. It holds one number for
# each input, its *weights* w1 to wn, and one number more, its *bias* b. Its output is
#
# tanh(w1·x1 + w2·x2 + … + wn·xn + b)
#
# - A weight says how much its input counts, and in which direction. An input with weight 0 does not
#   count at all.
# - The bias moves the sum up or down. When all inputs are 0, it is all that is left.
# - tanh is the *activation*: it bends the sum and keeps the output between −1 and 1. Without it,
#   neurons that read the outputs of other neurons would bring nothing new, since a weighted sum of
#   weighted sums is a weighted sum again.
#
# The weights and the bias are the *parameters* of the neuron: the numbers that training changes.
# The inputs are data, which training leaves as they are.
#
# An example with two inputs: the inputs 2 and 0.5, the weights 0.5 and −1, the bias 0.25. The sum
# is 0.5·2 + (−1)·0.5 + 0.25 = 0.75, and the output is tanh(0.75) = 0.6351, rounded.
#
# The picture shows neurons with one input. Compare the lines with the first one: a larger weight
# makes the step steeper, a negative weight turns it around, and the bias moves it sideways. The
# output is 0 where w·x + b is 0.


# %% nbgrader={"grade": false, "grade_id": "tanh-picture", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math

import matplotlib.pyplot as plt


def plot_neurons(parameters):
    """Plot the output of a neuron with one input, for each pair of weight and bias."""
    xs = [step / 20 for step in range(-100, 101)]  # from -5 to 5
    plt.figure()
    for weight, bias in parameters:
        ys = [math.tanh(weight * x + bias) for x in xs]
        plt.plot(xs, ys, label=f"weight {weight}, bias {bias}")
    plt.xlabel("input x")
    plt.ylabel("output tanh(weight · x + bias)")
    plt.title("One neuron with one input")
    plt.legend()
    plt.show()


plot_neurons([(1, 0), (4, 0), (-1, 0), (1, 2)])

# %% [markdown]
# ## A part of a network: Module
#
# A neuron, a layer and a whole network have one thing in common: they have parameters, and a method
# `parameters()` that returns them as a list of Values. What works for every such part is written
# once, in the class `Module`, and the other classes are made from it: after `class Neuron(Module)`,
# a neuron has all methods of `Module` besides its own. `Module` has no `__init__` and keeps nothing
# of its own, so there is nothing to prepare for it when a neuron is made.
#
# The method that they share is `zero_grad`. The rules of `backward` add to the gradient of a node.
# The nodes in the middle of a graph are made anew in each forward pass, with gradient 0. The
# parameters are not: they stay, and so does what the last `backward` has left in them. Before the
# next `backward`, someone has to set their gradients back to 0. `zero_grad` does this for every
# parameter of a part, and leaves their data alone.
#
# `Module` has no method `parameters()` itself. When `zero_grad` runs, `self` is a neuron, a layer
# or a network, and `self.parameters()` is the method of that class.


# %% nbgrader={"grade": false, "grade_id": "module-class", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Module:
    """A part of a network. Each kind of part has a method `parameters()`."""

    def zero_grad(self):
        """Set the gradient of every parameter of self to 0.

        Arguments: none. self.parameters() is a list of Values.
        Result: None. The data of the parameters, and the list, stay as they are.
        Errors: none.
        Example: with a part whose parameters have the gradients 6.0 and 4.0, both are 0.0 after
        zero_grad().
        """
        ### BEGIN SOLUTION
        for parameter in self.parameters():
            parameter.grad = 0.0
        ### END SOLUTION


# %% [markdown]
# The example makes a small part of its own, with two parameters, and runs `backward` twice. The
# second run adds to the gradients of the first one; then `zero_grad` clears them.


# %% nbgrader={"grade": false, "grade_id": "example-zero-grad", "locked": true, "schema_version": 3, "solution": false, "task": false}
class Product(Module):
    """A part that multiplies its two parameters."""

    def __init__(self, a, b):
        self.a = Value(a)
        self.b = Value(b)

    def output(self):
        return self.a * self.b

    def parameters(self):
        return [self.a, self.b]


def gradients_are_cleared():
    """Run backward twice, then clear the gradients."""
    product = Product(2.0, 3.0)
    product.output().backward()
    first = [parameter.grad for parameter in product.parameters()]
    product.output().backward()
    second = [parameter.grad for parameter in product.parameters()]
    product.zero_grad()
    print("after one backward: ", first)  # [3.0, 2.0]
    print("after two:          ", second)  # [6.0, 4.0]
    print("after zero_grad:    ", [parameter.grad for parameter in product.parameters()])
    print("the data stay:      ", [parameter.data for parameter in product.parameters()])
    # [0.0, 0.0] and [2.0, 3.0]


run_example(gradients_are_cleared)

# %% [markdown]
# ## The class Neuron
#
# **Making one.** `Neuron(3)` is a neuron with three inputs. It starts with random parameters, each
# a Value of its own: `random.uniform(-1, 1)` returns a random number between −1 and 1. Why random
# numbers, and why not all 0? An experiment further down shows it, when there is a network to try.
#
# **Calling it.** When a class has a method `__call__`, its objects can be called like functions:
# `neuron([2.0, 0.5])` runs `neuron.__call__([2.0, 0.5])`.
#
# Two functions of Python are useful here. `zip(a, b)` goes through two lists side by side and gives
# pairs. `sum(items)` starts at the number 0 and adds one item after the other; `sum(items, start)`
# starts at `start`. When you start at the bias, the graph has one addition less. Both are right.
#
# **Refusing wrong input.** `zip` stops at the end of the shorter list and says nothing:
# `list(zip([1, 2, 3], [10, 20]))` is `[(1, 10), (2, 20)]`. A neuron with three weights that is
# given two inputs would compute without its last weight, and return a number that looks like any
# other. No line fails, and every result after it is wrong. So `__call__` compares the two lengths
# first, and raises a `ValueError` when they differ, before anything is changed: the neuron works
# afterwards as before. This is the error that Python itself raises for an argument of the right
# type with a wrong content, as in `int("three")`.
#
# An `assert` is not enough. It stops a program where a condition is false, and is meant for what
# your own code should have made sure of. With `python -O`, Python leaves out every `assert` of the
# program, and the same input is accepted in silence. `zip(a, b, strict=True)` does raise a
# `ValueError`, and you may use it. Its message speaks about the arguments of `zip`, while a message
# of your own can name both numbers.
#
# **Handing out the parameters.** `parameters()` returns a new list: the weights in the order of
# their inputs, then the bias. The list is new at each call, since whoever gets it may change it.
# The Values in it are the neuron's own and no copies: training writes new numbers into their
# `data`, and with copies the neuron would never learn of it.
#
# The order is part of the agreement. To set all gradients to 0, any order would do, and for
# counting, too. But a list of numbers can be put back into a network, or into the same network
# written in PyTorch (a later exercise does that), only when both sides agree which number belongs
# where. The checks put their numbers in by this order, too.


# %% nbgrader={"grade": false, "grade_id": "neuron-class", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Neuron(Module):
    """tanh(weights · inputs + bias). Attributes: weights, a list of Values; bias, a Value."""

    def __init__(self, inputs):
        """Draw one weight for each input, and the bias.

        Arguments: inputs, how many numbers the neuron reads (a whole number, at least 1).
        Result: self.weights is a list of as many Values; self.bias is a Value. The data of each is
        drawn on its own by random.uniform(-1, 1).
        Errors: none.
        Example: Neuron(3) has 3 weights and 1 bias.
        """
        ### BEGIN SOLUTION
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))
        ### END SOLUTION

    def __call__(self, inputs):
        """Return tanh(w1·x1 + … + wn·xn + b).

        Arguments: inputs, a list of numbers or Values, one for each weight.
        Result: a Value between -1 and 1. The list and its items stay as they are.
        Errors: ValueError when there are more or fewer inputs than weights.
        Example: with the weights 0.5 and -1.0 and the bias 0.25, the output for [2.0, 0.5] is
        tanh(0.75), and its data is 0.6351489523872873.
        """
        ### BEGIN SOLUTION
        if len(inputs) != len(self.weights):
            raise ValueError(f"expected {len(self.weights)} inputs, observed {len(inputs)}")
        products = [weight * x for weight, x in zip(self.weights, inputs, strict=True)]
        return sum(products, self.bias).tanh()
        ### END SOLUTION

    def parameters(self):
        """Return the weights, then the bias.

        Arguments: none.
        Result: a new list of the neuron's own Values; its length is the number of weights plus 1.
        Errors: none.
        Example: for Neuron(3), the list has 4 items, and the last one is the bias.
        """
        ### BEGIN SOLUTION
        return [*self.weights, self.bias]
        ### END SOLUTION


# %% [markdown]
# ### Try the neuron
#
# `set_parameters` writes given numbers into the parameters of a part, in their order. The first
# example shows a new neuron, whose numbers are different each time. The second one is the neuron
# from above. The third one is the neuron of the lecture, with its gradients.


# %% nbgrader={"grade": false, "grade_id": "example-neuron", "locked": true, "schema_version": 3, "solution": false, "task": false}
def set_parameters(part, numbers):
    """Write the numbers into the data of the parameters of part, in order."""
    for parameter, number in zip(part.parameters(), numbers, strict=True):
        parameter.data = number


def random_neuron():
    """Show the parameters of a new neuron: four random numbers from -1 to 1."""
    neuron = Neuron(3)
    print("weights:", [round(weight.data, 3) for weight in neuron.weights])
    print("bias:", round(neuron.bias.data, 3))


def neuron_by_hand():
    """Show the worked value of the text."""
    neuron = Neuron(2)
    set_parameters(neuron, [0.5, -1.0, 0.25])
    print(f"tanh(0.75): {neuron([2.0, 0.5]).data:.12f}")  # 0.635148952387


def neuron_of_the_lecture():
    """Show the output and the gradients of the neuron of the lecture."""
    neuron = Neuron(2)
    set_parameters(neuron, [-3.0, 1.0, 6.8813735870195432])
    output = neuron([2.0, 0.0])
    output.backward()
    w1, w2, bias = neuron.parameters()
    print(f"output {output.data:.12f}")  # 0.707106781187
    print(f"gradients: w1 {w1.grad:.9f}  w2 {w2.grad:.9f}  bias {bias.grad:.9f}")
    # w1 1.000000000  w2 0.000000000  bias 0.500000000


run_example(random_neuron)
run_example(neuron_by_hand)
run_example(neuron_of_the_lecture)

# %% [markdown]
# A neuron with two weights has to refuse one input, and three inputs. The words of the message are
# yours.


# %% nbgrader={"grade": false, "grade_id": "example-wrong-length", "locked": true, "schema_version": 3, "solution": false, "task": false}
def wrong_length():
    """Call a neuron with too few and with too many inputs."""
    neuron = Neuron(2)
    for inputs in ([2.0], [2.0, 0.5, 1.0]):
        try:
            output = neuron(inputs)
        except ValueError as error:
            print(f"inputs {inputs}: refused with: {error}")
        else:
            print(f"inputs {inputs}: accepted, with output {output.data}")


run_example(wrong_length)  # refused, both times

# %% [markdown]
# ### The graph of one neuron
#
# A neuron is no new operator. It is the expression that you wrote, made of the operators of the
# engine. For two inputs the graph has ten nodes: two inputs, two weights, one bias, two products,
# two sums and one tanh. (With a sum that starts at 0, there are two nodes more.)
#
# `draw` shows the graph in the notebook: in each node its label, data and gradient, and the
# operator that made it. When you run this file as a plain script, you see nothing.


# %% nbgrader={"grade": false, "grade_id": "example-neuron-graph", "locked": true, "schema_version": 3, "solution": false, "task": false}
from autograder.notebook import draw


def neuron_graph():
    """Draw the neuron of the lecture after its backward pass."""
    neuron = Neuron(2)
    set_parameters(neuron, [-3.0, 1.0, 6.8813735870195432])
    for parameter, label in zip(neuron.parameters(), ("w1", "w2", "b"), strict=True):
        parameter.label = label
    output = neuron([Value(2.0, label="x1"), Value(0.0, label="x2")])
    output.label = "o"
    output.backward()
    return draw(output)


run_example(neuron_graph)

# %% [markdown]
# ## Layer
#
# A layer is several neurons that read the same inputs. Each has weights and a bias of its own, so
# each can react to something else in the inputs. The output of the layer is the list of their
# outputs, in the order of the neurons. It is a list even when there is only one neuron.
#
# `Layer(3, 4)` has 3 inputs and 4 outputs, which means 4 neurons of 3 weights and a bias. That is
# 4 · (3 + 1) = 16 parameters. They come neuron by neuron.
#
# `__init__` is given. It makes a new neuron for each place of the list. The expression
# `[Neuron(inputs)] * outputs` looks much the same, but it makes one neuron and puts it into every
# place.
#
# To join several lists into one, a list comprehension may have two `for`. They read from left to
# right, like a loop inside a loop: with `rows = [[1, 2], [3]]`, the list
# `[x for row in rows for x in row]` is `[1, 2, 3]`. A loop with `extend` does the same.


# %% nbgrader={"grade": false, "grade_id": "layer-class", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Layer(Module):
    """Several neurons that read the same inputs. Attribute: neurons, a list of Neurons."""

    def __init__(self, inputs, outputs):
        """Make one neuron for each output, each with as many weights as there are inputs."""
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, inputs):
        """Return the output of every neuron for the same inputs.

        Arguments: inputs, a list of numbers or Values.
        Result: a list of Values, one for each neuron, in the order of self.neurons.
        Errors: ValueError when the number of inputs is wrong (the neurons raise it).
        Example: when the neurons have the parameters 1.0, 0.0 and 2.0, 0.5 (weight, bias), the
        data of the outputs for [0.25] are tanh(0.25) and tanh(1.0).
        """
        ### BEGIN SOLUTION
        return [neuron(inputs) for neuron in self.neurons]
        ### END SOLUTION

    def parameters(self):
        """Return the parameters of the first neuron, then those of the second, and so on.

        Arguments: none.
        Result: a new list of the neurons' own Values, each neuron's weights before its bias.
        Errors: none.
        Example: for Layer(3, 4), the list has 16 items; the item at index 3 is the bias of the
        first neuron.
        """
        ### BEGIN SOLUTION
        return [parameter for neuron in self.neurons for parameter in neuron.parameters()]
        ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-layer", "locked": true, "schema_version": 3, "solution": false, "task": false}
def layer_by_hand():
    """Show the outputs of a layer with two neurons."""
    layer = Layer(1, 2)
    first, second = layer.neurons
    set_parameters(first, [1.0, 0.0])
    set_parameters(second, [2.0, 0.5])
    outputs = layer([0.25])
    print("outputs:", [round(output.data, 9) for output in outputs])  # [0.244918662, 0.761594156]


def layer_parameters():
    """Count the parameters of a layer, and show their order."""
    layer = Layer(3, 4)
    print("Layer(3, 4):", len(layer.parameters()), "parameters")  # 16
    layer = Layer(1, 2)
    set_parameters(layer, [0.1, 0.2, 0.3, 0.4])
    for neuron in layer.neurons:
        print("weight", neuron.weights[0].data, "bias", neuron.bias.data)
    # weight 0.1 bias 0.2
    # weight 0.3 bias 0.4


run_example(layer_by_hand)
run_example(layer_parameters)

# %% [markdown]
# ## Question: one weight in every place
#
# A neuron is written with `self.weights = [Value(random.uniform(-1, 1))] * inputs`. It runs, and
# `len(neuron.parameters())` is what it should be. Take such a neuron with two inputs, and call the
# number in its weight w. Write its output as a formula. Name two different pairs of inputs that
# this neuron can never tell apart, whatever w and the bias are. What does `backward` put into the
# gradient of the weight, compared with the two gradients of a neuron that is written properly?

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-one-weight", "locked": false, "schema_version": 3, "solution": true, "task": false}
# Model answer: all places of the list hold the same Value, so the output is tanh(w·(x1 + x2) + b).
# It depends on the sum of the inputs only: [2, 3] and [1, 4] (any two pairs of equal sum) always
# give the same output. The one weight is used twice in the graph, so its gradient is the sum of the
# two shares that separate weights would have got: (x1 + x2)·(1 − o²) where o is the output, instead
# of x1·(1 − o²) and x2·(1 − o²). Each input needs a weight of its own, or the neuron cannot learn
# that one of them counts more than the other.
#
# 2 points. 1 point: the formula, or in words that only the sum counts, with a valid pair of inputs.
# 1 point: the gradient is the sum of both shares (the factor 1 − o² may be missing when it is said
# that the shares add up). A swapped pair such as [2, 3] and [3, 2] is a valid example.
#
# Often given: "the weights are equal at first, and training makes them different" (they are one
# object, no update can part them); "the second share overwrites the first" (`+=` adds them).

# %% [markdown]
# ## MLP
#
# A multi-layer perceptron, or MLP, is several layers in a row. The outputs of a layer are the
# inputs of the next one. Every neuron reads all outputs of the layer before. The layers before the
# last one are called *hidden*.
#
# `MLP(3, [4, 4, 1])` reads 3 inputs and has three layers, of 4 neurons, 4 neurons and 1 neuron. The
# inputs are no layer, since nothing is computed there. How many inputs does each layer have? As
# many as there are outputs before it.
#
# For `MLP(2, [3, 1])` this gives
#
# | layer | inputs | neurons | parameters |
# |---|---|---|---|
# | first | 2 | 3 | 3 · (2 + 1) = 9 |
# | second | 3 | 1 | 1 · (3 + 1) = 4 |
#
# and 13 parameters in all. **Before you write any code**, count the parameters of
# `MLP(3, [4, 4, 1])` and of `MLP(3, [2, 2, 1])` in the same way, on paper.
#
# A call runs the layers one after the other. When the last layer has one neuron, the call returns
# that Value itself and no list, because a list of one item is awkward to use. This holds for the
# end result only. From one layer to the next the outputs are always a list, even when a hidden
# layer has a single neuron.
#
# The parameters come layer by layer, in the order in which the inputs pass through the layers.
# When the number of inputs is wrong, the neurons of the first layer refuse it; the MLP needs no
# check of its own.


# %% nbgrader={"grade": false, "grade_id": "mlp-class", "locked": false, "schema_version": 3, "solution": true, "task": false}
class MLP(Module):
    """Layers, each of which reads the outputs of the one before. Attribute: layers, a list."""

    def __init__(self, inputs, sizes):
        """Make one layer for each of the sizes.

        Arguments: inputs, how many numbers the network reads (at least 1); sizes, a list of whole
        numbers, the number of neurons in each layer (at least one layer, each at least 1).
        Result: self.layers is a list of Layers. The list sizes stays as it is.
        Errors: none.
        Example: the layers of MLP(2, [3, 1]) are made like Layer(2, 3) and Layer(3, 1).
        """
        ### BEGIN SOLUTION
        self.layers = []
        for size in sizes:
            self.layers.append(Layer(inputs, size))
            inputs = size  # the next layer reads these outputs
        ### END SOLUTION

    def __call__(self, inputs):
        """Pass the inputs through all layers.

        Arguments: inputs, a list of numbers or Values.
        Result: the output as a Value where the last layer has one neuron, otherwise the list of
        its outputs.
        Errors: ValueError when the number of inputs is wrong (the first layer raises it).
        Example: MLP(1, [1, 1]) whose parameters are 1.0, 0.0, 2.0, 0.5 returns, for [0.5],
        tanh(2·tanh(0.5) + 0.5); its data is 0.8904789405395703.
        """
        ### BEGIN SOLUTION
        outputs = inputs
        for layer in self.layers:
            outputs = layer(outputs)
        return outputs[0] if len(outputs) == 1 else outputs
        ### END SOLUTION

    def parameters(self):
        """Return the parameters of the first layer, then those of the second, and so on.

        Arguments: none.
        Result: a new list of the layers' own Values, in the order described for Layer.
        Errors: none.
        Example: for MLP(2, [3, 1]), the list has 13 items; the last one is the bias of the last
        neuron.
        """
        ### BEGIN SOLUTION
        return [parameter for layer in self.layers for parameter in layer.parameters()]
        ### END SOLUTION


# %% [markdown]
# ### Try the network
#
# First compare your counts with those of the program. Then the example puts 17 numbers into a small
# network, −0.8, −0.7, and so on up to 0.8, and shows the outputs of the first layer and of the
# network. You can check the first number by hand: the first neuron has the weights −0.8, −0.7, −0.6
# and the bias −0.5, and for the inputs 0.5, −1 and 2 the sum is −0.4 + 0.7 − 1.2 − 0.5 = −1.4. The
# output of this neuron is tanh(−1.4).


# %% nbgrader={"grade": false, "grade_id": "example-mlp", "locked": true, "schema_version": 3, "solution": false, "task": false}
def count_parameters():
    """Count the parameters of three networks."""
    for inputs, sizes in ((2, [3, 1]), (3, [4, 4, 1]), (3, [2, 2, 1])):
        print(f"MLP({inputs}, {sizes}):", len(MLP(inputs, sizes).parameters()))
    # 13, 41 and 17


def forward_by_hand():
    """Show the output of each layer for given parameters."""
    model = MLP(3, [2, 2, 1])
    set_parameters(model, [step / 10 for step in range(-8, 9)])
    row = [0.5, -1.0, 2.0]
    first = model.layers[0](row)
    print("first layer:", [round(output.data, 9) for output in first])
    print("network:", round(model(row).data, 9))
    # first layer: [-0.885351648, -0.379948962]
    # (the second layer gives 0.160602517 and 0.082228833)
    # network: 0.741553339, a Value and no list


def several_outputs():
    """Show that a network with two outputs returns a list."""
    model = MLP(1, [1, 2])
    set_parameters(model, [1.0, 0.0, 2.0, 0.5, -1.0, 0.0])
    print("two outputs:", [round(output.data, 9) for output in model([0.5])])
    # [0.890478941, -0.431808181]


def network_refuses():
    """Call a network of three inputs with two."""
    try:
        MLP(3, [2, 1])([0.5, -1.0])
    except ValueError as error:
        print("refused with:", error)
    else:
        print("accepted")


run_example(count_parameters)
run_example(forward_by_hand)
run_example(several_outputs)
run_example(network_refuses)  # refused

# %% [markdown]
# ## Question: a network that reads four numbers
#
# Someone writes `Neuron` with a plain `zip` and without a check of the lengths, trains a network,
# and says: "It learns well without the check." Each row of the data has four numbers, and the
# network was made for three inputs. What happens to the fourth number of each row, in the forward
# pass and in the backward pass? How could the error be noticed, and what makes it hard to notice?
# Answer in three to five sentences.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-wrong-length", "locked": false, "schema_version": 3, "solution": true, "task": false}
# Model answer: `zip` stops after three pairs, so the fourth number is never multiplied by anything
# and is not in the graph. The outputs do not depend on it; were it a Value, its gradient would stay
# 0. Training still lowers the loss, because the three other columns tell something about the
# target, so a falling loss proves nothing. It shows only in an indirect way: the network is less
# accurate than it could be, changing the fourth column changes no prediction, or the number of
# parameters does not fit the number of columns.
#
# 2 points. 1 point: the fourth number is left out of the computation (not: set to 0, added to the
# bias, or an error), and has no gradient or no influence. 1 point: why it is hard to notice (no
# error is raised, and the loss falls all the same), with one way to notice it.
#
# Often given: "the program crashes in backward" (shows the belief that zip fills up or fails);
# "training will fix it" (training changes parameters, and there is no parameter for this column);
# "the loss would not fall" (it does, with the columns that are left).

# %% [markdown]
# ## The graph of a network
#
# The graph of a network is too large to look at node by node. It is easier to count: how many nodes
# did each operator make? You can predict the numbers for `MLP(3, [4, 4, 1])`. There is one tanh for
# each neuron, and one product for each weight. When your sums start at the bias, there is one `+`
# for each weight, too. When they start at 0, each neuron has one `+` more, and its 0 is one more
# leaf. The other leaves are the parameters and the inputs. Here the inputs are given as Values, so
# that all neurons of the first layer share the same three leaves. A plain number would become a new
# leaf in each neuron.
#
# Both ways are right. The graph has 117 nodes with sums that start at the bias, and 135 with sums
# that start at 0.


# %% nbgrader={"grade": false, "grade_id": "example-network-graph", "locked": true, "schema_version": 3, "solution": false, "task": false}
from collections import Counter


def nodes_of(output):
    """Return all nodes of the graph that ends in output, each once."""
    found = {id(output): output}
    waiting = [output]
    while waiting:
        for operand in waiting.pop().operands:
            if id(operand) not in found:
                found[id(operand)] = operand
                waiting.append(operand)
    return list(found.values())


def network_graph():
    """Count the nodes of a network, by the operator that made them."""
    output = MLP(3, [4, 4, 1])([Value(2.0), Value(3.0), Value(-1.0)])
    nodes = nodes_of(output)
    print(len(nodes), "nodes:", dict(Counter(node.operator or "leaf" for node in nodes)))


run_example(network_graph)
# sums from the bias: 117 nodes, with 44 leaves, 32 *, 32 +, 9 tanh
# sums from 0: 135 nodes, with 53 leaves, 32 *, 41 +, 9 tanh

# %% [markdown]
# Training looks at several rows of data at once. Here are the four rows of the lecture, each with a
# forward pass of its own through the same network, and the four outputs added up. The graph has
# the 41 parameters only once, and the nodes of a forward pass four times. So each parameter gets a
# share of its gradient from each row, and `+=` adds them up.
#
# `draw` does not draw more than 300 nodes. It says so and shows a summary.


# %% nbgrader={"grade": false, "grade_id": "example-four-rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
def four_rows():
    """Draw the graph of four forward passes through one network."""
    model = MLP(3, [4, 4, 1])
    rows = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    first, second, third, fourth = [model([Value(x) for x in row]) for row in rows]
    total = first + second + third + fourth
    print(len(nodes_of(total)), "nodes")  # 348, or 420 when your sums start at 0
    return draw(total)


run_example(four_rows)

# %% [markdown]
# ## Why the parameters start at random
#
# Training changes each parameter by a small multiple of its gradient, again and again. So the
# gradients at the start tell where training can go. The experiment makes three networks of the same
# size: one with all parameters 0.5, one with all parameters 0, and one with random parameters. It
# runs each of them backward once, and shows the gradients of the two neurons in the first layer.
#
# `random.seed(6)` lets the random numbers begin at the same place in each run, so the experiment
# can be repeated. Before you run the cell, guess which gradients are equal, and which are 0.


# %% nbgrader={"grade": false, "grade_id": "example-three-starts", "locked": true, "schema_version": 3, "solution": false, "task": false}
def three_starts():
    """Compare the gradients in the first layer after three kinds of start."""
    random.seed(6)
    for start in (0.5, 0.0, "random"):
        model = MLP(3, [2, 2, 1])
        if start != "random":
            set_parameters(model, [start] * 17)
        model([0.5, -1.0, 2.0]).backward()
        print("start:", start)
        for neuron in model.layers[0].neurons:
            print("  neuron:", [round(parameter.grad, 4) for parameter in neuron.parameters()])
        zeros = sum(parameter.grad == 0 for parameter in model.parameters())
        print("  gradients that are 0 in the whole network:", zeros, "of 17")


run_example(three_starts)
# start 0.5: both neurons [0.0038, -0.0075, 0.015, 0.0075]; no gradient is 0.
# start 0.0: both neurons [0.0, 0.0, 0.0, 0.0]; 16 gradients are 0.
# start random: two neurons that differ; no gradient is 0.

# %% [markdown]
# ## Question: equal parameters at the start
#
# Look at the two starts with equal parameters. (a) At the start with 0.5, the two neurons of the
# first layer have the same gradients. Why, and why are the two neurons still the same after any
# number of training steps? (b) At the start with 0, one parameter of the 17 has a gradient other
# than 0. Which one, and why do all the others have 0? Use the local derivatives of `*` and tanh.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-equal-start", "locked": false, "schema_version": 3, "solution": true, "task": false}
# Model answer: (a) Both neurons read the same inputs with the same parameters, so their outputs are
# equal; the second layer uses both with equal weights, so their upstream gradients are equal, too.
# Equal gradients give equal changes, so the neurons are equal again before the next step, and so on
# forever: the layer of two neurons acts as one. (b) The bias of the last neuron. All hidden outputs
# are tanh(0) = 0. The gradient of a weight is the upstream gradient times its input, and this input
# is 0 in the later layers; the gradient that passes down to a hidden neuron is multiplied by a
# weight of the layer above, which is 0. Only the last bias is reached without a product: its local
# derivatives are 1 (sum) and 1 − 0² = 1 (tanh).
#
# 2 points, 1 for each part. (a) needs equal outputs and equal gradients, and that this repeats at
# each step. (b) needs the last bias, and the product with 0; one of the two places where 0 comes in
# (the input of the weight, the weight above) is enough.
#
# Often given: "the gradients are 0" for (a) (they are not, the neurons move together); "tanh has
# slope 0 at 0" for (b) (its slope there is 1, the largest it has).

# %% [markdown]
# ## What you have
#
# You have a network of any size, of which the engine can compute the output and the derivative of
# the output with respect to each parameter. Everything in it is a list, a loop and one line of
# arithmetic. What is missing is a number that says how wrong the outputs are, and a loop that makes
# this number smaller. Both come in the next exercise.
