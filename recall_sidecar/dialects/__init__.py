"""Pure translators between a host's JSON and `TurnEvent`, one file per host."""
