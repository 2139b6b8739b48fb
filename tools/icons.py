"""Draws the icons of the installed page anew, from web/public/favicon.svg: `python -m tools.icons` (needs Chromium)."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.web.browser import QUIET, chrome

PUBLIC = Path(__file__).parent.parent / "web" / "public"
CARD = re.sub(r"</?svg[^>]*>", "", (PUBLIC / "favicon.svg").read_text("utf-8"))
SQUARES = "".join(
    f'<path d="M{at * 8} 0h4v48h-4zM0 {at * 8}h48v4H0z" fill="#1e5a46" opacity=".09"/>' for at in range(6)
)
ICONS = {  # name: size, radius of the corners, part of the width that the card takes
    "icon-192.png": (192, 10, 0.70),
    "icon-512.png": (512, 10, 0.70),
    "maskable-512.png": (512, 0, 0.52),  # systems cut it to their own shape: only the middle is sure to be seen
    "apple-180.png": (180, 0, 0.66),
}


def drawn(size: int, radius: float, part: float) -> str:
    scale = 48 * part / 40
    left, top = (48 - 40 * scale) / 2, (48 - 48 * scale) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 48 48">'
        f'<clipPath id="c"><rect width="48" height="48" rx="{radius}"/></clipPath><g clip-path="url(#c)">'
        f'<rect width="48" height="48" fill="#cbdcd2"/>{SQUARES}'
        f'<g transform="translate({left} {top}) scale({scale})">{CARD}</g></g></svg>'
    )


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome(), args=[*QUIET, "--no-sandbox"])
        for name, (size, radius, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawn(size, radius, part)}")
            page.screenshot(path=PUBLIC / "icons" / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
