"""
Dialogue flows: typed graphs that are compiled, traversed and versioned.

>>> from agents.flow import Session, compile_flow
>>> flow = compile_flow(
...     {
...         "version": "v1",
...         "id": "greeting",
...         "nodes": [
...             {"id": "q", "type": "question", "key": "name", "prompt": "What is your name?"},
...             {"id": "end", "type": "terminal", "prompt": "Hello."},
...         ],
...         "edges": [{"from": "q", "to": "end"}],
...     }
... )
>>> session = Session(flow)
>>> session.start().prompt
'What is your name?'
>>> session.answer({"name": "Alfred"}).kind
'done'
>>> session.answers
{'name': 'Alfred'}
"""

from .compiled import CompiledFlow
from .compiler import check_flow, compile_flow
from .dialogue import Dialogue
from .extraction import aextract, extract
from .langgraph import check_langgraph
from .merge import merge
from .migrate import migrate
from .path_policy import PathPolicy, PathVotes
from .registry import Registry
from .schema import published as json_schema
from .session import Session
from .state import Reply, State
from .witness import witness

__all__ = [
    "CompiledFlow",
    "Dialogue",
    "PathPolicy",
    "PathVotes",
    "Registry",
    "Reply",
    "Session",
    "State",
    "aextract",
    "check_flow",
    "check_langgraph",
    "compile_flow",
    "extract",
    "json_schema",
    "merge",
    "migrate",
    "witness",
]
