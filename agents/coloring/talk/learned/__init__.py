"""What a network learned from messages of people: a second opinion beside the rules."""

from .beside_rules import second_opinion

__all__ = ["second_opinion"]
