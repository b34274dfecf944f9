"""
Agents that color one graph together, each owning a cluster and seeing only its neighbors' border.

What a participant sees is in ``view`` and ``situation``; what it does in one step is a ``turn``, with
``messages``. ``deciding`` makes turns, ``bargaining`` and ``talk`` are parts of that, ``people`` makes
those of persons; ``game`` judges them and carries them out; ``runner`` plays, ``studies`` compares.
"""
