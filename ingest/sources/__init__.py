"""One module per source format; each turns bytes into documents and neither fetches nor asks the clock."""
