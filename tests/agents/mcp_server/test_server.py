"""A client of the protocol against the server, over stdio and over HTTP."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import agents
from agents.errors import InputError
from agents.mcp_server.cli import main
from agents.world import TraceDb
from tests.agents.world.worlds import random_agents, world

pytest.importorskip("mcp")
from mcp import Client
from mcp.client.stdio import StdioServerParameters

pytestmark = [pytest.mark.subprocess, pytest.mark.filterwarnings("default")]

SERVE = ["-c", "from agents.mcp_server.cli import main; main()"]
ROOT = Path(agents.__file__).parent.parent
TOOLS = [
    "color", "check", "lower_bound", "best_response", "counterfactuals", "explain_conflicts",
    "verify_trace",
]  # fmt: skip
RING = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]


async def use(target):
    """Call the tools as a client does; return what came of it."""
    notes = []

    async def note(*progress):
        notes.append(progress)

    async with Client(target, read_timeout_seconds=300) as client:
        assert client.protocol_version == "2026-07-28"
        assert client.server_info.name == "kempe"
        listed = [await client.list_tools() for _ in range(2)]
        assert [[tool.name for tool in each.tools] for each in listed] == [TOOLS, TOOLS]
        assert all(tool.annotations.read_only_hint for tool in listed[0].tools)
        assert all(tool.output_schema["type"] == "object" for tool in listed[0].tools)

        ring = {"vertices": 5, "edges": RING}
        colored = await client.call_tool("color", {**ring, "seconds": 100}, progress_callback=note)
        assert colored.structured_content["k"] == 3
        assert notes
        assert notes[0][1] == 100
        colors = colored.structured_content["colors"]
        checked = await client.call_tool("check", {**ring, "colors": colors})
        assert checked.structured_content["proper"]

        refused = await client.call_tool("check", {**ring, "colors": [0]})
        assert refused.is_error
        assert "colors have shape (1,): expected (5,)" in refused.content[0].text
        assert (await client.call_tool("color", {"vertices": -1, "edges": []})).is_error

        verified = await client.call_tool("verify_trace", {"trace": "a.db"})
        assert verified.structured_content["result"][0]["verified"]
        assert (await client.call_tool("verify_trace", {"trace": "../b.db"})).is_error

        resources = (await client.list_resources()).resources
        page = await client.read_resource(resources[0].uri)
        assert page.contents[0].text.startswith("# solver.color\n\nColor a graph")


@pytest.fixture
def folder(tmp_path):
    with TraceDb(tmp_path / "a.db") as trace:
        world(random_agents(), trace).run(2)
    return tmp_path


def test_over_stdio(folder):
    target = StdioServerParameters(
        command=sys.executable, args=SERVE, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=folder
    )
    asyncio.run(use(target))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def post(port, **headers):
    """The status of a request with these headers."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {}}).encode()
    known = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/mcp", body, {**known, **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_over_http_on_this_machine_only(folder):
    port = free_port()
    child = subprocess.Popen(
        [sys.executable, *SERVE, "--http", str(port)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        for line in child.stderr:
            if "Application startup complete" in line or "running on" in line:
                break
        asyncio.run(use(f"http://127.0.0.1:{port}/mcp"))
        assert post(port, Host="evil.example") == 421
        assert post(port, Origin="http://evil.example") == 403
        assert post(port) not in (403, 421)
    finally:
        child.kill()
        child.communicate()


def test_arguments_of_the_command(tmp_path, capsys):
    with pytest.raises(InputError, match=r"--traces = .*: expected a folder"):
        main(["--traces", str(tmp_path / "absent")])
    with pytest.raises(SystemExit):
        main(["--http", "70000"])
    assert "port = '70000': expected an integer from 1 to 65535" in capsys.readouterr().err
