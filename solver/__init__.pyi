"""What a type checker reads; the module itself loads these names when they are used."""

from . import (
    benchmark as benchmark,
    bounds as bounds,
    cliques as cliques,
    cluster as cluster,
    command as command,
    counting as counting,
    dcop as dcop,
    derivatives as derivatives,
    distributed as distributed,
    errors as errors,
    exact as exact,
    generators as generators,
    graphs as graphs,
    interop as interop,
    pauli as pauli,
    portfolio as portfolio,
    problems as problems,
    proofs as proofs,
    reductions as reductions,
    result as result,
    search as search,
    sequential as sequential,
    stop as stop,
    threads as threads,
    variants as variants,
)
from .bounds import Bound as Bound, column_generation as column_generation, lower_bound as lower_bound
from .bounds.certificate import Verdict as Verdict, check_certificate as check_certificate
from .cliques.clique import clique as clique
from .cliques.independent_set import independent_set as independent_set
from .cliques.maximum_clique import CliqueResult as CliqueResult, maximum_clique as maximum_clique
from .cluster.budget import Budget as Budget
from .cluster.best_response import (
    BestResponse as BestResponse,
    best_response as best_response,
    best_responses as best_responses,
    count_optima as count_optima,
)
from .cluster.counterfactuals import (
    Counterfactuals as Counterfactuals,
    counterfactual_tables as counterfactual_tables,
    counterfactuals as counterfactuals,
)
from .cluster.greedy_response import greedy_response as greedy_response
from .cluster.prepared import Cluster as Cluster
from .counting.count import (
    chromatic_polynomial as chromatic_polynomial,
    count_colorings as count_colorings,
)
from .counting.enumerate import colorings as colorings
from .counting.unique import (
    Criticality as Criticality,
    is_critical as is_critical,
    is_uniquely_colorable as is_uniquely_colorable,
)
from .errors import (
    BudgetError as BudgetError,
    DefinitionError as DefinitionError,
    Finding as Finding,
    InputError as InputError,
    InputWarning as InputWarning,
    KempeError as KempeError,
)
from .graphs.formats import read as read, write as write
from .graphs.graph import Graph as Graph
from .portfolio.color import color as color
from .problems.conflicts import conflicts as conflicts, is_proper as is_proper
from .problems.penalty import (
    conflict_counts as conflict_counts,
    gamma as gamma,
    penalties as penalties,
    penalty as penalty,
)
from .problems.problem import Problem as Problem
from .proofs import WrittenProof as WrittenProof, write_proof as write_proof
from .reductions import Reduction as Reduction, extract as extract, reduce as reduce
from .reductions.list_coloring import ListColoring as ListColoring, list_coloring as list_coloring
from .result import Result as Result
from .search.annealing import AnnealingParams as AnnealingParams, annealing as annealing
from .search.conflict_optimizer import (
    ConflictOptimizerParams as ConflictOptimizerParams,
    conflict_optimizer as conflict_optimizer,
)
from .search.kempe_chains import kempe_chain as kempe_chain, kempe_exchange as kempe_exchange
from .search.kempe_walk import KempeWalkParams as KempeWalkParams, kempe_walk as kempe_walk
from .search.memetic import MemeticParams as MemeticParams, memetic as memetic
from .search.partialcol import PartialColParams as PartialColParams, partialcol as partialcol
from .search.tabucol import TabuColParams as TabuColParams, tabucol as tabucol
from .sequential.greedy import greedy as greedy
from .sequential.orders import core_numbers as core_numbers
from .variants.balance import balance as balance
from .variants.bandwidth import (
    BandwidthResult as BandwidthResult,
    bandwidth_color as bandwidth_color,
)
from .variants.bandwidth_file import read_bandwidth as read_bandwidth
from .variants.equitable import (
    EquitableResult as EquitableResult,
    equitable_color as equitable_color,
    is_equitable as is_equitable,
)
from .variants.recolor import recolor as recolor
from .variants.spill import SpillResult as SpillResult, spill as spill
from .variants.weighted import (
    WeightedResult as WeightedResult,
    coloring_cost as coloring_cost,
    weighted_color as weighted_color,
)

__version__: str
