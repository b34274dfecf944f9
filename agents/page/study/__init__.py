"""Studies: their plan, the participants' way through them, the export."""
