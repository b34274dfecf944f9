"""
The part of YAML that files of cost networks need, read without trusting them.

libyaml parses the text into events; the objects are built here, with limits on depth, on the number of
objects (an alias counts as everything that it repeats), and without recursion. Dates stay text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...errors import InputError, expected, shortened

#: Bytes of a text, objects in it, and collections within each other.
MAX_TEXT = 1 << 23
MAX_OBJECTS = 1 << 18
MAX_DEPTH = 16
TAG = "tag:yaml.org,2002:"
#: Digits of a number.
MAX_DIGITS = 400


class Document(NamedTuple):
    """
    A document.

    Attributes
    ----------
    value
        The objects: dict, list, str, int, float, bool or None.
    lines
        Line of each key of the mappings in the outermost mapping, by both keys as text.
    """

    value: Any
    lines: dict[tuple[str, str], int]


@dataclass
class _Collection:
    """A collection that is still open."""

    value: Any
    anchor: str | None
    size: int = 1
    key: Any = None
    has_key: bool = False
    keys: set[str] = field(default_factory=set)


def _yaml() -> Any:
    try:
        import yaml
    except ImportError:
        raise ImportError("pyDCOP's files need PyYAML: pip install 'kempe[yaml]'") from None
    return yaml


def load(text: str, path: str) -> Document:
    """
    Return the one document in a text; ``path`` is for messages.

    Raises
    ------
    InputError
        If the text is not YAML, exceeds a limit, or has keys twice.
    """
    yaml = _yaml()
    if len(text) > MAX_TEXT:
        raise expected("length of the YAML", len(text), f"at most {MAX_TEXT} characters", path=path)
    builder = _Builder(yaml, path)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1
        problem = getattr(error, "problem", None) or "unreadable"
        raise InputError(f"expected YAML: {problem}", path=path, line=line) from None
    return Document(builder.root, builder.lines)


class _Builder:
    def __init__(self, yaml: Any, path: str) -> None:
        self.yaml = yaml
        self.path = path
        self.resolver = yaml.resolver.Resolver()
        self.constructor = yaml.constructor.SafeConstructor()
        self.root: Any = None
        self.lines: dict[tuple[str, str], int] = {}
        self.stack: list[_Collection] = []
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.count = 0
        self.documents = 0

    def error(self, message: str, event: Any) -> InputError:
        return InputError(message, path=self.path, line=event.start_mark.line + 1)

    def take(self, event: Any) -> None:
        """Add an event to the objects."""
        yaml = self.yaml
        if isinstance(event, yaml.ScalarEvent):
            self.count += 1
            self.add(self.scalar(event), 1, event.anchor, event)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            value: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
            self.stack.append(_Collection(value, event.anchor))
            if len(self.stack) > MAX_DEPTH:
                raise self.error(f"expected at most {MAX_DEPTH} collections in each other", event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            done = self.stack.pop()
            self.count += 1
            self.add(done.value, done.size, done.anchor, event)
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                raise self.error(f"alias *{event.anchor}: expected an anchor before it", event)
            value, size = self.anchors[event.anchor]
            self.count += size
            self.add(value, size, None, event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise self.error("expected one document", event)

    def add(self, value: Any, size: int, anchor: str | None, event: Any) -> None:
        """Add an object of so many parts to the innermost open collection."""
        if self.count > MAX_OBJECTS:
            raise self.error(f"expected at most {MAX_OBJECTS} objects, repeated ones included", event)
        if anchor is not None:
            self.anchors[anchor] = value, size
        if not self.stack:
            self.root = value
            return
        parent = self.stack[-1]
        parent.size += size
        if isinstance(parent.value, list):
            parent.value.append(value)
        elif parent.has_key:
            parent.value[parent.key] = value
            parent.has_key = False
        else:
            self.add_key(parent, value, event)

    def add_key(self, parent: _Collection, key: Any, event: Any) -> None:
        if isinstance(key, (dict, list)):
            raise self.error("expected a word or number as key", event)
        if str(key) in parent.keys:
            raise self.error(f"key {shortened(key)}: expected distinct keys", event)
        parent.keys.add(str(key))
        parent.key, parent.has_key = key, True
        if len(self.stack) == 2 and self.stack[0].has_key:
            self.lines[str(self.stack[0].key), str(key)] = event.start_mark.line + 1

    def scalar(self, event: Any) -> Any:
        """Return the value of a scalar."""
        tag, text = event.tag, event.value
        if tag is None or tag == "!":
            tag = self.resolver.resolve(self.yaml.ScalarNode, text, event.implicit)
        kind = tag.removeprefix(TAG)
        if kind in ("str", "timestamp", "value"):
            return text
        if kind == "null":
            return None
        if kind in ("int", "float", "bool") and len(text) <= MAX_DIGITS:
            make = getattr(self.constructor, f"construct_yaml_{kind}")
            try:
                return make(self.yaml.ScalarNode(tag, text))
            except (ValueError, KeyError, OverflowError, IndexError):
                pass
        elif kind not in ("int", "float", "bool"):
            raise self.error(f"tag {shortened(tag)}: expected text, a number, a boolean or null", event)
        raise self.error(f"{shortened(text)}: expected a legal {kind}", event)


def dump(data: Any) -> str:
    """Return objects as YAML."""
    text: str = _yaml().safe_dump(data, sort_keys=False, width=100)
    return text
