"""The solver and the verifier of traces as tools of the Model Context Protocol (extra ``mcp``)."""
