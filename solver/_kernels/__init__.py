"""
Everything compiled: arrays and scalars in, arrays out.

No classes, no I/O, no validation, no exceptions: wrappers in ``solver/`` pin dtypes, check arguments
and map status codes. Kernels take their random state and their work limit as arguments.
"""
