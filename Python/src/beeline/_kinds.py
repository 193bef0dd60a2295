"""The table of kinds, as the command prints it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Field:
    """A field of a kind of content."""

    name: str
    #: text, url, number, boolean, date, time, moment, list or any.
    type: str
    #: Whether every code of the kind has it.
    always: bool
    secret: bool
    summary: str
    example: Any = None


@dataclass(frozen=True)
class Kind:
    """A kind of content: one of the program, or of a rule file."""

    kind: str
    title: str
    recognition: str
    fields: Tuple[Field, ...]
    #: Codes as `resolve` takes them.
    examples: Tuple[Mapping[str, Any], ...]


def kind_of(member: Mapping[str, Any]) -> Kind:
    return Kind(
        kind=member["kind"],
        title=member["title"],
        recognition=member.get("recognition", ""),
        fields=tuple(_field(field) for field in member.get("fields", ())),
        examples=tuple(member.get("examples", ())),
    )


def _field(member: Mapping[str, Any]) -> Field:
    example: Optional[Any] = member.get("example")
    return Field(
        name=member["name"],
        type=member["type"],
        always=member["always"],
        secret=member["secret"],
        summary=member.get("summary", ""),
        example=tuple(example) if isinstance(example, list) else example,
    )
