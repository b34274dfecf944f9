"""
YAML files that pydantic models describe: a wrong value is named with its line and what is legal there.

YAML reads ``yes`` as a truth value and lets a key replace an earlier one. So types are not converted,
and a key that stands twice is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, WrapValidator, model_validator
from pydantic_core import PydanticCustomError

from ...errors import InputError, expected

#: Types of the findings that this module makes.
_WRONG, _UNKNOWN = "wrong_value", "unknown_key"
#: What is legal, by the type of pydantic's finding.
_LEGAL = {
    "string_type": "text; numbers, dates, yes and no need quotes",
    "string_pattern_mismatch": "text that is not empty",
    "bool_type": "true or false",
    "int_type": "an integer",
    "tuple_type": "a list",
    "model_type": "keys and values",
}


class Part(BaseModel):
    """A part of a file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known(cls, data: Any) -> Any:
        if isinstance(data, dict):
            for key in data:
                if key not in cls.model_fields:
                    legal = f"one of {', '.join(cls.model_fields)}"
                    raise PydanticCustomError(_UNKNOWN, "{legal}", {"key": str(key), "legal": legal})
        return data


def legal(words: str) -> WrapValidator:
    """Return an annotation of a type that says in words what is legal."""

    def check(value: Any, handler: Any) -> Any:
        try:
            return handler(value)
        except ValidationError:
            raise PydanticCustomError(_WRONG, "{legal}", {"legal": words}) from None

    return WrapValidator(check)


P = TypeVar("P", bound=Part)
Keys = Sequence[str | int]


@dataclass(frozen=True)
class YamlFile:
    """
    A YAML file.

    Attributes
    ----------
    path
        The file.
    value
        Its content.
    root
        The nodes that PyYAML read, which know their lines; None for an empty file.
    """

    path: Path
    value: Any
    root: Any

    def line(self, keys: Keys) -> int | None:
        """Return the line of a value, or of the innermost one around it that the file has."""
        node, line = self.root, None
        for key in keys:
            if node is None or isinstance(node.value, str):
                break
            if isinstance(key, int):
                found = [(one, one) for one in node.value[key : key + 1]]
            else:
                found = [pair for pair in node.value if pair[0].value == key]
            if not found:
                break
            # Merged pairs (<<) come before those that replace them.
            line, node = found[-1][0].start_mark.line + 1, found[-1][1]
        return line

    def wrong(self, keys: Keys, value: object, words: str) -> InputError:
        """Return the error for a value that is not legal."""
        return expected(_joined(keys), value, words, path=self.path, line=self.line(keys))

    def read(self, model: type[P]) -> P:
        """
        Return the content as a model.

        Raises
        ------
        InputError
            If it is not one; the first finding is named.
        """
        try:
            return model.model_validate(self.value)
        except ValidationError as error:
            finding = error.errors(include_url=False)[0]
            raise self._error(finding) from error

    def _error(self, finding: Any) -> InputError:
        keys, context = finding["loc"], finding.get("ctx", {})
        match finding["type"]:
            case "missing":
                message = f"missing key {_joined(keys)!r}"
                return InputError(message, path=self.path, line=self.line(keys))
            case kind if kind == _UNKNOWN:
                keys = (*keys, context["key"])
                message = f"{_joined(keys)}: expected {context['legal']}"
                return InputError(message, path=self.path, line=self.line(keys))
            case kind if kind == _WRONG:
                words = context["legal"]
            case "literal_error":
                words = context["expected"]
            case kind:
                words = _LEGAL.get(kind, finding["msg"])
        return self.wrong(keys, finding["input"], words)


def _joined(keys: Keys) -> str:
    return ".".join(map(str, keys))


def read_yaml(path: Path) -> YamlFile:
    """
    Read a YAML file.

    Raises
    ------
    InputError
        If it cannot be read, is not YAML, or has a key twice.
    """
    import yaml

    try:
        text = path.read_text(encoding="utf-8")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        _refuse_repeated(root, path)
        value = yaml.SafeLoader("").construct_document(root) if root is not None else None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        raise InputError(f"not YAML: {error.problem}", path=path, line=line) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise InputError(f"not YAML: {' '.join(str(error).split())[:200]}", path=path) from error
    except InputError:
        raise
    except ValueError as error:  # bytes that are not UTF-8, and dates and numbers that are none
        raise InputError(f"not YAML in UTF-8: {error}", path=path) from error
    return YamlFile(path, value, root)


def _refuse_repeated(root: Any, path: Path) -> None:
    """Refuse a key that stands twice in a mapping; aliases are followed once."""
    nodes, seen = [root], set()
    while nodes:
        node = nodes.pop()
        if node is None or isinstance(node.value, str) or id(node) in seen:
            continue
        seen.add(id(node))
        keys: set[str] = set()
        for one in node.value:
            if not isinstance(one, tuple):
                nodes.append(one)
                continue
            key, value = one
            if isinstance(key.value, str) and key.value in keys:
                line = key.start_mark.line + 1
                raise InputError(f"key {key.value!r}: expected distinct keys", path=path, line=line)
            keys.add(str(key.value))
            nodes.append(value)
