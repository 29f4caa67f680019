"""Battles of the Underdeep, blow by blow. README.md says how a battle goes and how to add to it."""
