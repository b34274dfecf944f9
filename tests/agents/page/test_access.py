"""Requests that do not come from the page are refused, and change nothing."""

from __future__ import annotations

import asyncio
import logging

import pytest

from agents.errors import InputError
from agents.page.access import OWNER, VISITOR, Guard, Keys, Visitor, authorities

HOSTS = authorities("127.0.0.1", 8642)


class Inner:
    """Application that reads the body and notes who was let through."""

    def __init__(self) -> None:
        self.visitors: list[Visitor] = []
        self.bytes = 0

    async def __call__(self, scope, receive, send):
        self.visitors.append(scope[VISITOR])
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RuntimeError("No response returned.")
            self.bytes += len(message.get("body", b""))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"inside"})


class Site:
    """A guarded application, and requests to it."""

    def __init__(self) -> None:
        self.keys = Keys(b"secret")
        self.token = self.keys.admit()
        self.inner = Inner()
        self.guard = Guard(self.inner, hosts=HOSTS, keys=self.keys, cookie="kempe", largest_body=1000)

    def ask(self, *, kind="http", path="/", query="", headers=(), chunks=(b"",), host="127.0.0.1:8642"):
        """Return the messages that answer a request."""
        pairs = [(b"host", host.encode())] if host is not None else []
        pairs += [(name.encode(), value.encode("latin-1")) for name, value in headers]
        scope = {
            "type": kind,
            "path": path,
            "query_string": query.encode(),
            "headers": pairs,
            "method": "GET",
        }
        parts = [{"type": "http.request", "body": c, "more_body": True} for c in chunks]
        parts[-1]["more_body"] = False
        sent = []

        async def receive():
            return parts.pop(0) if parts else {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        asyncio.run(self.guard(scope, receive, send))
        return sent

    def cookie(self) -> tuple[str, str]:
        """Return the cookie for the token."""
        return "cookie", f"kempe={self.keys.exchange(self.token)}"

    def assert_refused(self, sent, status=403) -> None:
        assert self.inner.visitors == []
        if sent[0]["type"] == "websocket.close":
            assert sent[0]["code"] == 1008
        else:
            assert sent[0]["status"] == status


@pytest.fixture
def site():
    return Site()


def headers_of(message) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in message["headers"]}


def test_the_token_of_the_link_becomes_a_cookie_and_leaves_the_address(site):
    start, body = site.ask(path="/play", query=f"x=1&token={site.token}")
    headers = headers_of(start)
    assert start["status"] == 200
    assert "HttpOnly" in headers["set-cookie"]
    assert "SameSite=Strict" in headers["set-cookie"]
    assert b"url=/play?x=1" in body["body"]
    assert site.token.encode() not in body["body"]
    value = headers["set-cookie"].split(";")[0]
    assert site.ask(headers=[("cookie", value)])[0]["status"] == 200
    assert site.inner.visitors == [OWNER]


def test_a_link_leads_to_no_other_site_and_holds_no_markup(site):
    _, body = site.ask(path="//evil.example/<script>", query=f'token={site.token}&a="><script>')
    assert b"url=/evil.example/%3Cscript%3E" in body["body"]
    assert b"<script>" not in body["body"]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.example:8642", None),
        ("127.0.0.1:9999", None),
        ("127.0.0.1", None),
        ("127.0.0.1:8642.evil.example", None),
        (None, None),
        ("127.0.0.1:8642", "http://evil.example"),
        ("127.0.0.1:8642", "http://127.0.0.1:9999"),
        ("127.0.0.1:8642", "https://127.0.0.1:8642"),
        ("127.0.0.1:8642", "null"),
        # After DNS rebinding both are the attacker's, and equal.
        ("evil.example:8642", "http://evil.example:8642"),
    ],
)
def test_foreign_hosts_and_origins_are_refused_in_one_line(site, caplog, kind, host, origin):
    headers = [site.cookie()] + ([("origin", origin)] if origin else [])
    with caplog.at_level(logging.WARNING, "agents.page"):
        site.assert_refused(site.ask(kind=kind, host=host, headers=headers))
    assert len(caplog.records) == 1
    assert "\n" not in caplog.records[0].getMessage()


def test_the_icon_that_browsers_ask_for_is_no_refusal(site, caplog):
    with caplog.at_level(logging.WARNING, "agents.page"):
        (start, body) = site.ask(path="/favicon.ico")
        site.assert_refused(site.ask(path="/favicon.ico", host="evil.example"))
    assert (start["status"], body["body"], site.inner.visitors) == (204, b"", [])
    assert len(caplog.records) == 1


def test_a_second_host_is_refused(site):
    site.assert_refused(site.ask(headers=[site.cookie(), ("host", "evil.example")]))


@pytest.mark.parametrize("host", sorted(HOSTS))
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_own_hosts_and_origins_are_served(site, host, kind):
    headers = [site.cookie(), ("origin", f"http://{host}")]
    sent = site.ask(kind=kind, host=host, headers=headers)
    assert sent[0].get("status", 200) == 200
    assert site.inner.visitors == [OWNER]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("cookie", [None, "kempe=", "kempe=guessed", "other=x", 'kempe="', "\x80=\xff"])
def test_no_cookie_no_page(site, kind, cookie):
    site.assert_refused(site.ask(kind=kind, headers=[] if cookie is None else [("cookie", cookie)]))


def test_a_polling_transport_is_guarded_like_the_rest(site):
    path = "/_nicegui_ws/socket.io/"
    headers = [site.cookie(), ("origin", "http://evil.example")]
    site.assert_refused(site.ask(path=path, query="EIO=4&transport=polling", headers=headers))
    site.assert_refused(site.ask(path=path, query="EIO=4&transport=polling"))


def test_a_token_counts_in_the_address_only(site):
    token = site.token
    site.assert_refused(site.ask(headers=[("referer", f"http://127.0.0.1:8642/?token={token}")]))
    site.assert_refused(site.ask(headers=[("cookie", f"kempe={token}")]))
    site.assert_refused(site.ask(headers=[("authorization", f"Bearer {token}")]))
    site.assert_refused(site.ask(query="token=guessed", headers=[site.cookie()]))
    site.assert_refused(site.ask(kind="websocket", query=f"token={token}"))


def test_bodies_are_limited_with_and_without_a_declared_length(site):
    sent = site.ask(headers=[site.cookie(), ("content-length", "100000000")])
    site.assert_refused(sent, 413)
    site.assert_refused(site.ask(headers=[site.cookie(), ("content-length", "-1")]), 413)
    assert site.ask(headers=[site.cookie()], chunks=[b"x" * 400] * 5) == []
    assert site.inner.bytes <= 1000


def test_every_answer_forbids_frames_and_referrers(site):
    for sent in (site.ask(), site.ask(headers=[site.cookie()]), site.ask(query=f"token={site.token}")):
        headers = headers_of(sent[0])
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_seats_have_cookies_of_their_own(site):
    token = site.keys.admit(Visitor("p1"))
    cookie = site.keys.exchange(token)
    for path in ("/", "/play/game-1", "/replay/game-1", "/study"):
        site.assert_refused(site.ask(path=path, headers=[("cookie", f"kempe={cookie}")]))
    site.ask(path="/seat/p1", headers=[("cookie", f"kempe={cookie}")])
    assert site.inner.visitors == [Visitor("p1")]
    assert cookie != site.keys.exchange(site.token)


def visit(site, browser, path, query=""):
    """Return the status of a path for a browser that keeps its cookies, by name."""
    held = "; ".join(f"{name}={value}" for name, value in browser.items())
    start, _ = site.ask(path=path, query=query, headers=[("cookie", held)] if held else ())
    if given := headers_of(start).get("set-cookie"):
        name, _, value = given.partition(";")[0].partition("=")
        browser[name] = value
    return start["status"]


def test_several_seats_and_the_owner_work_side_by_side_in_one_browser(site):
    tokens = {seat: site.keys.admit(Visitor(seat)) for seat in ("p1", "p2", "p12")}
    browser = {}
    for token in (tokens["p1"], tokens["p2"], site.token):
        assert visit(site, browser, "/seat", f"token={token}") == 200
    assert len(browser) == 3
    for path in ("/seat/p1", "/seat/p2", "/study", "/seat/p1"):
        assert visit(site, browser, path) == 200
    assert site.inner.visitors == [Visitor("p1"), Visitor("p2"), OWNER, Visitor("p1")]
    # The owner has no seat, and a seat whose link was not opened stays closed.
    for path in ("/seat/p12", "/seat/"):
        assert visit(site, browser, path) == 200
    assert site.inner.visitors[4:] == [OWNER, OWNER]
    del browser["kempe"]
    site.inner.visitors.clear()
    for path in ("/seat/p12", "/seat/p", "/seat/", "/seat", "/seats", "/study", "/play/p1"):
        assert visit(site, browser, path) == 403
    assert visit(site, browser, "/_nicegui/x.js") == 200


def test_links_and_cookies_of_earlier_versions_lead_to_the_seat(site):
    token = site.keys.admit(Visitor("p1"))
    start, body = site.ask(path="/seat", query=f"token={token}")
    assert b'url=/seat/p1"' in body["body"]
    assert headers_of(start)["set-cookie"].startswith("kempe_p1=")
    start, _ = site.ask(path="/seat", headers=[("cookie", f"kempe={site.keys.exchange(token)}")])
    assert (start["status"], headers_of(start)["location"]) == (303, "/seat/p1")


def test_a_cookie_of_a_server_at_another_port_is_no_cookie(site):
    cookie = site.keys.exchange(site.keys.admit(Visitor("p1")))
    for name in ("kempe2", "kempe2_p1", "akempe_p1"):
        site.assert_refused(site.ask(path="/seat/p1", headers=[("cookie", f"{name}={cookie}")]))


def test_participants_come_back_later_and_are_told_in_words_what_to_open(site):
    token = site.keys.admit(Visitor("p1"))
    start, _ = site.ask(path="/seat", query=f"token={token}")
    assert "Max-Age=34560000" in headers_of(start)["set-cookie"]
    assert "Max-Age" not in headers_of(site.ask(query=f"token={site.token}")[0])["set-cookie"]
    start, body = site.ask(path="/seat")
    assert start["status"] == 403
    assert b"open the whole link that you were given" in body["body"]


def test_a_cookie_outlives_the_server_but_not_the_secret():
    cookie = Keys(b"one").exchange("x")
    assert cookie is None
    first = Keys(b"one")
    cookie = first.exchange(first.admit())
    again, other = Keys(b"one"), Keys(b"two")
    again.admit()
    other.admit()
    assert again.visitor(cookie) == OWNER
    assert other.visitor(cookie) is None


def test_an_error_inside_is_not_hidden():
    keys = Keys(b"secret")
    cookie = keys.exchange(keys.admit())

    async def broken(scope, receive, send):
        raise RuntimeError("bug")

    site = Site()
    site.guard = Guard(broken, hosts=HOSTS, keys=keys)
    with pytest.raises(RuntimeError, match="bug"):
        site.ask(headers=[("cookie", f"kempe={cookie}")])


def test_wildcards_are_no_address():
    with pytest.raises(InputError, match=r"--host = '0\.0\.0\.0'"):
        authorities("0.0.0.0", 80)
    assert "[::1]:80" in authorities("::1", 80)
    assert "192.168.1.5:80" in authorities("192.168.1.5", 80)
    assert "[fd00::1]:80" in authorities("fd00::1", 80)
