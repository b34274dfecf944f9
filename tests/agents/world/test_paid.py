"""However often a run is killed, no answer that was paid for is charged again."""

import hashlib
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import agents
from agents.errors import TraceError
from agents.llm.completion import completion, tool_call
from agents.world import TraceDb, verify
from tests.agents.world import paid

AGENTS, STEPS = 4, 12

#: How often to kill; 200 takes some minutes.
KILLS = int(os.environ.get("KEMPE_KILLS", "4"))


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        text = self.rfile.read(length)
        if len(text) < length:  # the client was killed before it had asked
            self.close_connection = True
            return
        with self.server.lock:
            self.server.asked[self.headers["Idempotency-Key"]] += 1
        number = hashlib.sha256(text).hexdigest()[:6]
        time.sleep(0.004)
        call = tool_call("post_message", {"content": f"hello {number}"})
        reply = json.dumps(completion("m", json.loads(text)["messages"], tool_calls=[call])).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)
        except ConnectionError:
            self.close_connection = True


@contextmanager
def serving():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.lock, server.asked = threading.Lock(), Counter()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def attempt(path, rng, port):
    """Run the world, or go on with it, and kill it; True if it was done before."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.agents.world.paid", str(path), str(STEPS), str(port)],
        cwd=Path(agents.__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout.readline() == "ready\n", child.stderr.read()
        time.sleep(rng.uniform(0, 0.2))
        child.kill()
        said, complaint = child.communicate()
    assert not complaint
    return said == "done\n"


def kept(path):
    """The number of answers in the trace, journaled or stored."""
    if not path.exists():
        return 0
    try:
        return answers(TraceDb(path, readonly=True))
    except TraceError:  # killed at its very end
        return answers(TraceDb(path))


def answers(database):
    with database as trace:
        count = 0
        for table in ("llm_calls", "journal"):
            if trace.query("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)):
                count += trace.query(f"SELECT count(*) FROM {table}")[0][0]
        return count


@pytest.mark.subprocess
def test_killed_at_random_moments_a_run_pays_for_each_answer_once(tmp_path):
    with serving() as server:
        whole = paid.run(tmp_path / "whole.db", STEPS, server.server_port)
    rng = random.Random(KILLS)
    kills = runs = 0
    while kills < KILLS:
        path = tmp_path / f"{runs}.db"
        runs += 1
        with serving() as server:
            for number in range(1, 1 + min(8, KILLS)):
                done = attempt(path, rng, server.server_port)
                lost = sum(server.asked.values()) - kept(path)
                if done:
                    break
                kills += 1
                # Only what was under way, of two at a time, may have to be asked again.
                assert lost <= 2 * number
            assert paid.run(path, STEPS, server.server_port) == whole
        # A server that knows the keys charges each one once.
        assert len(server.asked) == AGENTS * STEPS
        assert sum(server.asked.values()) <= AGENTS * STEPS + 2 * number
        with TraceDb(path, readonly=True) as trace:
            assert verify(trace, "run").calls == AGENTS * STEPS
        print(f"{sum(server.asked.values()) - len(server.asked)} asked again of {len(server.asked)}")
        path.unlink()
    print(f"{kills} kills in {runs} runs")
