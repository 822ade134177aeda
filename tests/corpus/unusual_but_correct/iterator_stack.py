# fits: ex09_engine
# graph: operands in a list; a stack of iterators finishes each node after its operands
# Moteur de dérivation automatique. Les commentaires sont en français.
import math
import random

class Value:
    """Un nombre, son gradient, et de quoi transmettre ce gradient."""

    def __init__(self, data, parents=None, transmettre=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents or []
        self.transmettre = transmettre

    # --- opérations de base -------------------------------------------------
    def __add__(self, autre):
        autre = convertir(autre)
        somme = Value(self.data + autre.data, [self, autre])

        def transmettre():
            self.grad += somme.grad
            autre.grad += somme.grad

        somme.transmettre = transmettre
        return somme

    def __mul__(self, autre):
        autre = convertir(autre)
        produit = Value(self.data * autre.data, [self, autre])

        def transmettre():
            self.grad += produit.grad * autre.data
            autre.grad += produit.grad * self.data

        produit.transmettre = transmettre
        return produit

    def appliquer(self, résultat, dérivée):
        """Fonction d'une variable."""
        image = Value(résultat, [self])

        def transmettre():
            self.grad += image.grad * dérivée

        image.transmettre = transmettre
        return image

    def exp(self):
        y = math.exp(self.data)
        return self.appliquer(y, y)

    def log(self):
        return self.appliquer(math.log(self.data), 1 / self.data)

    def tanh(self):
        y = math.tanh(self.data)
        return self.appliquer(y, 1 - y**2)

    def relu(self):
        positif = self.data > 0
        return self.appliquer(self.data if positif else 0.0, 1.0 if positif else 0.0)

    def inverse(self):
        return self.appliquer(1 / self.data, -1 / self.data**2)

    def __pow__(self, exposant):
        if isinstance(exposant, Value):
            raise TypeError("l'exposant doit être un nombre")
        return self.appliquer(self.data**exposant, exposant * self.data ** (exposant - 1))

    # --- opérations composées ----------------------------------------------
    def __neg__(self):
        return self.appliquer(-self.data, -1)

    def __sub__(self, autre):
        return self + (-convertir(autre))

    def __truediv__(self, autre):
        return self * convertir(autre).inverse()

    def __radd__(self, nombre):
        return self + nombre

    def __rmul__(self, nombre):
        return self * nombre

    def __rsub__(self, nombre):
        return -self + nombre

    def __rtruediv__(self, nombre):
        return self.inverse() * nombre

    # --- passe arrière ------------------------------------------------------
    def backward(self):
        vus = {id(self)}
        ordre = []
        pile = [(self, iter(self.parents))]
        while pile:
            nœud, suite = pile[-1]
            for parent in suite:
                if id(parent) not in vus:
                    vus.add(id(parent))
                    pile.append((parent, iter(parent.parents)))
                    break
            else:
                # tous les parents sont faits
                pile.pop()
                ordre.append(nœud)
        self.grad = 1.0
        for nœud in reversed(ordre):
            if nœud.transmettre is not None:
                nœud.transmettre()

def convertir(x):
    return x if isinstance(x, Value) else Value(x)

def décalés(logits):
    plus_grand = max(z.data for z in logits)
    return [z - plus_grand for z in logits]

def softmax(logits):
    puissances = [z.exp() for z in décalés(logits)]
    dénominateur = sum(puissances).inverse()
    return [p * dénominateur for p in puissances]

def negative_log_likelihood(logits, indice):
    z = décalés(logits)
    return sum(x.exp() for x in z).log() - z[indice]

class Réseau:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

class Neuron(Réseau):
    def __init__(self, entrées):
        self.poids = [Value(random.uniform(-1, 1)) for _ in range(entrées)]
        self.biais = Value(random.uniform(-1, 1))

    def __call__(self, x):
        if len(x) != len(self.poids):
            raise ValueError(f"il faut {len(self.poids)} entrées et non {len(x)}")
        somme = self.biais
        for w, xi in zip(self.poids, x):
            somme += w * xi
        return somme.tanh()

    def parameters(self):
        return [*self.poids, self.biais]

class Layer(Réseau):
    def __init__(self, entrées, sorties):
        self.neurones = [Neuron(entrées) for _ in range(sorties)]

    def __call__(self, x):
        return [neurone(x) for neurone in self.neurones]

    def parameters(self):
        return [p for neurone in self.neurones for p in neurone.parameters()]

class MLP(Réseau):
    def __init__(self, entrées, tailles):
        self.couches = []
        for taille in tailles:
            self.couches.append(Layer(entrées, taille))
            entrées = taille

    def __call__(self, x):
        for couche in self.couches:
            x = couche(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for couche in self.couches for p in couche.parameters()]

def sum_squared_error(prédictions, cibles):
    return sum((p - c) ** 2 for p, c in zip(prédictions, cibles))

def train(modèle, lignes, cibles, pas, taux):
    pertes = []
    for _ in range(pas):
        modèle.zero_grad()
        perte = sum_squared_error([modèle(ligne) for ligne in lignes], cibles)
        perte.backward()
        pertes.append(perte.data)
        for p in modèle.parameters():
            p.data -= taux * p.grad
    return pertes
