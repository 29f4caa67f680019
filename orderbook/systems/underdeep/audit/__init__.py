"""The books of a player: a series of posts put in order, judged week by week, written down in accounts."""
