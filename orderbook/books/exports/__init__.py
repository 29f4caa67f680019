"""Books in the forms of other programs, one module each."""
