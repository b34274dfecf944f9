"""
The guard in front of the page: who may send a request, and what a response must carry.

Any site that a person has open can send requests to a local server. So every request, HTTP and
websocket, must name one of the server's own authorities in ``Host``, may come from no other origin,
and must carry a cookie. The cookie is given for the random token of the printed link. Each participant
of a study has a path and a cookie of their own, so that several seats work side by side in one browser;
the framework's files and its websocket serve all pages, so a path cannot limit the cookies. After DNS
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
#: Path of the page of a participant, without the id and with it.
SEAT, OWN_SEAT = "/seat", "/seat/"
#: Beginning of the paths of what all pages load.
FRAMEWORK = "/_nicegui"
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

    @property
    def page(self) -> str | None:
        """Path of the page of a participant; None for the owner."""
        return None if self.seat is None else f"{OWN_SEAT}{quote(self.seat, safe='')}"


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

    def admitted(self, token: str) -> Visitor | None:
        """Return the visitor of a link; None if there is no such token."""
        return _looked_up(self._tokens, token)

    def exchange(self, token: str) -> str | None:
        """Return a cookie for a token; None if there is no such token."""
        visitor = self.admitted(token)
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
        Name of the owner's cookie, and beginning of the names of others; cookies are not separated by
        port, so it holds the port.
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
        known = self._visitors(headers)
        if not known:
            await _refuse(scope, send, 403, "no cookie: open the link that kempe page printed")
            return
        seats = [visitor for visitor in known if not visitor.is_owner]
        if scope["type"] == "http" and scope["path"] == SEAT and len(seats) == 1:
            # Links of earlier versions led here.
            moved = [(b"location", str(seats[0].page).encode()), *_HEADERS]
            await _respond(send, 303, moved, "")
            return
        visitor = _visitor_of(scope["path"], known)
        if visitor is None:
            await _refuse(scope, send, 403, "a page that is not yours")
            return
        scope[VISITOR] = visitor
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

    def _visitors(self, headers: list[tuple[bytes, bytes]]) -> list[Visitor]:
        """Return the visitors whose cookies a request carries."""
        values = _cookies(headers, self._cookie)
        found = [visitor for value in values if (visitor := self._keys.visitor(value)) is not None]
        return list(dict.fromkeys(found))

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
        visitor, cookie = self._keys.admitted(token), self._keys.exchange(token)
        if visitor is None or cookie is None:
            await _refuse(scope, send, 403, "unknown token")
            return
        rest = [(k, v) for k, v in parse_qsl(scope["query_string"].decode("latin-1")) if k != "token"]
        # A participant may come back another day, when the browser was closed meanwhile.
        keeps = "" if visitor.is_owner else f"; Max-Age={SEAT_SECONDS}"
        name = self._cookie if visitor.seat is None else f"{self._cookie}_{visitor.seat}"
        # A single slash: "//name" would lead to another site.
        path = visitor.page or "/" + quote(scope["path"].lstrip("/\\"))
        target = path + (f"?{urlencode(rest)}" if rest else "")
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (
                b"set-cookie",
                f"{name}={cookie}; HttpOnly; SameSite=Strict; Path=/{keeps}".encode(),
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
    "This browser does not know who you are. Please open the whole link that you were given for the "
    "study: what you did so far is kept."
)
_SEAT_REFUSAL = """<!doctype html><title>Kempe</title>
<meta name="viewport" content="width=device-width">
<style>body {{ font: 17px/1.5 sans-serif; margin: 2em }}</style><p>{0}</p>
"""


async def _respond(send: Send, status: int, headers: list[tuple[bytes, bytes]], text: str) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


def _values(headers: list[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _cookies(headers: list[tuple[bytes, bytes]], name: str) -> list[str]:
    """Return the values of the cookies of a name, and of that name with the id of a seat."""
    values = []
    for line in _values(headers, b"cookie"):
        try:
            found = SimpleCookie(line)
        except CookieError:
            continue
        values += [one.value for key, one in found.items() if key == name or key.startswith(f"{name}_")]
    return values


def _visitor_of(path: str, known: list[Visitor]) -> Visitor | None:
    """Return the visitor, of those whom the browser knows, who may ask for a path; None if none may."""
    if path == SEAT or path.startswith(OWN_SEAT):
        known = [one for one in known if one.is_owner or quote(path) == one.page]
        return min(known, key=lambda one: one.is_owner, default=None)
    if path.startswith(FRAMEWORK):
        return known[0]
    return OWNER if OWNER in known else None


def _token(scope: Scope) -> str | None:
    """Return the token in the query; one in ``Referer`` or elsewhere does not count."""
    query: str = scope["query_string"].decode("latin-1")
    return dict(parse_qsl(query)).get("token")


async def _refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    log.warning("refused %s %.80r: %s", scope["type"], scope["path"], reason)
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    is_seat = f"{scope['path']}/".startswith(OWN_SEAT)
    kind = b"text/html" if is_seat else b"text/plain"
    headers = [(b"content-type", kind + b"; charset=utf-8"), (b"connection", b"close"), *_HEADERS]
    text = _SEAT_REFUSAL.format(_SEAT_REFUSED) if is_seat else f"refused: {reason}\n"
    await _respond(send, status, headers, text)


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
