# fits: ex04_operators ex09_engine
# graph: a dict from operand to the sum of its local derivatives
# Rechenwerk zu Aufgabe 9. Namen auf Deutsch, damit ich selbst verstehe, was ich schreibe.
import math
from random import uniform


class Value:
    def __init__(selbst, zahl, steigungen=None):
        selbst.data = zahl
        selbst.grad = 0.0
        selbst.steigungen = steigungen if steigungen is not None else {}

    def __repr__(selbst):
        return "Wert %g (Ableitung %g)" % (selbst.data, selbst.grad)

    def __add__(selbst, anderer):
        anderer = zu_wert(anderer)
        return neuer_wert(selbst.data + anderer.data, [(selbst, 1), (anderer, 1)])

    def __sub__(selbst, anderer):
        anderer = zu_wert(anderer)
        return neuer_wert(selbst.data - anderer.data, [(selbst, 1), (anderer, -1)])

    def __mul__(selbst, anderer):
        anderer = zu_wert(anderer)
        return neuer_wert(
            selbst.data * anderer.data, [(selbst, anderer.data), (anderer, selbst.data)])

    def __truediv__(selbst, anderer):
        anderer = zu_wert(anderer)
        kehrwert = 1 / anderer.data
        ergebnis = selbst.data * kehrwert
        return neuer_wert(ergebnis, [(selbst, kehrwert), (anderer, -ergebnis * kehrwert)])

    def __pow__(selbst, hochzahl):
        if isinstance(hochzahl, Value):
            raise TypeError("Die Hochzahl muss eine Zahl sein")
        if hochzahl == 0:
            return neuer_wert(1.0, [(selbst, 0.0)])
        return neuer_wert(
            selbst.data ** hochzahl, [(selbst, hochzahl * selbst.data ** (hochzahl - 1))])

    def __neg__(selbst):
        return neuer_wert(-selbst.data, [(selbst, -1)])

    def __radd__(selbst, zahl):
        return zu_wert(zahl) + selbst

    def __rsub__(selbst, zahl):
        return zu_wert(zahl) - selbst

    def __rmul__(selbst, zahl):
        return zu_wert(zahl) * selbst

    def __rtruediv__(selbst, zahl):
        return zu_wert(zahl) / selbst

    def exp(selbst):
        e = math.exp(selbst.data)
        return neuer_wert(e, [(selbst, e)])

    def log(selbst):
        return neuer_wert(math.log(selbst.data), [(selbst, 1 / selbst.data)])

    def tanh(selbst):
        # (e^x - e^-x) / (e^x + e^-x)
        hoch, runter = math.exp(selbst.data), math.exp(-selbst.data)
        return neuer_wert((hoch - runter) / (hoch + runter), [(selbst, 4 / (hoch + runter) ** 2)])

    def relu(selbst):
        return neuer_wert(max(0, selbst.data), [(selbst, 1 if selbst.data > 0 else 0)])

    def backward(selbst):
        # 1. Wie viele Nachfolger hat jeder Knoten?
        offen = {selbst: 0}
        liste = [selbst]
        for knoten in liste:
            for vorgänger in knoten.steigungen:
                if vorgänger not in offen:
                    offen[vorgänger] = 0
                    liste.append(vorgänger)
                offen[vorgänger] += 1
        # 2. Von oben nach unten verteilen
        selbst.grad = 1.0
        fertig = [selbst]
        while fertig:
            knoten = fertig.pop()
            for vorgänger, steigung in knoten.steigungen.items():
                vorgänger.grad += steigung * knoten.grad
                offen[vorgänger] -= 1
                if not offen[vorgänger]:
                    fertig.append(vorgänger)


def zu_wert(x):
    return x if isinstance(x, Value) else Value(x)


def neuer_wert(zahl, paare):
    steigungen = {}
    for operand, steigung in paare:
        # bei a + a steht a zweimal da: Steigungen zusammenzählen
        steigungen[operand] = steigungen.get(operand, 0) + steigung
    return Value(zahl, steigungen)


# ---------- Softmax ----------
def softmax(logits):
    größter = max([x.data for x in logits])
    potenzen = [(x - größter).exp() for x in logits]
    summe = Value(0)
    for potenz in potenzen:
        summe = summe + potenz
    return [potenz / summe for potenz in potenzen]


def negative_log_likelihood(logits, index):
    größter = max([x.data for x in logits])
    summe = Value(0)
    for x in logits:
        summe = summe + (x - größter).exp()
    return summe.log() - (logits[index] - größter)


# ---------- Netz ----------
class Netzteil:
    def zero_grad(selbst):
        for p in selbst.parameters():
            p.grad = 0.0


class Neuron(Netzteil):
    def __init__(selbst, eingänge):
        selbst.alle = [Value(uniform(-1, 1)) for _ in range(eingänge + 1)]

    def __call__(selbst, eingaben):
        *gewichte, schwelle = selbst.alle
        if len(eingaben) != len(gewichte):
            raise ValueError(f"{len(gewichte)} Eingaben erwartet, {len(eingaben)} bekommen")
        for gewicht, eingabe in zip(gewichte, eingaben):
            schwelle = schwelle + gewicht * eingabe
        return schwelle.tanh()

    def parameters(selbst):
        return list(selbst.alle)


class Layer(Netzteil):
    def __init__(selbst, eingänge, ausgänge):
        selbst.neuronen = [Neuron(eingänge) for _ in range(ausgänge)]

    def __call__(selbst, eingaben):
        return [neuron(eingaben) for neuron in selbst.neuronen]

    def parameters(selbst):
        return sum([neuron.parameters() for neuron in selbst.neuronen], [])


class MLP(Netzteil):
    def __init__(selbst, eingänge, größen):
        selbst.schichten = []
        for größe in größen:
            selbst.schichten.append(Layer(eingänge, größe))
            eingänge = größe

    def __call__(selbst, eingaben):
        for schicht in selbst.schichten:
            eingaben = schicht(eingaben)
        if len(eingaben) == 1:
            return eingaben[0]
        return eingaben

    def parameters(selbst):
        return sum([schicht.parameters() for schicht in selbst.schichten], [])


# ---------- Lernen ----------
def sum_squared_error(vorhersagen, ziele):
    fehler = Value(0.0)
    for v, z in zip(vorhersagen, ziele):
        fehler = fehler + (v - z) ** 2
    return fehler


def train(netz, zeilen, ziele, schritte, rate):
    verlauf = []
    for _ in range(schritte):
        netz.zero_grad()
        fehler = sum_squared_error([netz(zeile) for zeile in zeilen], ziele)
        fehler.backward()
        verlauf.append(float(fehler.data))
        for p in netz.parameters():
            p.data -= rate * p.grad
    return verlauf
