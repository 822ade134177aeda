"""Engines are read as text and run in workers; nothing in their folders is a test."""

collect_ignore_glob = ["engines/*", "unusual_but_correct/*"]
