"""
Signed checkpoints: evidence of a run that its database cannot give by itself.

Whoever can write the database can also compute a new hash chain. A checkpoint is a small text that
states the run, its number of steps and the head of its chain, signed with Ed25519; kept elsewhere, it
shows offline whether the run is still the one that was signed. The text is a checkpoint of C2SP
(``tlog-checkpoint``) in a signed note (``signed-note``), so other tools can check its signature. Needs
the extra ``sign``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError, TraceError, expected, shortened
from .trace import TraceDb

#: First line of a checkpoint, before the id of the run.
ORIGIN = "kempe/"
_ED25519 = b"\x01"
#: Beginning of the text of a private key.
_PRIVATE = "PRIVATE+KEY+"
_DASH = "\N{EM DASH} "


class Checkpoint(NamedTuple):
    """Number of steps of a run, and the head of its chain after them."""

    run_id: str
    steps: int
    head: str

    def text(self) -> str:
        """Return the text that is signed."""
        head = base64.b64encode(bytes.fromhex(self.head)).decode()
        return f"{ORIGIN}{self.run_id}\n{self.steps}\n{head}\n"


def make_key(path: str | Path, name: str) -> str:
    """
    Write a new private key to a file that only its owner can read, and return the verifier key.

    Parameters
    ----------
    path
        Path of a new file.
    name
        Name of the signer, without spaces and ``+``.

    Raises
    ------
    InputError
        If the file exists or cannot be written, or cryptography is not installed.
    """
    if not name or not name.isprintable() or set(name) & set("+ "):
        raise expected("name", name, "printable text without spaces and +")
    ed25519 = _library()
    key = ed25519.Ed25519PrivateKey.generate()
    text = f"{_PRIVATE}{name}+{base64.b64encode(_ED25519 + key.private_bytes_raw()).decode()}\n"
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=path) from error
    return verifier_key(path)


def verifier_key(path: str | Path) -> str:
    """Return the public key of a private key, in the format of signed notes: name+hash+key."""
    name, key = _private(path)
    public = _ED25519 + key.public_key().public_bytes_raw()
    return f"{name}+{_key_hash(name, public).hex()}+{base64.b64encode(public).decode()}"


def sign(trace: TraceDb, run_id: str, key: str | Path) -> str:
    """Return a signed checkpoint of a run; ``key`` is the path of a private key."""
    name, private = _private(key)
    text = Checkpoint(run_id, trace.steps(run_id), trace.head(run_id)).text()
    public = _ED25519 + private.public_key().public_bytes_raw()
    signature = _key_hash(name, public) + private.sign(text.encode())
    return f"{text}\n{_DASH}{name} {base64.b64encode(signature).decode()}\n"


def read_checkpoint(note: str, verifier: str) -> Checkpoint:
    """
    Return the checkpoint in a signed note.

    Parameters
    ----------
    note
        The note, with one or more signatures.
    verifier
        Public key of the signer, as :func:`make_key` returned it.

    Raises
    ------
    TraceError
        If the note is not a checkpoint, or not signed by this key.
    """
    ed25519 = _library()
    from cryptography.exceptions import InvalidSignature

    name, public = _public(verifier)
    text, empty, signatures = note.partition("\n\n")
    text += "\n"
    if not empty:
        raise TraceError("not a signed checkpoint")
    key_hash = _key_hash(name, public)
    for line in signatures.splitlines():
        signer, _, encoded = line.removeprefix(_DASH).rpartition(" ")
        signature = _decoded(encoded)
        if signer != name or signature[:4] != key_hash:
            continue
        try:
            ed25519.Ed25519PublicKey.from_public_bytes(public[1:]).verify(signature[4:], text.encode())
        except InvalidSignature:
            raise TraceError(f"the signature of {name!r} does not match the checkpoint") from None
        return _parsed(text)
    raise TraceError(f"the checkpoint is not signed by {shortened(name)} with this key")


def check_checkpoint(trace: TraceDb, run_id: str, checkpoint: Checkpoint) -> None:
    """
    Check that a verified run is the one of a checkpoint, or continues it.

    Raises
    ------
    TraceError
        If the run has another name, fewer steps, or another head after the steps of the checkpoint.
    """
    if checkpoint.run_id != run_id:
        raise TraceError(f"the checkpoint is of run {checkpoint.run_id!r}", path=trace.path)
    steps = trace.steps(run_id)
    if steps < checkpoint.steps:
        raise TraceError(f"{steps} steps: expected the {checkpoint.steps} signed ones", path=trace.path)
    if trace.head(run_id, checkpoint.steps) != checkpoint.head:
        raise TraceError(
            f"the head after {checkpoint.steps} steps is not the signed one", path=trace.path
        )


# --------------------------------------------------------------------------------------------- formats


def _library() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise InputError("signatures need cryptography: pip install 'kempe[sign]'") from error
    return ed25519


def _key_hash(name: str, public: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + public).digest()[:4]


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _private(path: str | Path) -> tuple[str, Any]:
    if _PRIVATE in str(path):
        # An error that quoted it would put it on screens and into logs.
        raise InputError("this is the text of a private key: expected the path of its file")
    try:
        text = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=path) from error
    head, _, rest = text.partition(_PRIVATE)
    name, _, encoded = rest.partition("+")
    raw = _decoded(encoded)
    if head or not name or len(raw) != 33 or raw[:1] != _ED25519:
        raise InputError("not a private key of Ed25519 for signed notes", path=path)
    return name, _library().Ed25519PrivateKey.from_private_bytes(raw[1:])


def _public(verifier: str) -> tuple[str, bytes]:
    if _PRIVATE in verifier:
        raise InputError("this is a private key: expected a verifier key, name+hash+key")
    name, _, rest = verifier.strip().partition("+")
    key_hash, _, encoded = rest.partition("+")
    public = _decoded(encoded)
    if len(public) != 33 or public[:1] != _ED25519 or _key_hash(name, public).hex() != key_hash:
        raise InputError(f"key {shortened(verifier)}: expected a verifier key, name+hash+key")
    return name, public


def _parsed(text: str) -> Checkpoint:
    lines = text.split("\n")
    head = _decoded(lines[2]) if len(lines) >= 4 else b""
    if not lines[0].startswith(ORIGIN) or len(head) != 32 or not lines[1].isdecimal():
        raise TraceError("the signed text is not a checkpoint of a run")
    return Checkpoint(lines[0].removeprefix(ORIGIN), int(lines[1]), head.hex())
