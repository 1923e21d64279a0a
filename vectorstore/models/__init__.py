"""The types of what we know; they import only the standard library."""
