"""Rule posts turned into rule data: the lists of a faction and the abilities and spells, as a game master wrote them.

``read.py`` is the way in. What is read goes from the tree of the post's tags (``outline``) to blocks of labels and
prose (``block``), to figures (``prices``, ``figures``) and facts told in sentences (``benefits``, ``leaders``,
``preamble``), whose names are then looked up in each other (``references``). Every step tells what it could not
read, what it took for something else, and what it concluded (``remarks``).
"""
