"""``python -m orderbook``."""

from orderbook.cli.main import main

main()
