"""What right engines give for a program, how far they may differ, and the banks made of it."""
