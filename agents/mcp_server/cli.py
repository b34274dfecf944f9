"""The command ``kempe mcp``: serves the tools over stdio, or over HTTP on this machine."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from solver.command.parser import Parser

from ..errors import KempeError, expected


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe mcp`` and return its exit status."""
    options = _parser().parse_args(list(sys.argv[1:] if argv is None else argv))
    folder = Path(options.traces)
    if not folder.is_dir():
        raise expected("--traces", options.traces, "a folder")
    try:
        from .server import make_server
    except ModuleNotFoundError as error:
        raise KempeError(f'kempe mcp needs {error.name}: pip install "kempe[mcp]"') from error
    server = make_server(folder)
    if options.http is None:
        server.run("stdio")
        return 0
    from mcp.server.transport_security import TransportSecuritySettings

    hosts = [f"{host}:{options.http}" for host in ("127.0.0.1", "localhost", "[::1]")]
    # Web pages of other sites reach loopback addresses too: their Origin and Host give them away.
    security = TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
    )
    print(f"serving http://127.0.0.1:{options.http}/mcp", file=sys.stderr, flush=True)
    server.run(
        "streamable-http",
        host="127.0.0.1",
        port=options.http,
        stateless_http=True,
        transport_security=security,
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="kempe mcp",
        description="Serve the solver and the verifier of traces as tools of the Model Context "
        "Protocol, over stdio unless --http is given.",
    )
    parser.add_argument(
        "--http", type=_port, metavar="PORT", help="serve over HTTP on 127.0.0.1 at this port"
    )
    parser.add_argument(
        "--traces",
        default=".",
        metavar="DIR",
        help="folder whose traces may be verified (default: the current one)",
    )
    return parser


def _port(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError(f"port = {text!r}: expected an integer from 1 to 65535")
    return int(text)
