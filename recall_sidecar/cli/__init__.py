"""The command line: one command a file, each imported only when it runs."""
