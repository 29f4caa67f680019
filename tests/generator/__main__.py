"""Writes cases, or series, into a folder: ``python -m tests.generator OUTDIR --count 60 --seed 1``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .case import make_case
from .series import make_series
from .styles import STYLES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first; the others follow")
    parser.add_argument("--style", choices=list(STYLES))
    parser.add_argument("--clean", action="store_true", help="no mistakes")
    parser.add_argument("--series", action="store_true", help="write series of weeks in place of cases")
    parser.add_argument("--check", action="append", default=[], help="make this mistake (may be repeated)")
    args = parser.parse_args()
    names = list(STYLES)
    for number in range(args.count):
        style = args.style or names[number % len(names)]
        if args.series:
            make_series(args.seed + number, style=style).write(args.folder / f"{number + 1:03d}-{style}")
            continue
        case = make_case(args.seed + number, style=style, clean=True if args.clean else None, checks=args.check)
        case.write(args.folder / f"{number + 1:03d}-{style}")


if __name__ == "__main__":
    main()
