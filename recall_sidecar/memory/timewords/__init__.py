"""How people name days, weeks, months and years, as data for each language."""
