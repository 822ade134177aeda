"""Grade many hand-ins: run them side by side, keep every result as soon as it is there."""
