"""Answers as files other programs read: JSON, CSV, calendars."""
