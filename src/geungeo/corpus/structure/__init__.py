"""Structure of Korean rules: a file's blocks to documents whose text is cut into clauses.

`split` makes documents of a reading; `place_in` and `citation_label` name the 항 and 호 in which quoted words lie.
"""

from geungeo.corpus.structure.clauses import LineSpan, Section
from geungeo.corpus.structure.documents import ParsedDocument, split
from geungeo.corpus.structure.marks import Mark, Place, citation_label, marks, place_in

__all__ = ["LineSpan", "Mark", "ParsedDocument", "Place", "Section", "citation_label", "marks", "place_in", "split"]
