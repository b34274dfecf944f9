"""
Options of a world that note which of them were read, since a misspelled one would go unnoticed.

What reads the whole, a loop or a copy for instance, reads every option. A question whether an option is
present reads it too. They are a dictionary, since worlds write them as JSON and change them; so what
reads a dictionary past its methods, as ``msgspec.convert`` does, is not noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import shortened

#: Methods of a dictionary that read one option, which is their first argument, and those that read all.
_OF_ONE = ("__getitem__", "__contains__", "get", "pop", "setdefault")
_OF_ALL = (
    *("__iter__", "__reversed__", "keys", "values", "items", "copy", "popitem"),
    *("__or__", "__ror__", "__eq__", "__ne__", "__repr__"),
)

#: What a warning adds if nothing was noticed at all.
UNSEEN = "if msgspec reads them, give it dict(setup.options)"


class WorldOptions(dict[str, str]):
    """Options by name: a dictionary that notes what is read."""

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__(options)
        self._given = tuple(options)
        self._asked: set[object] = set()

    #: Of a plain dictionary: the class has no other options to note.
    fromkeys = staticmethod(dict.fromkeys)  # type: ignore[assignment]

    def note(self, *names: object) -> None:
        """Note options as read; without a name, all of them."""
        self._asked.update(names or self._given)

    @property
    def unread(self) -> list[str]:
        """Names of the options that nothing has read."""
        return [name for name in self._given if name not in self._asked]

    @property
    def warning(self) -> str:
        """What to say of the options that nothing has read; empty if there are none."""
        if not self.unread:
            return ""
        options = "option" if len(self.unread) == 1 else "options"
        asked = ", ".join(sorted(map(shortened, self._asked)))
        unread = ", ".join(map(shortened, self.unread))
        seen = f"it read {asked}" if asked else UNSEEN
        return f"the world did not read the {options} {unread}; {seen}"

    def __reduce__(self) -> tuple[Any, ...]:
        return WorldOptions, (dict(self),)


def _noting(method: Callable[..., Any], of_one: bool) -> Callable[..., Any]:
    """Return a method of a dictionary that notes what it reads."""

    def read(self: WorldOptions, *arguments: Any) -> Any:
        self.note(*arguments[:of_one])
        return method(self, *arguments)

    return read


for _name in (*_OF_ONE, *_OF_ALL):
    setattr(WorldOptions, _name, _noting(getattr(dict, _name), _name in _OF_ONE))
