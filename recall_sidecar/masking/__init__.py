"""Take out of text what must not leave: secrets always, and what says who and where somebody is when privacy is strict.

`SecretMasker` is the one door. A secret becomes a marker that keeps its kind, `[api key removed]`, so that the text still reads.
"""

from recall_sidecar.masking.masker import SecretMasker, says_anything
from recall_sidecar.masking.stored import without_secrets

__all__ = ["SecretMasker", "says_anything", "without_secrets"]
