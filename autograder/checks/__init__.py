"""One file per graded property."""
