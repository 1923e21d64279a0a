"""Every hard limit of what we write, each once, with where it comes from."""

SUMMARY_CHARACTERS = 300  # a post's summary is also its fallback text (platforms' notifications cut there)
QUOTE_CHARACTERS = 200  # a citation's quote
SUPPORTED_COLUMNS = (20, 100)  # narrower breaks every word, wider lines are hard to read (chosen)
DEFAULT_COLUMNS = 80  # where the output is no terminal
CALENDAR_LINE_OCTETS = 75  # RFC 5545 section 3.1, line break not counted
RULE_COLUMNS = 40  # a rule between parts
QUESTION_CHARACTERS = 4_000  # a page; longer input is a pasted document, not a question (chosen)
