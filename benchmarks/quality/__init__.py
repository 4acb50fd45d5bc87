"""How good search is: sets of questions with known answers, and figures of rankings."""
