"""Words that mean the same, within a language and across ten, as data: a line for each meaning, `|` between languages."""
