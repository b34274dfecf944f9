"""
A cognitive policy on LangGraph (extra ``langgraph``): the stages of ``cognitive`` as a graph.

The graph adds LangGraph's tools for drawing, streaming and tracing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, TypedDict

from ..contracts import ActionRequest, ChatRequest, LLMGateway, Observation, ToolSpec
from ..llm.calls import asking
from .cognitive import (
    TEMPERATURE,
    action_names,
    action_request,
    calls_tools,
    chat_request,
    report_action,
)
from .prompts import MAX_CONTEXT_TOKENS, Prompt, prompt_for


def langgraph_available() -> bool:
    """Return whether LangGraph is installed; its packages are namespaces, which may be empty."""
    try:
        return all(find_spec(name) for name in ("langgraph.graph", "langchain_core.runnables"))
    except ImportError:
        return False


class State(TypedDict, total=False):
    """State of the graph."""

    run_id: str
    time_step: int
    agent_id: str
    observation: Observation
    prompt: Prompt
    response: dict[str, Any]
    request: ActionRequest


@dataclass(frozen=True)
class CognitiveAgentPolicy:
    """
    Policy that asks a language model for an action, as a graph of LangGraph.

    Parameters
    ----------
    gateway
        Gateway to the model.
    model
        Name of the model.
    tools
        Tools offered to the model.
    temperature
        Sampling temperature.
    max_context_tokens
        Estimated tokens of a prompt above which the oldest messages are left out.

    Raises
    ------
    RuntimeError
        If LangGraph is not installed.
    """

    gateway: LLMGateway
    model: str
    tools: list[ToolSpec]
    temperature: float = TEMPERATURE
    max_context_tokens: int = MAX_CONTEXT_TOKENS
    _graph: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        action_names(self.tools)
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
        """Whether answers depend on the request alone, so that a resumed run need not repeat them."""
        return bool(getattr(self.gateway, "stateless", True))

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action that the model chooses."""
        request: ActionRequest = self._graph.invoke(
            State(run_id=run_id, time_step=time_step, agent_id=agent_id, observation=observation)
        )["request"]
        return request

    async def adecide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Return the action that the model chooses."""
        end = await self._graph.ainvoke(
            State(run_id=run_id, time_step=time_step, agent_id=agent_id, observation=observation)
        )
        request: ActionRequest = end["request"]
        return request

    # ------------------------------------------------------------------------------------------- nodes

    def _build_messages(self, state: State) -> State:
        prompt = prompt_for(
            state["observation"],
            time_step=state["time_step"],
            agent_id=state["agent_id"],
            tools=self.tools,
            native=calls_tools(self.gateway),
            max_tokens=self.max_context_tokens,
        )
        return {"prompt": prompt}

    def _request(self, state: State) -> ChatRequest:
        native = calls_tools(self.gateway)
        messages = state["prompt"].messages
        return chat_request(self.model, messages, self.tools, self.temperature, native)

    def _call_model(self, state: State) -> State:
        with asking("decide", state["prompt"].version):
            return {"response": self.gateway.chat(**self._request(state).arguments())}

    async def _acall_model(self, state: State) -> State:
        with asking("decide", state["prompt"].version):
            return {"response": await self.gateway.achat(**self._request(state).arguments())}

    def _parse_action(self, state: State) -> State:
        action = action_request(
            state["response"],
            run_id=state["run_id"],
            time_step=state["time_step"],
            agent_id=state["agent_id"],
            model=self.model,
            policy="CognitiveAgentPolicy",
            tools=self.tools,
        )
        return {"request": report_action(self.gateway, action)}
