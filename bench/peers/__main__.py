"""The command; see :mod:`bench.peers`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from . import __doc__ as description
from .harness import Options, machine, note


def sections() -> dict[str, object]:
    """Return the modules of this folder that have a title."""
    from bench import peers

    names = sorted(m.name for m in pkgutil.iter_modules(peers.__path__) if m.name != "__main__")
    modules = {name: importlib.import_module(f"bench.peers.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "TITLE")}


def main(argv: Sequence[str] | None = None) -> int:
    from solver.command.compilation import warmup

    known = sections()
    titles = "\n".join(f"  {name:12} {module.TITLE}" for name, module in known.items())
    parser = argparse.ArgumentParser(
        prog="python -m bench.peers",
        description=f"{description}\nsections:\n{titles}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="default: all")
    parser.add_argument("--full", action="store_true", help="larger graphs, more rounds: half an hour")
    parser.add_argument("--head", type=Path, metavar="PATH", help="executable of HEAD")
    parser.add_argument("--graph-tool-python", metavar="PATH", help="a Python that has graph_tool")
    parser.add_argument("--colpack", type=Path, metavar="PATH", help="executable of ColPack")
    arguments = parser.parse_args(argv)
    if unknown := [name for name in arguments.sections if name not in known]:
        parser.error(f"{', '.join(unknown)}: expected some of {', '.join(known)}")
    for option, path in (("--head", arguments.head), ("--colpack", arguments.colpack)):
        if path is not None and not path.is_file():
            parser.error(f"{option} {path}: no such file")
    print(machine())
    print("Ratios are medians; above 1 Kempe is faster.", flush=True)
    warmup()
    for name in arguments.sections or known:
        began = time.perf_counter()
        print(f"\n== {name}: {known[name].TITLE}")
        known[name].run(Options.from_arguments(arguments))
        note(f"({name}: {time.perf_counter() - began:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
