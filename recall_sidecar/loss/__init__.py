"""At which step of a turn a fact was lost, and what to change. Pure, with a table of cases."""
