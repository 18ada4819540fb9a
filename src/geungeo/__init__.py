"""geungeo (근거): answers from a company's own rules, with the clause as ground, or hands over to a person."""

__version__ = "0.1.0"
