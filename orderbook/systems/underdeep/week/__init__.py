"""A week of the Underdeep, phase by phase."""
