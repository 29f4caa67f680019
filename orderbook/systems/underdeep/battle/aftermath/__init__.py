"""After a battle was won: sacking, raiding, razing, prisoners, graves. Functions for whoever resolves a week."""
