"""What every run of the tests tells at its end: how many rules and worked examples still wait."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Here and not in a test, so that it is told when several processes share the tests, too."""
    from support.waiting import count_examples, count_rules

    for line in (count_rules(), count_examples()):
        terminalreporter.write_line(line)
