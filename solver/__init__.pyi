"""What a type checker reads; the module itself loads these names when they are used."""

from . import (
    dcop as dcop,
    derivatives as derivatives,
    distributed as distributed,
    generators as generators,
)
from .annealing import AnnealingParams as AnnealingParams, annealing as annealing
from .best_response import (
    BestResponse as BestResponse,
    best_response as best_response,
    best_responses as best_responses,
    count_optima as count_optima,
)
from .bounds import Bound as Bound, column_generation as column_generation, lower_bound as lower_bound
from .certificate import Verdict as Verdict, check_certificate as check_certificate
from .clique import clique as clique
from .cluster import Cluster as Cluster
from .cluster_greedy import greedy_response as greedy_response
from .color import color as color
from .counterfactuals import (
    Counterfactuals as Counterfactuals,
    counterfactual_tables as counterfactual_tables,
    counterfactuals as counterfactuals,
)
from .engines import Budget as Budget
from .equitable import equitable_color as equitable_color, is_equitable as is_equitable
from .errors import (
    BudgetError as BudgetError,
    DefinitionError as DefinitionError,
    Finding as Finding,
    InputError as InputError,
    InputWarning as InputWarning,
    KempeError as KempeError,
)
from .formats import read as read, write as write
from .graph import Graph as Graph
from .greedy import core_numbers as core_numbers, greedy as greedy
from .independent_set import independent_set as independent_set
from .kempe_chains import kempe_chain as kempe_chain, kempe_exchange as kempe_exchange
from .kempe_walk import KempeWalkParams as KempeWalkParams, kempe_walk as kempe_walk
from .list_coloring import ListColoring as ListColoring, list_coloring as list_coloring
from .maximum_clique import CliqueResult as CliqueResult, maximum_clique as maximum_clique
from .memetic import MemeticParams as MemeticParams, memetic as memetic
from .partialcol import PartialColParams as PartialColParams, partialcol as partialcol
from .penalty import (
    conflict_counts as conflict_counts,
    gamma as gamma,
    penalties as penalties,
    penalty as penalty,
)
from .problem import Problem as Problem
from .recolor import recolor as recolor
from .reductions import Reduction as Reduction, extract as extract, reduce as reduce
from .result import Result as Result
from .tabucol import TabuColParams as TabuColParams, tabucol as tabucol
from .verify import conflicts as conflicts, is_proper as is_proper
from .weighted import (
    WeightedResult as WeightedResult,
    coloring_cost as coloring_cost,
    weighted_color as weighted_color,
)

__version__: str
