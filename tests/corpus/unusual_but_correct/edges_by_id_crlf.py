# fits: ex09_engine
# graph: partial derivatives kept as a dict of edges outside of the class, keyed by id
import math, random

EDGES = {}		# id of a result -> list of (operand, slope)

class Value:
	def __init__(self, data):
		self.data = data
		self.grad = 0.0

	def __del__(self):
		EDGES.pop(id(self), None)

	def __add__(self, other):
		other = Lift(other)
		return Connect(self.data + other.data, self, 1.0, other, 1.0)

	def __sub__(self, other):
		other = Lift(other)
		return Connect(self.data - other.data, self, 1.0, other, -1.0)

	def __mul__(self, other):
		other = Lift(other)
		return Connect(self.data * other.data, self, other.data, other, self.data)

	def __truediv__(self, other):
		other = Lift(other)
		Quotient = self.data / other.data
		return Connect(Quotient, self, 1.0 / other.data, other, -Quotient / other.data)

	def __radd__(self, other):
		return Lift(other) + self

	def __rsub__(self, other):
		return Lift(other) - self

	def __rmul__(self, other):
		return Lift(other) * self

	def __rtruediv__(self, other):
		return Lift(other) / self

	def __neg__(self):
		return Connect(-self.data, self, -1.0)

	def __pow__(self, Exponent):
		if isinstance(Exponent, Value):
			raise TypeError("Exponent is a Value")
		return Connect(self.data ** Exponent, self, Exponent * self.data ** (Exponent - 1))

	def exp(self):
		Result = math.exp(self.data)
		return Connect(Result, self, Result)

	def log(self):
		return Connect(math.log(self.data), self, 1.0 / self.data)

	def tanh(self):
		Result = math.tanh(self.data)
		return Connect(Result, self, 1.0 - Result * Result)

	def relu(self):
		if self.data > 0:
			return Connect(self.data, self, 1.0)
		else:
			return Connect(0.0, self, 0.0)

	def backward(self):
		Count = {id(self): 0}
		Todo = [self]
		while len(Todo) > 0:
			Node = Todo.pop()
			for (Operand, Slope) in EDGES.get(id(Node), ()):
				if id(Operand) not in Count:
					Count[id(Operand)] = 0
					Todo.append(Operand)
				Count[id(Operand)] += 1
		self.grad = 1.0
		Todo = [self]
		while len(Todo) > 0:
			Node = Todo.pop()
			for (Operand, Slope) in EDGES.get(id(Node), ()):
				Operand.grad += Slope * Node.grad
				Count[id(Operand)] -= 1
				if Count[id(Operand)] == 0:
					Todo.append(Operand)

def Connect(Data, *Pairs):
	Out = Value(Data)
	EDGES[id(Out)] = list(zip(Pairs[0::2], Pairs[1::2]))
	return Out

def Lift(x):
	return x if isinstance(x, Value) else Value(x)

def softmax(Logits):
	Max = max(z.data for z in Logits)
	Powers = [(z - Max).exp() for z in Logits]
	Total = sum(Powers)
	return [p / Total for p in Powers]

def negative_log_likelihood(Logits, Index):
	Max = max(z.data for z in Logits)
	Total = sum((z - Max).exp() for z in Logits)
	return Total.log() - (Logits[Index] - Max)

class Neuron:
	def __init__(self, Inputs):
		self.Weights = [Value(random.uniform(-1, 1)) for i in range(Inputs)]
		self.Bias = Value(random.uniform(-1, 1))

	def __call__(self, X):
		if len(X) != len(self.Weights):
			raise ValueError("The number of inputs is wrong.")
		Sum = self.Bias
		for i in range(len(X)):
			Sum = Sum + self.Weights[i] * X[i]
		return Sum.tanh()

	def parameters(self):
		return self.Weights + [self.Bias]

	def zero_grad(self):
		for p in self.parameters():
			p.grad = 0.0

class Layer:
	def __init__(self, Inputs, Outputs):
		self.Neurons = [Neuron(Inputs) for i in range(Outputs)]

	def __call__(self, X):
		return [n(X) for n in self.Neurons]

	def parameters(self):
		return [p for n in self.Neurons for p in n.parameters()]

	def zero_grad(self):
		for n in self.Neurons:
			n.zero_grad()

class MLP:
	def __init__(self, Inputs, Sizes):
		self.Layers = []
		for i in range(len(Sizes)):
			if i == 0:
				self.Layers.append(Layer(Inputs, Sizes[0]))
			else:
				self.Layers.append(Layer(Sizes[i - 1], Sizes[i]))

	def __call__(self, X):
		for l in self.Layers:
			X = l(X)
		if len(X) == 1:
			return X[0]
		else:
			return X

	def parameters(self):
		return [p for l in self.Layers for p in l.parameters()]

	def zero_grad(self):
		for l in self.Layers:
			l.zero_grad()

def sum_squared_error(Predictions, Targets):
	Error = Value(0.0)
	for i in range(len(Predictions)):
		Error = Error + (Predictions[i] - Targets[i]) ** 2
	return Error

def train(Model, Rows, Targets, Steps, Rate):
	Losses = []
	for Step in range(Steps):
		Loss = sum_squared_error([Model(Row) for Row in Rows], Targets)
		Model.zero_grad()
		Loss.backward()
		Losses.append(Loss.data)
		for p in Model.parameters():
			p.data = p.data - Rate * p.grad
	return Losses
