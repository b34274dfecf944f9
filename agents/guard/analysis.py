"""
What can be known of guards without values: can two hold at once, does one always hold of several.

A guard is a boolean skeleton over atoms, the parts that ``&& || ! ?:`` connect. An atom that compares
one path with constants, or asks whether it is there, has one outcome on each cell of that path's values
(see :mod:`.domains`), and outcomes are three: true, false, failed. A search assigns cells to paths,
evaluates the skeletons on what is known so far, and turns back as soon as the goal is out of reach. What
it finds is a witness: values on which the guards, evaluated, do what was asked.

An atom that relates two paths, computes, or calls the host is opaque: the search lets it come out any
way. Then "disjoint" is still a proof, for more was allowed than can happen; a witness must pass the
evaluation; and where neither is had, the answer is "unknown", as it is when the budget runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ..errors import InputError
from .closures import Closure, compiled
from .domains import Domain, domain_of, prefix_interval, samples
from .guard import Guard, paths
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
from .types import DYN, Declarations, Function, MapType, RecordType, Type
from .values import Failure

#: Assignments that one question may try.
BUDGET = 5_000

Path = tuple[str, ...]
#: From the sets of outcomes that the atoms may have to the set of outcomes of a guard.
Skeleton = Callable[[list[int]], int]


class Overlap(NamedTuple):
    """
    Whether two guards can hold at once.

    Attributes
    ----------
    kind
        ``"disjoint"`` and ``"overlap"`` are proved; ``"unknown"`` is neither.
    witness
        If they overlap: values on which both hold.
    """

    kind: Literal["disjoint", "overlap", "unknown"]
    witness: dict[str, Any] | None


class Coverage(NamedTuple):
    """
    Whether one of several guards always holds.

    Attributes
    ----------
    kind
        ``"exhaustive"`` and ``"gap"`` are proved; ``"unknown"`` is neither.
    witness
        If there is a gap: values on which none holds. A path that is not in it is missing.
    """

    kind: Literal["exhaustive", "gap", "unknown"]
    witness: dict[str, Any] | None


def overlap(a: Guard, b: Guard, *, present: Iterable[str] = (), budget: int = BUDGET) -> Overlap:
    """
    Ask whether two guards can hold at once.

    Parameters
    ----------
    a, b
        Compiled against the same declarations.
    present
        Paths that are known to be there: ``"answers.age"``. Any other may be missing.
    budget
        Assignments to try before the answer is ``"unknown"``.

    Raises
    ------
    InputError
        If the declarations differ.
    """
    found, witness = _search([a, b], [_TRUE, _TRUE], present, budget)
    return Overlap("overlap" if found else "disjoint" if found is False else "unknown", witness)


def exhaustive(
    guards: Iterable[Guard], *, present: Iterable[str] = (), budget: int = BUDGET
) -> Coverage:
    """Ask whether at least one of the guards holds, whatever the values; see :func:`overlap`."""
    given = list(guards)
    found, witness = _search(given, [_FALSE | _FAILED] * len(given), present, budget)
    return Coverage("gap" if found else "exhaustive" if found is False else "unknown", witness)


def always(guard: Guard, *, present: Iterable[str] = (), budget: int = BUDGET) -> bool | None:
    """Whether a guard holds whatever the values; None if that is undecided."""
    found, _ = _search([guard], [_FALSE | _FAILED], present, budget)
    return None if found is None else not found


def never(guard: Guard, *, present: Iterable[str] = (), budget: int = BUDGET) -> bool | None:
    """Whether no values make a guard hold; None if that is undecided."""
    found, _ = _search([guard], [_TRUE], present, budget)
    return None if found is None else not found


# Sets of outcomes are bits.
_TRUE, _FALSE, _FAILED = 1, 2, 4
_ANY = _TRUE | _FALSE | _FAILED
_OUTCOMES = (_TRUE, _FALSE, _FAILED)


def _table(join: Callable[[int, int], int]) -> list[list[int]]:
    """Lift an operator on outcomes to sets of them."""
    table = [[0] * 8 for _ in range(8)]
    for a in range(8):
        for b in range(8):
            for x in _OUTCOMES:
                for y in _OUTCOMES:
                    if a & x and b & y:
                        table[a][b] |= join(x, y)
    return table


_AND = _table(lambda x, y: _FALSE if _FALSE in (x, y) else max(x, y))
_OR = _table(lambda x, y: _TRUE if _TRUE in (x, y) else max(x, y))
_NOT = [(s & _FAILED) | (_FALSE if s & _TRUE else 0) | (_TRUE if s & _FALSE else 0) for s in range(8)]

_MISSING, _MAP = object(), object()


@dataclass
class _Variable:
    """A path and the cells of its values; ``parent`` is the path above, if that may be no map."""

    path: Path
    values: tuple[Any, ...]
    finite: bool
    parent: int | None = None


@dataclass
class _Atom:
    """A part of a guard that the skeleton does not look into."""

    node: Node
    run: Closure
    variables: tuple[int, ...] = ()
    exact: bool = True
    strict: tuple[int, ...] = ()
    calls: bool = False
    known: dict[tuple[int, ...], int] = field(default_factory=dict)


class _Problem:
    """The variables and atoms of some guards."""

    def __init__(self, guards: Sequence[Guard], present: Iterable[str]) -> None:
        self.declarations = guards[0].declarations if guards else Declarations()
        for guard in guards:
            if guard.declarations is not self.declarations and guard.declarations != self.declarations:
                raise InputError("guards can be compared only if their declarations are the same")
        self.functions = {
            name: Function((), DYN, _no_call, optional=(DYN,) * 64)
            for name in self.declarations.functions
        }
        given = [tuple(path.split(".")) for path in present]
        self.maps = {path[:length] for path in given for length in range(1, len(path))}
        self.present = self.maps.union(given)
        self.guards = guards
        self.atoms: list[_Atom] = []
        self.index: dict[Node, int] = {}
        self.users: list[set[int]] = []  # of each atom, the guards
        self.skeletons = [self.skeleton(guard.ast, number) for number, guard in enumerate(guards)]
        self.variables: list[_Variable] = []
        self.declare_variables()

    def skeleton(self, node: Node, user: int) -> Skeleton:
        """A function from the outcomes that atoms may have to those that the node may have."""
        match node:
            case Unary(operator="!", operand=operand):
                return _negated(self.skeleton(operand, user))
            case Logic(operator=operator, operands=operands):
                parts = [self.skeleton(operand, user) for operand in operands]
                return _joined(parts, *((_AND, _FALSE) if operator == "&&" else (_OR, _TRUE)))
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                return _chosen(*(self.skeleton(part, user) for part in (condition, then, otherwise)))
            case Binary(operator="!=" | ">" | ">=" | "<=" as operator, left=left, right=right):
                # One atom for a relation and its contrary: `a >= b` is `!(a < b)`, numbers being finite.
                ends = (right, left) if operator in (">", "<=") else (left, right)
                relation = Binary("==" if operator == "!=" else "<", *ends, position=node.position)
                atom = self.skeleton(relation, user)
                return atom if operator == ">" else _negated(atom)
        if node not in self.index:
            self.index[node] = len(self.atoms)
            self.atoms.append(_Atom(node, compiled(node, self.functions), calls=_calls_host(node)))
            self.users.append(set())
        number = self.index[node]
        self.users[number].add(user)
        return lambda outcomes: outcomes[number]

    def declare_variables(self) -> None:
        reads = [self.comparison(atom.node) for atom in self.atoms]
        cuts: dict[Path, list[Any]] = {}
        tried: dict[Path, list[Any]] = {}
        users: dict[Path, set[int]] = {}
        for number, (seen, constants, plain) in enumerate(reads):
            for path in seen:
                for length in range(1, len(path) + 1):
                    cuts.setdefault(path[:length], [])
                    tried.setdefault(path[:length], [])
                    users.setdefault(path[:length], set()).update(self.users[number])
                (cuts if plain else tried)[path] += constants
        for path, constants in tried.items():
            cuts[path] += samples(constants)
        for seen, _, plain in reads:  # what relates two paths is tried on the constants of both
            if not plain and len(seen) > 1:
                together = [constant for path in seen for constant in cuts[path]]
                for path in seen:
                    cuts[path] = together
        inner = {path[:length] for path in cuts for length in range(1, len(path))}
        numbers: dict[Path, int] = {}
        # First what most guards read, for there they contradict one another; a path after its parent.
        for path in sorted(cuts, key=lambda path: (-len(users[path]), len(path))):
            domain = self.domain(path, cuts[path], path in inner)
            numbers[path] = len(self.variables)
            parent = numbers[path[:-1]] if len(path) > 1 else None
            self.variables.append(_Variable(path, domain.values, domain.finite, parent))
        for atom, (seen, _, plain) in zip(self.atoms, reads, strict=True):
            needed = {path[:length] for path in seen for length in range(1, len(path) + 1)}
            atom.variables = tuple(sorted(numbers[path] for path in needed))
            finite = all(self.variables[numbers[path]].finite for path in seen)
            atom.exact = not atom.calls and (plain or finite)
            atom.strict = tuple(numbers[path] for path in _strict(atom.node, self.declarations))
        self.completed_by: list[list[int]] = [[] for _ in range(len(self.variables) + 1)]
        for number, atom in enumerate(self.atoms):
            self.completed_by[max(atom.variables, default=-1) + 1].append(number)

    def comparison(self, node: Node) -> tuple[set[Path], list[Any], bool]:
        """
        What an atom reads, the constants in it, and whether cells cut at these decide it.

        They do where one path is compared with constants, or asked for.
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

    def constant(self, node: Node) -> Any:
        try:
            return compiled(node, {})({})
        except Failure:
            return _MISSING

    def domain(self, path: Path, constants: list[Any], inner: bool) -> Domain:
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
        kind: Type = self.declarations.types[path[0]]
        for name in path[1:]:
            if isinstance(kind, RecordType):
                kind = kind.fields.get(name, DYN)
            else:
                kind = kind.of if isinstance(kind, MapType) else DYN
        return kind

    def world(self, cells: Sequence[int]) -> dict[str, Any]:
        """
        The values that an assignment of cells to the first paths stands for.

        The other paths are missing, if they may be.
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
        """What the atoms evaluate to; any outcome, where the host is called."""
        return [_ANY if atom.calls else _outcome(atom.run, witness) for atom in self.atoms]

    def outcome(self, atom: _Atom, cells: Sequence[int]) -> int:
        """The outcomes that an atom may have, its paths being assigned."""
        key = tuple(cells[number] for number in atom.variables)
        known = atom.known.get(key)
        if known is None:
            opaque = not atom.exact and all(self.there(number, cells) for number in atom.strict)
            known = atom.known[key] = _ANY if opaque else _outcome(atom.run, self.world(cells))
        return known

    def there(self, number: int, cells: Sequence[int]) -> bool:
        """Whether the assignment has a value for a path."""
        variable = self.variables[number]
        if variable.values[cells[number]] is _MISSING:
            return False
        return variable.parent is None or self.is_map(variable.parent, cells)

    def is_map(self, number: int, cells: Sequence[int]) -> bool:
        cell = cells[number]
        return (
            cell is not None
            and self.variables[number].values[cell] is _MAP
            and self.there(number, cells)
        )


def _search(
    guards: Sequence[Guard], wanted: Sequence[int], present: Iterable[str], budget: int
) -> tuple[bool | None, dict[str, Any] | None]:
    """
    Look for values on which each guard has a wanted outcome.

    Returns
    -------
    found, witness
        True and the values; False if there are none; None if that is undecided.
    """
    problem = _Problem(guards, present)
    search = _Search(problem, wanted, budget)
    witness = search.run()
    if witness is not None:
        return True, witness
    return (None if search.undecided else False), None


class _Search:
    """Depth first: each level assigns a cell to a path, or turns back: the goal is out of reach."""

    def __init__(self, problem: _Problem, wanted: Sequence[int], budget: int) -> None:
        self.problem = problem
        self.wanted = wanted
        self.budget = budget
        self.undecided = False
        self.cells: list[int] = []

    def run(self) -> dict[str, Any] | None:
        return self.descend([_ANY] * len(self.problem.atoms))

    def descend(self, atoms: list[int]) -> dict[str, Any] | None:
        """Go on from an assignment of the first paths; ``atoms``: what outcomes they leave possible."""
        self.budget -= 1
        if self.budget < 0:
            self.undecided = True
            return None
        depth = len(self.cells)
        atoms = atoms.copy()
        for number in self.problem.completed_by[depth]:
            atoms[number] = self.problem.outcome(self.problem.atoms[number], self.cells)
        possible, certain = self.reached(atoms)
        if not possible:
            return None
        if certain or depth == len(self.problem.variables):
            witness = self.problem.world(self.cells)
            if self.confirmed(witness):
                return witness
        if depth < len(self.problem.variables):
            return self.assign(atoms, depth)
        # Only opaque atoms are open, and these values did not settle it: might others?
        self.undecided = self.undecided or self.reach(atoms, any)
        return None

    def confirmed(self, witness: dict[str, Any]) -> bool:
        """Whether the guards, evaluated, come out as wanted, whatever the host's functions return."""
        for guard, wanted in zip(self.problem.guards, self.wanted, strict=True):
            if not guard.calls and not _outcome(guard.run, witness) & wanted:
                return False
        return self.reach(self.problem.outcomes(witness), all)

    def reached(self, atoms: list[int]) -> tuple[bool, bool]:
        """Whether the goal is possible, and whether it is certain."""
        certain = True
        for skeleton, wanted in zip(self.problem.skeletons, self.wanted, strict=True):
            outcomes = skeleton(atoms)
            if not outcomes & wanted:
                return False, False
            certain = certain and not outcomes & ~wanted
        return True, certain

    def assign(self, atoms: list[int], depth: int) -> dict[str, Any] | None:
        """Try the cells of the next path."""
        variable = self.problem.variables[depth]
        dead = variable.parent is not None and not self.problem.is_map(variable.parent, self.cells)
        for cell in range(1 if dead else len(variable.values)):
            self.cells.append(cell)
            witness = self.descend(atoms)
            if witness is not None:
                return witness
            self.cells.pop()
            if self.budget < 0:
                break
        return None

    def reach(self, atoms: list[int], quantifier: Callable[[Iterable[bool]], bool]) -> bool:
        """Whether the goal is reached in any, or all, of the ways that open atoms may come out."""
        self.budget -= 1
        possible, certain = self.reached(atoms)
        if certain or not possible:
            return possible
        if self.budget < 0:
            return quantifier is any
        number = atoms.index(_ANY)
        return quantifier(
            self.reach([*atoms[:number], outcome, *atoms[number + 1 :]], quantifier)
            for outcome in _OUTCOMES
        )


def _outcome(run: Closure, values: dict[str, Any]) -> int:
    try:
        value = run(values)
    except Failure:
        return _FAILED
    return _TRUE if value is True else _FALSE if value is False else _FAILED


def _no_call(*arguments: Any) -> Any:
    raise Failure("the analysis calls no function of the host")


def _negated(inner: Skeleton) -> Skeleton:
    return lambda outcomes: _NOT[inner(outcomes)]


def _joined(parts: list[Skeleton], table: list[list[int]], decided: int) -> Skeleton:
    def join(outcomes: list[int]) -> int:
        found = parts[0](outcomes)
        for part in parts[1:]:
            if found == decided:
                break
            found = table[found][part(outcomes)]
        return found

    return join


def _chosen(condition: Skeleton, then: Skeleton, otherwise: Skeleton) -> Skeleton:
    def choose(outcomes: list[int]) -> int:
        chosen = condition(outcomes)
        found = chosen & _FAILED
        if chosen & _TRUE:
            found |= then(outcomes)
        if chosen & _FALSE:
            found |= otherwise(outcomes)
        return found

    return choose


def _varies(node: Node) -> bool:
    return any(isinstance(below, Name) or _is_host_call(below) for below in walk(node))


def _is_host_call(node: Node) -> bool:
    return isinstance(node, Call) and not node.method and node.name != "size"


def _calls_host(node: Node) -> bool:
    return any(_is_host_call(below) for below in walk(node))


def _strict(node: Node, declarations: Declarations) -> Iterator[Path]:
    """Paths without whose value the node has none."""
    path = path_of(node)
    if path is not None:
        yield path
    elif not isinstance(node, (Has, Logic, Conditional)):
        asked = isinstance(node, Binary) and node.operator == "in" and path_of(node.right)
        if not asked or asked in paths(node, declarations):  # else a key is looked for in a record
            for child in children(node):
                yield from _strict(child, declarations)
