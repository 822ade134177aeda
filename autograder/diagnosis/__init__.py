"""What students get wrong: mutants of the solutions, each one fault at one site."""
