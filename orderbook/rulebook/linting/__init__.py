"""Lints: what is wrong with rule data, or with a faction as a game master posts it, before anybody plays by it.

``lint.py`` is the way in. Rule data (``toml_reader``) and posts (``post_reader``) are read into the same
``Material``; each family of lints looks at a ``Study`` of one faction and yields ``Flaw`` values, which know no
place; ``lint.py`` finds their places and makes findings of them.
"""
