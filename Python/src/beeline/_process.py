"""A co-process: the command, its three pipes, and no threads."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import subprocess
import threading
import weakref
from collections import deque
from typing import Deque, Dict, Optional, Sequence

#: Of what the program says on standard error, so much is kept: the reason of an exit is at its end.
_KEPT_ERRORS = 1 << 14
_CHUNK = 1 << 18

#: The size of a pipe: in 64 KiB there are answers to two hundred codes, and both sides would wait for each other.
_PIPE = 1 << 20
#: Of Linux; Python has it from 3.10 on.
_F_SETPIPE_SZ = 1031

#: Seconds that a program has to end by itself, once its input is closed.
_PATIENCE = 2.0


class CoProcess:
    """The command with its pipes. One owner at a time; `kill` alone may be called by other threads.

    Reading and writing alternate, as the pipes are ready, so that neither side waits for the other with a full
    pipe. Nothing is read between calls: the program then stops when its pipes are full.
    """

    def __init__(self, command: Sequence[str]):
        with _starting:
            # A session of its own: Ctrl-C on a terminal is for Python, which ends the program in its own order.
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
            _running[self._child.pid] = self._child
            self._end = weakref.finalize(self, _end, self._child, os.getpid())
        assert self._child.stdin and self._child.stdout and self._child.stderr
        self.pid = self._child.pid
        self.owner = os.getpid()
        self._input = self._child.stdin.fileno()
        self._output = self._child.stdout.fileno()
        self._errors = self._child.stderr.fileno()
        for descriptor in (self._input, self._output, self._errors):
            os.set_blocking(descriptor, False)
        for descriptor in (self._input, self._output):
            # A user who has many pipes gets no larger ones, and needs none.
            with contextlib.suppress(OSError):
                fcntl.fcntl(descriptor, _F_SETPIPE_SZ, _PIPE)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._poll.register(self._errors, select.POLLIN)
        self._unsent = bytearray()
        self._is_asking_to_write = False
        self._rest = b""
        self._said = b""
        self._has_said_all = False
        #: Whether the program has closed its output, or refuses input: no further line will come.
        self.has_ended = False
        #: How many lines it has answered.
        self.answered = 0
        #: Lines that came and were not taken, without their line feeds.
        self.lines: Deque[bytes] = deque()

    @property
    def is_alive(self) -> bool:
        return not self.has_ended and self._child.poll() is None

    @property
    def unsent(self) -> int:
        return len(self._unsent)

    def send(self, data: bytes) -> None:
        """Notes what is to be written; `exchange` writes it."""
        self._unsent += data

    def exchange(self, timeout: Optional[float]) -> None:
        """Writes and reads once what is ready, after it has waited until something is."""
        if self.has_ended:
            return
        if bool(self._unsent) != self._is_asking_to_write:
            self._is_asking_to_write = not self._is_asking_to_write
            if self._is_asking_to_write:
                self._poll.register(self._input, select.POLLOUT)
            else:
                self._poll.unregister(self._input)
        ready = dict(self._poll.poll(None if timeout is None else max(0, int(timeout * 1000 + 0.999))))
        if self._errors in ready:
            self._read_errors()
        if self._output in ready:
            self._read_lines()
        if self._input in ready and not self.has_ended:
            self._write()

    def _write(self) -> None:
        try:
            with memoryview(self._unsent)[:_CHUNK] as part:
                count = os.write(self._input, part)
            del self._unsent[:count]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            # What it still has to say is read first: its output ends by itself.
            self._unsent.clear()

    def _read_lines(self) -> None:
        try:
            data = os.read(self._output, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self.has_ended = True
            return
        lines = (self._rest + data if self._rest else data).split(b"\n")
        self._rest = lines.pop()
        self.answered += len(lines)
        self.lines.extend(lines)

    def _read_errors(self) -> None:
        try:
            data = os.read(self._errors, _CHUNK)
        except BlockingIOError:
            return
        self._said = (self._said + data)[-_KEPT_ERRORS:]
        if not data and not self._has_said_all:
            self._has_said_all = True
            self._poll.unregister(self._errors)

    def kill(self) -> None:
        """Ends the program at once; a thread that waits for its answers learns that it has ended."""
        if self.owner == os.getpid():
            self._child.kill()

    def status(self) -> int:
        """Waits for the program, whose output has ended, and says what it ended with; negative is a signal."""
        try:
            status = self._child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._child.kill()
            status = self._child.wait()
        return status

    def said(self) -> str:
        """What the program, which has ended, has said on standard error, the end of it."""
        length = -1
        while length != len(self._said):
            length = len(self._said)
            self._read_errors()
        return self._said.decode("utf-8", "replace").strip()

    def close_input(self) -> None:
        """Says that nothing more comes: the program answers what it has, and ends."""
        assert self._child.stdin
        self._child.stdin.close()

    def close(self) -> None:
        """Ends the program and closes the pipes. It may be called again."""
        self.has_ended = True
        self._end()


#: The programs whose pipes are open, so that a copy of this process that fork makes can close its copies of them: a
#: program whose input is open elsewhere would not see its end.
_running: "Dict[int, subprocess.Popen[bytes]]" = {}
_starting = threading.Lock()


def _close_pipes(child: "subprocess.Popen[bytes]") -> None:
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                pass


def _end(child: "subprocess.Popen[bytes]", owner: int) -> None:
    if os.getpid() != owner:
        return
    _close_pipes(child)
    _running.pop(child.pid, None)
    # It ends by itself when its input does, and its workers with it.
    try:
        child.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _forget_programs_of_parent() -> None:
    global _starting
    _starting = threading.Lock()
    for child in _running.values():
        _close_pipes(child)
        # It is not a child of this process, and is not waited for here.
        child.returncode = 0
    _running.clear()


os.register_at_fork(
    before=lambda: _starting.acquire(),
    after_in_parent=lambda: _starting.release(),
    after_in_child=_forget_programs_of_parent,
)
