"""The map of the Underdeep: regions, the ways between them, what a step costs and how far goods travel."""
