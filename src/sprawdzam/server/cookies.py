"""The cookie that holds a session. Over https browsers are made to keep it to this very host (``__Host-``)."""

from __future__ import annotations

from collections.abc import Mapping

NAME = "sprawdzam"
MAX_AGE = 30 * 24 * 3600  # seconds


def cookie_name(scheme: str) -> str:
    return f"__Host-{NAME}" if scheme in ("https", "wss") else NAME


def session_of(cookies: Mapping[str, str], scheme: str) -> str | None:
    return cookies.get(cookie_name(scheme)) or None


def kept(token: str, scheme: str) -> str:
    """The Set-Cookie value that keeps a session for as long as it lasts on the server."""
    return f"{cookie_name(scheme)}={token}; Max-Age={MAX_AGE}{_rules(scheme)}"


def dropped(scheme: str) -> str:
    return f"{cookie_name(scheme)}=; Max-Age=0{_rules(scheme)}"


def _rules(scheme: str) -> str:
    return "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if scheme in ("https", "wss") else "")
