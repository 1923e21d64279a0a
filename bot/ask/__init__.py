"""From a question to an answer whose every sentence has its source."""
