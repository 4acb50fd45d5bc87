"""Tell text that gives orders from text that remembers; pure, linear in time, for many languages and disguises."""
