"""Checks, corrects and resolves the weekly orders posts of forum strategy games."""

__version__ = "0.1.0"
