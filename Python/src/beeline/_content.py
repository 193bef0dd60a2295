"""What a code means: a kind, and the fields of that kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Iterator, Mapping, Union

#: A number of a code. Prices and weights are exact.
Number = Union[int, Decimal]


@dataclass(frozen=True, eq=False)
class Content(Mapping[str, Any]):
    """What a code means. Of a kind of the program it is one of the types of `beeline.contents`, with attributes; of a
    kind that rule files declare it is of this type itself.

    It is a mapping of the members that Docs/Output.md calls `content`, by their own names: `content["givenName"]`.
    """

    kind: str
    #: The members, `kind` among them.
    fields: Mapping[str, Any] = field(repr=False)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __eq__(self, other: object) -> bool:
        return self.fields == (other.fields if isinstance(other, Content) else other)

    def __hash__(self) -> int:
        return hash((self.kind, frozenset(self.fields)))
