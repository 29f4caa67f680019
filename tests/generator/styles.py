"""All styles by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .looks import Look
from .styles_books import BOOKKEEPERS
from .styles_forums import FORUMS
from .styles_hands import HANDS
from .styles_samples import SAMPLES

Style = Callable[[Random], Look]
STYLES: dict[str, Style] = {style.__name__: style for style in (*SAMPLES, *FORUMS, *BOOKKEEPERS, *HANDS)}
