"""Benchmarks: how long reading and checking takes, beside things everybody knows the speed of."""
