"""
The guard in front of the page: who may send a request, and what a response must carry.

Any site that a person has open can send requests to a local server. So every request, HTTP and
websocket, must name one of the server's own authorities in ``Host``, may come from no other origin,
and must carry a cookie. The cookie is given for the random token of the printed link. After DNS
rebinding ``Host`` and ``Origin`` agree and both are the attacker's, so they are compared with the
authorities and not with each other.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from ..errors import expected

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("agents.page")

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
#: Key under which a request's scope holds the visitor.
VISITOR = "kempe.visitor"
#: Bytes of the body of a request.
LARGEST_BODY = 64 * 2**20
TOKEN_BYTES = 24
#: Beginnings of the paths that participants of a study may ask for: their page, and what it loads.
SEAT_PATHS = ("/seat", "/_nicegui")

#: Seconds for which a browser keeps the cookie of a participant; browsers allow 400 days.
SEAT_SECONDS = 400 * 24 * 3600

#: NiceGUI compiles the templates of its components in the browser, hence ``unsafe-eval``; no text of a
#: person, an agent or a model becomes HTML.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


@dataclass(frozen=True)
class Visitor:
    """
    The person behind a cookie.

    Attributes
    ----------
    seat
        Link of a study by which the person came; None for the owner of the server, who sees everything.
    """

    seat: str | None = None

    @property
    def is_owner(self) -> bool:
        """Whether the person has the link that the command printed."""
        return self.seat is None


OWNER = Visitor()


class Keys:
    """
    Tokens of links, and the cookies given for them.

    A cookie follows from a secret that outlives the process, so that a browser stays admitted when the
    server is started again.

    Parameters
    ----------
    secret
        Key of the cookies.
    """

    def __init__(self, secret: bytes | None = None) -> None:
        self._secret = secrets.token_bytes(32) if secret is None else secret
        self._tokens: dict[str, Visitor] = {}
        self._cookies: dict[str, Visitor] = {}

    def admit(self, visitor: Visitor = OWNER, token: str | None = None) -> str:
        """Return the token of a visitor's link: the given one, or a random one."""
        token = secrets.token_urlsafe(TOKEN_BYTES) if token is None else token
        self._tokens[token] = visitor
        self._cookies[self._cookie(visitor)] = visitor
        return token

    def exchange(self, token: str) -> str | None:
        """Return a cookie for a token; None if there is no such token."""
        visitor = _looked_up(self._tokens, token)
        return None if visitor is None else self._cookie(visitor)

    def visitor(self, cookie: str | None) -> Visitor | None:
        """Return the visitor with a cookie."""
        return None if cookie is None else _looked_up(self._cookies, cookie)

    def _cookie(self, visitor: Visitor) -> str:
        name = "owner" if visitor.seat is None else f"seat {visitor.seat}"
        return hmac.digest(self._secret, name.encode(), "sha256").hex()


def _looked_up(known: dict[str, Visitor], secret: str) -> Visitor | None:
    """Look up a secret in a time that does not depend on how much of it is right."""
    match = None
    for one, visitor in known.items():
        if hmac.compare_digest(one.encode(), secret.encode()):
            match = visitor
    return match


def authorities(host: str, port: int) -> frozenset[str]:
    """
    Return the values of ``Host`` that reach a server honestly.

    Raises
    ------
    InputError
        If the host is a wildcard, which no browser sends.
    """
    if host in ("0.0.0.0", "::", "[::]", ""):
        raise expected("--host", host, "the address that the participants' browsers will use")
    names = LOOPBACK if is_loopback(host) else (*LOOPBACK, f"[{host}]" if ":" in host else host)
    return frozenset(f"{name}:{port}" for name in names)


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches the address."""
    return host in ("127.0.0.1", "localhost", "::1", "[::1]")


class Guard:
    """
    ASGI application that refuses what does not come from the page itself.

    Parameters
    ----------
    app
        Application behind it.
    hosts
        Legal values of ``Host``.
    keys
        Tokens and cookies.
    cookie
        Name of the cookie; cookies are not separated by port, so it holds the port.
    largest_body
        Bytes that the body of a request may have.
    """

    def __init__(
        self,
        app: App,
        *,
        hosts: frozenset[str],
        keys: Keys,
        cookie: str = "kempe",
        largest_body: int = LARGEST_BODY,
    ) -> None:
        self.app = app
        self._hosts, self._keys, self._cookie = hosts, keys, cookie
        self._origins = frozenset(f"http://{host}" for host in hosts)
        self._largest_body = largest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = scope["headers"]
        reason = self._foreign(_values(headers, b"host"), _values(headers, b"origin"))
        if reason is not None:
            await _refuse(scope, send, 403, reason)
            return
        if scope["type"] == "http" and (token := _token(scope)) is not None:
            await self._welcome(scope, send, token)
            return
        if scope["type"] == "http" and scope["path"] == "/favicon.ico":
            # Browsers ask for it by themselves: nobody did anything wrong.
            await _respond(send, 204, list(_HEADERS), "")
            return
        visitor = self._keys.visitor(_cookie(headers, self._cookie))
        if visitor is None:
            await _refuse(scope, send, 403, "no cookie: open the link that kempe page printed")
            return
        scope[VISITOR] = visitor
        if not (visitor.is_owner or scope["path"].startswith(SEAT_PATHS)):
            await _refuse(scope, send, 403, "a page that is not yours")
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        length = _values(headers, b"content-length")
        if length and (not length[0].isdigit() or int(length[0]) > self._largest_body):
            await _refuse(scope, send, 413, f"body of {length[0][:20]} bytes")
            return
        body = _Body(receive, self._largest_body)
        try:
            await self.app(scope, body.receive, _with_headers(send))
        except RuntimeError:
            # Starlette raises when the sender hangs up before there is an answer.
            if not body.is_over:
                raise

    def _foreign(self, hosts: list[str], origins: list[str]) -> str | None:
        """Return why a request comes from elsewhere, or None."""
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return f"host {', '.join(hosts)[:60]!r}"
        for origin in origins:
            if origin.lower() not in self._origins:
                return f"origin {origin[:60]!r}"
        return None

    async def _welcome(self, scope: Scope, send: Send, token: str) -> None:
        """Exchange the token of a link for a cookie, and go to the page without it."""
        cookie = self._keys.exchange(token)
        if cookie is None:
            await _refuse(scope, send, 403, "unknown token")
            return
        rest = [(k, v) for k, v in parse_qsl(scope["query_string"].decode("latin-1")) if k != "token"]
        # A participant may come back another day, when the browser was closed meanwhile.
        keeps = f"; Max-Age={SEAT_SECONDS}" if self._keys.visitor(cookie) != OWNER else ""
        # A single slash: "//name" would lead to another site.
        target = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{urlencode(rest)}" if rest else "")
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (
                b"set-cookie",
                f"{self._cookie}={cookie}; HttpOnly; SameSite=Strict; Path=/{keeps}".encode(),
            ),
            (b"cache-control", b"no-store"),
            *_HEADERS,
        ]
        # A redirection would not carry the cookie if the link was opened from another site.
        await _respond(send, 200, headers, _FORWARD.format(escape(target)))


_FORWARD = """<!doctype html><title>Kempe</title><meta http-equiv="refresh" content="0;url={0}">
<a href="{0}">Continue</a>
"""


#: What a participant of a study reads; the reason is in the log.
_SEAT_REFUSED = (
    "This browser does not know you yet. Please open the whole link that you were given for the study: "
    "what you did so far is kept."
)


async def _respond(send: Send, status: int, headers: list[tuple[bytes, bytes]], text: str) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


def _values(headers: list[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _cookie(headers: list[tuple[bytes, bytes]], name: str) -> str | None:
    for line in _values(headers, b"cookie"):
        try:
            morsel = SimpleCookie(line).get(name)
        except CookieError:
            continue
        if morsel is not None:
            return str(morsel.value)
    return None


def _token(scope: Scope) -> str | None:
    """Return the token in the query; one in ``Referer`` or elsewhere does not count."""
    query: str = scope["query_string"].decode("latin-1")
    return dict(parse_qsl(query)).get("token")


async def _refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    log.warning("refused %s %.80r: %s", scope["type"], scope["path"], reason)
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *_HEADERS]
    text = _SEAT_REFUSED if scope["path"] == "/seat" else f"refused: {reason}"
    await _respond(send, status, headers, f"{text}\n")


class _Body:
    """The body of a request; one that is too long ends as if the sender had hung up."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive, self._largest = receive, largest
        self._count = 0
        self.is_over = False

    async def receive(self) -> MutableMapping[str, Any]:
        """Return the next part."""
        message = await self._receive()
        self._count += len(message.get("body", b""))
        if self._count > self._largest:
            log.warning("refused a body of more than %d bytes", self._largest)
            message = {"type": "http.disconnect"}
        self.is_over |= message["type"] == "http.disconnect"
        return message


def _with_headers(send: Send) -> Send:
    async def sent(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
        await send(message)

    return sent
