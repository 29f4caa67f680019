"""What is raised when a file of a rulebook, ours or a game master's, breaks its form."""

from __future__ import annotations

CHAPTERS_FILE = "chapters.toml"
"""The table of contents of a folder of rule texts, by which such a folder is known."""


class RuleDataError(ValueError):
    """A rule file breaks its form; ``str(error)`` names the file, the entry and what was expected."""
