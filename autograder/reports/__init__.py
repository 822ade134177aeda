"""Results as a person or a program reads them: one file a format, all wording in one module."""
