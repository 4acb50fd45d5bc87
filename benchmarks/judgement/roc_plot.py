"""Draw ROC curves as an SVG picture, without any library for it."""

from collections.abc import Mapping, Sequence
from html import escape

__all__ = ["drawn"]

_SIZE = 420
_LEFT, _TOP = 56, 20
_COLOURS = ("#1b6ca8", "#c8553d", "#2e8b57", "#8e5aa8", "#b8860b", "#444444")
_MOST_POINTS = 400


def drawn(curves: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Return a picture of `curves`: false alarms to the right, recall upwards, a name for each."""
    width, height = _LEFT + _SIZE + 230, _TOP + _SIZE + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for step in range(0, 11, 2):
        share = step / 10
        x, y = _place(share, share)
        parts += [
            f'<path d="M{x:.1f} {_TOP}V{_TOP + _SIZE}M{_LEFT} {y:.1f}H{_LEFT + _SIZE}" stroke="#ddd" fill="none"/>',
            f'<text x="{x:.1f}" y="{_TOP + _SIZE + 16}" text-anchor="middle">{share:.1f}</text>',
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share:.1f}</text>',
        ]
    parts += [
        f'<text x="{_LEFT + _SIZE / 2}" y="{_TOP + _SIZE + 38}" text-anchor="middle">false alarms</text>',
        f'<text transform="translate(14 {_TOP + _SIZE / 2}) rotate(-90)" text-anchor="middle">recall</text>',
    ]
    for number, (name, points) in enumerate(curves.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_place(*point) for point in _thinned(points)))
        row = _TOP + 14 + 18 * number
        parts += [
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>',
            f'<rect x="{_LEFT + _SIZE + 14}" y="{row - 9}" width="10" height="10" fill="{colour}"/>',
            f'<text x="{_LEFT + _SIZE + 30}" y="{row}">{escape(name)}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def _place(alarms: float, recall: float) -> tuple[float, float]:
    return _LEFT + alarms * _SIZE, _TOP + (1 - recall) * _SIZE


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return no more points than can be seen, both ends among them."""
    step = max(len(points) // _MOST_POINTS, 1)
    return [*points[:-1:step], points[-1]]
