"""Terminal colours, or none."""

from __future__ import annotations

from orderbook.findings.model import Severity
from orderbook.text.records import record

CODES = {"error": "1;31", "warning": "1;33", "info": "1;36", "good": "1;32", "title": "1", "dim": "2"}


@record
class Painter:
    """Paints text in the colour of a role (``error``, ``good``, ``title`` ...); plain when not enabled."""

    enabled: bool = False

    def paint(self, role: str, text: str) -> str:
        return f"\x1b[{CODES[role]}m{text}\x1b[0m" if self.enabled and text else text

    def paint_severity(self, severity: Severity, text: str) -> str:
        return self.paint(severity.value, text)
