"""How a document's chunks look, never what they mean: contents, covers, forms, running heads, indexes, repeats, garble."""

from geungeo.corpus.quality.flags import FILLER, flagged
from geungeo.corpus.quality.warnings import warnings

__all__ = ["FILLER", "flagged", "warnings"]
