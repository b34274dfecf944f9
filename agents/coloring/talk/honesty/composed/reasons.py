"""Whether claims are reasons for others: "b2 is green because h2 is red"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .worlds import World


@dataclass(frozen=True)
class Atom:
    """
    A simple fact that a claim states.

    Attributes
    ----------
    kind
        ``is``, ``not``, ``was``, ``kept``, ``became``, ``left``, ``changed``, ``can``, ``cannot``,
        ``must``, ``clash``, ``clashed``, ``fits``, ``near``, ``fixed``, ``demanded``, ``request``, or
        the kind of a fact without nodes.
    node, color, other
        What it is about.
    """

    kind: str
    node: str = ""
    color: str = ""
    other: str = ""


_AS_IS = ("should as is", "best as is", "causes as is", "points as is", "no help as is")
_COLOR = ("is", "kept", "became")
_CHANGE = ("became", "changed", "left")
_TROUBLE = ("clash", "war", "same", "unsolvable", "cannot", "is", "not calm")


def explains(causes: Sequence[Atom], effects: Sequence[Atom], world: World) -> bool:
    """
    Return whether claims are reasons for others.

    Each reason has to bear on some effect, and each effect needs a reason: colors of neighbors explain
    what a node cannot be; a conflict, why it changed; a demand, the color that was demanded.
    """
    linked = {one.node for one in causes if one.kind == "near" and one.other}
    # "b5 is linked to it" also states that b5 is linked to something.
    causes = [_plain(c) for c in causes if c.kind != "near" or c.other or c.node not in linked]
    effects = [_plain(one) for one in effects]
    if not causes or not effects:
        return False
    bears = {
        (cause, effect): _bears(cause, effect, world, causes) for cause in causes for effect in effects
    }
    explained = {effect: any(bears[cause, effect] for cause in causes) for effect in effects}
    # Of several changes that the agent would make one has the reason, and goes with the others.
    planned = [effect for effect in effects if effect.kind in ("plan", "keep plan")]
    if planned and not any(explained[effect] for effect in planned):
        return False
    if not all(explained[effect] for effect in effects if effect not in planned):
        return False
    if any(not any(bears[cause, effect] for effect in effects) for cause in causes):
        return False
    chosen = {effect.node for effect in effects if effect.kind in ("should", "best")}
    if not all(_leave(causes, effects, node, world) for node in chosen):
        return False
    return all(_suffices(causes, effect, world) for effect in effects)


def _leave(causes: Sequence[Atom], effects: Sequence[Atom], node: str, world: World) -> bool:
    """Return whether reasons exclude all colors of a node but those that it should have."""
    wanted = {effect.color for effect in effects if effect.node == node}
    excluded = {
        cause.color
        for cause in causes
        if cause.node == node or (cause.kind in _COLOR and world.near(cause.node, node))
    }
    return {*world.facts.view.domain} - wanted <= excluded


def _plain(atom: Atom) -> Atom:
    if atom.kind in ("only", "need"):
        return Atom("must", atom.node, atom.color)
    return Atom(atom.kind.removesuffix(" as is"), *_rest(atom)) if atom.kind in _AS_IS else atom


def _rest(atom: Atom) -> tuple[str, str, str]:
    return atom.node, atom.color, atom.other


def _suffices(causes: Sequence[Atom], effect: Atom, world: World) -> bool:
    """Return whether one of the colors that explain a change is the color that was left."""
    if effect.kind in ("calm", "satisfied") and all(cause.kind in _COLOR for cause in causes):
        if effect.other == "inside":
            return {cause.node for cause in causes} == {*world.facts.view.own}
        # That nothing clashes depends on both ends of an edge.
        return {world.mine(cause.node) for cause in causes} == {True, False}
    if effect.kind not in _CHANGE or not all(cause.kind in _COLOR for cause in causes):
        return True
    return any(cause.color == world.before(effect.node) for cause in causes)


def _bears(cause: Atom, effect: Atom, world: World, causes: Sequence[Atom]) -> bool:
    node, color = effect.node, effect.color
    near = bool(cause.node) and bool(node) and world.near(cause.node, node)
    fixed = node in world.facts.view.fixed
    if effect.kind == "not" and cause.kind in _COLOR and cause.node == node:
        # "h3 is blue, so it is not red."
        return cause.color != color
    if node and not world.mine(node) and effect.kind in (*_COLOR, *_CHANGE, "not", "was"):
        # No color of the agent is a reason for what the person chose.
        return False
    match effect.kind:
        case "became" | "changed" | "left":
            old, new = world.before(node), world.color(node)
            if cause.kind == "was" and cause.node == node:
                # "It was red like your h2": its old color is a reason with what it clashed with.
                return cause.color == old and any(
                    one.kind in ("same before", "clashed") and node in (one.node, one.other)
                    for one in causes
                )
            if cause.kind in _COLOR or cause.kind == "was":
                return near and cause.color in (old, *_third(world, old, new))
            if cause.kind in ("clashed", "same before"):
                return node in (cause.node, cause.other)
            if cause.kind == "clash":
                # "It would clash, so I have to change it."
                return node in (cause.node, cause.other) and node not in world.facts.changed
            if cause.kind == "demanded":
                return cause.node == node and cause.color in ("", new)
            if cause.kind == "cannot":
                return cause.node == node and cause.color == old
            return cause.kind == "must" and cause.node == node and cause.color == new
        case "is" | "kept" | "not":
            if fixed:
                return cause.kind == "fixed" and cause.node == node
            if any(pin.node == node for pin in world.facts.pins) and cause.kind != "demanded":
                return False
            if cause.kind in _COLOR:
                if effect.kind == "not":
                    return near and cause.color == color
                return near and cause.color != world.color(node)
            if cause.kind == "near":
                # "It is next to h2, which is blue": the color of the neighbor has to be said.
                ends = {cause.node, cause.other} - {node}
                return len(ends) == 1 and any(
                    one.kind in _COLOR and {one.node} == ends and one.color != world.color(node)
                    for one in causes
                )
            if cause.kind == "demanded":
                return cause.node == node and cause.color in ("", world.color(node))
            if cause.kind == "clashed":
                moved = effect.kind == "is" and node in world.facts.changed
                return moved and node in (cause.node, cause.other)
            if cause.kind == "cannot":
                return cause.node == node and cause.color != world.color(node)
            if cause.kind in ("fits", "calm", "satisfied"):
                return effect.kind == "kept" and cause.node in ("", node)
            if cause.kind == "must" and cause.color and color:
                return cause.node == node and (cause.color == color) != (effect.kind == "not")
            return cause.kind in ("fixed", "must") and cause.node == node
        case "must":
            if not world.mine(node) and world.facts.view.domain:
                # What the person's node must be is the person's to say.
                return cause.kind in ("demanded", "fixed") and cause.node == node
            if cause.kind in _COLOR:
                return (
                    not fixed and cause.color != color and (near or _decides(cause, node, color, world))
                )
            if cause.kind == "cannot":
                return cause.node == node and cause.color != color
            if cause.kind == "near":
                # "It touches h2 and h4, which are green and blue."
                ends = {cause.node, cause.other} - {node}
                return len(ends) == 1 and any(
                    one.kind in _COLOR and {one.node} == ends and one.color != color for one in causes
                )
            return cause.kind == "fixed" and cause.node == node
        case "cannot":
            if cause.kind in _COLOR:
                if fixed:
                    return False
                return (near and cause.color == color) or _allows(cause, {node: color}, world)
            if cause.kind in ("near", "fixed"):
                ends = {cause.node, cause.other} - {node, ""}
                return any(world.color(end) == color and world.near(end, node) for end in ends) or (
                    cause.kind == "fixed" and cause.node == node
                )
            return cause.kind == "must" and cause.node == node and cause.color != color
        case "can" | "able":
            return (
                cause.kind in (*_COLOR, "not")
                and near
                and (cause.color != color) == (cause.kind != "not")
            )
        case "plan":
            # What it changes is in a conflict, or cannot stay so.
            if cause.kind in _COLOR:
                return (near or cause.node == node) and cause.color == world.color(node)
            if cause.kind in ("clash", "same"):
                return node in (cause.node, cause.other) and world.near(cause.node, cause.other)
            return (
                cause.kind in ("must", "cannot")
                and cause.node == node
                and ((cause.color == color) == (cause.kind == "must"))
            )
        case "asked" | "asked to change" | "suggested" | "suggested to change":
            # Its present color clashes.
            if cause.kind in _COLOR:
                return cause.color == world.color(node) and (near or cause.node == node)
            if cause.kind == "must":
                return near and cause.color == world.color(node)
            if cause.kind == "same" and not world.near(cause.node, cause.other):
                return False
            return cause.kind in ("clash", "same") and node in (cause.node, cause.other)
        case "may keep" | "may choose":
            if cause.kind in _COLOR:
                return near
            return cause.kind in ("able", "can", "plan") and near
        case "keep plan":
            if cause.kind in ("calm", "fits", "satisfied"):
                return cause.node in ("", node) or cause.other == node
            return cause.kind in _COLOR and near and cause.color != world.color(node)
        case "works":
            if cause.kind in _COLOR:
                return near and cause.color != color
            return cause.kind in ("able", "can", "fits") and near
        case "fails":
            if cause.kind in _COLOR:
                return (near and cause.color == color) or _allows(cause, {node: color}, world)
            return cause.kind in ("must", "cannot") and near
        case "not as is" | "avoided":
            if cause.kind == "unsolvable":
                return True
            return cause.kind in _COLOR and near and cause.color == color
        case "should" | "best":
            if cause.kind in _COLOR:
                return near and cause.color != color
            return cause.kind in ("causes", "points") and cause.node == node and cause.color != color
        case "causes" | "points" | "no help" | "does not help":
            if cause.kind in (*_COLOR, "must"):
                return near and cause.color == color
            if cause.kind == "near":
                ends = {cause.node, cause.other} - {node}
                return len(ends) == 1 and any(world.color(end) == color for end in ends)
            return False
        case "penalty" | "penalty still":
            return cause.kind in ("clash", "war") or _bears(cause, Atom("war"), world, causes)
        case "asked to keep so" | "asked to keep":
            if cause.kind in _COLOR:
                return near
            return cause.kind == "clash" and node in (cause.node, cause.other)
        case "none free":
            return cause.kind in _COLOR and near
        case "unknown":
            return cause.kind == "near" and node in (cause.node, cause.other)
        case "nothing changed":
            return cause.kind in ("calm", "satisfied")
        case "colorings":
            return cause.kind in ("colorings", "can", "works")
        case "clash" | "war" | "must move":
            if cause.kind in ("same", "near"):
                return world.edge((cause.node, cause.other)) is True and world.near(
                    cause.node, cause.other
                )
            if cause.kind in _COLOR and effect.other and cause.node in (node, effect.other):
                # That they clash, perhaps with other colors, is a claim of its own.
                return True
            if cause.kind not in _COLOR or (
                node and cause.node not in (node, effect.other) and not near
            ):
                return False
            return any(cause.node in edge and world.edge(edge) for edge in world.edges("all"))
        case "fits" | "calm":
            if cause.kind in ("calm", "fits", "differ"):
                return True
            if cause.kind == "left":
                return near and cause.color == world.color(node)
            if cause.kind in _COLOR or cause.kind == "not":
                return not node or near or cause.node in (node, effect.other)
            return cause.kind == "apart" and {cause.node, cause.other} == {node, effect.other}
        case "satisfied" | "neednot" | "you need not" | "calm would":
            return cause.kind in ("calm", "fits", "satisfied", "can", "able", "solvable")
        case "unsatisfied":
            return cause.kind in ("clash", "war", "same", "unsolvable")
        case "unsolvable" | "stuck":
            return cause.kind in _COLOR and _allows(cause, {}, world)
        case "request":
            if cause.kind in ("clash", "same"):
                return node in (cause.node, cause.other, "")
            if cause.kind in ("must", "cannot", "is"):
                return near and (cause.kind != "is" or cause.color == world.color(node))
            return cause.kind in ("war", "unsolvable", "unsatisfied")
    return False


def _third(world: World, old: str | None, new: str | None) -> tuple[str, ...]:
    return tuple(color for color in world.facts.view.domain if color not in (old, new))


def _allows(cause: Atom, bound: dict[str, str], world: World) -> bool:
    """Return whether something would be possible if a node of the person had another color."""
    if cause.node not in world.facts.view.owners or cause.color == "":
        return False
    others = [color for color in world.facts.view.domain if color != cause.color]
    return any(world.with_({cause.node: color}).can(bound) is True for color in others)


def _decides(cause: Atom, node: str, color: str, world: World) -> bool:
    return any(
        _allows(cause, {node: other}, world) for other in world.facts.view.domain if other != color
    )
