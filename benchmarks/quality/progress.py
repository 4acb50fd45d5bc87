"""The bar of long measurements: the product's own."""

from recall_sidecar.evaluation.progress import Progress

__all__ = ["Progress"]
