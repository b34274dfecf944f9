"""
How fast Kempe is, asked in three ways; development only, never installed.

- ``asv run``: a history. The same work, commit after commit (``kernels.py``).
- ``python -m bench.ab BASE``: a gate. Two revisions, call by call, with a confidence interval.
- ``python -m bench.peers``: the claims. Kempe beside other libraries, one file a section.

To measure searches on graphs of your own there is ``kempe bench``.

asv imports every module of this folder, also when it measures a commit from before the module was
written. So nothing here imports ``solver`` at the top, and nothing compiles before it is told to.
"""
