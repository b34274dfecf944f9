"""
Agents that color one graph together, each owning a cluster and seeing only its neighbors' border.

A participant sees a ``view`` and a ``situation``; its action in one step is a ``turn``, with
``messages``. ``deciding`` makes turns, ``bargaining`` and ``talk`` are parts of that, ``people`` makes
those of persons; ``game`` judges them and carries them out; ``runner`` plays, ``studies`` compares.
"""
