"""Assaults on Dungeons and Outposts: walls, crews, ways in, traps, prisoners."""
