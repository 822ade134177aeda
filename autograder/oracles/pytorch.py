"""The oracle that runs programs on PyTorch in float64.

Only `torch.tensor(..., dtype=torch.float64)` is right: `torch.Tensor(...).double()` rounds to
float32 first, an error of 1e-8.
"""

from typing import Any

from autograder.errors import MissingExtraError
from autograder.programs.interpreter import INFIX, ProgramRun
from autograder.programs.program import Program
from autograder.registry import OPERATORS

try:
    import torch
except ModuleNotFoundError as error:
    raise MissingExtraError("bank", "torch") from error


class TorchMachine:
    """A machine of scalar float64 tensors."""

    def leaf(self, number: float) -> torch.Tensor:
        """Return a tensor that asks for its gradient."""
        return torch.tensor(float(number), dtype=torch.float64, requires_grad=True)

    def apply(self, name: str, operands: list[Any]) -> torch.Tensor:
        """Return the twin operator's result, its gradient kept."""
        twin = OPERATORS[name].torch
        # A bool and a tensor do not mix in torch: `True - t` is refused.
        numbers = [float(x) if isinstance(x, bool | int) else x for x in operands]
        result: torch.Tensor = getattr(torch, twin)(*numbers) if twin else INFIX[name](*numbers)
        result.retain_grad()
        return result

    def call(self, name: str, arguments: list[Any]) -> Any:
        """Refuse: a call has no twin yet."""
        raise NotImplementedError(f"the PyTorch twin of a call of {name}")

    def set(self, node: torch.Tensor, field: str, number: float) -> None:
        """Set data or gradient in place."""
        if field == "grad":
            node.grad = torch.tensor(number, dtype=torch.float64)
        else:
            node.data = torch.tensor(number, dtype=torch.float64)

    def backward(self, node: torch.Tensor) -> None:
        """Run torch's backward pass; the graph is kept, as in a student's engine."""
        node.backward(retain_graph=True)  # type: ignore[no-untyped-call]

    def read(self, node: torch.Tensor, field: str) -> float:
        """Return data or gradient; a tensor that nothing reached has gradient zero."""
        if field == "data":
            return float(node.detach())
        return 0.0 if node.grad is None else float(node.grad)

    def inspect(self, node: torch.Tensor, question: str) -> float:
        """Say yes: a result is a node."""
        return 1.0


def observe_pytorch(program: Program) -> tuple[float, ...]:
    """Return the program's observed numbers on PyTorch."""
    run = ProgramRun(TorchMachine())
    run.run(program.instructions)
    return tuple(run.values)
