"""Templates and phrases of the agents, the interfaces of reading and wording, and text from outside."""
