"""Codes that are drawn."""

from __future__ import annotations

import os
import subprocess
from typing import List, Mapping, Optional, Sequence, Union

from ._errors import DrawError, in_python
from ._memory import memory_file, path_of


def draw(
    program: str,
    rules: Sequence[str],
    content: Union[str, bytes, None] = None,
    *,
    format: str = "svg",
    symbology: Optional[str] = None,
    kind: Optional[str] = None,
    fields: Optional[Mapping[str, object]] = None,
    add_on: Optional[str] = None,
    level: Optional[str] = None,
    module_width: Optional[float] = None,
    scale: Optional[int] = None,
    quiet_zone: Optional[int] = None,
    bar_height: Optional[float] = None,
    text: bool = True,
    dark: Optional[str] = None,
    light: Optional[str] = None,
    transparent: bool = False,
    logo: Union[str, "os.PathLike[str]", None] = None,
    force: bool = False,
    verify: bool = True,
) -> bytes:
    """A code as a file: the bytes of an SVG, PNG, PDF or text.

    Args:
        content: what the code says; without it `kind` and `fields` say what it is made of.
        format: svg, png, pdf, or text (half blocks for a terminal).
        symbology: what to draw, by the names of `beeline draw --list`: qr, code-128. Default: what suits the content.
        kind, fields: makes the content from fields: kind="wifi", fields={"ssid": "Guests", "password": "…"}.
        level: what part of a QR code may be lost: L, M, Q or H.
        module_width: in mm; scale: pixels of a module of a PNG; quiet_zone, bar_height: in modules.
        text: whether the text is below the bars.
        logo: a PNG or JPEG for the middle of a QR code.
        force: draw what readers might not read; verify: read it back before it is returned.

    Raises:
        DrawError: it cannot be drawn, or could not be read back.
    """
    if (content is None) == (kind is None):
        raise TypeError("draw takes either a content, or a kind with its fields")
    if kind is not None and not fields:
        raise TypeError(f"draw needs fields=… for the kind {kind!r}; beeline.kinds() has their names")
    command = [program, "draw", "--output", "-", "--format", format, *rules]
    values = {
        "as": symbology,
        "kind": kind,
        "add-on": add_on,
        "level": level,
        "module-width": module_width,
        "scale": scale,
        "quiet-zone": quiet_zone,
        "bar-height": bar_height,
        "dark": dark,
        "light": light,
        "logo": None if logo is None else os.fspath(logo),
    }
    for name, value in values.items():
        if value is not None:
            command += [f"--{name}", str(value)]
    flags = {"no-text": not text, "transparent": transparent, "force": force, "no-verify": not verify}
    command += [f"--{name}" for name, holds in flags.items() if holds]
    descriptors: List[int] = []
    try:
        if kind is not None:
            for name, content_of in (fields or {}).items():
                # Every user of the machine can see a command line, and a field may be a password.
                descriptors.append(memory_file(_text(content_of).encode("utf-8")))
                command.append(f"{name}@{path_of(descriptors[-1])}")
            done = _run(command, b"")
        else:
            # As they are: the command takes the last line end of a text away.
            done = _run([*command, "--bytes"], content) if isinstance(content, bytes) else _run(
                command, f"{content}\n".encode("utf-8")
            )
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    if done.returncode != 0:
        raise DrawError(in_python(done.stderr.decode("utf-8", "replace"), {}))
    return done.stdout


def _run(command: List[str], data: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
