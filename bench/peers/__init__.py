"""
Kempe compared with other libraries: ``python -m bench.peers [SECTION ...]``.

Each section is a file of this folder with a ``TITLE`` and a function ``run(options)``; a new file is a
new section. Kempe and its peers alternate on the same graphs, and the median of the ratios within a turn
is printed. Every coloring that a peer returns is verified.

Peers from PyPI: ``pip install 'kempe[peers]'``. Missing peers are named and left out.

HEAD is C++ and has no package: build https://github.com/graphcoloring/HEAD (``make``) and give the
executable as ``--head PATH``. graph-tool is installed with the Python of a Linux distribution:
``--graph-tool-python /usr/bin/python3``.
"""
