"""How material comes in: fetch, parse, date, tag, decide what changed."""
