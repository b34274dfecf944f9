"""Proofs of lower bounds for public checkers, on the formula of the whole graph."""

from .write import WrittenProof, write_proof

__all__ = ["WrittenProof", "write_proof"]
