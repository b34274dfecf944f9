"""
The local page, ``kempe page``: color graphs, play, replay traces, step charts and flows, run studies.

``access`` guards every request, ``server`` serves the rooms. What the page shows is computed by
``solver`` and by the other rooms of ``agents``, and the state of a game is in its trace, so that the
page loses nothing when it is reloaded or killed. Needs ``pip install "kempe[page]"``.
"""
