# fits: ex09_engine
# graph: backward turns the graph round; each node then pulls from its consumers
import math
import random
import collections


class Value:
    def __init__(self, data, made_from=()):
        self.data = data
        self.grad = 0.0
        self.made_from = tuple(made_from)     # pairs (operand, derivative)

    def backward(self):
        nodes = self.nodes_output_first()
        consumers = collections.defaultdict(list)
        for node in nodes:
            for operand, derivative in node.made_from:
                consumers[operand].append((node, derivative))
        for node in nodes:
            if node is self:
                node.grad = 1.0
            else:
                node.grad = sum(derivative * user.grad for user, derivative in consumers[node])

    def nodes_output_first(self):
        order, state, stack = collections.deque(), {}, [self]
        while stack:
            node = stack[-1]
            if node not in state:
                state[node] = iter(node.made_from)
            for operand, _ in state[node]:
                if operand not in state:
                    stack.append(operand)
                    break
            else:
                order.appendleft(stack.pop())
        return order

    def __add__(self, other):
        other = val(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = val(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + val(other) * -1.0

    def reciprocal(self):
        return Value(1.0 / self.data, [(self, -1.0 / self.data**2)])

    def __truediv__(self, other):
        return self * val(other).reciprocal()

    def __radd__(self, number):
        return self + number

    def __rmul__(self, number):
        return self * number

    def __rsub__(self, number):
        return self * -1.0 + number

    def __rtruediv__(self, number):
        return self.reciprocal() * number

    def __pow__(self, k):
        if isinstance(k, Value):
            raise TypeError("Value ** Value is not supported")
        if self.data > 0 and k != int(k):
            return (self.log() * k).exp()      # x ** k = exp(k log x)
        return Value(self.data**k, [(self, k * self.data ** (k - 1))])

    def exp(self):
        result = math.exp(self.data)
        return Value(result, [(self, result)])

    def log(self):
        return Value(math.log(self.data), [(self, 1.0 / self.data)])

    def tanh(self):
        result = math.tanh(self.data)
        return Value(result, [(self, 1.0 - result * result)])

    def relu(self):
        return Value(max(self.data, 0.0), [(self, float(self.data > 0))])


def val(x):
    return x if isinstance(x, Value) else Value(x)


def total(values):
    result = Value(0.0)
    for value in values:
        result = result + value
    return result


def stable(logits):
    biggest = max(logit.data for logit in logits)
    return [logit - biggest for logit in logits]


def softmax(logits):
    powers = [logit.exp() for logit in stable(logits)]
    factor = total(powers).reciprocal()
    return [power * factor for power in powers]


def negative_log_likelihood(logits, index):
    logits = stable(logits)
    return total(logit.exp() for logit in logits).log() - logits[index]


class Neuron:
    def __init__(self, inputs):
        self.inputs = inputs
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
        self.bias = Value(random.uniform(-1, 1))

    def __call__(self, row):
        if len(row) != self.inputs:
            raise ValueError("A neuron with %d inputs got %d" % (self.inputs, len(row)))
        return (total(w * x for w, x in zip(self.weights, row)) + self.bias).tanh()

    def parameters(self):
        return [*self.weights, self.bias]

    def zero_grad(self):
        for parameter in self.parameters():
            parameter.grad = 0.0


class Layer:
    def __init__(self, inputs, outputs):
        self.neurons = [Neuron(inputs) for _ in range(outputs)]

    def __call__(self, row):
        return [neuron(row) for neuron in self.neurons]

    def parameters(self):
        return [p for neuron in self.neurons for p in neuron.parameters()]

    def zero_grad(self):
        for neuron in self.neurons:
            neuron.zero_grad()


class MLP:
    def __init__(self, inputs, sizes):
        self.layers = [Layer(inputs, sizes[0])]
        self.layers += [Layer(sizes[i - 1], sizes[i]) for i in range(1, len(sizes))]

    def __call__(self, row):
        for layer in self.layers:
            row = layer(row)
        if len(row) > 1:
            return row
        return row[0]

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def zero_grad(self):
        for layer in self.layers:
            layer.zero_grad()


def sum_squared_error(predictions, targets):
    return total((p - t) ** 2 for p, t in zip(predictions, targets))


def gradient_step(parameters, rate):
    for parameter in parameters:
        parameter.data -= rate * parameter.grad


def train(model, rows, targets, steps, rate):
    losses = []
    for _ in range(steps):
        loss = sum_squared_error([model(row) for row in rows], targets)
        loss.backward()
        gradient_step(model.parameters(), rate)
        losses.append(loss.data)
        # a node's gradient is written and not added to, so zero_grad is not needed here
    return losses
