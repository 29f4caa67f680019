"""Named rolls: each roll knows what it is for, its sides and its result, and the log alone replays what was rolled.

``model`` says what a roll and a source of rolls are, ``seeded``, ``given`` and ``quick`` hold the sources,
``expressions`` reads figures such as ``3+1d12``. It knows no game.
"""
