"""The map as a picture: a sheet for each layer, boxes for regions, lines for ways, marks for who stands where."""

from orderbook.systems.underdeep.world.picture.draw import draw_map

__all__ = ["draw_map"]
