"""The model engine of the course: scalar Values, their gradients, and a network trained with them.

Read `operators.py` first, then `value.py`. Standard library only.
"""

from engine_reference.network import MLP, Layer, Module, Neuron
from engine_reference.operators import (
    ADD,
    EXP,
    LOG,
    MUL,
    OPERATORS,
    POWER,
    RELU,
    SIGMOID,
    TANH,
    Operator,
    constant_power,
)
from engine_reference.softmax import negative_log_likelihood, softmax
from engine_reference.training import Model, sum_squared_error, train
from engine_reference.value import Operand, Value, apply, nodes

__all__ = [
    "ADD",
    "EXP",
    "LOG",
    "MLP",
    "MUL",
    "OPERATORS",
    "POWER",
    "RELU",
    "SIGMOID",
    "TANH",
    "Layer",
    "Model",
    "Module",
    "Neuron",
    "Operand",
    "Operator",
    "Value",
    "apply",
    "constant_power",
    "negative_log_likelihood",
    "nodes",
    "softmax",
    "sum_squared_error",
    "train",
]
