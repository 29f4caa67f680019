"""Posts of invented campaigns, right or spoilt on purpose, with the answers a checker owes: see README.md."""

from .case import Case, NoCase, make_case
from .series import Series, make_series

__all__ = ["Case", "NoCase", "Series", "make_case", "make_series"]
