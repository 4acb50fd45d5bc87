"""Put the right memory in front of an agent before it replies.

The package is a local daemon and its command line. Importing it loads nothing else: each part is imported
where it is used, so that `recall-sidecar --help` stays quick and only the model worker ever loads litellm.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
