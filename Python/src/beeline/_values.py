"""Values of an answer as Python, JSON and people have them."""

from __future__ import annotations

import datetime
import json
from typing import Any

from .contents import DATES

#: How much a line shows of a text, and of a message.
TEXT_SHOWN, MESSAGE_SHOWN = 60, 300


def value_of(name: str, value: Any) -> Any:
    """The value of a field as a type of Python."""
    if isinstance(value, list):
        return tuple(value)
    if name in DATES:
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            # The year 0000, which Python does not have.
            return None
    return value


def compact(value: Any) -> str:
    """A line of JSON, as the command writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shown(text: str, most: int = TEXT_SHOWN) -> str:
    """A text within a line: cut, and with escapes for what cannot be printed."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in cut)
