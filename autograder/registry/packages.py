"""The third-party packages that a hand-in may really use. Everything else is a stand-in.

Used by rubrics (which name the packages that an exercise is about) and by the sandbox.
"""

# Wherever a hand-in uses them, where the grader has them.
EVERYWHERE = ("numpy",)

# In exercises about them alone. They are loaded whole, before the process closes in: no part of
# them could be loaded later.
PRELOADED = {
    "torch": (
        *("torch", "torch.nn", "torch.optim", "torch._dynamo", "torch.autograd.gradcheck"),
        "torch.fx.experimental.symbolic_shapes",
    )
}
