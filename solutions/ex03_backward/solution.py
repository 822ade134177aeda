# %% [markdown]
# # Backward
#
# In a graph of sums, products and `tanh`, every node has a gradient: it says how much the output,
# the last node, depends on this one. Filling gradients in by hand takes long. In this exercise each
# operator gets a rule of its own, and one call of `backward()` runs all rules in the right order.
#
# Expected time: 75 to 105 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - name the local derivative and the upstream gradient of a node, and multiply the two;
# - write the backward rules of `+`, `*` and `tanh` as functions that a node keeps;
# - handle a node that is used more than once;
# - put the nodes of a graph into topological order, and say what goes wrong in another order;
# - write `backward()` and run it on the neuron of the lecture that this course follows.

# %% [markdown]
# ## How to work
#
# There are five stubs: the rules of `__add__`, `__mul__` and `tanh`, then the function
# `topological_order`, and last the method `backward`. Do them in this order. In each one, replace
# the two lines `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code. The lines
# around a stub need no change.
#
# `backward` stands in the class with the three rules, because it is a method. Leave it until you
# have read the section about it. Run the class cell again after each change, and the cells after
# it. An example whose stub is still empty prints `not attempted` and the name of the stub.
#
# Until `backward` is written, a check with `pytest` cannot confirm your rules: its programs call
# `backward`, and it reports that add, mul and tanh stop there. The examples below the class try
# each rule alone, so use those first.
#
# In this exercise both operands of `+` and `*` are Values: there is no `a + 1` yet. The checks
# leave out plain numbers and very long graphs.

# %% [markdown]
# ## What is given
#
# The file `given.py` beside this notebook or file holds a class `Value` that computes forward. Each
# node has these attributes:
#
# - `data`, its number, and `grad`, its gradient, which is 0.0 in a new node;
# - `operands`, a tuple of the nodes that it was made from. It is empty for a *leaf*, a node that
#   no operator made;
# - `operator`, a text such as `"+"`, and `label`, a name for people to read;
# - `_backward`, a function without arguments. In the given class it does nothing.
#
# The given `+`, `*` and `tanh` compute the number, and record operands and operator. `tanh`, the
# hyperbolic tangent, turns any number into one between −1 and 1.
#
# The given class is imported as `ForwardValue`. Your class, `Value`, is built on it and adds
# the way back. The given operators make each new node with the class of their left operand, so
# whatever you build from nodes of your class consists of nodes of your class.

# %% [markdown]
# ## One node: local derivative times upstream gradient
#
# The *gradient* of a node is the derivative of the output with respect to it: how fast the output
# changes when the node's number changes.
#
# Look at one product, c = a · b with a = 2 and b = −3, somewhere inside a graph. Two numbers
# decide what this product hands on to `a`.
#
# - The *local derivative*: how fast `c` changes with `a`. For a product this is the other factor,
#   here −3. It depends on this node and its operands alone.
# - The *upstream gradient*: how fast the output changes with `c`. This is `c.grad`. The rest of
#   the graph, between `c` and the output, decides it.
#
# Suppose that `c.grad` is 5. When `a` grows by a small step h, `c` changes by −3h, and the output
# by 5 · (−3h) = −15h. So the product hands −15 on to `a`. In the same way it hands 5 · 2 = 10 on
# to `b`. This is the chain rule: local derivative times upstream gradient.
#
# A rule needs nothing else. It never asks what stands further on in the graph: all of that is in
# the one number `c.grad`.

# %% [markdown]
# ## Several uses: the shares add up
#
# A node that uses another one is its *consumer*. Take b = a + a at a = 3. The sum uses `a` twice.
# When `a` grows by h, both operands of the sum grow by h, and `b` grows by 2h. So the gradient of
# `a` is 2: one from its use on the left, and one from its use on the right.
#
# It is the same when the uses belong to different consumers. A small step of `a` reaches the
# output through each of them, and the changes add up. Call what one use hands on its *share*.
# Then the gradient of a node is the sum of the shares of all its uses.
#
# Seen from far away, the gradient of a node is a sum over all paths from this node to the output.
# Each path brings the product of the local derivatives on its way. Take L = a · k + a with k = 5.
# One path from `a` leads through the product, with the local derivatives 5 and 1. The other leads
# straight into the sum, with 1. So the gradient of `a` is 5 · 1 + 1 = 6. The rules of this exercise
# find this sum without a look at any path as a whole.
#
# A rule sees one consumer only, and cannot know which other rules have been there before. So it
# adds its share to the gradient that it finds. A new node begins with 0.0, which makes the first
# share come out right, too.

# %% [markdown]
# ## A rule is a function that remembers its nodes
#
# Each operator stores its rule in the node that it makes, as the function `_backward`. The next
# cell shows this with an operator that is no part of the exercise, the sine. The derivative of
# sin x is cos x.
#
# The function `_backward` is defined inside `sine`. It takes no arguments, and still it can use
# `x` and `out`, the variables of the function around it. It keeps them after `sine` has returned.
# A function that keeps variables of its surroundings is called a *closure*. Each call of `sine`
# makes a new one, with its own `x` and its own `out`.
#
# The line `out._backward = _backward` has no parentheses: it stores the function and does not call
# it. While the graph is built, no rule runs. A rule that is called later reads `out.grad` as it is
# at that moment.

# %% nbgrader={"grade": false, "grade_id": "rule-of-sine", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math

from given import Value as ForwardValue


def sine(x):
    """Return the sine of x as a node that has a backward rule."""
    out = ForwardValue(math.sin(x.data), (x,), "sin")

    def _backward():
        x.grad += math.cos(x.data) * out.grad

    out._backward = _backward
    return out


x = ForwardValue(2.0)
y = sine(x)
y.grad = 3.0  # suppose that the rest of the graph has left this here
y._backward()
print("sin(2):", y.data)  # 0.9092974268256817
print("handed on to x:", x.grad)  # -1.2484405096414273, which is 3 * cos(2)

# %% [markdown]
# ## The rules of +, * and tanh
#
# In the class below, each operator first calls the given method of the same name: `super()` stands
# for the class that yours is built on. This makes the node `out`. Your part is the body of
# `_backward`. It has `self`, `out` and, in `+` and `*`, `other` to work with.
#
# - For a sum, the local derivative with respect to each operand is 1.
# - For a product, the local derivative with respect to one factor is the other factor.
# - For tanh, the local derivative is 1 − t², where t is the result, the tanh of the operand. The
#   given method has put it into `out`.


# %% nbgrader={"grade": false, "grade_id": "value-class", "locked": false, "schema_version": 3, "solution": true, "task": false}
class Value(ForwardValue):
    """One number in a graph, with a rule that hands its gradient on to its operands.

    It has the attributes of the given class and no others. Where an operator made the node,
    `_backward` is the operator's rule. A leaf's does nothing.
    """

    def __add__(self, other):
        """Return self + other, as a node with a backward rule.

        Operands: self and other, two Values, or the same one twice.
        Result: a new Value, made by the given method. Its rule, your part, adds the upstream
        gradient times the local derivative, 1, to the gradient of each operand.
        Errors: none of its own.
        Example: with a = Value(2.0), b = Value(-3.0), c = a + b and c.grad = 5.0, the call
        c._backward() makes a.grad 5.0 and b.grad 5.0.
        """
        out = super().__add__(other)

        def _backward():
            ### BEGIN SOLUTION
            self.grad += out.grad
            other.grad += out.grad
            ### END SOLUTION

        out._backward = _backward
        return out

    def __mul__(self, other):
        """Return self * other, as a node with a backward rule.

        Operands: self and other, two Values, or the same one twice.
        Result: a new Value, made by the given method. Its rule, your part, adds the upstream
        gradient times the local derivative, the other factor, to the gradient of each operand.
        Errors: none of its own.
        Example: with a = Value(2.0), b = Value(-3.0), c = a * b and c.grad = 5.0, the call
        c._backward() makes a.grad -15.0 and b.grad 10.0.
        """
        out = super().__mul__(other)

        def _backward():
            ### BEGIN SOLUTION
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
            ### END SOLUTION

        out._backward = _backward
        return out

    def tanh(self):
        """Return the hyperbolic tangent of self, as a node with a backward rule.

        Operands: self.
        Result: a new Value, made by the given method. Its rule, your part, adds the upstream
        gradient times the local derivative, 1 minus the square of the result, to the gradient
        of self.
        Errors: none.
        Example: with a = Value(0.5), b = a.tanh() and b.grad = 2.0, b.data is
        0.46211715726000974, and the call b._backward() makes a.grad 1.5728954659318548.
        """
        out = super().tanh()

        def _backward():
            ### BEGIN SOLUTION
            self.grad += (1.0 - out.data**2) * out.grad
            ### END SOLUTION

        out._backward = _backward
        return out

    def backward(self):
        """Run the rules of the whole graph that ends in self.

        Operands: self, the output.
        Result: None. Afterwards self.grad is 1.0, and the gradient of every node of the graph is
        the derivative of self with respect to it, when all gradients were 0.0 before. A leaf that
        holds a gradient already gets its derivative added to that, or in its place.
        Errors: none of its own (RecursionError on a very long graph, when topological_order is
        recursive).
        Example: with a = Value(3.0) and b = a + a, the call b.backward() makes a.grad 2.0.
        """
        ### BEGIN SOLUTION
        self.grad = 1.0
        for node in reversed(topological_order(self)):
            node._backward()
        ### END SOLUTION


# %% [markdown]
# ## Try each rule alone
#
# A rule can be tested before there is a `backward`. Put an upstream gradient into the result by
# hand, call its rule, and look at the operands.
#
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
        stub = step.tb_frame.f_code.co_qualname
        print("not attempted:", stub.removesuffix(".<locals>._backward"))


# %% nbgrader={"grade": false, "grade_id": "example-add", "locked": true, "schema_version": 3, "solution": false, "task": false}
def rule_of_add():
    """Run the rule of one sum."""
    a, b = Value(2.0), Value(-3.0)
    c = a + b
    c.grad = 5.0
    c._backward()
    print("a + b hands on:", a.grad, b.grad)  # 5.0 5.0


run_example(rule_of_add)


# %% nbgrader={"grade": false, "grade_id": "example-mul", "locked": true, "schema_version": 3, "solution": false, "task": false}
def rule_of_mul():
    """Run the rule of one product."""
    a, b = Value(2.0), Value(-3.0)
    c = a * b
    c.grad = 5.0
    c._backward()
    print("a * b hands on:", a.grad, b.grad)  # -15.0 10.0


run_example(rule_of_mul)


# %% nbgrader={"grade": false, "grade_id": "example-tanh", "locked": true, "schema_version": 3, "solution": false, "task": false}
def rule_of_tanh():
    """Run the rule of one tanh."""
    a = Value(0.5)
    b = a.tanh()
    b.grad = 2.0
    b._backward()
    print("tanh(a):", b.data, "hands on:", a.grad)
    # tanh(a): 0.46211715726000974 hands on: 1.5728954659318548


run_example(rule_of_tanh)

# %% [markdown]
# The same node may stand on both sides of an operator. Then its rule has two shares for one node.


# %% nbgrader={"grade": false, "grade_id": "example-same-node", "locked": true, "schema_version": 3, "solution": false, "task": false}
def same_node_twice():
    """Run the rules of a + a and a * a."""
    a = Value(3.0)
    b = a + a
    b.grad = 1.0
    b._backward()
    print("a + a:", b.data, "gradient", a.grad)  # 6.0 gradient 2.0

    a = Value(3.0)
    b = a * a
    b.grad = 1.0
    b._backward()
    print("a * a:", b.data, "gradient", a.grad)  # 9.0 gradient 6.0


run_example(same_node_twice)

# %% [markdown]
# ## Question: why is a rule a function?
#
# When `__mul__` is called, it knows the data of both operands. Why does it store a function in
# `out`, and not change the gradients of its operands at once? Say what is missing at that moment,
# and when it is there.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-rule-is-a-function", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** What the product hands on is the local derivative times the upstream gradient.
# The local derivative is known in the forward pass. The upstream gradient is not: the consumers
# of the new node do not exist yet, nobody has said which node will be the output, and so
# `out.grad` is still 0.0. It is complete only in the backward pass, when all consumers of the node
# have run. The function puts the work off until then, and reads `out.grad` when it is called.
#
# **Points (2).** 1 for: the upstream gradient (or `out.grad`) is missing. 1 for: it becomes known
# in the backward pass, after the consumers. Also full marks: an answer which says that the local
# derivatives could be stored as numbers, and multiplied later. That is right, and some engines do
# so; the multiplication still has to wait.
#
# **Often given.** "Because the operands' data may change": half a point; it is no reason here, as
# nothing changes the data between the two passes. "Because a closure is faster" or "because Python
# needs it": no points. "Because the gradient is 0 at first", without more: half a point; it names
# the symptom.

# %% [markdown]
# ## An order that goes wrong
#
# Now several rules have to run, and their order matters. This is the graph for the next example:
#
# - b = a · k with a = 3 and k = 2, so b is 6;
# - d = b + c with c = 1, so d is 7;
# - L = b · d, the output, so L is 42.
#
# The node `b` has two consumers, `d` and `L`. As L is b · (b + c), its derivative with respect to
# `b` is 2b + c = 13, and with respect to `a` it is 13 · k = 26.
#
# The example runs the rules of `L`, `b` and `d` twice, in two orders that are written down by hand.
# Each time the gradient of `L` is set to 1 first, since the output changes as fast as itself. Both
# orders begin at the output, and each runs every rule once.


# %% nbgrader={"grade": false, "grade_id": "example-order", "locked": true, "schema_version": 3, "solution": false, "task": false}
def small_graph():
    """Return the nodes a, b, d and L of the graph described above."""
    a, k, c = Value(3.0, label="a"), Value(2.0, label="k"), Value(1.0, label="c")
    b = a * k
    d = b + c
    L = b * d
    b.label, d.label, L.label = "b", "d", "L"
    return a, b, d, L


def two_orders():
    """Run the rules of the small graph in two orders."""
    a, b, d, L = small_graph()
    L.grad = 1.0
    L._backward()
    d._backward()
    b._backward()
    print("L, d, b: gradient of b", b.grad, "gradient of a", a.grad)
    # L, d, b: gradient of b 13.0 gradient of a 26.0

    a, b, d, L = small_graph()
    L.grad = 1.0
    L._backward()
    b._backward()
    d._backward()
    print("L, b, d: gradient of b", b.grad, "gradient of a", a.grad)
    # L, b, d: gradient of b 13.0 gradient of a 14.0


run_example(two_orders)

# %% [markdown]
# The second order looks harmless: first the output, then its two operands. It gives `a` 14 where
# 26 is right. The order that works keeps to one condition: the rule of a node runs after the rules
# of all its consumers.

# %% [markdown]
# ## Question: why must a node wait?
#
# In both orders the gradient of `b` is 13 at the end, and still the gradient of `a` differs. Follow
# the second order step by step. Say where the 14 comes from, which part of 26 is missing, and why
# it never arrives. Then say in one sentence why a node has to wait for all its consumers.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-consumers-first", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** The rule of the output leaves 7 in `b` (the data of d) and 6 in `d`. Then the
# rule of `b` runs: it multiplies the 7 that it finds by k = 2, and `a` gets 14. Only after that
# does the rule of `d` add its share 6 to `b`, which makes 13. The rule of `b` does not run again,
# so this 6 is never multiplied by k, and 12 is missing in `a`. A node hands on what its gradient
# is at that moment, so it may run only when all shares are in it.
#
# **Points (2).** 1 for the numbers: 7 · 2 = 14, and the missing 6 · 2 = 12. 1 for the reason: a
# rule runs once and hands on the gradient as it is then, a share that comes later stays behind.
#
# **Often given.** "The order is wrong" or "it is not topological": no points, that repeats the
# text. "The rule of d overwrites b": no points; nothing is overwritten, as the 13 shows. "Run the
# rule of b twice": half a point for the idea that the late share has to be handed on; but then the
# 7 is handed on twice, and `a` gets 14 + 26 = 40.

# %% [markdown]
# ## Topological order
#
# A list of nodes is in *topological order* when each node stands after all of its operands. Read
# from its end to its beginning, the same list has each node after all of its consumers, which is
# what a backward pass needs. For the small graph, a, k, b, c, d, L is such a list, and so is
# c, k, a, b, d, L. A graph may have many of them, and any one will do.
#
# Only the output is known at first. From there, `operands` leads to every other node. One way to
# make the list is to visit nodes:
#
# - to visit a node, first visit its operands, and then put the node itself at the end of the list;
# - a node that has been visited before is not visited again.
#
# The first line gives the order: when a node is put on the list, everything that it depends on
# is there already. The second one keeps a node with several uses from standing there several
# times. A rule that ran twice would hand its gradient on twice.
#
# For "visited before", a Python set is of use. You can put the nodes themselves into it: two
# nodes are equal only when they are the same node. Their numbers are no help here, since different
# nodes may hold equal numbers.
#
# The function that visits may call itself for the operands. That is a good first solution. An
# extension further down is about graphs that are too deep for it.


# %% nbgrader={"grade": false, "grade_id": "topological-order", "locked": false, "schema_version": 3, "solution": true, "task": false}
def topological_order(output):
    """Return all nodes of the graph that ends in output, each one after its operands.

    Arguments: output, a Value.
    Result: a list of Values. Every node that output depends on stands in it once, and output
    stands last. Where several orders fit, any of them is right. No node changes, and each call
    makes a list of its own.
    Errors: none of its own (RecursionError on a very long graph, when it is recursive).
    Example: with a = Value(3.0) and b = a + a, topological_order(b) is the list [a, b].
    """
    ### BEGIN SOLUTION
    order = []
    seen = set()
    waiting = [(output, False)]  # nodes to visit, the next one last
    while waiting:
        node, operands_are_in_order = waiting.pop()
        if operands_are_in_order:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            waiting.append((node, True))
            waiting.extend((operand, False) for operand in reversed(node.operands))
    return order
    ### END SOLUTION


# %% nbgrader={"grade": false, "grade_id": "example-topological-order", "locked": true, "schema_version": 3, "solution": false, "task": false}
def operands_come_first(nodes):
    """Tell whether each of the nodes stands after all of its operands."""
    place = {node: index for index, node in enumerate(nodes)}
    return all(place.get(x, len(nodes)) < place[node] for node in nodes for x in node.operands)


def order_of_the_small_graph():
    """Show the topological order of the graph of the example above."""
    _, _, _, L = small_graph()
    nodes = topological_order(L)
    print("order:", [node.label for node in nodes])
    # order: ['a', 'k', 'b', 'c', 'd', 'L'] or another one that fits
    print(len(nodes), "nodes, operands first:", operands_come_first(nodes))
    # 6 nodes, operands first: True


run_example(order_of_the_small_graph)

# %% [markdown]
# ## backward
#
# Now the parts come together. `backward`, called on the output, has three things to do.
#
# 1. Get a topological order of the graph. That is a call of `topological_order`.
# 2. Set the gradient of the output to 1. Every other node of a new graph has gradient 0.0.
# 3. Run the rule of each node, from the output towards the leaves.
#
# Without step 2 nothing happens: each rule multiplies by an upstream gradient of 0. Leaves need no
# special case in step 3, because a leaf's rule does nothing.
#
# A leaf may hold a gradient already, from an earlier pass: of another graph that uses it, too, or of
# the same one. There are two right answers. `backward` may add to what it finds, as the three steps
# do. Or it may first set the gradients of its own graph to 0. Everything else is wrong: a pass that
# hands on more than its own gradients (the gradient of the output is 1 in each pass, and not 2 in
# the second one), that runs the rules of another graph, or that does nothing. The checks run two
# graphs that share leaves, and the same graph twice: one of a single operator, and a larger one
# after all its gradients have been set to 0.0. What else a larger one may do is the subject of an
# extension.
#
# Go back to the class cell and fill the last stub. Then run the class cell again and the cells
# after it.
#
# The example runs four graphs in which a node is used twice. The third one is a diamond: two ways
# lead from `a` to the output, one through each operand of the output.


# %% nbgrader={"grade": false, "grade_id": "example-backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
def nodes_used_twice():
    """Run backward on graphs in which a node is used more than once."""
    a = Value(3.0)
    b = a + a
    b.backward()
    print("a + a: gradient", a.grad)  # 2.0

    a, b = Value(-2.0), Value(3.0)
    d = a * b
    e = a + b
    f = d * e
    f.backward()
    print("f = d * e:", f.data, "gradients", a.grad, b.grad)  # -6.0 gradients -3.0 -8.0

    a, k, c = Value(3.0), Value(2.0), Value(1.0)
    left = a * k
    right = a + c
    diamond = left * right
    diamond.backward()
    print("diamond:", diamond.data, "gradient", a.grad)  # 24.0 gradient 14.0

    a, b, d, L = small_graph()
    L.backward()
    print("small graph: gradients", a.grad, b.grad, d.grad)  # 26.0 13.0 6.0


run_example(nodes_used_twice)

# %% [markdown]
# ## The neuron of the lecture
#
# A neuron multiplies each input by a weight, adds up the products and a number of its own, the
# bias, and sends the sum through tanh. This one has two inputs, x1 = 2 and x2 = 0, the weights
# w1 = −3 and w2 = 1, and the bias b = 6.8813735870195432. The bias is chosen so that the output o
# is 1/√2, which is about 0.7071. Then 1 − o², the local derivative of tanh, is 1/2, and all
# gradients are short numbers.
#
# `draw` shows the graph as a picture in a notebook, with the number and the gradient of each node.
# In a plain Python file nothing appears. One of the two weights gets the gradient 0. Look at the
# rule of the product to see why.


# %% nbgrader={"grade": false, "grade_id": "example-neuron", "locked": true, "schema_version": 3, "solution": false, "task": false}
from autograder.notebook import draw


def lecture_neuron():
    """Run the neuron of the lecture backward, and draw its graph."""
    x1, x2 = Value(2.0, label="x1"), Value(0.0, label="x2")
    w1, w2 = Value(-3.0, label="w1"), Value(1.0, label="w2")
    b = Value(6.8813735870195432, label="b")
    n = x1 * w1 + x2 * w2 + b
    n.label = "n"
    o = n.tanh()
    o.label = "o"
    o.backward()
    print(f"n {n.data:.12f}  o {o.data:.12f}")  # n 0.881373587020  o 0.707106781187
    print(f"gradients: n {n.grad:.9f}  x1 {x1.grad:.9f}  w1 {w1.grad:.9f}")
    print(f"           x2 {x2.grad:.9f}  w2 {w2.grad:.9f}  b {b.grad:.9f}")
    # gradients: n 0.500000000  x1 -1.500000000  w1 1.000000000
    #            x2 0.500000000  w2 0.000000000  b 0.500000000
    return draw(o)


run_example(lecture_neuron)

# %% [markdown]
# ## Question: = in place of +=
#
# Suppose that each of the three rules had `=` where yours add to a gradient. Which of these graphs
# would still come out right, which would not, and why?
#
# - b = a + a at a = 3;
# - f = d · e with d = a · b and e = a + b, at a = −2 and b = 3;
# - the neuron of the lecture.
#
# For the first one, say which number `a.grad` would be. Then say why this mistake is easy to miss.

# %% [markdown] nbgrader={"grade": true, "grade_id": "question-accumulate", "locked": false, "schema_version": 3, "solution": true, "task": false}
# **Model answer.** For a + a, `a.grad` would be 1.0: both lines of the rule write into the same
# node, and the second replaces what the first has left. In f, both `a` and `b` are operands of `d`
# and of `e`; the rule that runs last wins, and the other share is lost (a.grad is 3 or −6 in place
# of −3, b.grad is −2 or −6 in place of −8). The neuron comes out right: every node has one
# consumer, so there is one share for each, and 0 plus a share is the share. So the mistake shows
# only where a node is used twice; nothing fails, and every graph without reuse is right.
#
# **Points (2).** 1 for sorting the three graphs (wrong, wrong, right) together with the 1.0. 1 for
# the reason: a later share replaces an earlier one, so only reuse shows it. The numbers of f are
# not asked for.
#
# **Often given.** "a.grad would be 3" or "6": the student mixes up data and gradient. "The neuron
# is wrong too, as it has more nodes": half of the second point at most; size does not matter,
# reuse does. "= gives an error": no points, look at the student's own rules for a sign of it.

# %% [markdown]
# ## Extension: very long graphs
#
# This part is optional and not graded. When a function calls itself, each call waits for the one
# inside it. Python stops with a `RecursionError` when about 1,000 calls are waiting. A recursive
# `topological_order` needs a call for each step from the output down to a leaf, so a chain of
# about 1,000 nodes is too much for it. Larger programs build such chains, for example when they
# add up a list of numbers one by one.
#
# The way out is to keep the waiting nodes in a list of your own, a *stack*: put nodes on at the
# end, and take them off at the end. A list may be as long as memory allows. There is one
# difficulty. A node has to wait until its operands stand in the order, so it is taken from the
# stack twice: once to put its operands on top of it, and once more, later, when they are done. The
# stack has to say which of the two it is.
#
# The example makes a chain of 2,000 sums and reports what happens with your solution.


# %% nbgrader={"grade": false, "grade_id": "example-long-chain", "locked": true, "schema_version": 3, "solution": false, "task": false}
def long_chain():
    """Run backward on a chain of 2,000 sums."""
    a, one = Value(0.0), Value(1.0)
    total = a
    for _ in range(2000):
        total = total + one
    try:
        total.backward()
    except RecursionError:
        print("chain of 2,000 sums: too deep for a function that calls itself (RecursionError)")
    else:
        print("chain of 2,000 sums:", total.data, "gradients", a.grad, one.grad)


# With a stack of your own: chain of 2,000 sums: 2000.0 gradients 1.0 2000.0
run_example(long_chain)

# %% [markdown]
# ## Extension: backward twice
#
# This part is optional and not graded. What should a second call of `backward` do in a graph with
# nodes between its output and its leaves? Nothing above says so, and different engines have
# different answers. The example calls `backward` on the small graph twice and shows the gradient
# of `a`, 26, after each call.
#
# - Some engines set all gradients of the graph back to 0 first. Then it is 26 again.
# - PyTorch computes the gradients inside the graph anew in each pass, and adds the result to what
#   the leaves hold. Then it is 52.
# - When nothing is set back, it is 90.
#
# Which one is yours? Can you explain the 90?


# %% nbgrader={"grade": false, "grade_id": "example-backward-twice", "locked": true, "schema_version": 3, "solution": false, "task": false}
def backward_twice():
    """Call backward twice on the small graph."""
    a, _, _, L = small_graph()
    L.backward()
    first = a.grad
    L.backward()
    print("gradient of a:", first, "then", a.grad)
    # gradient of a: 26.0 then 90.0 (26.0 then 26.0 and 26.0 then 52.0 are right, too)


run_example(backward_twice)
