"""Local searches: TabuCol, PartialCol, memetic crossover, annealing, Kempe chains."""
