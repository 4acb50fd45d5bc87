"""The trace page: its files, how a browser is signed in, and the routes that the page asks."""
