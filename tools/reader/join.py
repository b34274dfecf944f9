"""
Join trained networks into the one that is read: ``python tools/reader/join.py FOLDERS --output FOLDER``.

Their probabilities are averaged when a message is read. Each has a row for all words that any of them
knows; a word that it does not know has its row for unknown words.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

UNKNOWN = 1
#: Rows before the first word.
BEFORE = 2


def words_of(folder: Path) -> list[str]:
    """Return the vocabulary of a network, in order."""
    return (folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]


def joined(folders: Sequence[Path]) -> tuple[dict[str, np.ndarray], list[str]]:
    """Return the parameters of all networks, one below the other, and their common vocabulary."""
    words = sorted({word for folder in folders for word in words_of(folder)})
    networks = []
    for folder in folders:
        with np.load(folder / "parameters.npz") as stored:
            network = {name: stored[name] for name in stored.files}
        at = {word: number for number, word in enumerate(words_of(folder), start=BEFORE)}
        rows = [*range(BEFORE), *(at.get(word, UNKNOWN) for word in words)]
        networks.append({**network, "word": network["word"][rows]})
    return {name: np.stack([one[name] for one in networks]) for name in networks[0]}, words


def main() -> None:
    """Join and store networks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, required=True, help="folder of the parameters")
    options = parser.parse_args()
    parameters, words = joined(options.folders)
    np.savez_compressed(options.output / "parameters.npz", **parameters)
    (options.output / "vocabulary.txt").write_text("".join(f"{word}\n" for word in words))


if __name__ == "__main__":
    main()
