"""Tests as data: the program language, its forms, strategies, interpreter and rendering."""
