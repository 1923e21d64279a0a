"""A small conference and six articles of our own, for the first try."""
