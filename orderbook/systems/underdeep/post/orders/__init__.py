"""Reading of the Orders tab: who is told to do what, where, for how much Speed (UD-ORD-30 to UD-ORD-33)."""
