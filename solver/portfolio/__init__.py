"""
The portfolio behind :func:`solver.color`.

``color.py`` has the function, ``run.py`` the loop, ``schedule.py`` the share rule, ``members/`` the
techniques, ``incumbent.py`` what is known so far, and ``options.py`` every tunable number.
"""
