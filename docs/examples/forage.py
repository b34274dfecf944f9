"""A world of foragers: they walk on a grid, eat, have children, and die of hunger."""

from agents.contracts import ActionRequest, ToolSpec
from agents.errors import rejected
from agents.world import StateDomain, World, tool_specs

STEPS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
MOVE = ToolSpec(
    name="move",
    description="Walk one cell.",
    parameters={
        "type": "object",
        "properties": {"direction": {"type": "string", "enum": list(STEPS)}},
        "required": ["direction"],
        "additionalProperties": False,
    },
)
EAT = ToolSpec(name="eat", description="Eat what grows in your cell: four units of energy.")


class Grid(StateDomain):
    """The grid: who lives where, with how much energy, and where food grows."""

    name = "grid"
    actions = (MOVE, EAT)

    def __init__(self, ids, size, start):
        self.ids, self.size, self.start = ids, size, start

    def begin(self):
        food = [[x, y] for x in range(self.size) for y in range(self.size) if (x + 2 * y) % 3 == 0]
        places = {name: [i % self.size, i // self.size] for i, name in enumerate(self.ids[: self.start])}
        return {"food": food, "places": places, "energy": dict.fromkeys(places, 5)}

    def present(self, *, run_id, time_step):
        return self.state["places"]

    def see(self, agent_id):
        place = self.state["places"][agent_id]
        nearest = sorted(self.state["food"], key=lambda cell: distance(cell, place))[:3]
        return {"place": place, "energy": self.state["energy"][agent_id], "nearest_food": nearest}

    def act(self, agent_id, action, arguments):
        place = self.state["places"][agent_id]
        if action == "eat":
            if place not in self.state["food"]:
                raise rejected("place", place, "a cell with food")
            self.state["food"].remove(place)
            self.state["energy"][agent_id] += 4
            return {"energy": self.state["energy"][agent_id]}
        moved = [a + b for a, b in zip(place, STEPS[arguments["direction"]], strict=True)]
        if not all(0 <= coordinate < self.size for coordinate in moved):
            raise rejected("place", moved, f"a cell of the {self.size} x {self.size} grid")
        self.state["places"][agent_id] = moved
        return {"place": moved}

    def advance(self, time_step):
        energy, places = self.state["energy"], self.state["places"]
        for name in list(energy):
            energy[name] -= 1
            if energy[name] <= 0:  # a death
                del energy[name], places[name]
        unborn = [name for name in self.ids if name not in energy]
        for name in [name for name in energy if energy[name] >= 9]:
            if unborn:  # a birth
                energy[name] -= 5
                child = unborn.pop(0)
                energy[child], places[child] = 4, list(places[name])
        for factor in (3, 5):  # food grows
            cell = [time_step * 7 % self.size, time_step * factor % self.size]
            if cell not in self.state["food"]:
                self.state["food"].append(cell)


class Greedy:
    """Policy without a model: eats, or walks towards the nearest food."""

    stateless = True

    def decide(self, *, run_id, time_step, agent_id, observation):
        seen = observation["grid"]
        name, arguments = "noop", {}
        if seen["place"] in seen["nearest_food"]:
            name = "grid:eat"
        elif seen["nearest_food"]:
            (x, y), (to_x, to_y) = seen["place"], seen["nearest_food"][0]
            direction = "east" if to_x > x else "west" if to_x < x else "south" if to_y > y else "north"
            name, arguments = "grid:move", {"direction": direction}
        return ActionRequest(
            run_id=run_id,
            time_step=time_step,
            agent_id=agent_id,
            action_name=name,
            arguments=arguments,
        )


def distance(cell, other):
    """Return the number of moves between two cells."""
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1])


def world(setup):
    """Return the world; ``kempe world run own --world forage:world`` calls this."""
    size, start = int(setup.options.get("size", 8)), int(setup.options.get("foragers", 4))
    ids = [f"forager_{i:02d}" for i in range(3 * start)]
    grid = Grid(ids, size, start)
    policy = Greedy()
    if setup.gateway is not None:
        tools = [tool for tool in tool_specs([grid]) if tool.name != "post_message"]
        policy = setup.model_policy(tools)
    return World(dict.fromkeys(ids, policy), domains=[grid])
