# fits: ex04_operators ex09_engine
# graph: ∂ as a mapping in each node, gradients collected in a mapping and written at the end
import math
from random import uniform as Zufall
π, ℯ = math.pi, math.e


class Value:
    def __init__(ich, data, ꝺ=None):
        ich.data, ich.grad, ich.ꝺ = data, 0.0, ꝺ or {}

    def __add__(α, β): β = Ω(β); return Σ(α.data + β.data, (α, 1), (β, 1))
    def __sub__(α, β): β = Ω(β); return Σ(α.data - β.data, (α, 1), (β, -1))
    def __mul__(α, β): β = Ω(β); return Σ(α.data * β.data, (α, β.data), (β, α.data))
    def __truediv__(α, β): β = Ω(β); return Σ(α.data / β.data, (α, 1 / β.data), (β, -α.data / β.data**2))
    def __radd__(α, κ): return Ω(κ) + α
    def __rsub__(α, κ): return Ω(κ) - α
    def __rmul__(α, κ): return Ω(κ) * α
    def __rtruediv__(α, κ): return Ω(κ) / α
    def __neg__(α): return Σ(-α.data, (α, -1))

    def __pow__(α, κ):
        if isinstance(κ, Value):
            raise TypeError("κ ∉ ℝ")
        return Σ(α.data**κ, (α, κ * α.data ** (κ - 1) if κ else 0))

    def exp(α): η = ℯ**α.data; return Σ(η, (α, η))
    def log(α): return Σ(math.log(α.data), (α, 1 / α.data))
    def tanh(α): τ = math.tanh(α.data); return Σ(τ, (α, 1 - τ * τ))
    def relu(α): return Σ(max(α.data, 0), (α, 1 if α.data > 0 else 0))

    def backward(ω):
        # Reihenfolge nach der Länge des längsten Weges zu den Blättern
        höhe, stapel = {}, [ω]
        while stapel:
            ν = stapel[-1]
            offen = [μ for μ in ν.ꝺ if μ not in höhe]
            if offen:
                stapel += offen
            else:
                höhe[stapel.pop()] = 1 + max((höhe[μ] for μ in ν.ꝺ), default=0)
        δ = {ν: 0.0 for ν in höhe} | {ω: 1.0}
        for ν in sorted(höhe, key=lambda ν: -höhe[ν]):
            for μ, λ in ν.ꝺ.items():
                δ[μ] += λ * δ[ν]
        for ν, γ in δ.items():
            ν.grad = γ


def Ω(x): return x if isinstance(x, Value) else Value(x)


def Σ(data, *paare):
    ꝺ = {}
    for μ, λ in paare:
        ꝺ[μ] = ꝺ.get(μ, 0) + λ
    return Value(data, ꝺ)


def softmax(logits):
    größte = max(ζ.data for ζ in logits)
    ε = [(ζ - größte).exp() for ζ in logits]
    return [x / sum(ε) for x in ε]


def negative_log_likelihood(logits, index):
    größte = max(ζ.data for ζ in logits)
    return sum((ζ - größte).exp() for ζ in logits).log() - (logits[index] - größte)


class Teil:
    def zero_grad(ich):
        for θ in ich.parameters():
            θ.grad = 0.0

    def parameters(ich):
        return [θ for teil in ich.teile for θ in teil.parameters()]


class Neuron(Teil):
    def __init__(ich, n):
        ich.θ = [Value(Zufall(-1, 1)) for _ in range(n + 1)]

    def __call__(ich, ξ):
        if len(ξ) != len(ich.θ) - 1:
            raise ValueError("ξ hat die falsche Länge")
        return sum((ω * x for ω, x in zip(ich.θ, ξ)), ich.θ[-1]).tanh()

    def parameters(ich):
        return ich.θ[:]


class Layer(Teil):
    def __init__(ich, n, m):
        ich.teile = [Neuron(n) for _ in range(m)]

    def __call__(ich, ξ):
        return [teil(ξ) for teil in ich.teile]


class MLP(Teil):
    def __init__(ich, n, größen):
        ich.teile = [Layer(a, b) for a, b in zip([n, *größen], größen)]

    def __call__(ich, ξ):
        for teil in ich.teile:
            ξ = teil(ξ)
        return ξ[0] if len(ξ) == 1 else ξ


def sum_squared_error(vorhersagen, ziele):
    return sum((v - z) ** 2 for v, z in zip(vorhersagen, ziele))


def train(modell, zeilen, ziele, schritte, η):
    verluste = []
    for _ in range(schritte):
        verlust = sum_squared_error([modell(zeile) for zeile in zeilen], ziele)
        verlust.backward()
        verluste.append(verlust.data)
        for θ in modell.parameters():
            θ.data -= η * θ.grad
    return verluste
