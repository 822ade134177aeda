"""The exercise's own material: the solution gives the lecture's figures, and the grafts agree."""

import math
import tomllib

import pytest

from autograder.release import release_exercise, stub_sources

# name, form, operands a and b, data, gradients of a and b: what the docstrings promise
WORKED_VALUES = [
    ("__radd__", lambda a, b: 3 + a, (2.0, 1.0), 5.0, (1.0, 0.0)),
    ("__rmul__", lambda a, b: 3 * a, (2.0, 1.0), 6.0, (3.0, 0.0)),
    ("__neg__", lambda a, b: -a, (2.0, 1.0), -2.0, (-1.0, 0.0)),
    ("__sub__", lambda a, b: a - b, (5.0, 3.0), 2.0, (1.0, -1.0)),
    ("__rsub__", lambda a, b: 10 - a, (4.0, 1.0), 6.0, (-1.0, 0.0)),
    ("__truediv__", lambda a, b: a / b, (6.0, 4.0), 1.5, (0.25, -0.375)),
    ("__rtruediv__", lambda a, b: 8 / a, (4.0, 1.0), 2.0, (-0.5, 0.0)),
    ("__pow__", lambda a, b: a**2, (3.0, 1.0), 9.0, (6.0, 0.0)),
    ("exp", lambda a, b: a.exp(), (1.0, 1.0), math.e, (math.e, 0.0)),
    ("__add__", lambda a, b: a + b, (2.0, 3.0), 5.0, (1.0, 1.0)),
    ("__mul__", lambda a, b: a * b, (2.0, -3.0), -6.0, (-3.0, 2.0)),
    ("tanh", lambda a, b: a.tanh(), (0.0, 1.0), 0.0, (1.0, 0.0)),
]
REUSES = [(name, form, at) for name, form, at, _, _ in WORKED_VALUES]


def evaluate(value_class, form, at):
    a, b = value_class(at[0]), value_class(at[1])
    out = form(a, b)
    out.backward()
    return out, (a.grad, b.grad)


@pytest.mark.parametrize(("name", "form", "at", "data", "grads"), WORKED_VALUES)
def test_the_solution_gives_the_worked_value(solution, name, form, at, data, grads):
    out, observed = evaluate(solution.Value, form, at)
    assert data == pytest.approx(out.data, abs=1e-15)
    assert grads == pytest.approx(observed, abs=1e-15)


def test_the_solution_prints_the_figures_that_its_comments_promise(solution, capsys):
    printed = capsys.readouterr().out
    for line in (
        "3 + a: 5.0 gradient 1.0",
        "10 - a: 6.0 gradient -1.0",
        "(-2.0) ** 3: -8.0 gradient 12.0",
        "(4.0) ** -0.5: 0.5 gradient -0.0625",
        "a / b: 1.5 gradients 0.25 -0.375",
        "exp(a) + a: 3.718281828459045 gradient 3.718281828459045",
    ):
        assert f"{line}\n" in printed


@pytest.mark.parametrize(
    ("way", "nodes"), [("tanh", 10), ("tanh_by_exponential", 18), ("tanh_by_sigmoid", 21)]
)
def test_the_neuron_gives_the_lecture_figures_each_way(solution, way, nodes):
    value = solution.Value
    squash = getattr(value, way, None) or getattr(solution, way)
    x1, x2, w1, w2 = value(2.0), value(0.0), value(-3.0), value(1.0)
    b = value(6.8813735870195432)
    n = x1 * w1 + x2 * w2 + b
    o = squash(n)
    o.backward()
    observed = (n.data, o.data, n.grad, x1.grad, w1.grad, x2.grad, w2.grad, b.grad)
    expected = (0.8813735870195432, 0.7071067811865477, 0.5, -1.5, 1.0, 0.5, 0.0, 0.5)
    assert expected == pytest.approx(observed, abs=1e-14)
    assert nodes == solution.count_nodes(o)


def test_the_readme_expression_of_micrograd_gives_its_figures(solution):
    def g(a, b):
        c = a + b
        d = a * b + b**3
        c = c + (c + 1)
        c = c + (1 + c + (-a))
        d = d + d * 2  # and relu(b + a), which is 0 here
        d = d + (3 * d + (b - a))  # relu(b - a), which is b - a here
        f = (c - d) ** 2
        return f / 2.0 + 10.0 / f

    out, grads = evaluate(solution.Value, g, (-4.0, 2.0))
    assert (24.70408163265306, 138.83381924198252, 645.5772594752187) == pytest.approx(
        (out.data, *grads), rel=1e-14
    )


@pytest.mark.parametrize("exponent", [0, 0.0, True, -2, 3, 0.5])
def test_the_solution_takes_every_kind_of_constant_exponent(solution, exponent):
    a = solution.Value(4.0)
    out = a**exponent
    out.backward()
    assert 4.0**exponent == out.data
    assert exponent * 4.0 ** (exponent - 1) == a.grad


def test_x_to_the_power_0_has_gradient_0_also_at_0(solution):
    out, grads = evaluate(solution.Value, lambda a, b: a**0, (0.0, 1.0))
    assert (1.0, (0.0, 0.0)) == (out.data, grads)


@pytest.mark.parametrize("exponent", ["2", None, 1j])
def test_the_solution_refuses_an_exponent_that_is_no_number(solution, exponent):
    with pytest.raises(TypeError, match="the exponent is an int or a float"):
        solution.Value(2.0) ** exponent


def test_the_solution_and_the_graft_refuse_a_value_exponent(solution, grafts):
    value = solution.Value
    for power in (value.__pow__, grafts.Value.__pow__):
        with pytest.raises(TypeError, match="the exponent is an int or a float"):
            power(value(2.0), value(3.0))


def test_zero_divisors_and_large_exponents_raise_what_the_docstrings_say(solution):
    value = solution.Value
    for form in (lambda: value(1.0) / value(0.0), lambda: value(1.0) / 0, lambda: 1 / value(0.0)):
        with pytest.raises(ZeroDivisionError):
            form()
    with pytest.raises(OverflowError):
        value(710.0).exp()


def graft_alone(solution, grafts, name):
    """Return a class that has the given constructor and this one graft; others raise."""

    def refuse(self, *others):
        raise AssertionError(f"{name} calls another graded method")

    methods = {other: refuse for other, *_ in WORKED_VALUES}
    supplied = vars(grafts.Value)
    methods |= {name: supplied[name], "backward": supplied["backward"]}
    methods["__init__"] = solution.Value.__init__
    alone = type("Value", (), methods)
    functions = [member for member in supplied.values() if callable(member)]
    for function in functions:
        function.__globals__["Value"] = alone
    return alone


@pytest.mark.parametrize(("name", "form", "at", "data", "grads"), WORKED_VALUES)
def test_a_graft_is_primitive_and_gives_the_worked_value(
    solution, grafts, name, form, at, data, grads
):
    out, observed = evaluate(graft_alone(solution, grafts, name), form, at)
    assert data == pytest.approx(out.data, abs=1e-15)
    assert grads == pytest.approx(observed, abs=1e-15)


@pytest.mark.parametrize(("name", "form", "at"), REUSES)
def test_a_graft_adds_to_the_gradients_that_are_there(solution, grafts, name, form, at):
    value = graft_alone(solution, grafts, name)
    _, once = evaluate(value, form, at)
    a, b = value(at[0]), value(at[1])
    a.grad, b.grad = 10.0, 20.0
    form(a, b).backward()
    assert (10.0 + once[0], 20.0 + once[1]) == pytest.approx((a.grad, b.grad), abs=1e-12)


def test_the_grafts_cover_every_method_of_the_class(solution, grafts):
    classes = solution.Value.__mro__[:-1]  # the student's and the given one, without object
    methods = {
        name for members in map(vars, classes) for name, member in members.items()
        if callable(member)
    } - {"__init__", "__repr__"}  # fmt: skip
    supplied = {name for name, member in vars(grafts.Value).items() if callable(member)}
    assert methods == supplied


def test_backward_runs_on_a_long_chain(solution):
    a = solution.Value(1.0)
    out = a
    for _ in range(20_000):
        out = out + 1.0
    out.backward()
    assert 1.0 == a.grad


def test_every_task_has_4_points_in_halves_and_every_stub_a_task(ex04):
    rubric = tomllib.loads((ex04 / "rubric.toml").read_text())
    points = [point for task in rubric["task"] for point in task["checks"].values()]
    assert [4] * 10 == [sum(task["checks"].values()) for task in rubric["task"]]
    assert all((2 * point).is_integer() for point in map(float, points))
    stubs = [task["stub"] for task in rubric["task"] if "stub" in task]
    script = release_exercise(ex04)["ex04_operators.py"].decode()
    assert list(stub_sources(script, stubs)) == stubs
    assert 9 == script.count("raise NotImplementedError()\n")
