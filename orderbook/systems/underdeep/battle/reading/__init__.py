"""Reading a battle file: TOML into a scenario, and what is wrong with it, with the line and what to write instead."""
