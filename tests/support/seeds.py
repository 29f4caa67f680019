"""How many generated posts of each style the laws are tried on: ``ORDERBOOK_LAW_SEEDS``, one where nothing is said."""

import os

from generator.styles import STYLES

SEEDS = range(int(os.environ.get("ORDERBOOK_LAW_SEEDS", "1")))
STYLE_SEEDS = [(style, 1000 * number + seed) for number, style in enumerate(STYLES, 20) for seed in SEEDS]
