"""Rule data written back as the faction post it could have come from. ``post.py`` is the way in."""
