# %% [markdown]
# # Training
#
# You have an engine that computes gradients, and a network whose parameters are random. In this
# exercise you write the loop that makes the network right. You begin with four rows of data, where
# a wrong loop looks better than the right one, and you find out how to tell them apart. Then you
# train on a hundred points in the plane, with the tools that people use for larger tasks.
#
# Expected time: 90 to 120 minutes.

# %% [markdown]
# ## Goals
#
# After this exercise you can
#
# - say what a loss is, and why it is one number;
# - write a training loop, name its five parts, and say what happens without each of them;
# - tell a right loop from a wrong one without looking at the final loss;
# - recognise a learning rate that is too large;
# - train on mini-batches, with a max-margin loss, an L2 penalty and a decaying rate;
# - draw what a network has learned.

# %% [markdown]
# ## How to work
#
# There are eight stubs, all of them functions. In each one, replace the two lines
# `# YOUR CODE HERE` and `raise NotImplementedError()` by your own code. Work from top to bottom. A
# function may call the ones above it. An example whose stub is still empty prints `not attempted`
# and the name of the stub. Three questions ask for an answer in words.
#
# The file `given.py` beside this notebook holds what the earlier exercises built:
#
# - the class `Value`, with `+`, `-`, `*` and `/` for Values and numbers, `**` with a constant
#   exponent, `exp`, `tanh` and `backward`;
# - `MLP(inputs, sizes)`, a network. `model(row)` returns a Value when the last layer has one
#   neuron. `model.parameters()` is the list of its weights and biases, and `model.zero_grad()` sets
#   the gradients of all of them to 0;
# - `Module`, the base class that brings `zero_grad` into every class with a method `parameters`;
# - `two_moons`, which makes the points for the second half, and `Scorer`, a network for them.
#
# Where a function takes two lists that belong together, the checks give it two lists of the same
# length. No list is empty, and every model that is trained has one output. A list that a function
# is handed belongs to the caller: leave it as it is.
#
# Expected numbers stand as comments in the examples. Floats are rounded at every step. So when your
# code adds the same terms in another order, or writes p · p for p², the last digits may be
# different, and both are right. Where a training makes large differences out of such small ones,
# the text says so and gives a range.

# %%
import random

from given import MLP, Module, Scorer, Value, two_moons

# %% [markdown]
# `run_example` runs one example. When the example reaches a stub that is still empty, it says which
# one.

# %%
def run_example(example):
    """Run example, and name the stub that it needs when that one is still empty."""
    try:
        return example()
    except NotImplementedError as error:
        step = error.__traceback__
        while step.tb_next is not None:
            step = step.tb_next
        print("not attempted:", step.tb_frame.f_code.co_name)

# %% [markdown]
# ## Four rows, and what a new network says about them
#
# Here are four rows of three numbers each, and for each row a *target*: the output that the network
# should give. It is 1 for the first and the last row, and −1 for the two in the middle.
#
# What a network gives for a row is its *prediction*. The parameters of a new network are random,
# and so are its predictions. `random.seed` makes the random numbers the same in every run.

# %%
ROWS = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
TARGETS = [1.0, -1.0, -1.0, 1.0]


def new_model(seed):
    """Return a network for the four rows: 3 inputs, two layers of 4 neurons, 1 output."""
    random.seed(seed)
    return MLP(3, [4, 4, 1])


untrained = new_model(0)
for row, target in zip(ROWS, TARGETS, strict=True):
    print("target", target, "prediction", round(untrained(row).data, 3))
# predictions -0.912, -0.939, -0.518, -0.959: two have the wrong sign

# %% [markdown]
# ## The loss is one number
#
# To improve the network, you need to know how good it is as a whole, in one number: the *loss*. It
# has to be one number, because a gradient says how *one* number changes when a parameter changes.
# With four separate errors, a step could make one row better and another one worse, and nothing
# would say whether the step is worth it.
#
# For each row, take the difference between prediction and target, and square it. The square is 0
# where the two are equal, and above 0 elsewhere, so errors in different directions cannot cancel.
# The loss is the sum of these squares over all rows. It is 0 when every prediction is right. And it
# is a Value, the output of one large graph that holds all four forward passes, so `backward` can
# give every parameter its gradient.
#
# Some texts call this sum the mean squared error. The mean would be the sum divided by the number
# of rows. For four rows, that makes every gradient four times as small, and a learning rate four
# times as large makes up for it. Here, the loss is the sum.

# %%
def sum_squared_error(predictions, targets):
    """Return the sum of the squared differences between predictions and targets.

    Arguments: predictions, a list of Values; targets, a list of as many numbers.
    Result: a Value, 0 or above.
    Errors: none of its own.
    Example: for the predictions 0.5 and -1.0 with the targets 1.0 and 1.0, the result is
    0.25 + 4.0 = 4.25, and backward gives the predictions the gradients -1.0 and -4.0.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def loss_by_hand():
    """Show the loss of two predictions, and its gradients."""
    a, b = Value(0.5), Value(-1.0)
    total = sum_squared_error([a, b], [1.0, 1.0])
    total.backward()
    print("loss", total.data, "gradients", a.grad, b.grad)  # loss 4.25 gradients -1.0 -4.0


def loss_of_the_new_network():
    """Show the loss of the untrained network on the four rows."""
    predictions = [untrained(row) for row in ROWS]
    print("untrained:", round(sum_squared_error(predictions, TARGETS).data, 4))  # 7.7298


run_example(loss_by_hand)
run_example(loss_of_the_new_network)

# %% [markdown]
# ## Down the gradient, step by step
#
# The gradient of a parameter says what happens to the loss when this parameter grows a little. When
# it is positive, the loss grows too, so the parameter should get smaller. When it is negative, the
# parameter should get larger. Both are said by one rule, the *update*:
#
#     new data = old data − rate · gradient
#
# The minus sign means downhill. The *rate*, or learning rate, is a small positive number that says
# how far to go. A gradient is only right for the place where it was computed, so you cannot go all
# the way in one step. You take a short step, compute the gradients at the new place, and go on.
# That is *gradient descent*. One step of it has five parts:
#
# 1. **Predictions.** Run the model forward on every row.
# 2. **Loss.** Make one number of them.
# 3. **Zero-grad.** Set the gradient of every parameter to 0.
# 4. **Backward.** Run backward from the loss.
# 5. **Update.** Move every parameter against its gradient.
#
# Predictions and loss belong inside the loop. After an update the old predictions are out of date,
# and the graph behind them holds old numbers.
#
# ### The smallest model
#
# To follow the five parts by hand, take a model with one weight and no bias. Its prediction for the
# row `[x]` is weight · x. For the rows `[1]` and `[2]` with the targets 2 and 4, the best weight is
# 2. Start with the weight 0 and the rate 0.02.
#
# - The predictions are 0 and 0, and the loss is (0 − 2)² + (0 − 4)² = 20.
# - The gradient of the weight is 2·(0 − 2)·1 + 2·(0 − 4)·2 = −20. The loss falls when the weight
#   grows.
# - The update gives 0 − 0.02·(−20) = 0.4.
# - In the second step, the predictions are 0.4 and 0.8, the loss is 12.8, the gradient is −16, and
#   the weight becomes 0.4 − 0.02·(−16) = 0.72.
#
# ### Why zero-grad
#
# Each backward rule *adds* its share to a gradient. Within one backward pass this is what you want,
# because a parameter is used once for every row, and its shares belong together. But the parameters
# are still there after the pass, and so are their gradients. In the second step above, the weight
# begins with the gradient −20 of the first step. Without zero-grad, backward adds −16 to it, and
# the update uses −36. This is neither the gradient at the old place nor the one at the new place.
#
# All other nodes are made anew in every forward pass and begin with the gradient 0. So it is enough
# to set the parameters back. It does not matter where in the step you do it, as long as it is
# before backward and after the last update.

# %%
class Line(Module):
    """A model with one weight. Its prediction for the row [x] is weight * x."""

    def __init__(self, weight):
        """Begin with the given weight, a number."""
        self.weight = Value(weight)

    def __call__(self, row):
        """Return the prediction for a row of one number."""
        return self.weight * row[0]

    def parameters(self):
        """Return a list of the one weight."""
        return [self.weight]


LINE_ROWS = [[1.0], [2.0]]
LINE_TARGETS = [2.0, 4.0]

# %% [markdown]
# ## The loop
#
# Now write the loop. `train` takes any model that works like `MLP`: it can be called with a row,
# and it has the methods `parameters()` and `zero_grad()`. The gradients of the model need not be 0
# when `train` begins, since somebody may have run backward before.
#
# The loss of a step is the one that the step begins with, before its update. So the first entry of
# the list is the loss of the model as it came in, and the entry with index k is the loss after k
# updates. (To see the loss after 100 updates, ask for 101 steps.) The list holds numbers. A Value
# would keep the whole graph of its step in memory.

# %%
def train(model, rows, targets, steps, rate):
    """Train a model by gradient descent on the sum of squared errors over all rows.

    Arguments: model, as described above; rows, a list of lists of numbers; targets, a list with
    one number for each row; steps, the number of updates (0 or more); rate, a number above 0.
    Result: a list of `steps` floats, the loss of each step before its update. The data of the
    model's parameters are changed in place. The result does not depend on the gradients that the
    parameters have at the beginning.
    Errors: none of its own.
    Example: with model = Line(0.0), train(model, [[1.0], [2.0]], [2.0, 4.0], 2, 0.02) returns
    20.0 and 12.8 (up to rounding), and model.weight.data is 0.72.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %% [markdown]
# The first example is the one worked out above. The second one is the same, but the gradient of the
# weight is 1000 at the beginning, and this must change nothing. The third one trains the network on
# the four rows.

# %%
def line_by_hand():
    """Train the model with one weight for three steps."""
    model = Line(0.0)
    losses = train(model, LINE_ROWS, LINE_TARGETS, 3, 0.02)
    print("losses", [round(x, 6) for x in losses], "weight", round(model.weight.data, 6))
    # losses [20.0, 12.8, 8.192] weight 0.976


def line_with_an_old_gradient():
    """Do the same from a weight that has a gradient already."""
    model = Line(0.0)
    model.weight.grad = 1000.0
    losses = train(model, LINE_ROWS, LINE_TARGETS, 3, 0.02)
    print("losses", [round(x, 6) for x in losses], "weight", round(model.weight.data, 6))
    # the same as before


def four_rows():
    """Train the network on the four rows."""
    model = new_model(0)
    losses = train(model, ROWS, TARGETS, 101, 0.05)
    for updates in (0, 20, 50, 100):
        print("loss after", updates, "updates:", round(losses[updates], 4))
    print("predictions:", [round(model(row).data, 3) for row in ROWS])
    # 7.7298, 0.0508, 0.0129, 0.0053
    # predictions: [0.974, -0.979, -0.961, 0.95]


run_example(line_by_hand)
run_example(line_with_an_old_gradient)
run_example(four_rows)

# %% [markdown]
# ### Does each update use the gradient?
#
# A loss that falls is a good sign and no proof. You can look closer, without reading the code of
# the loop. Let `train` do k steps. At the place where the network is then, measure the slope of the
# loss yourself: nudge one parameter by a small h in both directions, and take the central
# difference of the two losses. Now take a second network with the same start, and let one call of
# `train` do k + 1 steps. The two networks differ by the last update. See how far it has moved the
# parameter. Divided by the rate, with the sign turned around, this is what the update has used. For
# every k, the two numbers must agree.
#
# It matters that all steps of the second network are done in one call. A loop that sets the
# gradients to 0 only once, before its first step, does a single step right.

# %%
def slope_by_nudging(model, parameter):
    """Return the slope of the loss on the four rows in one parameter, as a central difference."""
    h = 1e-5
    middle = parameter.data
    sides = []
    for place in (middle + h, middle - h):
        parameter.data = place
        sides.append(sum_squared_error([model(row) for row in ROWS], TARGETS).data)
    parameter.data = middle
    return (sides[0] - sides[1]) / (2 * h)


def what_the_updates_use():
    """Compare slope and update of the first weight, for each of the first five steps of train."""
    for k in range(5):
        model, one_step_further = new_model(0), new_model(0)
        train(model, ROWS, TARGETS, k, 0.05)
        train(one_step_further, ROWS, TARGETS, k + 1, 0.05)
        weight = model.parameters()[0]
        slope = slope_by_nudging(model, weight)
        used = (weight.data - one_step_further.parameters()[0].data) / 0.05
        print(f"step {k + 1}: slope {slope:.5f}, used by the update {used:.5f}")
    # 0.09868, 0.04840, -0.02008, -0.23422, 0.18236, in both columns


run_example(what_the_updates_use)

# %% [markdown]
# ## Question: accumulate, and then zero
#
# In an earlier exercise you repaired the gradient of `a + a` by writing `+=` in the backward rules
# in place of `=`. Now zero-grad throws the sums away. Is this a contradiction? Say which shares
# belong together in one gradient and which do not, and where in the program the border between them
# is. Then say why `backward` itself had better not set all gradients to 0 when it begins: name one
# thing that would no longer be possible. Answer in three to six sentences.

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## A rate that is too large
#
# For the model with one weight you can say exactly what a rate does. For its two rows, the slope of
# the loss is 2·(weight − 2)·1 + 2·(2·weight − 4)·2 = 10·(weight − 2). So an update multiplies the
# distance of the weight from 2 by 1 − 10·rate.
#
# | rate | factor | what happens |
# |---|---|---|
# | 0.02 | 0.8 | the distance shrinks slowly |
# | 0.1 | 0 | the first step arrives |
# | 0.15 | −0.5 | each step goes too far, to the other side, but ends nearer |
# | 0.2 | −1 | each step ends on the other side at the same distance, for ever |
# | 0.21 | −1.1 | each step ends farther away |
# | 0.25 | −1.5 | the same, faster |
#
# In the last two rows the training *diverges*. The loss is multiplied by the square of the factor
# in each step: by 1.21 and by 2.25. A scale on which equal factors have equal lengths, a
# logarithmic one, turns this into straight lines. The picture leaves out the rate 0.1: its loss is 0
# after one step, and 0 has no logarithm. Predict the direction of each line before you run the
# cell.

# %%
import matplotlib.pyplot as plt


def plot_rates():
    """Plot the loss of the model with one weight for five rates."""
    curves = {}
    for rate in (0.02, 0.15, 0.2, 0.21, 0.25):
        curves[rate] = train(Line(0.0), LINE_ROWS, LINE_TARGETS, 40, rate)
        print("rate", rate, "last loss", f"{curves[rate][-1]:.3g}")
    # 5.52e-07, 6.62e-23, 20, 3.39e+04, 1.09e+15
    plt.figure()
    for rate, curve in curves.items():
        plt.semilogy(curve, label=f"rate {rate}")
    plt.yticks([1e-20, 1e-10, 1, 1e10])
    plt.xlabel("updates")
    plt.ylabel("loss (logarithmic)")
    plt.title("One weight, five rates: two fall, one stays, two diverge")
    plt.legend(loc="lower left")
    plt.show()


run_example(plot_rates)

# %% [markdown]
# A network that ends in tanh cannot diverge in this way. Its predictions stay between −1 and 1, so
# no error is larger than 2, and the loss of four rows is never above 16. Here, a rate that is too
# large does something that is harder to see. A few long steps drive the sums inside the neurons far
# away from 0, where tanh is flat. There all gradients are nearly 0, and the training stands still,
# with a loss that is far from 0.

# %%
def network_with_a_large_rate():
    """Train the network on the four rows with the rate 1."""
    model = new_model(0)
    losses = train(model, ROWS, TARGETS, 51, 1.0)
    print("losses:", [round(x, 3) for x in losses[:6]])
    print("after 50 updates:", round(losses[50], 3))
    print("predictions:", [round(model(row).data, 3) for row in ROWS])
    # losses: [7.73, 5.926, 7.038, 8.0, 8.0, 8.0]
    # after 50 updates: 8.0
    # predictions: [-1.0, -1.0, -1.0, -1.0]


run_example(network_with_a_large_rate)

# %% [markdown]
# ## The loop without zero-grad looks better
#
# Now take zero-grad out of the loop. Nothing fails. In the first step a gradient is g1. In the
# second step it is g1 + g2, in the third one g1 + g2 + g3. The update multiplies this sum by the
# rate. So each step makes the move that is right at its place, and repeats all the moves before it.
#
# In this form you can run the wrong loop with your own `train`, without changing it. The function
# below lets `train` do one step, notes how far each parameter has moved, and adds up the moves.
# Then it puts the parameter where the sum of all moves so far would have taken it. (Up to rounding,
# this is what `train` does without zero-grad. To see it, take zero-grad out of your loop for a
# moment and run this cell again: the first loss in each line is then what the second one is now.
# Put it back.)
#
# Both loops begin with the same parameters and use the same rate. Which one will be ahead after 20
# updates?

# %%
def repeat_all_moves(model, one_right_step, steps):
    """Move model as a loop does that never sets a gradient back to 0, and return the losses.

    one_right_step(k) trains model for the step with index k, and returns a list of its loss.
    """
    parameters = model.parameters()
    sums = [0.0] * len(parameters)
    curve = []
    for step in range(steps):
        before = [parameter.data for parameter in parameters]
        curve += one_right_step(step)
        for k, parameter in enumerate(parameters):
            sums[k] += parameter.data - before[k]  # this move, and all the moves before it
            parameter.data = before[k] + sums[k]
    return curve


def train_without_zero_grad(model, rows, targets, steps, rate):
    """Do what train does when nobody sets the gradients back to 0."""

    def one_right_step(step):
        return train(model, rows, targets, 1, rate)

    return repeat_all_moves(model, one_right_step, steps)


def plot_both_loops():
    """Plot the loss of both loops on the four rows, for 20 updates."""
    right = train(new_model(0), ROWS, TARGETS, 21, 0.05)
    wrong = train_without_zero_grad(new_model(0), ROWS, TARGETS, 21, 0.05)
    for updates in (0, 1, 2, 5, 10, 20):
        print(f"after {updates} updates: {right[updates]:.3g} and {wrong[updates]:.3g}")
    # 7.73, 7.25, 4.85, 0.989, 0.198, 0.0508 for the right loop
    # 7.73, 7.25, 4.36, 0.228, 5.18e-06, 4.33e-11 without zero-grad
    plt.figure()
    plt.semilogy(right, label="right loop")
    plt.semilogy(wrong, label="without zero-grad")
    plt.xticks(range(0, 21, 5))
    plt.xlabel("updates")
    plt.ylabel("loss (logarithmic)")
    plt.title("Four rows: the wrong loop is ahead by far")
    plt.legend()
    plt.show()


run_example(plot_both_loops)

# %% [markdown]
# The wrong loop wins by many powers of ten. This is no accident of one start. While the loss goes
# down a long slope, one gradient after the other points in much the same direction, so the sum of k
# gradients is about k times as long as one. The rate seems to grow from step to step. If all
# gradients were equal, 20 steps would cover 1 + 2 + … + 20 = 210 moves in place of 20. On four easy
# rows with a small rate, this is a head start.
#
# Then why is it wrong? Because old gradients never go away, not even when they are wrong by now.
# The sum shrinks only when later gradients point the other way. So the parameters cannot stop at
# the best place. They arrive there at full speed and go on, like a ball that rolls into a valley
# without friction. The model with one weight shows it: its loss is a valley, and the ball rolls
# from one side to the other.

# %%
def plot_one_weight():
    """Plot the loss of both loops for the model with one weight."""
    right = train(Line(0.0), LINE_ROWS, LINE_TARGETS, 61, 0.02)
    wrong = train_without_zero_grad(Line(0.0), LINE_ROWS, LINE_TARGETS, 61, 0.02)
    print(f"after 60 updates, right: {right[60]:.2g}")  # 4.7e-11
    print("without zero-grad, after 50 to 60:", [round(x, 1) for x in wrong[50:]])
    # [10.5, 2.3, 0.3, 6.1, 15.3, 20.8, 18.6, 10.2, 2.1, 0.4, 6.4]
    plt.figure()
    plt.plot(right, label="right loop")
    plt.plot(wrong, label="without zero-grad")
    plt.ylim(0, 28)  # room for the legend
    plt.xlabel("updates")
    plt.ylabel("loss")
    plt.title("One weight: one loop arrives, the other swings")
    plt.legend(loc="upper right", ncols=2)
    plt.show()


run_example(plot_one_weight)

# %% [markdown]
# So what stops the network on the four rows, when nothing stops one weight? The flat ends of tanh.
# The wrong loop drives the predictions to the ends, where all gradients are nearly 0. If the four
# signs are right at that moment, the loss is almost 0. But the sum is still there, and every step
# moves every parameter by the same amount as the step before. After many more steps, the sign of a
# prediction may change. This row then has an error of 2, whose square is 4, and a gradient of
# nearly 0, so nothing calls it back.
#
# The next cell trains 50 networks with each loop, from the same 50 starts, for 100 updates. It
# counts how many losses are below 0.05 after 20 updates, and how many after 100.
#
# The wrong loop makes large differences out of small ones. So your counts for it may be a little
# different, when your functions add in another order, or when another computer rounds a tanh
# differently.
#
# The cell takes some seconds. That is why it stands under `if __name__ == "__main__":`. The
# condition is true in a notebook, and when you run the file as a program. It is false when another
# program imports the file, as it does for grading, and then what stands under it is skipped.

# %%
def fifty_starts():
    """Compare both loops from 50 starts, and plot every loss."""
    right, wrong = [], []
    for seed in range(50):
        right.append(train(new_model(seed), ROWS, TARGETS, 101, 0.05))
        wrong.append(train_without_zero_grad(new_model(seed), ROWS, TARGETS, 101, 0.05))
        if seed % 10 == 9:
            print(seed + 1, "of 50 starts done")
    for updates in (20, 100):
        counts = [sum(curve[updates] < 0.05 for curve in curves) for curves in (right, wrong)]
        print(f"below 0.05 after {updates} updates: right {counts[0]}, without {counts[1]}")
    # below 0.05 after 20 updates: right 27, without 49
    # below 0.05 after 100 updates: right 50, without 40
    print("largest losses after 100 updates, right:", f"{max(x[100] for x in right):.2g}")
    print("without:", sorted((round(x[100], 1) for x in wrong), reverse=True)[:12])
    # 0.016 for the right loop; without zero-grad one 12.0, seven 8.0, two 4.0
    plt.figure(figsize=(11, 4))
    for place, curves, title in ((1, right, "right loop"), (2, wrong, "without zero-grad")):
        plt.subplot(1, 2, place)
        for curve in sorted(curves, key=lambda curve: curve[100]):  # the bad ends on top
            bad = curve[100] >= 1
            plt.semilogy(curve, color="tab:red" if bad else "gray", linewidth=1.2 if bad else 0.4)
        plt.ylim(1e-9, 30)
        plt.xlabel("updates")
        plt.ylabel("loss (logarithmic)")
        plt.title(title)
    plt.tight_layout()
    plt.show()


if __name__ == "__main__":
    run_example(fifty_starts)

# %% [markdown]
# Look at the right-hand picture. Most lines fall out of it at the bottom. Some come back and stay at
# 4, 8 or 12, drawn in red: with one, two or three rows wrong, for good. Somebody who stops after 20
# updates and looks at the final loss prefers the wrong loop. A low loss at the end of a run says
# that this run has ended well. It does not say that the loop does what you think it does.

# %% [markdown]
# ## Question: the loop that looks better
#
# (a) Take the model with one weight again, with its two rows, from the weight 0 and with the rate
# 0.02. Compute on paper the weight after 1, 2, 3 and 4 updates of the loop without zero-grad. After
# how many of these updates is its loss lowest, and which of the two loops looks better to somebody
# who stops there? What does the update after that do, and why is it so large although the slope at
# that place is nearly 0? (b) A colleague has left zero-grad out, shows you the picture of the first
# 20 updates on the four rows, and says: "My loop is better than yours." Name two ways to prove that
# it is wrong. One of them has to work with the first two steps alone, without any other data and
# without waiting for a bad end. Say what you would measure, and what numbers you would expect from
# either loop.

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## Two moons
#
# Now for a task that is not so easy: 100 points in the plane, in the form of two half circles that
# reach into each other. A row is a point `[x, y]`, and each row has a *label*, −1 or 1. No straight
# line parts the two kinds; the best one still has 6 of the 100 points on the wrong side.
#
# From here on, the output of a model is a *score*. Its sign is the label that the model gives to
# the row. Its size says how sure the model is.

# %%
MOON_ROWS, MOON_LABELS = two_moons(100, 0.1, 1)


def plot_points(rows, labels):
    """Plot the rows, with a mark and a colour for each label."""
    for label, mark, colour in ((-1, "o", "tab:blue"), (1, "s", "tab:red")):
        chosen = [row for row, its_label in zip(rows, labels, strict=True) if its_label == label]
        xs, ys = zip(*chosen, strict=True)
        plt.plot(xs, ys, mark, color=colour, markeredgecolor="white", label=f"label {label}")
    plt.xlabel("x")
    plt.ylabel("y")
    plt.legend()


plt.figure()
plot_points(MOON_ROWS, MOON_LABELS)
plt.title("Two moons: 50 points each")
plt.show()

# %% [markdown]
# ## relu
#
# The next loss needs an operator that the engine does not have. relu(x) is x where x is above 0,
# and 0 where it is below. Its graph is flat on the left and rises with slope 1 on the right, with a
# *kink* at 0. The local derivative is 1 for x above 0, and 0 for x below 0: the upstream gradient
# either passes through unchanged, or is stopped. At the kink there is no derivative. Every number
# from 0 to 1 will do, and most libraries take 0. The checks leave the kink out.
#
# An operator can be a function outside of the class. It returns a new Value with the result as
# data, x as its only operand, and a `_backward` that adds local derivative · upstream gradient to
# the gradient of x. `absolute` is an example: it also has a kink at 0.

# %%
def absolute(x):
    """Return x without its sign."""
    out = Value(abs(x.data), (x,), "abs")

    def _backward():
        slope = 1.0 if x.data > 0 else -1.0
        x.grad += slope * out.grad

    out._backward = _backward
    return out


def relu(x):
    """Return the larger one of x and 0.

    Operands: x, a Value.
    Result: a new Value. Its local derivative with respect to x is 1 where x is above 0, and 0
    where x is below 0.
    Errors: none.
    Example: relu(Value(3.0)).data is 3.0 with the derivative 1.0, and relu(Value(-2.0)).data is
    0.0 with the derivative 0.0.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def relu_on_both_sides():
    """Show relu and its derivative above and below 0, and a node that is used twice."""
    for data in (3.0, -2.0):
        a = Value(data)
        b = relu(a)
        b.backward()
        print(f"relu({data}):", b.data, "gradient", a.grad)
    # relu(3.0): 3.0 gradient 1.0
    # relu(-2.0): 0.0 gradient 0.0
    a = Value(3.0)
    b = relu(a) + a
    b.backward()
    print("relu(a) + a:", b.data, "gradient", a.grad)  # 6.0 gradient 2.0


run_example(relu_on_both_sides)

# %% [markdown]
# ## The max-margin loss
#
# Take a row with the label y and the score s. The product y·s is above 0 when the sign of the score
# is right, and it grows as the model gets more sure of it. It is called the *margin* of the row.
# The max-margin loss wants every margin to be at least 1, and charges what is missing:
# `relu(1 − y·s)`.
#
# | label | score | margin | loss |
# |---|---|---|---|
# | 1 | 0.5 | 0.5 | 0.5: the right sign, but not sure enough |
# | −1 | −2 | 2 | 0: right and sure |
# | −1 | 0.5 | −0.5 | 1.5: the wrong sign |
# | 1 | 3 | 3 | 0: right and sure |
#
# A row with a margin above 1 costs nothing and has the gradient 0. So the training works on the
# rows that are still wrong or unsure. The squared error would pull the scores −2 and 3 back to −1
# and 1, although nothing is wrong with them.
#
# The loss of a list of rows is the mean, so that the losses of short and long lists can be
# compared. For the four rows of the table it is (0.5 + 0 + 1.5 + 0) / 4 = 0.5.

# %%
def max_margin_loss(scores, labels):
    """Return the mean over all rows of relu(1 - label * score).

    Arguments: scores, a list of Values; labels, a list of as many numbers, each -1 or 1.
    Result: a Value, 0 or above.
    Errors: none of its own.
    Example: for the scores 0.5, -2.0, 0.5, 3.0 with the labels 1, -1, -1, 1, the result is 0.5, and
    backward gives the scores the gradients -0.25, 0.0, 0.25, 0.0.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def margins_by_hand():
    """Show the loss of the table, and the gradients of its scores."""
    scores = [Value(0.5), Value(-2.0), Value(0.5), Value(3.0)]
    total = max_margin_loss(scores, [1, -1, -1, 1])
    total.backward()
    print("loss", total.data)  # loss 0.5
    print("gradients", [score.grad for score in scores])  # [-0.25, 0.0, 0.25, 0.0]


run_example(margins_by_hand)

# %% [markdown]
# ## Accuracy
#
# The loss is made for the engine. People would rather know how many rows are right. The *accuracy*
# is the part of the rows whose score has the same sign as the label: 1.0 means all of them. In the
# table above, three of four signs are right, so the accuracy is 0.75. With two labels that occur
# equally often, guessing reaches about 0.5.
#
# You cannot train on it. A small change of a parameter moves the scores a little, and mostly
# changes no sign, so the slope of the accuracy is 0 almost everywhere.

# %%
def accuracy(scores, labels):
    """Return the part of the rows whose score has the sign of the label.

    Arguments: scores, a list of Values or numbers, none of them 0; labels, a list of as many
    numbers, each -1 or 1.
    Result: a float from 0.0 to 1.0.
    Errors: none of its own.
    Example: for the scores 0.5, -2.0, 0.5, 3.0 with the labels 1, -1, -1, 1, the result is 0.75.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def accuracy_by_hand():
    """Show the accuracy of the table, from numbers and from Values."""
    scores, labels = [0.5, -2.0, 0.5, 3.0], [1, -1, -1, 1]
    print(accuracy(scores, labels), accuracy([Value(x) for x in scores], labels))  # 0.75 0.75


run_example(accuracy_by_hand)

# %% [markdown]
# ## The L2 penalty
#
# A loss that looks at the rows alone has a weak point. The network can make margins larger with
# larger and larger parameters, and its score then changes abruptly between points that lie close
# together. Such a network is often wrong about points that it has not seen. The *L2 penalty* is a
# second part of the loss. It looks at the parameters alone:
#
#     penalty = strength · (sum of the squares of all parameters)
#
# Its gradient for a parameter p is 2·strength·p, so each update also moves every parameter a little
# towards 0. A parameter stays large only where this lowers the loss of the rows by more than it
# costs. The strength says how much a large parameter costs. With 0 there is no penalty. With too
# much, the network cares for small parameters more than for the rows.

# %%
def l2_penalty(parameters, strength):
    """Return strength times the sum of the squares of all parameters.

    Arguments: parameters, a list of Values; strength, a number, 0 or above.
    Result: a Value, 0 or above.
    Errors: none of its own.
    Example: for the parameters 3.0 and -1.0 with the strength 0.5, the result is 5.0, and backward
    gives the parameters the gradients 3.0 and -1.0.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def penalty_by_hand():
    """Show the penalty of two parameters, and its gradients."""
    a, b = Value(3.0), Value(-1.0)
    penalty = l2_penalty([a, b], 0.5)
    penalty.backward()
    print("penalty", penalty.data, "gradients", a.grad, b.grad)  # penalty 5.0 gradients 3.0 -1.0


run_example(penalty_by_hand)

# %% [markdown]
# ## Mini-batches
#
# `train` runs all rows through the network before every update. With 100 rows that is slow, and
# with a million rows nobody does it. A *mini-batch*, or batch for short, is a small part of the
# rows, drawn at random. Its gradient is not the gradient of all rows, but an estimate of it. It
# points roughly the same way, and with 20 rows of 100 it costs a fifth. In the time of one exact
# step you take five rough ones.
#
# `cut_batches` is given. It draws the rows of each batch at random, none of them twice in the same
# batch.

# %%
def cut_batches(rows, labels, size, count):
    """Return a list of count batches. A batch is a pair: a list of size rows, and their labels."""
    batches = []
    for _ in range(count):
        chosen = random.sample(range(len(rows)), size)
        batches.append(([rows[k] for k in chosen], [labels[k] for k in chosen]))
    return batches


for batch_rows, batch_labels in cut_batches([[1.0], [2.0], [-1.0]], [1, 1, -1], 2, 3):
    print(batch_rows, batch_labels)  # two of the three rows, with their labels

# %% [markdown]
# ## A decaying rate
#
# Each batch has a gradient of its own, so with a fixed rate the parameters never come to rest. They
# are pulled here by one batch and there by the next one. At the beginning long steps are good, and
# at the end short ones. So let the rate decay:
#
#     1.0 − 0.9 · step / steps
#
# Here `step` counts from 0. The rate falls along a straight line from 1.0, and is near 0.1 at the
# end. To begin with another rate than 1.0, multiply the result by it.

# %%
def decayed_rate(step, steps):
    """Return the rate of one step: 1.0 at the first, then falling in a straight line towards 0.1.

    Arguments: step, the index of the step, from 0 to steps; steps, how many there are (at least 1).
    Result: a float, 1.0 - 0.9 * step / steps.
    Errors: none.
    Example: decayed_rate(0, 100) is 1.0, and decayed_rate(50, 100) is 0.55.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def rates_of_a_training():
    """Show the rate at the beginning, in the middle and at the end of 100 steps."""
    print([round(decayed_rate(step, 100), 3) for step in (0, 50, 99)])  # [1.0, 0.55, 0.109]


run_example(rates_of_a_training)

# %% [markdown]
# ## The loop for batches
#
# `train_on_batches` has the same five parts as `train`. These things are different: each step has a
# batch and a rate of its own, and the loss is the max-margin loss of the batch plus the L2 penalty
# of all parameters of the model. Zero-grad is as necessary as before.
#
# The example in the docstring, worked out: the weight is 0, so both scores are 0, both rows lack a
# margin of 1, and the mean is 1. The penalty is 0. The gradient is (−1 − 1)/2 + 2·0.5·0 = −1, and
# the update with the rate 0.5 makes the weight 0.5. In the second step the margins are 0.5, the
# mean of what is missing is 0.5, and the penalty is 0.5·0.5² = 0.125. The gradient is −1 +
# 2·0.5·0.5 = −0.5, and with the rate 0.25 the weight becomes 0.625.

# %%
def train_on_batches(model, batches, rates, strength):
    """Train a model with one update for each batch, on max-margin loss plus L2 penalty.

    Arguments: model, as for train, its output being the score of the row; batches, a list of pairs
    (rows, labels); rates, a list with the rate of each batch; strength, that of the L2 penalty.
    Result: a list of floats, the loss of each step (penalty included) before its update. The data
    of the model's parameters are changed in place. The result does not depend on the gradients that
    the parameters have at the beginning.
    Errors: none of its own.
    Example: with model = Line(0.0) and two equal batches ([[1.0], [-1.0]], [1, -1]),
    train_on_batches(model, batches, [0.5, 0.25], 0.5) returns [1.0, 0.625], and then
    model.weight.data is 0.625.
    """
    # YOUR CODE HERE
    raise NotImplementedError()

# %%
def batches_by_hand():
    """Train the model with one weight on two batches, from a gradient that is not 0."""
    model = Line(0.0)
    model.weight.grad = 1000.0
    batches = [([[1.0], [-1.0]], [1, -1])] * 2
    print("losses", train_on_batches(model, batches, [0.5, 0.25], 0.5))  # losses [1.0, 0.625]
    print("weight", model.weight.data)  # weight 0.625


run_example(batches_by_hand)

# %% [markdown]
# ## Train on the moons
#
# The network has 2 inputs, 16 neurons in the hidden layer and one output, 65 parameters in all. One
# thing is in the way: the output of an MLP stays between −1 and 1, so no margin could ever reach 1.
# The class `Scorer` of `given.py` is an MLP that doubles its output. Its scores lie between −2 and 2.
#
# The training runs 400 batches of 20 rows. The rate decays from 1.0, and the strength of the
# penalty is 0.001. `train_on_batches` is called for 40 batches at a time, so that you see how far
# it is. All in all it computes for 5 to 20 seconds, depending on your computer. The aim is an accuracy of at least 0.95.

# %%
import time

STEPS = 400


def new_scorer(seed):
    """Return a network for the moons, and the batches to train it on."""
    random.seed(seed)
    model = Scorer(2, [16, 1])
    return model, cut_batches(MOON_ROWS, MOON_LABELS, 20, STEPS)


def accuracy_on(model, rows, labels):
    """Return the accuracy of model on the given rows."""
    return accuracy([model(row) for row in rows], labels)


def train_on_moons(model, batches, rates, strength):
    """Train model on batches, show how far it is after every 40, and return the losses."""
    begin = time.process_time()
    curve = []
    for done in range(0, len(batches), 40):
        end = done + 40
        newest = train_on_batches(model, batches[done:end], rates[done:end], strength)
        curve += newest
        now = accuracy_on(model, MOON_ROWS, MOON_LABELS)
        seconds = time.process_time() - begin
        mean = sum(newest) / len(newest)
        print(f"{len(curve)} batches: mean loss {mean:.3f}, accuracy {now:.2f}, {seconds:.0f} s")
    return curve


def moons_from_the_start():
    """Train a new network on the moons, and return it with its losses."""
    model, batches = new_scorer(0)
    rates = [decayed_rate(step, STEPS) for step in range(STEPS)]
    return model, train_on_moons(model, batches, rates, 0.001)


if __name__ == "__main__":
    trained = run_example(moons_from_the_start)
# after 40 batches: mean loss 0.426, accuracy 0.90
# after 200 batches: mean loss 0.121, accuracy 0.99
# after 400 batches: mean loss 0.057, accuracy 1.00

# %% [markdown]
# ### What the network has learned
#
# The network gives a score to every point of the plane, not only to those in the data. To see it,
# compute the score on a grid and colour the plane with it. The line where the score is 0, the
# *decision boundary*, parts the plane into the two labels. The two thinner lines are where the
# score is −1 (dashed) and 1. Rows between them have a margin below 1. The second picture shows the
# loss of each batch.
#
# The example also counts how many rows have a margin below 1, and tries the network on 500 points
# that it has never seen.

# %%
def plot_surface(model):
    """Colour the plane by the score of model, and draw where it is -1, 0 and 1."""
    xs = [-1.6 + 0.1 * k for k in range(43)]
    ys = [-1.1 + 0.1 * k for k in range(28)]
    grid = [[model([x, y]).data for x in xs] for y in ys]
    plt.contourf(xs, ys, grid, levels=[-2, -1, 0, 1, 2], cmap="coolwarm", alpha=0.5)
    lines = {"colors": "black", "linewidths": [0.8, 2, 0.8], "linestyles": ["--", "-", "-"]}
    plt.contour(xs, ys, grid, levels=[-1, 0, 1], **lines)


def look_at_the_moons():
    """Show the decision surface, the losses, and some figures."""
    model, curve = trained
    margins = [label * model(row).data for row, label in zip(MOON_ROWS, MOON_LABELS, strict=True)]
    print("rows with a margin below 1:", sum(margin < 1 for margin in margins), "of 100")
    print("accuracy on 500 new points:", accuracy_on(model, *two_moons(500, 0.1, 2)))
    # 2 of 100, and 0.992
    plt.figure()
    plot_surface(model)
    plot_points(MOON_ROWS, MOON_LABELS)
    plt.title("The sign of the score parts the plane along the thick line")
    plt.show()
    plt.figure()
    plt.plot(curve, linewidth=0.7)
    plt.xlabel("batches")
    plt.ylabel("loss of the batch, with penalty")
    plt.title("The losses fall, and jump from batch to batch")
    plt.show()


if __name__ == "__main__" and trained is not None:
    run_example(look_at_the_moons)

# %% [markdown]
# ### Three experiments
#
# The next cell trains three more networks on the moons, from the same start and with the same
# batches. It takes three times as long as the training above. Predict first what each change does
# to the accuracy and to the size of the parameters.
#
# 1. A penalty 30 times as strong: 0.03 in place of 0.001.
# 2. A fixed rate of 1.0 in place of a decaying one.
# 3. The same fixed rate, without zero-grad: the loop that looked better on the four rows.
#
# The last two of them make large differences out of small ones. Their numbers change with the way
# your functions round and with the order in which they add, so the comments give ranges. They come
# from five starts (the seeds 0 to 4) and several right ways to write the functions.

# %%
def describe(name, model, curve):
    """Print the accuracy, the size of the parameters and the last losses of a training."""
    now = accuracy_on(model, MOON_ROWS, MOON_LABELS)
    size = sum(parameter.data**2 for parameter in model.parameters())
    last = curve[-50:]
    print(f"{name}: accuracy {now:.2f}, sum of squares {size:.1f}", end="")
    print(f", last 50 losses from {min(last):.3f} to {max(last):.3f}")


def three_experiments():
    """Train with a strong penalty, with a fixed rate, and without zero-grad."""
    describe("as above", *trained)
    fixed = [1.0] * STEPS
    decaying = [decayed_rate(step, STEPS) for step in range(STEPS)]

    model, batches = new_scorer(0)
    describe("strength 0.03", model, train_on_batches(model, batches, decaying, 0.03))

    model, batches = new_scorer(0)
    describe("fixed rate", model, train_on_batches(model, batches, fixed, 0.001))

    model, batches = new_scorer(0)

    def one_right_step(step):
        return train_on_batches(model, [batches[step]], [1.0], 0.001)

    describe("without zero-grad", model, repeat_all_moves(model, one_right_step, STEPS))
    # as above: accuracy 1.00, sum of squares 38.0, last 50 losses from 0.038 to 0.163
    # strength 0.03: accuracy 0.90, sum of squares 2.9, last 50 losses from 0.124 to 0.522
    # fixed rate: accuracy 0.90 to 1.00, sum of squares 49 to 61, largest of the losses 0.36 to 0.78
    # without zero-grad: accuracy 0.49 to 0.83, sum of squares 11000 to 49000, all losses far above 1


if __name__ == "__main__" and trained is not None:
    run_example(three_experiments)

# %% [markdown]
# - The strong penalty keeps the parameters small: the sum of their squares is 2.9 in place of 38.0.
#   The accuracy falls to 0.90. With such parameters the network cannot bend the boundary enough.
#   These points are easy enough to learn without any penalty: with the strength 0, the sum is 62.4
#   and the accuracy is 1.00.
# - With the fixed rate, the losses of the last batches jump up to about 0.4 or 0.5, and to 0.163
#   with the decaying one. So the accuracy depends on when you stop. Mostly it is 0.99 or 1.00, but
#   it also ended at 0.90 and at 0.95. With the decaying rate, the five starts end at 1.00 four times
#   and at 0.99 once.
# - Without zero-grad, the accuracy is well below that of the right loop from every start, and
#   often about as good as guessing. The parameters have run away: the sum of their squares is
#   above 10,000, so the penalty alone is above 10. On the moons, where every batch has another
#   gradient, nothing is left of the head start.

# %% [markdown]
# ## Question: decay and penalty
#
# (a) A model has one weight w, and there are two batches that take turns. The loss of the first
# batch is (w − 1)², that of the second one is (w − 3)². For both together, w = 2 is the best
# weight. Begin at 2 with the fixed rate 0.25, and compute the weight after each of the first four
# updates. Does it come to rest when you go on, and where is it in the end? What is different with
# the fixed rate 0.05, and what does that rate cost when the weight begins at 100? Say with this
# example what a decaying rate is good for. (b) Look at the penalty alone: write the new value of a
# parameter p after one update with the rate r and the strength s, as p times a factor. A parameter
# has no influence on the scores. With r = 1 and s = 0.03, after how many updates is it less than
# half as large? For which r · s would this parameter not shrink any more?

# %% [markdown]
# YOUR ANSWER HERE

# %% [markdown]
# ## Extension: a ball with friction
#
# This part is optional and is not graded. The loop without zero-grad keeps all old moves for ever.
# What if old moves fade? In a copy of `repeat_all_moves`, multiply the sum by 0.9 before you add
# the new move. After ten steps, about a third of a move is left, since 0.9 to the power 10 is 0.35.
#
# Plot the model with one weight again, and count the 50 starts again. With 0.9, 50 of 50 losses are
# below 0.05 after 20 updates, and 50 of 50 after 100. This is a well-known method by the name of
# *momentum*. It is fast for the same reason as the wrong loop, and unlike that one it can stop.
# What makes the one a method and the other one a mistake?

# %% [markdown]
# ## What you have
#
# You have trained a network with an engine whose every line you know: forward, one number,
# backward, a small step. Large networks are trained in the same way, with more rows, more
# parameters, and operators that work on whole arrays of numbers at once. The next exercise does
# this in PyTorch.
