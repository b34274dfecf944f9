"""The platform of a game: the domain that owns the state, its judge, its ledger of offers."""
