"""Answers laid out as channel-neutral posts, and posts as text, Markdown, tables and calendars."""
