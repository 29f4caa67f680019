"""Orders to rob those who come by, told from orders to rob a site (UD-ABL-THIEVING-1, UD-ABL-THIEVING-6)."""

from __future__ import annotations

import re

THIEVING = "Thieving"
_POCKETS = re.compile(r"\b(?:pickpocket\w*|pockets?|purses?|filch\w*|pilfer\w*)\b", re.IGNORECASE)


def speaks_of_pockets(said: str) -> bool:
    """Whether words are about what people carry."""
    return _POCKETS.search(said) is not None
