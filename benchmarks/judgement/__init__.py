"""How good judgement is: when memory is used, what of it is said, and what it may not do."""
