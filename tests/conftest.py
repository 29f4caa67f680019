"""How the laws are tried, and what every run tells at its end: how many rules and worked examples still wait."""

import os

import pytest
from hypothesis import settings

# On a machine that judges a change the same examples are tried each time; at home others are looked for.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Here and not in a test, so that it is told when several processes share the tests, too."""
    from support.waiting import count_examples, count_rules

    for line in (count_rules(), count_examples()):
        terminalreporter.write_line(line)
