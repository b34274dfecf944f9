"""
The command ``kempe page``: serves the local page.

Exit status: 0 the server was ended by the person, 2 the input or the call is wrong.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from solver.command.parser import Parser

from ..errors import InputError, KempeError, expected
from .access import Keys, Visitor, is_loopback
from .site import Site, open_folder

PORT = 8642


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``kempe page`` and return its exit status."""
    options = _parser().parse_args(None if argv is None else list(argv))
    try:
        import nicegui  # noqa: F401
    except ModuleNotFoundError as error:
        raise KempeError(f'kempe page needs {error.name}: pip install "kempe[page]"') from error
    return _serve(options)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="kempe page",
        description="Serve a page on this machine: color graphs, play the team game, replay traces, "
        "step through charts and flows, run studies.",
        epilog="The printed link holds a token; without it, nothing is served. Ctrl-C ends the server; "
        "games continue when it is started again with the same folder.",
    )
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        type=Path,
        help="traces (.db), charts (.scxml) or flows (.json) to open",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=default_folder(),
        metavar="DIR",
        help="folder of the games and of the study's answers (default: %(default)s)",
    )
    parser.add_argument("--study", type=Path, metavar="FILE", help="YAML file of a study to run")
    parser.add_argument(
        "--port", type=int, metavar="N", help=f"default: {PORT}, or a free one if it is in use"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="default: %(default)s, this machine only"
    )
    parser.add_argument(
        "--allow-remote",
        action="store_true",
        help="serve other machines: needs --host with the address that they use. Messages are not "
        "encrypted",
    )
    parser.add_argument("--model", metavar="M", help="language model for games, or mock")
    parser.add_argument("--api-base", metavar="URL", help="URL of an OpenAI-compatible server")
    parser.add_argument("--api-key", metavar="KEY", help="API key of the provider; never stored")
    return parser


def default_folder() -> Path:
    """Return the folder of games if none is named: in the user's folder for data."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "kempe" / "page"


def site_of(options: argparse.Namespace) -> Site:
    """
    Return what the options describe.

    Raises
    ------
    InputError
        If a file or an option cannot be used.
    """
    if options.model is None and options.api_base is not None:
        raise expected("--api-base", options.api_base, "--model beside it")
    secret = open_folder(options.folder)
    site = Site(options.folder, keys=Keys(secret))
    for path in options.files:
        if not path.is_file():
            raise InputError("no such file", path=path)
        if path.suffix not in (".db", ".scxml", ".xml", ".json"):
            raise InputError("expected a trace (.db), a chart (.scxml) or a flow (.json)", path=path)
        name, number = path.name, 2
        while name in site.files:
            name, number = f"{path.stem}-{number}{path.suffix}", number + 1
        site.files[name] = path
    if options.model is not None:
        site.gateway = {
            "model": options.model,
            "api_base": options.api_base,
            "api_key": options.api_key,
        }
    if options.study is not None:
        from .study.study import read_study

        site.study = read_study(options.study, site.folder, model=options.model)
        site.links = site.study.admit(site.keys, secret)
    return site


def _serve(options: argparse.Namespace) -> int:
    from .server import bound, serve

    if not is_loopback(options.host) and not options.allow_remote:
        raise expected("--host", options.host, "--allow-remote beside it, to serve other machines")
    if options.port is not None and not 0 <= options.port < 65536:
        raise expected("--port", options.port, "0 <= port < 65536")
    site = site_of(options)
    logging.basicConfig(level=logging.WARNING, format="kempe page: %(message)s", stream=sys.stderr)
    listening = bound(
        options.host, PORT if options.port is None else options.port, strict=options.port is not None
    )
    port = listening.getsockname()[1]
    at = f"http://{options.host}:{port}"
    link = f"{at}/{'study' if site.study else ''}?token={site.keys.admit()}"

    def ready() -> None:
        print(f"Open {link}\nGames are kept in {site.folder}. Ctrl-C ends the server.")
        for person, token in site.links:
            print(f"  {person}: {at}{Visitor(person).page}?token={token}")
        sys.stdout.flush()

    serve(site, options.host, listening, ready)
    return 0


if __name__ == "__main__":
    sys.exit(main())
