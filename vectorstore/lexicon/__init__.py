"""The field's names and their aliases as data files, and their loader."""
