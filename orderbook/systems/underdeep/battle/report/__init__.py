"""A battle told to people: sentences made here, put in order by ``view.py``, written by templates."""
