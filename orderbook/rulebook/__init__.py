"""Rule data: what it looks like, where it is loaded from, how a name in a post finds its entry."""
