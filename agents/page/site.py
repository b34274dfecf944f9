"""What the person named on the command line, and what is open at present."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import InputError, expected
from .access import Keys

#: Bytes of an uploaded graph, chart, flow or trace.
LARGEST_UPLOAD = 32 * 2**20
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass
class Site:
    """
    The state of one server.

    Attributes
    ----------
    folder
        Folder of the games, and of the secret of the cookies.
    files
        Files named on the command line, by the name that their page has.
    keys
        Tokens and cookies.
    gateway
        Options of the language model for games that use one: ``model``, ``api_base``, ``api_key``.
    study, links
        Study that participants take part in, if any; id and token of each participant.
    games, jobs, uploads
        Open games by file name, running and finished colorings by id, and uploaded files by id.
    """

    folder: Path
    files: dict[str, Path] = field(default_factory=dict)
    keys: Keys = field(default_factory=Keys)
    gateway: dict[str, Any] = field(default_factory=dict)
    study: Any = None
    links: list[tuple[str, str]] = field(default_factory=list)
    games: dict[str, Any] = field(default_factory=dict)
    jobs: dict[str, Any] = field(default_factory=dict)
    uploads: dict[str, Path] = field(default_factory=dict)

    def game_path(self, name: str) -> Path:
        """
        Return the file of a game in the folder.

        Raises
        ------
        InputError
            If the name is not that of a file in the folder.
        """
        if not _NAME.fullmatch(name):
            raise expected("game", name, "letters, digits, '.', '_' and '-'")
        return self.folder / f"{name}.db"

    def game_names(self) -> list[str]:
        """Return the names of the games in the folder, newest first."""
        files = [path for path in self.folder.glob("*.db") if _NAME.fullmatch(path.stem)]
        return [path.stem for path in sorted(files, key=lambda p: -p.stat().st_mtime)]

    def new_game_name(self, prefix: str = "game") -> str:
        """Return a name that no game in the folder has."""
        number = 1
        while self.game_path(f"{prefix}-{number}").exists() or f"{prefix}-{number}" in self.games:
            number += 1
        return f"{prefix}-{number}"

    def trace_path(self, name: str) -> Path:
        """
        Return the file of a trace: one named on the command line, uploaded, or a game.

        Raises
        ------
        InputError
            If there is none of this name.
        """
        path = self.files.get(name) or self.uploads.get(name) or self.game_path(name)
        if not path.is_file():
            raise InputError(f"{name}: no such file")
        return path


async def kept_upload(site: Site, file: Any, suffixes: Sequence[str]) -> str:
    """
    Keep an uploaded file under a random name, and return the name.

    Raises
    ------
    InputError
        If it is too large, or its name has another suffix.
    """
    suffix = next((one for one in suffixes if file.name.endswith(one)), None)
    if suffix is None:
        raise expected("file", file.name, f"a name ending in {', '.join(suffixes)}")
    if file.size() > LARGEST_UPLOAD:
        raise expected("size", file.size(), f"at most {LARGEST_UPLOAD} bytes")
    name = f"upload-{secrets.token_hex(4)}{suffix}"
    path = Path(tempfile.mkdtemp(prefix="kempe-page-")) / name
    path.write_bytes(await file.read())
    site.uploads[name] = path
    return name


def open_folder(folder: Path) -> bytes:
    """Create the folder of the games if it is missing, and return the secret in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "secret"
        if not path.exists():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be used: {error.strerror}", path=folder) from error
