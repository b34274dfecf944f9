"""
A server with OpenAI's interface that plays the foraging world, as strict as the real one about names.

``python -m tests.agents.world.model_server`` serves until its input ends; each request it answers is a
line of its output, the bill.
"""

import json
import re
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FUNCTION_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")
SEEN = re.compile(r"^What you see of grid: (\{.*\})$", re.MULTILINE)


def complaint(body):
    """What the interface would refuse in a request."""
    for tool in body.get("tools", ()):
        function = tool["function"]
        if not FUNCTION_NAME.match(function["name"]):
            return f"Invalid 'tools[0].function.name': {function['name']!r} does not match the pattern"
        if function["parameters"].get("type") != "object":
            return "schema must have type object"
    if not {"model", "messages"} <= set(body):
        return "missing parameter"
    return None


def choose(seen):
    """A forager's action: eat, or walk towards the nearest food."""
    if seen["place"] in seen["nearest_food"]:
        return "eat", {}
    (x, y), (to_x, to_y) = seen["place"], (seen["nearest_food"] or [[0, 0]])[0]
    return "move", {
        "direction": "east" if to_x > x else "west" if to_x < x else "south" if to_y > y else "north"
    }


def answer(body):
    """A completion: a tool call if tools are offered, else JSON as the prompt demands."""
    system, user = (message["content"] for message in body["messages"])
    action, arguments = choose(json.loads(SEEN.search(user).group(1)))
    message = {"role": "assistant", "content": None}
    if body.get("tools"):
        names = [tool["function"]["name"] for tool in body["tools"]]
        (name,) = [name for name in names if name.endswith(action)]
        function = {"name": name, "arguments": json.dumps(arguments)}
        message["tool_calls"] = [{"id": "c", "type": "function", "function": function}]
    else:
        (name,) = set(re.findall(rf"\w+:{action}\b", system))
        assert all(f'"{argument}"' in system for argument in arguments), "the argument is not named"
        message["content"] = json.dumps({"action": name, "args": arguments})
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 50, "completion_tokens": 5, "total_tokens": 55},
    }


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wrong = complaint(body)
        if wrong is None:
            with self.server.lock:
                self.server.bill.append(json.dumps(body, sort_keys=True))
                if self.server.prints:
                    print(self.server.bill[-1], flush=True)
        reply = {"error": {"message": wrong}} if wrong else answer(body)
        text = json.dumps(reply).encode()
        try:
            self.send_response(400 if wrong else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        except ConnectionError:
            self.close_connection = True


@contextmanager
def playing(prints=False):
    """Serve until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.lock, server.bill, server.prints = threading.Lock(), [], prints
    server.address = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    with playing(prints=True) as running:
        print(running.address, file=sys.stderr, flush=True)
        sys.stdin.read()
