"""
Tasks for Inspect (extra ``inspect``): teams in which a model plays every agent.

``inspect eval kempe/coloring --model PROVIDER/MODEL`` runs them; ``--model kempe/rb`` and other names of
:data:`agents.coloring.tasks.games.BASELINES` run a baseline instead of a model. Inspect looks tasks up
by the package that holds them, so this file is here and not beside the games.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelOutput,
    get_model,
    modelapi,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolChoice, ToolInfo, ToolParams
from inspect_ai.util import LimitExceededError

from agents.coloring.tasks.games import BASELINES, Played, play_baseline, play_model, scores
from agents.coloring.tasks.instances import TOPOLOGIES, make_instance
from agents.contracts import ChatRequest
from agents.errors import GatewayError, expected
from agents.llm.completion import completion, tool_call
from agents.llm.gateway import Gateway
from solver import BudgetError

SIZES = (4, 8, 16, 50, 100)
#: Topologies of the coloring tasks of AgentsNet.
AGENTSNET = ("small-world", "scale-free", "delaunay")


# --------------------------------------------------------------------------------------------- models


class BaselineAPI(ModelAPI):  # type: ignore[misc]
    """Name of a baseline in the place of a model."""

    def __init__(self, model_name: str, *arguments: Any, **named: Any) -> None:
        if model_name not in BASELINES:
            raise expected("model", f"kempe/{model_name}", f"kempe/ and one of {', '.join(BASELINES)}")
        named.setdefault("config", GenerateConfig())
        super().__init__(model_name, *arguments, **named)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """Refuse to answer: baselines play the tasks of Kempe only."""
        raise NotImplementedError("a baseline plays the tasks kempe/coloring and kempe/agentsnet only")


# The decorator gives a function, but games ask for the class.
modelapi(name="kempe")(BaselineAPI)


class InspectGateway(Gateway):
    """
    Gateway to a model of Inspect, whose log then holds every call.

    Parameters
    ----------
    model
        The model.
    """

    stateless = False

    def __init__(self, model: Model) -> None:
        self._model = model

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer of the model."""
        kinds = {"system": ChatMessageSystem, "user": ChatMessageUser}
        messages = [kinds[each["role"]](content=each["content"]) for each in request.messages]
        tools = [
            ToolInfo(
                name=tool["function"]["name"],
                description=tool["function"]["description"],
                parameters=ToolParams.model_validate(tool["function"]["parameters"]),
            )
            for tool in request.tools or ()
        ]
        config = GenerateConfig(temperature=request.temperature)
        try:
            output = await self._model.generate(messages, tools, "auto" if tools else None, config)
        except LimitExceededError as error:
            raise GatewayError(f"a limit of the sample is exceeded: {error}", kind="budget") from error
        except Exception as error:
            raise GatewayError(f"{type(error).__name__}: {error}", kind="server") from error
        calls = [
            tool_call(call.function, call.arguments)
            for call in (output.message.tool_calls or () if output.choices else ())
        ]
        return completion(
            request.model, request.messages, content=output.completion or None, tool_calls=calls
        )


# ---------------------------------------------------------------------------------------------- tasks


def _listed(value: object) -> list[str]:
    """Return the values of an option, which Inspect gives as one value, a list or a text with commas."""
    values = value if isinstance(value, list | tuple) else str(value).split(",")
    return [str(each).strip() for each in values]


def _samples(topologies: object, sizes: object, seeds: int, palette: str) -> MemoryDataset:
    samples = []
    try:
        numbers = [int(size) for size in _listed(sizes)]
    except ValueError:
        raise expected("sizes", sizes, "integers, with commas between them") from None
    if seeds < 1:
        raise expected("seeds", seeds, "an integer >= 1")
    for topology, size, seed in product(_listed(topologies), numbers, range(seeds)):
        wanted = {"topology": topology, "size": size, "seed": seed, "palette": palette}
        instance = make_instance(**wanted)  # type: ignore[arg-type]
        text = (
            f"{size} agents, each with one node of a {topology} graph with {len(instance.edges)} edges, "
            f"choose among {len(instance.colors)} colors."
        )
        samples.append(
            Sample(
                input=text,
                target=str(instance.chromatic_number),
                id=instance.name,
                metadata={"instance": wanted},
            )
        )
    return MemoryDataset(samples, name=f"kempe-{palette}")


@solver
def team(rounds: int | None = None, speeches: int | None = None, temperature: float = 0.0) -> Solver:
    """Let the model, or the baseline, play all agents of the sample."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        wanted = state.metadata["instance"]
        instance = make_instance(**wanted)
        model = get_model()
        if isinstance(model.api, BaselineAPI):
            try:
                played = await asyncio.to_thread(
                    play_baseline, model.api.model_name, instance, wanted["seed"]
                )
            except BudgetError as error:
                played = Played(dict.fromkeys(instance.nodes), 0, 0)
                state.metadata["refused"] = str(error)
        else:
            try:
                played = await play_model(
                    instance,
                    InspectGateway(model),
                    str(model),
                    rounds=rounds,
                    speeches=speeches,
                    temperature=temperature,
                )
            except GatewayError as error:
                cause = error.__cause__
                raise cause if isinstance(cause, LimitExceededError) else error from None
        state.metadata["played"] = asdict(played)
        state.output = ModelOutput.from_content(
            model=str(model), content=json.dumps(dict(played.colors))
        )
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr()]})
def coloring_scores() -> Scorer:
    """Score the coloring at the end, and what the agents said."""

    async def score(state: TaskState, target: Target) -> Score:
        instance = make_instance(**state.metadata["instance"])
        played: Mapping[str, Any] = state.metadata["played"]
        return Score(
            value=scores(instance, Played(**played)),
            answer=state.output.completion,
            explanation=state.metadata.get("refused"),
            metadata={"hash": played["hash"]},
        )

    return score


def _task(samples: MemoryDataset, rounds: int | None, speeches: int | None, temperature: float) -> Task:
    return Task(dataset=samples, solver=team(rounds, speeches, temperature), scorer=coloring_scores())


@task
def coloring(
    topologies: str | Sequence[str] = tuple(TOPOLOGIES),
    sizes: int | str | Sequence[int] = SIZES,
    seeds: int = 1,
    palette: str = "tight",
    rounds: int | None = None,
    speeches: int | None = None,
    temperature: float = 0.0,
) -> Task:
    """
    Color graphs with as many colors as they need.

    Parameters
    ----------
    topologies, sizes
        Topologies and numbers of agents, with commas between them.
    seeds
        Number of graphs for each topology and size.
    palette
        ``"tight"`` or ``"degree+1"``; see :mod:`agents.coloring.tasks.instances`.
    rounds
        Number of rounds of a model's agents; by default twice the diameter plus one, at least 4.
    speeches
        Number of turns in which an agent may speak; by default all.
    temperature
        Sampling temperature.
    """
    return _task(_samples(topologies, sizes, seeds, palette), rounds, speeches, temperature)


@task
def agentsnet(
    topologies: str | Sequence[str] = AGENTSNET,
    sizes: int | str | Sequence[int] = SIZES,
    seeds: int = 1,
    rounds: int | None = None,
    speeches: int | None = None,
    temperature: float = 0.0,
) -> Task:
    """Color graphs as in AgentsNet: one color more than the largest degree, scored by ``edges``."""
    return _task(_samples(topologies, sizes, seeds, "degree+1"), rounds, speeches, temperature)
