"""What do these passages say?"""

from geungeo.answer.write import Answered, answer

__all__ = ["Answered", "answer"]
