"""Answers as rows of a table, as a DataFrame, in a line, and as a notebook shows them."""

from __future__ import annotations

import html
import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Tuple

from ._values import MESSAGE_SHOWN, compact, shown, value_of
from .contents import DATES

if TYPE_CHECKING:
    from ._answers import Answer, Result

#: The columns of `beeline.spark`, but `path`.
_COLUMNS = ("page", "symbology", "text", "bytes", "kind", "content", "rule", "actions", "verdict", "error", "lost")

#: The columns of a flat row before and behind the fields of the code, named as in CSV.
_BEFORE = ("page", "symbology", "text", "addOn", "copies", "bytes", "kind")
_BEHIND = ("rule", "actions", "status", "url", "verdict", "ask", "error")
_TAKEN = frozenset(("path", *_BEFORE, *_BEHIND))

def rows(answer: "Answer", path: bool, flat: bool) -> List[Dict[str, Any]]:
    members = json.loads(answer.line)
    lost = members.get("lost", [])
    codes = zip(members.get("results", ()), answer.results)
    found = [_flat(result) if flat else _row(member, result) for member, result in codes]
    for trouble in [*members.get("errors", ()), *([members["error"]] if "error" in members else ())]:
        error = f"{trouble['code']}: {trouble['message']}"
        found.append({**_empty(flat), "page": trouble.get("page"), "error": error})
        if flat:
            found[-1]["status"] = "unreadable"
    if flat:
        for member in lost:
            error = f"{member['pass']}: {member['reason']}"
            found.append({**_empty(flat), "page": member.get("page"), "status": "pass-lost", "error": error})
    found = found or [{**_empty(flat), **({"status": "no-code"} if flat else {})}]
    if not flat and lost:
        for row in found:
            row["lost"] = compact(lost)
    return [{"path": _name(members["input"]), **row} for row in found] if path else found


def _empty(flat: bool) -> Dict[str, Any]:
    return dict.fromkeys((*_BEFORE, *_BEHIND) if flat else _COLUMNS)


def _name(given: Any) -> Optional[str]:
    """A path or a text as it was given; of an object that was sent, its text."""
    if isinstance(given, Mapping):
        given = given.get("text")
    return given if isinstance(given, str) else None


def _row(member: Mapping[str, Any], result: "Result") -> Dict[str, Any]:
    return {
        "page": result.symbol.page,
        "symbology": result.symbol.symbology,
        "text": result.symbol.text,
        "bytes": result.symbol.bytes,
        "kind": result.kind,
        "content": compact(member["content"]),
        "rule": result.rule,
        "actions": compact(member["resolution"]["actions"]),
        "verdict": result.verdict,
        "error": None,
        "lost": None,
    }


def _flat(result: "Result") -> Dict[str, Any]:
    symbol = result.symbol
    row: Dict[str, Any] = {
        "page": symbol.page,
        "symbology": symbol.symbology,
        "text": symbol.text,
        "addOn": symbol.add_on,
        "copies": symbol.copies,
        "bytes": symbol.bytes,
        "kind": result.kind,
    }
    content = {name: value_of(name, value) for name, value in result.content.items() if name != "kind"}
    _add(row, "", content)
    for action in result.actions:
        if action.action in ("emit", "record"):
            _add(row, f"{action.action}.", action.members.get("fields", {}))
    problem = next((action.problem for action in result.actions if action.problem is not None), None)
    return {
        **row,
        "rule": result.rule,
        "actions": " ".join(action.action for action in result.actions) or None,
        "status": _status(result),
        "url": result.url,
        "verdict": result.verdict,
        "ask": any(action.ask for action in result.actions),
        "error": problem if result.refused is None else result.refused,
    }


def _status(result: "Result") -> str:
    if result.refused is not None:
        return "refused"
    if result.rule is not None:
        return "planned"
    # What a rule with `continue` shows of a code that no other rule matches.
    return "shown" if result.actions else "no-rule"


def _add(row: Dict[str, Any], prefix: str, fields: Mapping[str, Any]) -> None:
    """Adds fields as columns, each the first of its name: of a mapping each member, as `ai.10`; of a list its elements
    with commas."""
    for name, value in fields.items():
        column = f"{prefix}{name}"
        if isinstance(value, Mapping):
            _add(row, f"{column}.", value)
            continue
        if isinstance(value, (list, tuple)):
            value = ",".join(compact(part) if isinstance(part, (list, Mapping)) else str(part) for part in value)
        row.setdefault(f"content.{column}" if column in _TAKEN else column, value)


def frame(answers: Iterable["Answer"]) -> Any:
    """The flat rows of answers as a DataFrame, its columns in the order of CSV, with the types of pandas."""
    try:
        import pandas
    except ImportError:
        raise ImportError("a frame needs pandas: pip install pandas") from None
    found = [row for answer in answers for row in answer.rows(path=True, flat=True)]
    fields = dict.fromkeys(name for row in found for name in row if name not in _TAKEN)
    columns = ["path", *_BEFORE, *fields, *_BEHIND]
    table = pandas.DataFrame([[row.get(name) for name in columns] for row in found], columns=columns, dtype=object)
    for name in table.columns:
        column = table[name]
        types = {type(value) for value in column if value is not None and value == value}
        if name in DATES:
            try:
                table[name] = pandas.to_datetime(column)
            except (ValueError, OverflowError):
                # A year that the nanoseconds of pandas do not reach: the dates stay those of Python.
                pass
        elif types == {bool}:
            table[name] = column.astype("boolean")
        elif types == {int}:
            table[name] = column.astype("Int64")
        elif types and types <= {int, Decimal}:
            table[name] = column.astype(float)
    return table


def summary(answer: "Answer") -> str:
    """An answer in a line, as `repr` gives it."""
    name = f" {shown(answer.input)}" if isinstance(answer.input, str) else ""
    return f"<Answer{name}: {_said(answer)}>"


def _said(answer: "Answer") -> str:
    if answer.error is not None:
        return shown(f"{answer.error.code}: {answer.error.message}", MESSAGE_SHOWN)
    codes = [f"{result.kind} {shown(result.text or repr(result.symbol.data))}" for result in answer.results[:3]]
    if not codes:
        return "no code"
    more = [] if len(answer) == len(codes) else ["…"]
    return ("" if len(answer) == 1 else f"{len(answer)} codes: ") + ", ".join(codes + more)


#: What a notebook shows of an answer.
_IN_NOTEBOOK = ("symbology", "text", "kind", "rule", "url", "verdict", "error")


def table(answer: "Answer") -> str:
    """An answer as a table of HTML; what codes say is text in it."""
    found = rows(answer, path=False, flat=True)
    columns = [name for name in _IN_NOTEBOOK if any(row[name] is not None for row in found)]
    lines: List[Tuple[str, List[str]]] = [("th", list(columns))]
    lines += [("td", [_cell(row[name]) for name in columns]) for row in found]
    body = "".join(
        "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>" for tag, cells in lines
    )
    caption = _name(answer.input)
    title = f"<caption>{html.escape(shown(caption))}</caption>" if caption is not None else ""
    return f"<table>{title}{body}</table>" if columns else f"<p>{html.escape(summary(answer))}</p>"


def _cell(value: Any) -> str:
    return "" if value is None else shown(str(value), MESSAGE_SHOWN)
