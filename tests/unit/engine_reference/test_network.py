"""Neurons, layers and networks: outputs, parameters, starting weights and refusals."""

import math
from random import Random

import pytest

from engine_reference import MLP, Layer, Neuron, Value


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - starting weights are no secret


def data_of(model: MLP) -> list[float]:
    return [parameter.data for parameter in model.parameters()]


def test_a_neuron_is_the_tanh_of_its_weighted_sum() -> None:
    neuron = Neuron(2, seeded(0))
    for parameter, data in zip(neuron.parameters(), [0.5, -1.0, 0.25], strict=True):
        parameter.data = data
    assert math.tanh(0.5 * 3 - 1.0 * 2 + 0.25) == neuron([3.0, Value(2.0)]).data


def test_the_parameters_of_a_neuron_are_its_weights_and_then_its_bias() -> None:
    neuron = Neuron(2, seeded(0))
    assert [*neuron.weights, neuron.bias] == neuron.parameters()


def test_a_layer_gives_one_output_a_neuron() -> None:
    layer = Layer(2, 3, seeded(0))
    assert [neuron([1.0, 2.0]).data for neuron in layer.neurons] == [
        output.data for output in layer([1.0, 2.0])
    ]


def test_the_layers_of_a_network_are_chained() -> None:
    model = MLP(2, [3, 2])
    hidden, last = model.layers
    expected = [output.data for output in last(hidden([1.0, -1.0]))]
    assert expected == [output.data for output in model([1.0, -1.0])]


def test_a_network_of_one_output_gives_a_value_and_of_more_a_list() -> None:
    assert isinstance(MLP(2, [3, 1])([1.0, 2.0]), Value)
    assert [Value, Value] == [type(x) for x in MLP(2, [3, 2])([1.0, 2.0])]


def test_every_parameter_of_a_network_gets_a_gradient() -> None:
    model = MLP(3, [4, 4, 1])
    model([1.0, 2.0, 3.0]).backward()
    assert all(parameter.grad != 0.0 for parameter in model.parameters())


def test_zero_grad_sets_every_gradient_to_zero() -> None:
    model = MLP(3, [4, 4, 1])
    model([1.0, 2.0, 3.0]).backward()
    model.zero_grad()
    assert [0.0] * 41 == [parameter.grad for parameter in model.parameters()]


def test_the_seed_alone_decides_the_starting_parameters() -> None:
    expected = data_of(MLP(3, [4, 1], seed=5))
    assert expected == data_of(MLP(3, [4, 1], seed=5))
    assert expected == data_of(MLP(3, [4, 1], seed=seeded(5)))
    assert expected != data_of(MLP(3, [4, 1], seed=6))
    assert all(-1 <= data <= 1 for data in expected)


def test_neurons_of_one_layer_start_differently() -> None:
    first, second = Layer(2, 2, seeded(0)).neurons
    assert [x.data for x in first.parameters()] != [x.data for x in second.parameters()]


@pytest.mark.parametrize("count", [2, 4])
def test_a_wrong_number_of_inputs_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"^expected 3 inputs, observed {count}$"):
        MLP(3, [2, 1])([1.0] * count)


@pytest.mark.parametrize(("inputs", "sizes"), [(3, []), (3, [2, 0]), (0, [1])])
def test_a_network_with_an_empty_part_is_refused(inputs: int, sizes: list[int]) -> None:
    with pytest.raises(ValueError, match="it needs an input, a layer, and a neuron in each layer"):
        MLP(inputs, sizes)
