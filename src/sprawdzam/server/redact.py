"""Logs never hold what somebody could sign in with, nor the link of a table, by which whoever has it may sit down."""

from __future__ import annotations

import logging
import re

HIDDEN = "[hidden]"
TABLE = r"([A-Za-z0-9_-]{22})(?![\w-])"  # as long as 16 random bytes are in an address
SECRETS = (
    re.compile(
        r"""(?i)((?:authorization|(?:set-)?cookie)\b['"]?\s*[:=,]\s*)(b?'[^'\r\n]*'|b?"[^"\r\n]*"|[^\r\n'"]+)"""
    ),
    re.compile(r"""(?i)((?:password|old|new|token)['"]\s*:\s*)('[^'\r\n]*'|"(?:[^"\\\r\n]|\\.)*")"""),
    re.compile(r"()(\bspz_[A-Za-z0-9_-]+)"),
    re.compile(r"(\b(?:__Host-)?sprawdzam=)([A-Za-z0-9_-]+)"),
    re.compile(r"(?i)(\bbearer\s+)([^\s'\"]+)"),
    re.compile(r"()(\$argon2[^\s'\"]+)"),
    re.compile(r"(\b[a-z0-9+]+://[^\s:/@]*:)([^\s/@]+)(?=@)"),  # the password of a database
    re.compile(r"(\bKey \([^)]*\)=\()([^)]*)"),  # what PostgreSQL tells of a row that is there already
    re.compile(rf"(\btables?[ /=]|/t/|\bof ){TABLE}"),
    # Anywhere else what looks like one, but for the id of a node, which operators know it by. Names in a trace seldom
    # have a small letter, a capital and something else in exactly so many letters.
    re.compile(rf"(?<![\w-])(?<!\bnode )(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9_-])(){TABLE}"),
)


def redacted(text: str) -> str:
    for secret in SECRETS:
        text = secret.sub(rf"\g<1>{HIDDEN}", text)
    return text


class HideSecrets(logging.Filter):
    """Hides tokens, cookies, passwords and links of tables, in messages and in the traces of exceptions. Belongs on
    every handler."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = record.getMessage()
        if (hidden := redacted(told)) != told:
            if isinstance(record.args, tuple):  # formatters such as uvicorn's take the arguments apart
                record.args = tuple(redacted(one) if isinstance(one, str) else one for one in record.args)
            if record.getMessage() != hidden:
                record.msg, record.args = hidden, ()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redacted(record.exc_text)
        return True
