# fits: ex04_operators ex09_engine
# graph: one list of edges (from, to, slope) for all graphs, walked from its end
import math, random
EDGES = []      # (result, operand, slope), in the order of the computation

def number(x):
	return x.data if isinstance(x, Value) else x

def result(y, *edges):
	out = Value(y)
	out.position = len(EDGES)
	for operand, slope in edges:
		if isinstance(operand, Value):
			EDGES.append((out, operand, slope))
	out.end = len(EDGES)
	return out

class Value:
	end = 0

	def __init__(self, data):
		self.data = data
		self.grad = 0.0

	def __add__(self, other):
		return result(self.data + number(other), (self, 1), (other, 1))
	__radd__ = __add__

	def __mul__(self, other):
		return result(self.data * number(other), (self, number(other)), (other, self.data))
	__rmul__ = __mul__

	def __sub__(self, other):
		return result(self.data - number(other), (self, 1), (other, -1))

	def __rsub__(self, other):
		return result(other - self.data, (self, -1))

	def __truediv__(self, other):
		b = number(other)
		return result(self.data / b, (self, 1 / b), (other, -self.data / (b * b)))

	def __rtruediv__(self, other):
		a = self.data
		return result(other / a, (self, -other / (a * a)))

	def __neg__(self):
		return result(-self.data, (self, -1))

	def __pow__(self, other):
		if isinstance(other, Value):
			raise NotImplementedError("Value ** Value")
		if other == 0:
			return result(self.data ** other, (self, 0.0))
		return result(self.data ** other, (self, other * self.data ** (other - 1)))

	def exp(self):
		return result(math.exp(self.data), (self, math.exp(self.data)))

	def log(self):
		return result(math.log(self.data), (self, 1 / self.data))

	def tanh(self):
		return result(math.tanh(self.data), (self, 1 / math.cosh(self.data) ** 2))

	def relu(self):
		return result(self.data if self.data > 0 else 0.0, (self, float(self.data > 0)))

	def backward(self):
		reached = {id(self)}
		self.grad = 1.0
		for k in range(self.end - 1, -1, -1):
			out, operand, slope = EDGES[k]
			if id(out) in reached:
				operand.grad += slope * out.grad
				reached.add(id(operand))

# softmax
def softmax(logits):
	biggest = max(number(z) for z in logits)
	e = [(z - biggest).exp() for z in logits]
	s = 0
	for term in e:
		s = s + term
	return [term / s for term in e]

def negative_log_likelihood(logits, index):
	biggest = max(number(z) for z in logits)
	s = 0
	for z in logits:
		s = s + (z - biggest).exp()
	return s.log() - logits[index] + biggest

# network
class Base:
	def zero_grad(self):
		for p in self.parameters():
			p.grad = 0.0

class Neuron(Base):
	def __init__(self, inputs):
		self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
		self.b = Value(random.uniform(-1, 1))

	def __call__(self, x):
		if len(self.w) != len(x):
			raise ValueError('length of inputs')
		s = self.b
		for w, v in zip(self.w, x):
			s = s + w * v
		return s.tanh()

	def parameters(self):
		return self.w + [self.b]

class Layer(Base):
	def __init__(self, inputs, outputs):
		self.n = [Neuron(inputs) for _ in range(outputs)]

	def __call__(self, x):
		return [n(x) for n in self.n]

	def parameters(self):
		ps = []
		for n in self.n:
			ps += n.parameters()
		return ps

class MLP(Base):
	def __init__(self, inputs, sizes):
		self.layers = []
		for s in sizes:
			self.layers.append(Layer(inputs, s))
			inputs = s

	def __call__(self, x):
		for layer in self.layers:
			x = layer(x)
		if len(x) == 1:
			x = x[0]
		return x

	def parameters(self):
		ps = []
		for layer in self.layers:
			ps += layer.parameters()
		return ps

# training
def sum_squared_error(predictions, targets):
	return sum([(p - t) * (p - t) for p, t in zip(predictions, targets)])

def train(model, rows, targets, steps, rate):
	losses = []
	for step in range(steps):
		loss = sum_squared_error([model(row) for row in rows], targets)
		model.zero_grad()
		loss.backward()
		losses.append(loss.data)
		for p in model.parameters():
			p.data = p.data - rate * p.grad
	return losses
