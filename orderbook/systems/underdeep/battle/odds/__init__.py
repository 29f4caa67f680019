"""The odds of a battle: exact where its states can be counted, else from many battles fought with the same rules."""
