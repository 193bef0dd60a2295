"""Codes that are resolved, as lines of JSON."""

from __future__ import annotations

import base64
import json
import operator
from collections import abc
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, Dict, Mapping, Optional, Union

from ._answers import Symbol
from ._conversation import Request, Trouble

#: What can be resolved: a text, bytes, a `Symbol`, or an object as the command takes it: "text" or "bytes" (Base64),
#: "symbology", "addOn", and members of your own, which the answer repeats. A whole number is the text of its digits. A
#: missing value (None, NaN, or that of pandas) is answered with an error.
Code = Union[str, bytes, int, float, None, Symbol, Mapping[str, Any]]

#: Whole numbers beyond it are not exact as float.
_EXACT = 1 << 53


def request(code: Code, symbology: Optional[str] = None, add_on: Optional[str] = None) -> Request:
    """The line that asks what a code means. What cannot be a code is a `TypeError`."""
    if not isinstance(code, (str, bytes, abc.Mapping)):
        if _is_missing(code):
            return Trouble("missing", "there is no code: the value is missing")
        code = _digits(code)
    if isinstance(code, str):
        line = '{"text":' + quoted(code)
    elif isinstance(code, (bytes, bytearray, memoryview)):
        line = '{"bytes":"' + base64.b64encode(code).decode("ascii") + '"'
    elif isinstance(code, Symbol):
        return _object(_members(code), symbology, add_on)
    elif isinstance(code, abc.Mapping):
        # Not that of typing, which takes ten times as long to say it.
        return _object(code, symbology, add_on)
    else:
        raise TypeError(f"{type(code).__qualname__} is no code: give a text, bytes, a whole number, a Symbol or a mapping")
    if symbology is not None:
        line += ',"symbology":' + quoted(symbology)
    if add_on is not None:
        line += ',"addOn":' + quoted(add_on)
    return (line + "}\n").encode("ascii")


def _is_missing(code: Any) -> bool:
    """None, NaN, and what pandas has in their places."""
    return code is None or type(code).__name__ in ("NAType", "NaTType") or (isinstance(code, float) and code != code)


def _digits(code: Any) -> Any:
    """A whole number as text, whether of Python, numpy or a column in which a missing value made all numbers float."""
    if isinstance(code, float) and code.is_integer() and abs(code) < _EXACT:
        return str(int(code))
    if isinstance(code, bool) or not hasattr(code, "__index__"):
        return code
    return str(operator.index(code))


def _members(symbol: Symbol) -> Mapping[str, Any]:
    members: Dict[str, Any] = {"symbology": symbol.symbology}
    if symbol.bytes is not None:
        members["bytes"] = base64.b64encode(symbol.bytes).decode("ascii")
    else:
        members["text"] = symbol.text or ""
    if symbol.aim is not None:
        members["aim"] = symbol.aim
    if symbol.add_on is not None:
        members["addOn"] = symbol.add_on
    if symbol.copies > 1:
        members["copies"] = symbol.copies
    return members


def _object(code: Mapping[str, Any], symbology: Optional[str], add_on: Optional[str]) -> bytes:
    members = dict(code)
    if symbology is not None:
        members["symbology"] = symbology
    if add_on is not None:
        members["addOn"] = add_on
    try:
        # Nearly all members are texts: to make an encoder for each object takes longer than all the rest.
        line = ",".join([f"{quoted(name)}:{quoted(value)}" for name, value in members.items()])
    except TypeError:
        return (_encoded(members) + "\n").encode("ascii")
    return ("{" + line + "}\n").encode("ascii")


_encoded = json.JSONEncoder(separators=(",", ":")).encode
