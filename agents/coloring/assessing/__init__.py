"""What an agent can compute alone: best colors, binding colors, options, satisfaction."""
