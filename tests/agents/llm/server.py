"""A server with OpenAI's interface on loopback that answers as the model's name says, well or badly."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = "sk-very-secret-0123456789"

GOOD = {
    "id": "1",
    "object": "chat.completion",
    "created": 1,
    "model": "served",
    "choices": [
        {"index": 0, "message": {"role": "assistant", "content": "hi"}, "finish_reason": "stop"}
    ],
    "usage": {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7},
}
CALL = {"id": "c1", "type": "function", "function": {"name": "post", "arguments": '{"x": 1}'}}
WITH_TOOLS = {
    **GOOD,
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": None, "tool_calls": [CALL]},
            "finish_reason": "tool_calls",
        }
    ],
}
UNCOUNTED = {name: value for name, value in GOOD.items() if name != "usage"}


def said(text):
    return json.dumps({"error": {"message": text}}).encode()


def good(answer=GOOD):
    return 200, json.dumps(answer).encode(), {}


#: By model: status, body, headers.
ANSWERS = {
    "good": good(),
    "tools": good(WITH_TOOLS),
    "uncounted": good(UNCOUNTED),
    "limited": (429, said(f"slow down, {KEY}"), {"Retry-After": "7"}),
    "limited-until": (429, said("slow"), {"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"}),
    "limited-ms": (429, said("slow"), {"Retry-After-Ms": "1500"}),
    "broken": (500, said("boom"), {}),
    "busy": (503, b"busy", {"Retry-After": "3"}),
    "forbidden": (401, said(f"Incorrect API key provided: {KEY}."), {}),
    "wrong": (400, said("no such parameter"), {}),
    "absent": (404, said("no such model"), {}),
    "garbage": (200, b"<html>hello</html>", {}),
    "half": (200, json.dumps(GOOD).encode()[:60], {}),
    "nothing": (200, b"null", {}),
    "empty": (200, b"{}", {}),
    "no-choices": good({**GOOD, "choices": []}),
    "no-message": good({**GOOD, "choices": [{"index": 0}]}),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server = self.server
        with server.lock:
            server.requests.append((dict(self.headers), body))
            server.under_way += 1
            server.most = max(server.most, server.under_way)
        try:
            self.answer(body["model"])
        except ConnectionError:  # the client gave up
            self.close_connection = True
        finally:
            with server.lock:
                server.under_way -= 1

    def answer(self, model):
        if model == "slow":
            self.server.released.wait(20)
            model = "good"
        elif model == "leisurely":
            time.sleep(0.05)
            model = "good"
        elif model == "recovers":
            model = "limited" if len(self.server.requests) < 3 else "good"
        if model == "drops":
            self.close_connection = True
            self.connection.shutdown(2)
            return
        status, body, headers = ANSWERS["good" if model in ("cut", "dribbles") else model]
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if model == "cut":
            self.close_connection = True
            body = body[:30]
        if model == "dribbles":
            for place in range(len(body)):
                self.wfile.write(body[place : place + 1])
                self.wfile.flush()
                if self.server.released.wait(0.05):
                    break
            self.close_connection = True
            return
        self.wfile.write(body)
        self.wfile.flush()


@contextmanager
def serving():
    """Serve until the block ends; the server keeps requests, and how many were under way at once."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.lock = threading.Lock()
    server.released = threading.Event()
    server.requests, server.under_way, server.most = [], 0, 0
    server.address = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
