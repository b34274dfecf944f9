"""Attacks on a running server: refused, logged in one line, nothing changed."""

from __future__ import annotations

import http.client
import re
import socket

import pytest

pytest.importorskip("nicegui")

from .browser import served

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
POLLING = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("page") / "games") as one:
        yield one


@pytest.fixture(scope="module")
def cookie(server):
    status, headers, _ = ask(server, server.link.removeprefix(server.base))
    assert status == 200
    return headers["set-cookie"].partition(";")[0]


def ask(server, path, *, method="GET", host=None, body=None, **headers):
    """Return status, headers and body of the answer; the status is 0 if the server hung up."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host or f"127.0.0.1:{server.port}")
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        try:
            for part in body or ():
                connection.send(part)
        except OSError:
            pass  # refused before all of it was read
        try:
            answer = connection.getresponse()
        except (OSError, http.client.HTTPException):
            return 0, {}, b""
        found = {name.lower(): value for name, value in answer.getheaders()}
        if answer.status == 101:
            return answer.status, found, b""
        try:
            return answer.status, found, answer.read()
        except (http.client.IncompleteRead, ConnectionError) as cut:
            if body is None:
                raise
            # Who refuses an upload may hang up behind the status.
            return answer.status, found, getattr(cut, "partial", b"")
    finally:
        connection.close()


def refused_lines(server):
    return len(re.findall(r"^kempe page: refused", server.log(), re.MULTILINE))


def test_the_pages_are_served_with_the_cookie_only(server, cookie):
    for path in ("/", "/play", "/replay", "/charts", "/flows", "/study"):
        assert ask(server, path)[0] == 403
        status, headers, body = ask(server, path, Cookie=cookie)
        assert status == 200
        assert b"Kempe" in body
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_a_socket_is_opened_with_cookie_and_own_origin(server, cookie):
    origin = f"http://127.0.0.1:{server.port}"
    assert ask(server, SOCKET, Cookie=cookie, Origin=origin, **UPGRADE)[0] == 101
    assert ask(server, POLLING, Cookie=cookie, Origin=origin)[0] == 200


@pytest.mark.parametrize("path", ["/", SOCKET, POLLING])
@pytest.mark.parametrize(
    ("host", "origin", "known"),
    [
        ("evil.example", None, True),
        (None, "http://evil.example", True),
        ("evil.example:1", "http://evil.example:1", True),
        (None, "null", True),
        (None, None, False),
    ],
)
def test_foreign_requests_are_refused_in_one_line(server, cookie, path, host, origin, known):
    before = refused_lines(server)
    headers = dict(UPGRADE) if path == SOCKET else {}
    if origin:
        headers["Origin"] = origin
    if known:
        headers["Cookie"] = cookie
    assert ask(server, path, host=host, **headers)[0] == 403
    assert refused_lines(server) == before + 1


def test_a_token_in_the_referrer_does_not_count(server):
    assert ask(server, "/", Referer=server.link)[0] == 403


def test_no_answer_allows_other_origins(server, cookie):
    origin = f"http://127.0.0.1:{server.port}"
    _, headers, _ = ask(server, "/", method="OPTIONS", Cookie=cookie, Origin=origin)
    assert "access-control-allow-origin" not in headers
    _, headers, _ = ask(server, POLLING, Cookie=cookie)
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("declared", [True, False])
def test_an_upload_of_100_mb_is_refused(server, cookie, declared):
    size, chunk = 100_000_000, b"x" * 1_000_000
    path = "/_nicegui/client/x/upload/1"
    if declared:
        parts, length = [chunk] * 100, {"Content-Length": str(size)}
    else:
        framed = b"%x\r\n%s\r\n" % (len(chunk), chunk)
        parts, length = [*[framed] * 100, b"0\r\n\r\n"], {"Transfer-Encoding": "chunked"}
    status, _, _ = ask(server, path, method="POST", body=parts, Cookie=cookie, **length)
    assert status in (0, 404, 413)
    assert ask(server, "/", Cookie=cookie)[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/replay/..%2f..%2fetc%2fpasswd",
        "/replay/%2e%2e",
        "/replay/secret",
        "/play/..%2fgame",
        "/charts/..%2f..%2fetc%2fpasswd",
        "/flows/%2fetc%2fpasswd",
        "/_nicegui/../../../../etc/passwd",
        "/_nicegui/3/static/..%2f..%2f..%2fetc%2fpasswd",
    ],
)
def test_paths_lead_to_no_other_file(server, cookie, path):
    status, _, body = ask(server, path, Cookie=cookie)
    assert status in (200, 404)
    assert b"root:" not in body


def test_a_request_that_is_no_http_does_not_end_the_server(server, cookie):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(b"\x00" * 1000 + b"\r\n\r\n")
    assert ask(server, "/", Cookie=cookie)[0] == 200


def test_nothing_was_written(server):
    assert {path.name for path in server.folder.iterdir()} == {"secret"}
    assert (server.folder / "secret").stat().st_mode & 0o77 == 0
