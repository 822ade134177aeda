# fits: ex09_engine (parts: value backward long-chain)
# graph: pairs of operand and slope; a node waits in a dict of open nodes until nobody needs it
# I stopped after step 1 of the order of work.


class Value:
    def __init__(self, data, sources=[]):
        self.data = data
        self.grad = 0.0
        self.sources = sources

    def __add__(self, other):
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def backward(self):
        users = {self: set()}
        todo = [self]
        while todo:
            node = todo.pop()
            for source, _ in node.sources:
                if source not in users:
                    users[source] = set()
                    todo.append(source)
                users[source].add(node)
        self.grad = 1.0
        todo = [self]
        while todo:
            node = todo.pop()
            for source, slope in node.sources:
                source.grad += slope * node.grad
            for source in {source for source, _ in node.sources}:
                users[source].discard(node)
                if not users[source]:
                    todo.append(source)
