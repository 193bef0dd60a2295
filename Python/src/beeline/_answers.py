"""What the command answers, as values: one `Answer` for each input, one `Result` for each code in it."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Type

from . import _tables
from ._content import Content
from ._conversation import Trouble
from ._errors import InputError
from ._program import PROTOCOL
from ._values import compact, shown, value_of
from .contents import SPELLINGS, TYPES


#: `Symbol` has a member of that name.
Bytes = bytes


@dataclass(frozen=True)
class Notice:
    """Something that is to be known of a code or an input: `code` for programs, `message` for people."""

    code: str
    message: str
    #: The page, in documents of several pages.
    page: Optional[int] = None


@dataclass(frozen=True)
class Lost:
    """A pass of decoding that did not come to its end; what only it would have found is missing."""

    pass_name: str
    reason: str
    page: Optional[int] = None


@dataclass(frozen=True)
class StructuredAppend:
    """Which part of a message a symbol contains; `index` counts from 0."""

    index: int
    count: Optional[int] = None
    id: Optional[str] = None


#: Four corners (x, y).
Outline = Tuple[Tuple[int, int], ...]


@dataclass(frozen=True)
class Symbol:
    """A code as it was seen."""

    symbology: str
    #: None for bytes that are not text in any character set.
    text: Optional[str] = None
    #: The bytes of the code where they are not UTF-8; `data` has them always.
    bytes: Optional[Bytes] = None
    charset: Optional[str] = None
    #: The AIM identifier (ISO/IEC 15424), as `]E0`.
    aim: Optional[str] = None
    #: An add-on of two or five digits beside an EAN or UPC.
    add_on: Optional[str] = None
    structured_append: Optional[StructuredAppend] = None
    #: Four corners (x, y) in pixels of the upright picture, clockwise from the code's own top left one.
    outline: Optional[Outline] = None
    #: All places of a code that the picture has several times, that of `outline` first.
    outlines: Tuple[Outline, ...] = ()
    #: How many times the picture has the code.
    copies: int = 1
    quality: Optional[int] = None
    #: From 1, in documents of several pages.
    page: Optional[int] = None
    decoder: Optional[str] = None

    @property
    def data(self) -> Bytes:
        """The bytes of the code."""
        return self.bytes if self.bytes is not None else (self.text or "").encode("utf-8")


@dataclass(frozen=True)
class Link:
    """The verdict on a link: `verdict` is allow, ask or deny."""

    verdict: str
    reasons: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Action:
    """An action that a rule has for a code. Nothing is performed."""

    #: Its name, as `open-url`.
    action: str
    rule: str
    url: Optional[str] = None
    link: Optional[Link] = None
    #: Why it cannot be performed with this code.
    problem: Optional[str] = None
    #: Whether its rule always requires confirmation, even where the verdict on its link is allow.
    ask: bool = False
    #: All that the answer has of it, such as the `fields` of `emit`.
    members: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, repr=False)
class Result:
    """A code: what was seen, what it means, and the rule that took it."""

    symbol: Symbol
    content: Content
    #: The id of the rule; None where no rule matched.
    rule: Optional[str]
    actions: Tuple[Action, ...]
    #: Of content of kind url, and of a text with links.
    link: Optional[Link] = None
    #: The place, among the results of this input, of the code that this one is a part of.
    joined_to: Optional[int] = None
    #: The names of the withheld secrets.
    withheld: Tuple[str, ...] = ()
    warnings: Tuple[Notice, ...] = ()
    #: Why a rule refuses the code; None where none does.
    refused: Optional[str] = None

    @property
    def text(self) -> Optional[str]:
        return self.symbol.text

    @property
    def kind(self) -> str:
        return self.content.kind

    @property
    def url(self) -> Optional[str]:
        """The link that a person may open: the first of an action `open-url`, or else that of a code that is a link and is
        not refused; never that of a request."""
        opened = (action.url for action in self.actions if action.action == "open-url" and action.url is not None)
        own = self.content.get("url") if self.link is not None and self.link.verdict != "deny" else None
        return next(opened, own if self.kind == "url" and self.refused is None else None)

    @property
    def verdict(self) -> Optional[str]:
        """The strictest on its link and on those of its actions, where a rule that requires confirmation counts as ask:
        allow, ask or deny; None without a link. Actions that only replace others do not count."""
        verdicts = {self.link.verdict} if self.link is not None else set()
        for action in self.actions:
            if action.link is not None and "otherwise" not in action.members:
                verdicts |= {action.link.verdict, "ask" if action.ask else "allow"}
        return next((verdict for verdict in ("deny", "ask", "allow") if verdict in verdicts), None)

    def __repr__(self) -> str:
        parts = [self.kind, f"rule {self.rule}" if self.rule is not None else "no rule", self.refused, self.verdict]
        said = ", ".join(part for part in parts if part is not None)
        text = self.text if self.text is not None else repr(self.symbol.data)
        return f"<Result {self.symbol.symbology} {shown(text)}: {said}>"


class Answer:
    """The result of one input: its codes, or `error`. An input that cannot be read never raises.

    It is a sequence of `Result`. It is parsed when it is looked at, so that a million answers whose `line` alone is
    kept cost little.
    """

    __slots__ = ("_line", "_json", "_results")

    def __init__(self, line: bytes):
        self._line = line
        self._json: Optional[Dict[str, Any]] = None
        self._results: Optional[Tuple[Result, ...]] = None

    @classmethod
    def named(cls, line: bytes, name: Optional[str]) -> "Answer":
        """The answer with another `input` than the command was given."""
        text = line.decode("utf-8")
        start = len(OPENING)
        _, end = _DECODER.raw_decode(text, start)
        return cls(f"{text[:start]}{compact(name)}{text[end:]}".encode("utf-8"))

    @classmethod
    def troubled(cls, given: Any, trouble: Trouble) -> "Answer":
        """The answer to an input to which the command gave none."""
        error = compact({"code": trouble.code, "message": trouble.message})
        return cls(f"{OPENING.decode()}{compact(given)},\"error\":{error}}}".encode("utf-8"))

    @property
    def line(self) -> str:
        """The line of JSON, as the command prints it, without its line feed."""
        return self._line.decode("utf-8")

    @property
    def json(self) -> Mapping[str, Any]:
        """All of it, by the names of Docs/Output.md. Numbers with a fraction are `Decimal`."""
        if self._json is None:
            self._json = json.loads(self._line, parse_float=Decimal)
        return self._json

    @property
    def input(self) -> Any:
        """The path as it was given, or the name of the picture (None if it has none); of a code, the object that was sent."""
        return self.json["input"]

    @property
    def results(self) -> Tuple[Result, ...]:
        """One for each code, in reading order."""
        if self._results is None:
            self._results = tuple(_result(member) for member in self.json.get("results", ()))
        return self._results

    @property
    def error(self) -> Optional[Notice]:
        """Why the input could not be read; None where it was."""
        error = self.json.get("error")
        return None if error is None else _notice(error)

    @property
    def errors(self) -> Tuple[Notice, ...]:
        """The pages that could not be read, beside `results`."""
        return tuple(_notice(member) for member in self.json.get("errors", ()))

    @property
    def lost(self) -> Tuple[Lost, ...]:
        """The passes that crashed or timed out."""
        return tuple(
            Lost(member["pass"], member["reason"], member.get("page")) for member in self.json.get("lost", ())
        )

    @property
    def diagnosis(self) -> Tuple[Mapping[str, Any], ...]:
        """With `diagnose`: for each page what was tried and found."""
        return tuple(self.json.get("diagnosis", ()))

    def raise_for_error(self) -> "Answer":
        """The answer itself; raises `InputError` if the input or one of its pages could not be read, or a pass was lost."""
        said = [str(notice.message) for notice in (self.error, *self.errors) if notice is not None]
        said += [f"{lost.pass_name}: {lost.reason}" for lost in self.lost]
        if said:
            name = self.input if isinstance(self.input, str) else None
            raise InputError("; ".join(said) if name is None else f"{name}: {'; '.join(said)}", self)
        return self

    def rows(self, *, path: bool = False, flat: bool = False) -> List[Dict[str, Any]]:
        """The answer as rows of a table: one for each code and each page that could not be read, at least one.

        Args:
            path: whether a column `path` is before the others: the path, or the text that was resolved.
            flat: whether the fields of a code are columns of their own, named as in CSV (Docs/Output.md): `isbn13`,
                `price`, `ai.10`, `emit.shelf`. Different kinds have different columns. Without it the columns are always
                those of `beeline.spark`: page, symbology, text, bytes, kind, content, rule, actions, verdict, error, lost;
                `content`, `actions` and `lost` are JSON.
        """
        return _tables.rows(self, path, flat)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: int) -> Result:
        return self.results[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._line == other._line

    def __hash__(self) -> int:
        return hash(self._line)

    def __repr__(self) -> str:
        return _tables.summary(self)

    def _repr_html_(self) -> str:
        return _tables.table(self)


#: How each line of this version begins.
OPENING = b'{"version":%d,"input":' % PROTOCOL

_DECODER = json.JSONDecoder()

def _notice(member: Mapping[str, Any]) -> Notice:
    return Notice(member["code"], member["message"], member.get("page"))


def _link(member: Optional[Mapping[str, Any]]) -> Optional[Link]:
    return None if member is None else Link(member["verdict"], tuple(member.get("reasons", ())))


#: For each kind its type, and the attribute of each of its fields.
_KINDS: Dict[str, Tuple[Type[Content], Dict[str, str]]] = {
    kind: (
        type_of,
        {SPELLINGS.get(field.name, field.name): field.name for field in fields(type_of)[len(fields(Content)) :]},
    )
    for kind, type_of in TYPES.items()
}


def _content(member: Dict[str, Any]) -> Content:
    """The content as the type of its kind; what newer programs add is among its items."""
    kind = member["kind"]
    type_of, attributes = _KINDS.get(kind, (Content, {}))
    values = {}
    for name, value in member.items():
        attribute = attributes.get(name)
        if attribute is not None:
            values[attribute] = value_of(name, value)
    try:
        return type_of(kind, member, **values)
    except TypeError:
        # A field is missing that every code of this kind has, in the program for which this package was made.
        return Content(kind, member)


def _outline(corners: Optional[Sequence[Sequence[int]]]) -> Optional[Outline]:
    return tuple((x, y) for x, y in corners) if corners else None


def _symbol(member: Mapping[str, Any]) -> Symbol:
    raw, part, outline = member.get("bytes"), member.get("structuredAppend"), _outline(member.get("outline"))
    outlines = tuple(place for place in map(_outline, member.get("outlines", ())) if place)
    return Symbol(
        symbology=member["symbology"],
        text=member.get("text"),
        bytes=None if raw is None else base64.b64decode(raw),
        charset=member.get("charset"),
        aim=member.get("aim"),
        add_on=member.get("addOn"),
        structured_append=part and StructuredAppend(part["index"], part.get("count"), part.get("id")),
        outline=outline,
        outlines=outlines or ((outline,) if outline else ()),
        copies=member.get("copies", 1),
        quality=member.get("quality"),
        page=member.get("page"),
        decoder=member.get("decoder"),
    )


def _action(member: Mapping[str, Any]) -> Action:
    url = member.get("url")
    return Action(
        action=member["action"],
        rule=member["rule"],
        url=url if isinstance(url, str) else None,
        link=_link(member.get("link")),
        problem=member.get("problem"),
        ask=member.get("ask", False),
        members=member,
    )


def _result(member: Mapping[str, Any]) -> Result:
    resolution = member["resolution"]
    return Result(
        symbol=_symbol(member["symbol"]),
        content=_content(member["content"]),
        rule=resolution["rule"],
        actions=tuple(_action(action) for action in resolution["actions"]),
        link=_link(member.get("link")),
        joined_to=member.get("joinedTo"),
        withheld=tuple(member.get("withheld", ())),
        warnings=tuple(_notice(warning) for warning in member.get("warnings", ())),
        refused=member.get("refused"),
    )
