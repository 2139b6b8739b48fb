"""The shapes that are printed on pieces, the same as on the page (web/src/cards/Sprites.svelte; a test compares them).

``{t}`` is the colour that a shape is printed in, ``{f}`` the ground that it lies on. There are no ids: a notebook shows
many pictures on one page, where ids would meet.
"""

from __future__ import annotations

SHAPES: dict[str, tuple[str, str]] = {
    "yellow": (
        "0 0 24 24",
        (
            '<circle cx="12" cy="12" r="5.6"/><path d="M12 1v4M12 19v4M1 12h4M19 12h4M4.2 4.2 7 7M17 17l2.8 2.8M4.2 1'
            '9.8 7 17M17 7l2.8-2.8" fill="none" stroke="{t}" stroke-width="2.9" stroke-linecap="round"/>'
        ),
    ),
    "green": (
        "0 0 24 24",
        (
            '<path d="M4.3 19.7C.7 9.5 8.3 1.8 22 2.2c.6 13.6-7 21.4-17.7 17.5z"/><path d="M2.5 21.5 14.5 9.5M9.5 14.'
            '5V9.8M9.5 14.5h4.8" fill="none" stroke="{f}" stroke-width="1.7" stroke-linecap="round"/>'
        ),
    ),
    "blue": (
        "0 0 24 24",
        '<path d="M15.2 1.6a10.7 10.7 0 1 0 7 14.1A9.3 9.3 0 0 1 15.2 1.6z"/>',
    ),
    "red": (
        "0 0 24 24",
        (
            '<path d="M13.3.8c.2 4.5 6.6 7.4 6.6 13.9 0 4.6-3.5 8.5-7.9 8.5s-7.9-3.7-7.9-8.3c0-3.3 1.6-5.6 3.3-7.5.1 '
            '1.9.7 3 1.8 3.5C10.1 7.3 10.7 3.4 13.3.8z"/><path d="M12.3 13c.3 1.9 2.5 2.9 2.5 5.2a2.8 2.8 0 0 1-5.6 0'
            'c0-2.3 2.3-3.1 3.1-5.2z" fill="{f}"/>'
        ),
    ),
    "purple": (
        "0 0 24 24",
        (
            '<path d="M12 1.2c3 0 4.9 2.3 4.6 5.1 2.6-1.1 5.3.2 6.2 3 .9 2.9-.8 5.3-3.5 5.9 1.8 2.2 1.5 5.2-.9 6.9-2.'
            "4 1.7-5.3 1-6.7-1.5-1.4 2.5-4.3 3.2-6.7 1.5-2.4-1.7-2.7-4.7-.9-6.9-2.7-.6-4.4-3-3.5-5.9.9-2.8 3.6-4.1 6."
            '2-3C6.8 3.5 9 1.2 12 1.2z"/><circle cx="12" cy="12.6" r="2.9" fill="{f}"/>'
        ),
    ),
    "grey": (
        "0 0 24 24",
        (
            '<path d="M8.5 3.2 17 2l5.5 7.2-1.9 9.6L10 22 1.5 14.2z" stroke="{t}" stroke-width="1.2" stroke-linejoin='
            '"round"/><path d="M8.5 3.2 11 10l-9.5 4.2M11 10l9.6 8.8" fill="none" stroke="{f}" stroke-width="1.2" opa'
            'city=".8"/>'
        ),
    ),
    "star": (
        "0 0 48 48",
        (
            '<path d="m24 2.5 6.3 13.6 14.9 1.8-11 10.2 2.9 14.7L24 35.5l-13.1 7.3 2.9-14.7-11-10.2 14.9-1.8z" stroke'
            '="{t}" stroke-width="2.5" stroke-linejoin="round"/>'
        ),
    ),
    "coin": (
        "0 0 24 24",
        (
            '<circle cx="12" cy="12" r="11"/><circle cx="12" cy="12" r="8.3" fill="none" stroke="{f}" stroke-width="1'
            '.5"/><path d="M12 7v10M9 9.3h4.3a1.9 1.9 0 0 1 0 3.7H9" fill="none" stroke="{f}" stroke-width="1.9" stro'
            'ke-linecap="round"/>'
        ),
    ),
    "heart": (
        "0 0 48 48",
        (
            '<path d="M24.5 43.5C10.2 34.3 3.3 26.4 3.7 17.3 4 10 8.7 5 14.6 5c4.5 0 7.8 2.5 9.6 6.6C26.2 7.4 29.7 4.'
            '9 34 5.1c5.9.3 10.6 5.2 10.3 12.3-.4 9.2-7.7 17.1-19.8 26.1z"/>'
        ),
    ),
    "pulse": (
        "0 0 48 48",
        (
            '<path d="M24.5 43.5C10.2 34.3 3.3 26.4 3.7 17.3 4 10 8.7 5 14.6 5c4.5 0 7.8 2.5 9.6 6.6C26.2 7.4 29.7 4.'
            '9 34 5.1c5.9.3 10.6 5.2 10.3 12.3-.4 9.2-7.7 17.1-19.8 26.1z"/><path d="M1 25.5h11.5l4.3-9 6.7 16.8 5.2-'
            '12.3 3.2 4.5H47" fill="none" stroke="{f}" stroke-width="2.9" stroke-linejoin="round" stroke-linecap="rou'
            'nd"/>'
        ),
    ),
    "reverse": (
        "0 0 48 48",
        (
            '<path d="M8.5 21C9.3 11.8 15.8 6.2 24 6.2c5.7 0 10.3 2.5 13.3 6.6M39.5 27c-.8 9.2-7.3 14.8-15.5 14.8-5.7'
            ' 0-10.3-2.5-13.3-6.6" fill="none" stroke="{t}" stroke-width="5.2" stroke-linecap="round"/><path d="M42.6'
            ' 5.5v13.4H29.2zM5.4 42.5V29.1h13.4z" stroke="{t}" stroke-width="1.6" stroke-linejoin="round"/>'
        ),
    ),
    "two": (
        "0 0 48 48",
        (
            '<rect x="5.5" y="5" width="22" height="31" rx="4" transform="rotate(-10 16.5 20.5)"/><rect x="20.5" y="1'
            '1.5" width="22" height="31" rx="4" stroke="{f}" stroke-width="3" transform="rotate(7 31.5 27)"/><path d='
            '"M31.5 20.5v13M25 27h13" stroke="{f}" stroke-width="4" stroke-linecap="round" transform="rotate(7 31.5 2'
            '7)"/>'
        ),
    ),
    "bin": (
        "0 0 48 48",
        (
            '<path d="M8.5 15h31l-3.4 27.5a2 2 0 0 1-2 1.5H13.9a2 2 0 0 1-2-1.5z"/><path d="M4.5 11.5h39M17 9.5 18.8 '
            '4h10.4L31 9.5" fill="none" stroke="{t}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/'
            '><path d="m18.5 22 11 14M29.5 22l-11 14" stroke="{f}" stroke-width="4" stroke-linecap="round"/>'
        ),
    ),
    "trap": (
        "0 0 48 48",
        (
            '<path d="M1.5 20C4-3.5 44-3.5 46.5 20L42 16.2l-4 7.3-4.7-10L29 22l-5-11.5L19 22l-4.3-8.5-4.7 10-4-7.3z" '
            'stroke="{t}" stroke-width="1" stroke-linejoin="round"/><g transform="matrix(1 0 0 -1 0 50)"><path d="M1.'
            '5 20C4-3.5 44-3.5 46.5 20L42 16.2l-4 7.3-4.7-10L29 22l-5-11.5L19 22l-4.3-8.5-4.7 10-4-7.3z" stroke="{t}"'
            ' stroke-width="1" stroke-linejoin="round"/></g><circle cx="3.6" cy="25" r="3.6"/><circle cx="44.4" cy="2'
            '5" r="3.6"/>'
        ),
    ),
    "composure": (
        "0 0 24 24",
        (
            '<circle cx="12" cy="12" r="11" fill="#1f6f8b"/><path d="M4.3 13.6c2.6-4.3 5.1-4.3 7.7-1.2s5.1 3.1 7.7-1.'
            '2" fill="none" stroke="#FBF6E9" stroke-width="2.5" stroke-linecap="round"/>'
        ),
    ),
    "nerves": (
        "0 0 24 24",
        (
            '<path d="m12 .3 2.5 3.5 3.7-2.2.5 4.3 4.5.3-2.1 3.9 2.8 3.1-3.9 2 .7 4.4-4.3-.4-1.9 3.9L12 20.3l-2.5 2.8'
            '-1.9-3.9-4.3.4.7-4.4-3.9-2 2.8-3.1L.8 6.2l4.5-.3.5-4.3 3.7 2.2z" fill="#c22f17"/><path d="m5.9 13.4 3-4.'
            '1 2.6 5.2 2.9-6 3.7 4.7" fill="none" stroke="#FBF6E9" stroke-width="2.2" stroke-linejoin="round" stroke-'
            'linecap="round"/>'
        ),
    ),
    "currency": (
        "0 0 24 24",
        (
            '<circle cx="12" cy="12" r="11" fill="#1e1a2e"/><circle cx="12" cy="12" r="7.6" fill="none" stroke="#f4c5'
            '56" stroke-width="1.8"/>'
        ),
    ),
    "coin3": (
        "0 0 24 24",
        (
            '<circle cx="12" cy="12" r="10.3" fill="#FBF6E9" stroke="#1E1A2E" stroke-width="1.5"/><path d="M8.3 7.5h7'
            '.2l-3.8 3.9c2.7-.2 4.2 1.2 4 2.9-.3 2.7-4.7 3.4-7.5 1.5" fill="none" stroke="#1E1A2E" stroke-width="2.2"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        ),
    ),
    "joker": (
        "0 0 48 48",
        (
            '<path d="M6.3.5 18 13c3.6-1.5 8.4-1.5 12 0L41.7.5C44 9 43 16.4 39.7 21.9c1.6 3.7 3.3 7.9 4.3 13.1l-7.6 1'
            '.2C33.7 42.5 29 46.8 24 46.8s-9.7-4.3-12.4-10.6L4 35c1-5.2 2.7-9.4 4.3-13.1C5 16.4 4 9 6.3.5z"/><path d='
            '"M12.2 24.3c3.7-1.7 7-.4 8.5 3.1-3.5 1.3-6.9.4-8.5-3.1zM35.8 24.3c-3.7-1.7-7-.4-8.5 3.1 3.5 1.3 6.9.4 8.'
            '5-3.1zM20.3 33.8h7.4L24 38.3z" fill="{f}"/><path d="M24 15.5c1.3 0 1.9 1 1.8 2.4s-.7 2.4-1.8 2.4-1.8-1-1'
            '.8-2.4.5-2.4 1.8-2.4zM18 18.2l2.1 3M30 18.2l-2.1 3M9.8 6.5l4.7 6.7M38.2 6.5l-4.7 6.7" fill="{f}" stroke='
            '"{f}" stroke-width="1.3" stroke-linecap="round"/>'
        ),
    ),
    "spot": (
        "-4 -4 8 8",
        (
            '<path d="M-0.2 -3.3C1.9 -3.7 3.3 -2.3 3.2 -0.3 3.1 1.7 1.6 3.4 -0.4 3.3 -2.4 3.2 -3.5 1.9 -3.2 -0.2 -2.9 '
            '-2.3 -2.1 -3 -0.2 -3.3z"/>'
        ),
    ),
}
"""Each with its view box."""


def shape(name: str, x: float, y: float, size: float, t: str, f: str) -> str:
    """A shape in a square."""
    box, marks = SHAPES[name]
    left, top, width, _ = map(float, box.split())
    scale = size / width
    place = f"translate({x - left * scale:.2f} {y - top * scale:.2f}) scale({scale:.4f})"
    return f'<g transform="{place}" fill="{t}">{marks.format(t=t, f=f)}</g>'
