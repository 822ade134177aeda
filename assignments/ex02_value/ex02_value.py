# %% [markdown]
# # Values that remember
#
# You write the class `Value`: a number that remembers what it was made from. With it, Python keeps
# the whole calculation as a graph. You draw this graph, fill in all its gradients by hand with the
# chain rule, check each one by nudging, and then use them to make the result larger.
#
# Expected time: 75 to 100 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - say why a plain number is not enough to work out gradients, and what an object adds to it;
# - write a class whose objects can be added and multiplied, and keep what they were made from;
# - read the graph of a calculation, and use the words node, leaf, operand, consumer and output;
# - fill in the gradients of a graph from the output back to the leaves with the chain rule;
# - use gradients to move a result up or down, and say why the step has to be small.

# %% [markdown]
# ## How to work
#
# There are five stubs: the methods `__init__`, `__add__` and `__mul__` of the class `Value`, and
# the functions `fill_gradients` and `nudge_inputs`. In each one, replace the two lines
# `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code. Go through the notebook or
# file from top to bottom. When you change the class, run its cell again, and the cells after it.
#
# You need to know what a slope and a gradient are and how to measure them, and how to write a
# Python class. Take paper and a pencil for the part on gradients.
#
# The checks add and multiply a `Value` with a `Value` only. Plain numbers as operands come in a
# later exercise. No graph in the checks of `fill_gradients` uses the same node twice.

# %% [markdown]
# ## Why a number is not enough
#
# Python works out `(2.0 * -3.0 + 10.0) * -2.0` and returns `-8.0`. That number does not know where
# it comes from. There is no way to ask it which numbers went in, or what happened to them.
#
# For gradients, this is what you want to know. You can measure a slope without it: nudge one input
# and calculate everything again. Now think of a neural network. Its inputs, for this purpose, are
# its *weights*, the numbers that training changes. With a million weights, one gradient takes a
# million times the whole calculation. A result that remembers how it was made allows a better way:
# start at the result and go back, step by step, to everything it was made from. At each step a
# small rule says how much of the slope belongs to which input. One walk back through the
# calculation then gives the slopes for all inputs together.
#
# So you need an object: something that holds a number and can hold more beside it. Each `Value`
# has five attributes.
#
# | attribute | what it holds | in a new `Value` |
# |---|---|---|
# | `data` | the number | as given |
# | `grad` | the slope of the final result with respect to this number | `0.0`, not known yet |
# | `operands` | the `Value`s it was made from, in order, as a tuple | `()` when none are given |
# | `operator` | how it was made, as text: `"+"` or `"*"` | `""` when none is given |
# | `label` | a name for people to read | `""` when none is given |

# %% [markdown]
# ## The words for a graph
#
# A calculation with `Value`s is a *graph*. Each `Value` is a *node*. For `e = a * b`, the nodes `a`
# and `b` are the *operands* of `e`, and `*` is its *operator*. Seen from `a`, the node `e` is a
# *consumer*: it uses `a`. A node that was not made from others is a *leaf*: it has no operands and
# no operator. The node where the whole calculation ends is the *output*.

# %% [markdown]
# ## How Python adds two objects
#
# For `a + b`, Python calls `a.__add__(b)`, and for `a * b` it calls `a.__mul__(b)`. Inside these
# methods, `self` is the operand on the left and `other` is the operand on the right. Each of them
# has three things to do:
#
# 1. calculate the new number from `self.data` and `other.data`;
# 2. make a new `Value` from it, which also gets the two operands and the operator;
# 3. return it. Neither of the operands changes.
#
# The numbers in `data` are plain floats, and Python adds these itself. Writing `self + other`
# inside `__add__` would call `__add__` again, without end.
#
# Keep the operands in a tuple, the left one first. A tuple keeps the order, and it keeps the same
# node twice: the operands of `a + a` are `(a, a)`. A set would keep only one of them.
#
# `__repr__` is given. It returns the text that you see when a `Value` is printed.

# %%
class Value:
    """One number in a graph, together with the operands and the operator that made it."""

    def __init__(self, data, operands=(), operator="", label=""):
        """Make a leaf, or a node that was made from operands.

        Arguments: data, the number; operands, the nodes it was made from, left one first;
        operator, "+" or "*", or "" for a leaf; label, a name for people.
        Result: none. Self gets the five attributes data, grad, operands, operator and label; grad
        is 0.0, and operands is a tuple.
        Errors: none.
        Example: Value(2.0, label="a") has data 2.0, grad 0.0, operands (), operator "" and label
        "a".
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __repr__(self):
        """Return how to write self as a leaf, which is also what print shows."""
        return f"Value({self.data!r})"

    def __add__(self, other):
        """Return self + other. Python calls this for `a + b`.

        Operands: self and other, two Values, which stay unchanged.
        Result: a new Value: its data is the sum, its operands are (self, other), its operator is
        "+".
        Errors: none of its own.
        Example: with a = Value(2.0) and b = Value(-3.0), (a + b).data is -1.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

    def __mul__(self, other):
        """Return self * other. Python calls this for `a * b`.

        Operands: self and other, two Values, which stay unchanged.
        Result: a new Value: its data is the product, its operands are (self, other), its operator
        is "*".
        Errors: none of its own.
        Example: with a = Value(2.0) and b = Value(-3.0), (a * b).data is -6.0.
        """
        # YOUR CODE HERE
        raise NotImplementedError()

# %% [markdown]
# ### Try it
#
# `run_example` runs one example. When the example reaches a stub that is still empty, it prints
# `not attempted` and the name of the stub. What a right solution prints stands beside each
# example as a comment.

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

# %%
def one_leaf():
    """Show the five attributes of a leaf."""
    a = Value(2.0, label="a")
    print(a, a.data, a.grad, a.operands, repr(a.operator), repr(a.label))
    # Value(2.0) 2.0 0.0 () '' 'a'


run_example(one_leaf)

# %%
def total():
    """Show a sum, and that it knows its operands."""
    a, b = Value(2.0), Value(-3.0)
    c = a + b
    print(c, c.operands, c.operator)  # Value(-1.0) (Value(2.0), Value(-3.0)) +
    print("the left operand is a itself:", c.operands[0] is a)
    # the left operand is a itself: True
    twice = a + a
    print(twice, twice.operands)  # Value(4.0) (Value(2.0), Value(2.0))


run_example(total)

# %%
def product():
    """Show a product, and that it knows its operands."""
    a, b = Value(2.0), Value(-3.0)
    e = a * b
    print(e, e.operands, e.operator)  # Value(-6.0) (Value(2.0), Value(-3.0)) *


run_example(product)

# %% [markdown]
# ## A graph drawn
#
# Now build a larger calculation: L = (a·b + c)·f at a = 2, b = −3, c = 10 and f = −2. To see the
# steps, give each one a name: e = a·b, d = e + c, and L = d·f. The leaves are a, b, c and f. The
# output is L.
#
# `make_graph` builds it and returns its seven nodes. `show` prints one line for each node.
# `draw(L)` draws the graph in a notebook: it starts at L and finds all other nodes through the
# operands. Each box is a node with its label, data and gradient, and each ellipse is an operator.
# A blue box is a leaf, a white one was made from others, and the one with the thick edge is the
# output. The arrows lead from the operands through the operator to the node that was made. Read it
# from left to right, from the leaves to the output. All gradients are still 0. In a plain Python
# file you get the lines, but no picture.

# %%
from autograder.notebook import draw


def make_graph():
    """Return the nodes a, b, c, e, d, f and L of L = (a * b + c) * f."""
    a = Value(2.0, label="a")
    b = Value(-3.0, label="b")
    c = Value(10.0, label="c")
    f = Value(-2.0, label="f")
    e = a * b
    e.label = "e"
    d = e + c
    d.label = "d"
    L = d * f
    L.label = "L"
    return a, b, c, e, d, f, L


def show(nodes):
    """Print one line for each node."""
    for node in nodes:
        origin = f"made by {node.operator}" if node.operands else "a leaf"
        print(f"{node.label}: data {node.data}, gradient {node.grad}, {origin}")


def graph_of_L():
    """Print and draw the graph of L."""
    nodes = make_graph()
    show(nodes)
    # a: data 2.0, gradient 0.0, a leaf
    # b: data -3.0, gradient 0.0, a leaf
    # c: data 10.0, gradient 0.0, a leaf
    # e: data -6.0, gradient 0.0, made by *
    # d: data 4.0, gradient 0.0, made by +
    # f: data -2.0, gradient 0.0, a leaf
    # L: data -8.0, gradient 0.0, made by *
    return draw(nodes[-1])


run_example(graph_of_L)

# %% [markdown]
# ## Slopes multiply along a path: the chain rule
#
# The gradient of a function is the list of its slopes, one for each input. In a graph, each node
# keeps its own slope in `grad`, and this one number is called the gradient of the node: how much
# the output moves for each unit that the node moves.
#
# A small graph shows how to find it: M = (x + y)·z at x = 1, y = 4 and z = 3. Call the sum p. Then
# p is 5, and M = p·z is 15. What happens to M when x moves by 0.001?
#
# - First step: p = x + y moves by 0.001, too. So p moves 1 times as much as x.
# - Second step: M = p·z moves by 0.001 times z, and z is 3. So M moves 3 times as much as p.
# - Together: M moves 1 · 3 = 3 times as much as x.
#
# This is the *chain rule*: when x moves p and p moves M, the two slopes are multiplied. It works
# for a chain of any length.

# %% [markdown]
# ## Each operator knows its own slopes only
#
# The slope of a node with respect to one of its operands is a *local derivative*. Local means: it
# looks at one operator, and at nothing else in the graph. There are two operators here.
#
# - **`+`** When one operand of a sum moves, the sum moves by the same amount. The local derivative
#   is 1, for both operands.
# - **`*`** When one operand of a product moves, the product moves by that amount times the other
#   operand. The local derivative for one operand is the data of the *other* one.

# %% [markdown]
# ## From the output back to the leaves
#
# The gradient of a node is called the *upstream gradient* when it is about to be handed on to the
# operands of this node. With that, all gradients of a graph follow from two rules:
#
# 1. The gradient of the output is 1: when the output moves, it moves 1 times as much as itself.
# 2. Take the nodes from the output back to the leaves. For each one that has operands: the
#    gradient of an operand is its local derivative times the upstream gradient.
#
# For the small graph, the two rules give:
#
# | step | gradient | local derivative · upstream gradient |
# |---|---|---|
# | output | M: 1 | |
# | M = p·z | p: 3 | data of z, 3 · gradient of M, 1 |
# | | z: 5 | data of p, 5 · gradient of M, 1 |
# | p = x + y | x: 3 | 1 · gradient of p, 3 |
# | | y: 3 | 1 · gradient of p, 3 |
#
# This works because a node gets its gradient before its operands ask for it. In the graphs of M
# and L, each node has one consumer at most. A node with two consumers needs one more idea, and that
# is the subject of a later exercise.

# %% [markdown]
# ## Fill in the gradients of L
#
# Take paper. Draw the graph of L, write the data beside each node, and fill in the seven gradients
# from L back to a and b. Do it before you write any code, and before you look at the example after
# the stub: its comments hold the seven numbers. Take care at L = d·f: the gradient of `d` is not
# the data of `d`.
#
# Then write `fill_gradients`. It gets the seven nodes and sets the attribute `grad` of each. Write
# every gradient with the `data` and the `grad` of nodes, in an order in which all that you need is
# already there. Do not type in the numbers from your paper: the checks use other numbers in the
# same graph.

# %%
def fill_gradients(a, b, c, e, d, f, L):
    """Set the gradients of the seven nodes of L = (a * b + c) * f.

    Arguments: the nodes a, b, c, e = a * b, d = e + c, f and L = d * f, seven Values whose
    gradients are 0.0.
    Result: none. The attribute grad of each node is set to the slope of L with respect to this
    node; data stays unchanged.
    Errors: none.
    Example: at a = 3, b = 2, c = 1, f = 4 the gradients of a, b, c, e, d, f and L are 8.0, 12.0,
    4.0, 4.0, 4.0, 7.0 and 1.0.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def gradients_of_L():
    """Print and draw the graph of L with its gradients."""
    nodes = make_graph()
    fill_gradients(*nodes)
    show(nodes)
    # a: data 2.0, gradient 6.0, a leaf
    # b: data -3.0, gradient -4.0, a leaf
    # c: data 10.0, gradient -2.0, a leaf
    # e: data -6.0, gradient -2.0, made by *
    # d: data 4.0, gradient -2.0, made by +
    # f: data -2.0, gradient 4.0, a leaf
    # L: data -8.0, gradient 1.0, made by *
    return draw(nodes[-1])


run_example(gradients_of_L)

# %% [markdown]
# ## Check each gradient by nudging
#
# The gradients come from rules. A measurement knows nothing of these rules, so it can tell whether
# they are right. The function below calculates L with plain numbers and adds a nudge to one of the
# seven, directly after that number has been calculated. It works for e, d and L as well: what comes
# after them is calculated with the nudged number.
#
# The example divides the move of L by the nudge, and prints the result beside your gradient. All
# seven pairs have to agree.
#
# Look at d and f. A published text about this very calculation gives 4 as the gradient of d. The
# measurement says −2. The local derivative of d in d·f is the data of f, which is −2, and 4 is the
# gradient of f. To mix up these two is the usual slip with `*`.

# %%
def output_after_nudge(name, nudge):
    """Return L, worked out with plain numbers, when one of the seven numbers is nudged."""
    extra = dict.fromkeys("abcedfL", 0.0)
    extra[name] = nudge
    a = 2.0 + extra["a"]
    b = -3.0 + extra["b"]
    c = 10.0 + extra["c"]
    f = -2.0 + extra["f"]
    e = a * b + extra["e"]
    d = e + c + extra["d"]
    return d * f + extra["L"]


def gradients_and_nudges():
    """Print each gradient beside the slope that nudging gives."""
    nodes = make_graph()
    fill_gradients(*nodes)
    nudge = 0.001
    for node in nodes:
        move = output_after_nudge(node.label, nudge) - (-8.0)
        print(f"{node.label}: gradient {node.grad}, by nudging {move / nudge:.6f}")
    # a: gradient 6.0, by nudging 6.000000
    # b: gradient -4.0, by nudging -4.000000
    # c: gradient -2.0, by nudging -2.000000
    # e: gradient -2.0, by nudging -2.000000
    # d: gradient -2.0, by nudging -2.000000
    # f: gradient 4.0, by nudging 4.000000
    # L: gradient 1.0, by nudging 1.000000


run_example(gradients_and_nudges)

# %% [markdown]
# ## Uphill
#
# What is a gradient good for? It says how to change the result. Suppose that you want L to be
# larger. You can change the leaves a, b, c and f. The nodes e, d and L follow from them.
#
# A leaf with a gradient above 0 should grow, because L then grows. A leaf with a gradient below 0
# should shrink. And a leaf that moves L strongly should move more than one that hardly does. One
# line does all of this: add to the data of each leaf its gradient times a small number, the
# *step*. The sign of the gradient gives the direction, its size gives the share.
#
# How much does L gain? A leaf moves by step · gradient, and L moves by that times the gradient.
# So each leaf brings about step · gradient². With the step 0.01 that is
# 0.01 · (36 + 16 + 4 + 16) = 0.72, and L should go from −8 to about −7.28.
#
# One thing surprises many people. After the leaves have changed, `L.data` is still −8. It is a
# stored number, calculated once. To see the new value, calculate L again.

# %%
def nudge_inputs(inputs, step):
    """Move the data of each input by step times its gradient.

    Arguments: inputs, a list of Values whose gradients are known, which stays as it is; step, a
    number, which may be 0 or below.
    Result: none. The data of each Value in the list changes in place; its gradient stays.
    Errors: none.
    Example: for a Value with data 2.0 and grad 6.0, and step 0.5, data is 5.0 afterwards.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def uphill():
    """Nudge the leaves along the gradient, and work out L again."""
    nodes = make_graph()
    fill_gradients(*nodes)
    leaves = [node for node in nodes if not node.operands]
    nudge_inputs(leaves, 0.01)
    print(", ".join(f"{leaf.label} {leaf.data:.2f}" for leaf in leaves))
    # a 2.06, b -3.04, c 9.98, f -1.96
    print("L as it was:", nodes[-1].data)  # L as it was: -8.0
    a, b, c, f = leaves
    again = (a * b + c) * f
    print(f"L worked out again: {again.data:.6f}")  # L worked out again: -7.286496


run_example(uphill)

# %% [markdown]
# ## How far may you go?
#
# The gain was 0.713504, close to the 0.72 that the gradient promised, and not equal to it. A slope
# is a promise for small moves. One of the questions at the end asks where the difference comes
# from.
#
# The next example starts again from −8 with other steps. Guess first what happens with the step
# 1.0, for which the promise is −8 + 72 = 64. The step −0.01 goes against the gradient, that is,
# downhill. What the example prints stands after it this time, so that you can guess.

# %%
def several_steps():
    """Work out L after one step of several sizes, each from the same start."""
    for step in (0.01, 0.1, 1.0, -0.01):
        nodes = make_graph()
        fill_gradients(*nodes)
        leaves = [node for node in nodes if not node.operands]
        nudge_inputs(leaves, step)
        a, b, c, f = leaves
        again = (a * b + c) * f
        print(f"step {step}: promised {-8.0 + 72.0 * step:.2f}, L is now {again.data:.6f}")


run_example(several_steps)

# %% [markdown]
# ## What this has to do with learning
#
# The example prints
#
#     step 0.01: promised -7.28, L is now -7.286496
#     step 0.1: promised -0.80, L is now -1.536000
#     step 1.0: promised 64.00, L is now -96.000000
#     step -0.01: promised -8.72, L is now -8.726304
#
# With the step 1.0, L falls to −96 although the direction was right at the start. So the usual way
# is: one small step, then new gradients, then the next small step. When a network is
# trained, the output is a number that says how wrong the network is, and the steps go downhill. All
# the rest is what you did here by hand. What is missing is a way to fill in the gradients of any
# graph without a person who writes one line for each node. Your `Value`s already know all that
# this takes: their data, their operands and their operator.

# %% [markdown]
# ## Question: no operands
#
# Suppose that a `Value` keeps `data`, `grad`, `operator` and `label`, but not its operands. What
# can you still do with L, and what is lost? Name at least two things that are lost, and say for
# each why it needs the operands.

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## Question: plus hands on
#
# A `+` node hands its gradient on to both operands, unchanged. Somebody objects: "Two operands
# share the work, so each should get half of it." Suppose that `+` did so.
#
# 1. Which of the seven gradients of L would be different, and which numbers would stand there?
# 2. Name a nudge that shows that these numbers are wrong, and say by how much L moves.
# 3. What is wrong with the idea that the gradient is shared out?

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## Question: is the slope by nudging exact?
#
# For 3x² − 4x + 5 at x = 3, a nudge of 0.001 gives the slope 14.003, and the right one is 14. For
# L, the nudge of 0.001 gives 6.000000 for a, and you get 6 with a nudge of 1 as well. Why is
# there no such error in L? And why does the step along the gradient, which moves all four leaves
# together, give −7.286496 and not −7.28?

# %% [markdown]
# YOUR ANSWER HERE
