"""A battle file out of two orders posts: who stands at the place, what they are told, written to be fought."""
