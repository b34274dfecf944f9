"""Files of cost networks: pyDCOP's YAML, toulbar2's wcsp and cfn, and UAI."""

from .api import read, write

__all__ = ["read", "write"]
