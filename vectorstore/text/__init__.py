"""Pure text rules: language, normal form, tokens, sentences."""
