"""How baking went: a line a round, what was left out and why, what may still be unasked, and a plot as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from geungeo import messages
from geungeo.bake.state import Round, State, unasked

_STILL = 5  # rounds
_WIDE, _HIGH, _EDGE = 640, 240, 36


def line(one: Round) -> str:
    return messages.BAKE_ROUND.format(
        number=one.number, asked=one.asked, fresh=one.fresh, novelty=one.novelty, coverage=one.coverage
    )


def report_text(state: State, left_out: Mapping[str, str]) -> str:
    """Every round, then the sums."""
    lines = [line(one) for one in state.rounds]
    if state.rounds:
        last = state.rounds[-1]
        share, number = unasked(state.seen)
        lines.append(messages.BAKE_SHARES.format(coverage=last.coverage, verified=last.verified))
        lines.append(messages.BAKE_UNASKED.format(share=share, number=round(number)))
    for reason, count in Counter(left_out.values()).most_common():
        lines.append(messages.BAKE_BARREN.format(why=messages.BARREN[reason], count=count))
    return "\n".join([*lines, *warnings(state.rounds)])


def warnings(rounds: Sequence[Round]) -> list[str]:
    """What looks wrong in the last rounds, with its likely cause."""
    last = rounds[-_STILL:]
    if len(last) < _STILL:
        return []
    found = []
    coverages = [one.coverage for one in last]
    if min(coverages) >= 0.6 and max(coverages) <= 0.8 and max(coverages) - min(coverages) < 0.01:
        found.append(messages.BAKE_STANDS_STILL.format(coverage=coverages[-1], rounds=_STILL))
    # While clauses are asked for the first time everything is new; after that it is not.
    if all(one.novelty > 0.9 and one.asked and one.coverage >= 0.95 for one in last):
        found.append(messages.BAKE_ALL_NEW.format(rounds=_STILL))
    return found


def plot(rounds: Sequence[Round]) -> str:
    """Coverage and novelty by round, an SVG document of its own."""
    lines = "".join(
        f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{_points(values)}"/>'
        f'<text x="{_EDGE + 8 + 120 * at}" y="16" fill="{colour}">{name}</text>'
        for at, (name, colour, values) in enumerate(
            (
                (messages.BAKE_COVERAGE, "#1f6f54", [one.coverage for one in rounds]),
                (messages.BAKE_VERIFIED, "#3a62b0", [one.verified for one in rounds]),
                (messages.BAKE_NOVELTY, "#b0563a", [one.novelty for one in rounds]),
            )
        )
    )
    grid = "".join(
        f'<line x1="{_EDGE}" x2="{_WIDE - 8}" y1="{_y(share)}" y2="{_y(share)}" stroke="#ddd"/>'
        f'<text x="4" y="{_y(share) + 4}">{share:g}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" font-family="sans-serif" font-size="12" '
        f'role="img"><title>{messages.BAKE_PLOT}</title>{grid}{lines}</svg>\n'
    )


def _points(values: Sequence[float]) -> str:
    step = (_WIDE - 8 - _EDGE) / max(1, len(values) - 1)
    return " ".join(f"{_EDGE + step * at:.1f},{_y(value):.1f}" for at, value in enumerate(values))


def _y(share: float) -> float:
    return _HIGH - 20 - share * (_HIGH - 50)
