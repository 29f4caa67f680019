"""Campaigns of any game: posts received, the journal of events, who may know them, steps that can be taken back."""
