"""The exceptions of the package: wrong use and a program that cannot work. A picture that cannot be read is an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Mapping, Tuple

if TYPE_CHECKING:
    from ._answers import Answer


class BeelineError(Exception):
    """An error of the package, or of the command."""


class ProgramNotFound(BeelineError):
    """The command `beeline` is not there."""


class ProgramMismatch(BeelineError):
    """The command is there, but speaks another version of the protocol."""


class ConfigurationError(BeelineError):
    """The command refuses the options or the rules; the message says which."""


class ProgramFailed(BeelineError):
    """The command ends again and again without an answer, whatever it is given."""


class DrawError(BeelineError):
    """The code cannot be drawn, or could not be read back; the message says why."""


class InputError(BeelineError):
    """`Answer.raise_for_error`: an input could not be read, or not whole. `answer` has what was read of it."""

    def __init__(self, message: str, answer: "Answer"):
        super().__init__(message)
        self.answer = answer

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.args[0], self.answer)


#: Options of the command that are not keyword arguments of the same name.
_ARGUMENTS = {
    "as": "symbology",
    "catalog": "catalogs",
    "no-defaults": "defaults=False",
    "no-text": "text=False",
    "no-verify": "verify=False",
    "set": "constants",
}

_USAGE = re.compile(r"^beeline [a-z]+ --help shows the usage\.\n?", re.MULTILINE)
_OPENING = re.compile(r"^beeline: ", re.MULTILINE)
_OPTION = re.compile(r"'--([a-z]+(?:-[a-z]+)*)(?: ([^']*))?'|(?<![\w-])--([a-z]+(?:-[a-z]+)*)(?= [^-\s])")


def in_python(message: str, files: Mapping[str, str]) -> str:
    """What the command says of its options and rules, with the names that these have in Python.

    `files` are the names of arguments that the command was given as files, by their paths.
    """
    for path, name in files.items():
        message = message.replace(path, name)
    message = _OPENING.sub("", _USAGE.sub("", message))
    return _OPTION.sub(_argument, message).strip()


def _argument(match: "re.Match[str]") -> str:
    option, value = match[1] or match[3], match[2]
    name = _ARGUMENTS.get(option, option.replace("-", "_"))
    return name if value is None else f"{name}={value!r}"
