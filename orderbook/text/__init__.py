"""Source text with positions, edits on it, and what a person's typing means."""
