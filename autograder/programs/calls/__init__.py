"""Programs that call what an exercise asks for, one file a topic; `catalogue.py` has them all."""
