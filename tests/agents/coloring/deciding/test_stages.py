"""The turn is ten functions over one record, called in the order of the requirements."""

import ast
import inspect
import textwrap

from agents.coloring.deciding import compute, receiving, speaking
from agents.coloring.deciding.policy import ColoringPolicy

STAGES = (
    "receive_messages",
    "log_state",
    "compute_assignments",
    "compare_assignments",
    "apply_assignments",
    "clear_forced",
    "snap_to_best",
    "update_satisfaction",
    "reply_to_person",
    "message_neighbors",
)


def test_the_ten_stages_are_called_in_order():
    tree = ast.parse(textwrap.dedent(inspect.getsource(ColoringPolicy.computed_turn)))
    called = [
        node.value.func.id
        for node in tree.body[0].body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
    ]
    assert tuple(name for name in called if name in STAGES) == STAGES


def test_each_stage_takes_and_returns_the_record():
    for number, name in enumerate(STAGES, 1):
        stage = next(
            getattr(module, name) for module in (receiving, compute, speaking) if hasattr(module, name)
        )
        signature = inspect.signature(stage)
        assert next(iter(signature.parameters)) == "position"
        assert signature.return_annotation == "Position"
        assert stage.__doc__.strip().startswith(f"Stage {number}: ")
