"""The types of what we say; they import nothing but the standard library and what we know."""
