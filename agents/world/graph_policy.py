"""
A cognitive policy on LangGraph, the extra ``langgraph``: three nodes, one after the other.

The stages are those of ``cognitive``; the graph gives them LangGraph's tools for drawing, streaming and
tracing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypedDict

from ..contracts import ActionRequest, LLMGateway, Observation, ToolSpec
from ..llm.calls import asking
from .cognitive import (
    PROMPT_VERSION,
    TEMPERATURE,
    action_request,
    build_messages,
    call_arguments,
    calls_tools,
    langgraph_available,
    told,
)


class State(TypedDict, total=False):
    """What flows through the graph."""

    run_id: str
    time_step: int
    agent_id: str
    observation: Observation
    messages: list[dict[str, Any]]
    response: dict[str, Any]
    request: ActionRequest


@dataclass(frozen=True)
class CognitiveAgentPolicy:
    """
    Asks a language model for an action, as a graph.

    Parameters
    ----------
    gateway
        The door to the model.
    model
        Its name.
    tools
        What the model is told that it may do.
    temperature
        Of the model.

    Raises
    ------
    RuntimeError
        If LangGraph is not installed.
    """

    gateway: LLMGateway
    model: str
    tools: list[ToolSpec]
    temperature: float = TEMPERATURE
    _graph: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not langgraph_available():
            raise RuntimeError(
                "CognitiveAgentPolicy needs LangGraph: pip install 'kempe[langgraph]', "
                "or use SimpleCognitivePolicy"
            )
        from langchain_core.runnables import RunnableLambda
        from langgraph.graph import END, START, StateGraph

        graph = StateGraph(State)
        graph.add_node("build_messages", self._build_messages)
        graph.add_node("call_model", RunnableLambda(self._call_model, self._acall_model))
        graph.add_node("parse_action", self._parse_action)
        graph.add_edge(START, "build_messages")
        graph.add_edge("build_messages", "call_model")
        graph.add_edge("call_model", "parse_action")
        graph.add_edge("parse_action", END)
        object.__setattr__(self, "_graph", graph.compile())

    @property
    def stateless(self) -> bool:
        """Whether a resumed run need not ask again; a gateway says so if its answers have an order."""
        return bool(getattr(self.gateway, "stateless", True))

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Ask, and read an action from the answer."""
        request: ActionRequest = self._graph.invoke(
            State(run_id=run_id, time_step=time_step, agent_id=agent_id, observation=observation)
        )["request"]
        return request

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Ask, and read an action from the answer."""
        end = await self._graph.ainvoke(
            State(run_id=run_id, time_step=time_step, agent_id=agent_id, observation=observation)
        )
        request: ActionRequest = end["request"]
        return request

    # ------------------------------------------------------------------------------------------- nodes

    def _build_messages(self, state: State) -> State:
        messages = build_messages(
            state["observation"],
            time_step=state["time_step"],
            agent_id=state["agent_id"],
            tools=self.tools,
            native=calls_tools(self.gateway),
        )
        return {"messages": messages}

    def _call(self, state: State) -> dict[str, Any]:
        native = calls_tools(self.gateway)
        return call_arguments(self.model, state["messages"], self.tools, self.temperature, native)

    def _call_model(self, state: State) -> State:
        with asking("decide", PROMPT_VERSION):
            return {"response": self.gateway.chat(**self._call(state))}

    async def _acall_model(self, state: State) -> State:
        with asking("decide", PROMPT_VERSION):
            return {"response": await self.gateway.achat(**self._call(state))}

    def _parse_action(self, state: State) -> State:
        request = action_request(
            state["response"],
            run_id=state["run_id"],
            time_step=state["time_step"],
            agent_id=state["agent_id"],
            model=self.model,
            policy="CognitiveAgentPolicy",
        )
        return {"request": told(self.gateway, request)}
