"""What a text says: which entities it is about, and which layers."""
