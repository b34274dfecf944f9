"""
Measurements of speed in three forms. Part of the repository, not of the installed package.

- ``asv run``: the history of fixed workloads over commits (``kernels.py``).
- ``python -m bench.ab BASE``: a comparison of two revisions, interleaved, with confidence intervals.
- ``python -m bench.peers``: a comparison with other libraries, one section per file.

``kempe bench`` measures searches on your own graphs.

asv imports every module of this folder, even for commits that are older than the module. Therefore no
module here imports ``solver`` at the top level or compiles anything when imported.
"""
