"""A small domain for tests: every agent has a count, and is told when another's count passes it."""

from agents.contracts import ActionOutcome, OutgoingMessage, ToolSpec
from agents.errors import ActionRejected

ADD = ToolSpec(
    name="add",
    description="Add to one's count.",
    parameters={
        "type": "object",
        "properties": {"amount": {"type": "integer"}, "tell": {"type": "string"}},
        "required": ["amount"],
        "additionalProperties": False,
    },
)


class Counter:
    name = "counter"
    actions = (ADD,)

    def __init__(self):
        self.counts = {}

    def init_schema(self, connection):
        connection.execute(
            """CREATE TABLE IF NOT EXISTS counter_total (
                run_id TEXT NOT NULL,
                time_step INTEGER NOT NULL,
                agent_id TEXT NOT NULL,
                total INTEGER NOT NULL,
                PRIMARY KEY (run_id, time_step, agent_id)
            ) STRICT, WITHOUT ROWID"""
        )

    def load(self, *, run_id, time_step, connection):
        self.counts = dict(
            connection.execute(
                "SELECT agent_id, max(total) FROM counter_total WHERE run_id = ? AND time_step < ? "
                "GROUP BY agent_id",
                (run_id, time_step),
            )
        )

    def observe(self, *, run_id, time_step, agent_id):
        return {"count": self.counts.get(agent_id, 0)} if agent_id != "blind" else None

    def handle_action(self, *, action, request, connection):
        name, amount = request.agent_id, request.arguments["amount"]
        total = self.counts.get(name, 0) + amount
        connection.execute(
            "INSERT INTO counter_total VALUES (?, ?, ?, ?)",
            (request.run_id, request.time_step, name, total),
        )
        if amount < 0:  # after the row was written, to see it go
            raise ActionRejected(f"amount {amount}: expected at least 0")
        messages = []
        if "tell" in request.arguments:
            messages = [
                OutgoingMessage(
                    f"now {total}",
                    recipient=request.arguments["tell"],
                    kind="count",
                    payload={"total": total},
                    report={"of": name},
                )
            ]
        self.counts = {**self.counts, name: total}
        return ActionOutcome({"total": total}, messages)

    def end_step(self, *, run_id, time_step, connection):
        pass

    def get_state_snapshot(self, *, run_id, time_step):
        return dict(self.counts)
