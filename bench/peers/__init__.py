"""
Kempe beside other libraries: ``python -m bench.peers [SECTION ...]``.

Each section is a file of this folder with a ``TITLE`` and a function ``run(options)``; a new file is a
new section. In a section Kempe and its peers take turns, call by call, on the same graphs, and what is
printed is the median of the ratios of one turn. Every coloring that a peer returns is verified.

Peers from PyPI: ``pip install 'kempe[peers]'``. A peer that is missing is named and left out.

HEAD is C++ and has no package: build https://github.com/graphcoloring/HEAD (``make``) and give the
executable as ``--head PATH``. graph-tool comes with a distribution's own Python: give that as
``--graph-tool-python /usr/bin/python3``.
"""
