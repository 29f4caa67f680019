"""What each kind of event does to the state: one function a kind, in the module of what it is about."""
