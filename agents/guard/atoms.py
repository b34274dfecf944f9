"""
Atoms of guards (the parts that ``&& || ! ?:`` connect), the paths they read, and the cells of these.

An atom that compares one path with constants, or tests its presence, has one outcome on each cell (see
:mod:`.domains`); so has one whose paths have finitely many values. Others are opaque: relations of two
paths, arithmetic, calls of the host. They fail if a path that they need is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError, shortened
from .check import plain
from .closures import Closure, compiled
from .domains import Domain, domain_of, prefix_interval, samples
from .guard import Guard, paths
from .outcomes import ANY, FALSE, TRUE, Skeleton, chosen, joined, negated, outcome_of
from .tree import (
    Binary,
    Call,
    Conditional,
    Has,
    Logic,
    Name,
    Node,
    Unary,
    children,
    path_of,
    walk,
)
from .tree import Literal as Constant
from .types import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    STRING,
    Declarations,
    Function,
    ListType,
    MapType,
    RecordType,
    Type,
    constant_type,
)
from .values import Failure

Path = tuple[str, ...]

_MISSING, _MAP = object(), object()


@dataclass
class Variable:
    """Path and the cells of its values; ``parent`` is the path above if that may not be a map."""

    path: Path
    values: tuple[Any, ...]
    finite: bool
    parent: int | None = None


@dataclass
class Atom:
    """Part of a guard without boolean structure; ``total`` if values of its types never let it fail."""

    node: Node
    run: Closure
    variables: tuple[int, ...] = ()
    exact: bool = True
    strict: tuple[int, ...] = ()
    calls: bool = False
    total: bool = False
    known: dict[tuple[int, ...], int] = field(default_factory=dict)


def check_alike(guards: Sequence[Guard]) -> None:
    """Refuse what is no guard, and guards that were compiled against different declarations."""
    for guard in guards:
        if not isinstance(guard, Guard):
            raise InputError(f"expected a guard made by compile_guard, got {shortened(guard)}")
    for guard in guards[1:]:
        if guard.declarations is not guards[0].declarations and (
            guard.declarations != guards[0].declarations
        ):
            raise InputError("guards can be compared only if their declarations are the same")


class Problem:
    """Variables and atoms of some guards."""

    def __init__(self, guards: Sequence[Guard], present: Iterable[str]) -> None:
        check_alike(guards)
        self.declarations = guards[0].declarations if guards else Declarations()
        self.functions = dict.fromkeys(self.declarations.functions, _NOT_CALLED)
        given = [tuple(path.split(".")) for path in present]
        for path in given:
            if guards and path[0] not in self.declarations.types:
                raise InputError(f"present: {'.'.join(path)!r} does not begin with a declared root")
        self.maps = {path[:length] for path in given for length in range(1, len(path))}
        self.present = self.maps.union(given)
        self.guards = guards
        self.atoms: list[Atom] = []
        self.index: dict[Node, int] = {}
        self.users: list[set[int]] = []  # of each atom, the guards
        self.skeletons = [self.skeleton(guard.ast, number) for number, guard in enumerate(guards)]
        self.rivals = self._rivals()
        self.variables: list[Variable] = []
        self.declare_variables()

    def skeleton(self, node: Node, user: int) -> Skeleton:
        """Return a function from possible outcomes of atoms to possible outcomes of the node."""
        match node:
            case Unary(operator="!", operand=operand):
                return negated(self.skeleton(operand, user))
            case Logic(operator=operator, operands=operands):
                parts = [self.skeleton(operand, user) for operand in operands]
                return joined(parts, operator)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                return chosen(*(self.skeleton(part, user) for part in (condition, then, otherwise)))
            case Binary(operator="!=" | ">" | ">=" | "<=" as operator, left=left, right=right):
                # One atom for a relation and its negation: `a >= b` is `!(a < b)`, since numbers are
                # finite.
                ends = (right, left) if operator in (">", "<=") else (left, right)
                relation = Binary("==" if operator == "!=" else "<", *ends, position=node.position)
                atom = self.skeleton(relation, user)
                return atom if operator == ">" else negated(atom)
            case Binary(operator="==", left=left, right=right):
                mirrored = Binary("==", right, left, position=node.position)
                node = mirrored if mirrored in self.index else node
        if node not in self.index:
            self.index[node] = len(self.atoms)
            self.atoms.append(Atom(node, compiled(node, self.functions), calls=_calls_host(node)))
            self.users.append(set())
        number = self.index[node]
        self.users[number].add(user)
        return lambda outcomes: outcomes[number]

    def _rivals(self) -> dict[int, tuple[int, ...]]:
        """Return for each relation those of the same operands that exclude it: of < > == one holds."""
        groups: dict[frozenset[Node], list[int]] = {}
        for number, atom in enumerate(self.atoms):
            node = atom.node
            if isinstance(node, Binary) and node.operator in ("==", "<") and not atom.calls:
                groups.setdefault(frozenset((node.left, node.right)), []).append(number)
        return {
            number: tuple(other for other in group if other != number)
            for group in groups.values()
            for number in group
        }

    def consistent(self, atoms: Sequence[int], number: int) -> bool:
        """Return whether no relation that an atom excludes holds as well, and one of < > == does."""
        rivals = self.rivals.get(number, ())
        if atoms[number] == TRUE:
            return all(atoms[other] != TRUE for other in rivals)
        all_three = len(rivals) == 2 and self.atoms[number].total
        return not all_three or any(atoms[one] != FALSE for one in (number, *rivals))

    def declare_variables(self) -> None:
        """Cut the values of each path at its constants, and set the paths of each atom."""
        reads = [self.comparison(atom.node) for atom in self.atoms]
        cuts: dict[Path, list[Any]] = {}
        tried: dict[Path, list[Any]] = {}
        users: dict[Path, set[int]] = {}
        for number, (seen, constants, decided) in enumerate(reads):
            for path in seen:
                for length in range(1, len(path) + 1):
                    cuts.setdefault(path[:length], [])
                    tried.setdefault(path[:length], [])
                    users.setdefault(path[:length], set()).update(self.users[number])
                (cuts if decided else tried)[path] += constants
        for path, constants in tried.items():
            cuts[path] += samples(constants)
        for seen, _, decided in reads:  # a relation of two paths is tried on the constants of both
            if not decided and len(seen) > 1:
                together = [constant for path in seen for constant in cuts[path]]
                for path in seen:
                    cuts[path] = together
        inner = {path[:length] for path in cuts for length in range(1, len(path))}
        numbers: dict[Path, int] = {}
        # First the paths that most guards read, where they contradict each other; parents first.
        for path in sorted(cuts, key=lambda path: (-len(users[path]), len(path))):
            domain = self.domain(path, cuts[path], path in inner)
            numbers[path] = len(self.variables)
            parent = numbers[path[:-1]] if len(path) > 1 else None
            self.variables.append(Variable(path, domain.values, domain.finite, parent))
        for atom, (seen, _, decided) in zip(self.atoms, reads, strict=True):
            needed = {path[:length] for path in seen for length in range(1, len(path) + 1)}
            atom.variables = tuple(sorted(numbers[path] for path in needed))
            finite = all(self.variables[numbers[path]].finite for path in seen)
            atom.exact = not atom.calls and (decided or finite)
            atom.total = not atom.calls and self.total(atom.node)
            atom.strict = tuple(numbers[path] for path in _strict(atom.node, self.declarations))
        self.completed_by: list[list[int]] = [[] for _ in range(len(self.variables) + 1)]
        for number, atom in enumerate(self.atoms):
            self.completed_by[max(atom.variables, default=-1) + 1].append(number)

    def comparison(self, node: Node) -> tuple[set[Path], list[Any], bool]:
        """
        Return the paths of an atom, its constants, and whether cells cut at these decide it.

        They do if one path is compared with constants, or tested for presence.
        """
        seen = paths(node, self.declarations)
        match node:
            case Has():
                return seen, [], path_of(node.path) is not None
            case Binary(operator="==" | "<" | "in", left=left, right=right):
                ends = [side for side in (left, right) if path_of(side) is None]
                if (
                    len(ends) == 1
                    and not _varies(ends[0])
                    and (node.operator != "in" or ends[0] is right)
                ):
                    constant = self.constant(ends[0])
                    members = (
                        constant if node.operator == "in" and isinstance(constant, list) else [constant]
                    )
                    return seen, [c for c in members if c is not _MISSING], True
                if node.operator == "in" and all(path != path_of(right) for path in seen):
                    return seen, [], len(seen) == 1  # a key in a record
            case Call(name="startsWith", method=True, arguments=(text, prefix)):
                start = _MISSING if _varies(prefix) else self.constant(prefix)
                if path_of(text) is not None and isinstance(start, str):
                    return seen, list(prefix_interval(start)), True
        if path_of(node) is not None:
            return seen, [], True
        constants = [below.value for below in walk(node) if isinstance(below, Constant)]
        return seen, [c for c in constants if c is not None], False

    def total(self, node: Node) -> bool:
        """Return whether an atom has a truth value for all values of the declared types."""
        match node:
            case Binary(operator="==" | "<", left=left, right=right):
                kinds = {self.scalar(left), self.scalar(right)}
                return None not in kinds and (len(kinds) == 1 or kinds == {INT, DOUBLE})
            case Call(name="startsWith" | "endsWith" | "contains", arguments=(text, part)):
                return self.scalar(text) == self.scalar(part) == STRING
        return False

    def scalar(self, node: Node) -> Type | None:
        """Return the type of a path, a constant or a size, if its values can be ordered."""
        path = path_of(node)
        if path is not None:
            kind = plain(self.type_of(path))
        elif isinstance(node, Constant):
            kind = constant_type(node.value)
        elif isinstance(node, Call) and node.name == "size" and len(node.arguments) == 1:
            of = path_of(node.arguments[0])
            kind = DYN if of is None else self.type_of(of)
            return INT if kind == STRING or isinstance(kind, ListType) else None
        else:
            return None
        return kind if kind in (BOOL, INT, DOUBLE, STRING) else None

    def constant(self, node: Node) -> Any:
        """Return the value of a constant node; missing if it fails."""
        try:
            return compiled(node, {})({})
        except Failure:
            return _MISSING

    def domain(self, path: Path, constants: list[Any], inner: bool) -> Domain:
        """Return the cells of a path; an ``inner`` path has others below it."""
        kind = self.type_of(path)
        if inner:
            values: list[Any] = [_MAP]
            if kind is DYN and len(path) > 1 and path not in self.maps:
                values += [v for v in domain_of(kind, constants).values if v != {}]
            elif None in constants:
                values.append(None)
            finite = False
        else:
            domain = domain_of(kind, constants)
            values, finite = list(domain.values), domain.finite
        if len(path) > 1 and path not in self.present:
            values.append(_MISSING)
        return Domain(tuple(values), finite)

    def type_of(self, path: Path) -> Type:
        """Return the declared type of a path."""
        kind: Type = self.declarations.types[path[0]]
        for name in path[1:]:
            if isinstance(kind, RecordType):
                kind = kind.fields.get(name, DYN)
            else:
                kind = kind.of if isinstance(kind, MapType) else DYN
        return kind

    def world(self, cells: Sequence[int]) -> dict[str, Any]:
        """
        Return the values of an assignment of cells to the first paths.

        The other paths are missing if they may be.
        """
        root: dict[str, Any] = {}
        maps: dict[Path, dict[str, Any]] = {(): root}
        for number, variable in enumerate(self.variables):
            above = maps.get(variable.path[:-1])
            value = variable.values[cells[number] if number < len(cells) else 0]
            if number >= len(cells) and _MISSING in variable.values:
                value = _MISSING
            if above is None or value is _MISSING:
                continue
            if value is _MAP:
                value = maps[variable.path] = {}
            above[variable.path[-1]] = value
        return root

    def outcomes(self, witness: dict[str, Any]) -> list[int]:
        """Return the outcomes of the atoms; any outcome if the host is called."""
        return [ANY if atom.calls else outcome_of(atom.run, witness) for atom in self.atoms]

    def outcome(self, atom: Atom, cells: Sequence[int]) -> int:
        """Return the possible outcomes of an atom whose paths are assigned."""
        key = tuple(cells[number] for number in atom.variables)
        known = atom.known.get(key)
        if known is None:
            if not atom.exact and all(self.there(number, cells) for number in atom.strict):
                values = (self.variables[number].values[cells[number]] for number in atom.strict)
                known = TRUE | FALSE if atom.total and all(v is not None for v in values) else ANY
            else:
                known = outcome_of(atom.run, self.world(cells))
            atom.known[key] = known
        return known

    def there(self, number: int, cells: Sequence[int]) -> bool:
        """Return whether the assignment has a value for a path."""
        variable = self.variables[number]
        if variable.values[cells[number]] is _MISSING:
            return False
        return variable.parent is None or self.is_map(variable.parent, cells)

    def is_map(self, number: int, cells: Sequence[int]) -> bool:
        """Return whether the assignment makes a path a map."""
        return self.variables[number].values[cells[number]] is _MAP and self.there(number, cells)


def _no_call(*arguments: Any) -> Any:
    raise Failure("the analysis calls no function of the host")


_NOT_CALLED = Function((), DYN, _no_call, optional=(DYN,) * 64)


def _varies(node: Node) -> bool:
    return any(isinstance(below, Name) or _is_host_call(below) for below in walk(node))


def _is_host_call(node: Node) -> bool:
    return isinstance(node, Call) and not node.method and node.name != "size"


def _calls_host(node: Node) -> bool:
    return any(_is_host_call(below) for below in walk(node))


def _strict(node: Node, declarations: Declarations) -> Iterator[Path]:
    """Return the paths without which the node has no value."""
    path = path_of(node)
    if path is not None:
        yield path
    elif not isinstance(node, (Has, Logic, Conditional)):
        asked = isinstance(node, Binary) and node.operator == "in" and path_of(node.right)
        if not asked or asked in paths(node, declarations):  # else a key is looked for in a record
            for child in children(node):
                yield from _strict(child, declarations)
