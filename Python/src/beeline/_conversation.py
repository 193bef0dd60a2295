"""Requests to a co-process and their answers, in order, whatever happens to the co-process."""

from __future__ import annotations

import time
from collections import deque
from itertools import islice
from typing import Callable, Deque, Generic, Optional, Tuple, TypeVar, Union

from ._errors import ConfigurationError, ProgramFailed, ProgramMismatch
from ._process import CoProcess

Token = TypeVar("Token")

#: An input during which the program ended so often is given up. Another process may have killed it twice.
_TRIES = 3

#: After so many ends of programs that answered nothing, the program is asked whether it can start at all.
_BARREN = 4

#: Seconds between two looks for answers while requests are made.
_BETWEEN_LOOKS = 0.002


class Trouble:
    """Why there is no line: what replaces the answer."""

    __slots__ = ("code", "message")

    def __init__(self, code: str, message: str):
        self.code = code
        self.message = message


Request = Union[bytes, Trouble]


class Conversation(Generic[Token]):
    """Requests under way at one co-process, each with a token that comes back with its answer.

    A co-process that ends is replaced, and what it has not answered is sent again. If several requests were under way,
    it is unknown which of them it died of; they are then sent one at a time, and one that is under way alone at three
    ends is given up, with a `Trouble` instead of its line. A request that is a `Trouble` from the start is its own answer.
    """

    def __init__(
        self,
        process: CoProcess,
        start: Callable[[], CoProcess],
        timeout: Optional[float],
        opening: bytes,
        worded: Callable[[str], str],
    ):
        """`start` makes another process, `timeout` is for one answer, `opening` is how each line must begin, `worded` puts
        what the command says of its options into words of Python."""
        self._worded = worded
        self._start = start
        self._timeout = timeout
        self._opening = opening
        self._process: Optional[CoProcess] = process
        self._waiting: Deque[Tuple[Request, Token]] = deque()
        self._looked = 0.0
        #: How many of those that wait, from the first, were sent to the process.
        self._sent = 0
        #: How many are sent one at a time, because one of them may be what the process died of.
        self._careful = 0
        self._head_ends = 0
        self._barren = 0
        self._is_killed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def submit(self, request: Request, token: Token) -> None:
        self._waiting.append((request, token))
        process = self._process
        if self._careful == 0 and process is not None:
            self._sent += 1
            if type(request) is bytes:
                process.send(request)
                if process.unsent > 1 << 16:
                    process.exchange(0)

    @property
    def has_answer(self) -> bool:
        """Whether `receive` would not wait, as far as is known: it is not looked more often than is worth it."""
        process = self._process
        if process is None:
            return False
        if not process.lines:
            now = time.monotonic()
            if now - self._looked > _BETWEEN_LOOKS:
                self._looked = now
                process.exchange(0)
        return bool(process.lines)

    def receive(self) -> Tuple[Request, Token, Union[bytes, Trouble]]:
        """The answer to the first request that waits; blocks until it is there."""
        # Only what is waited here counts: what the caller does between two answers is his.
        first = self._waiting[0][0]
        if isinstance(first, Trouble):
            return self._answered(first)
        deadline = None if self._timeout is None else time.monotonic() + self._timeout
        while True:
            process = self._process
            if process is None:
                process = self._process = self._start()
                self._send(process)
            if process.lines:
                line = process.lines.popleft()
                if not line.startswith(self._opening):
                    shown = line[:80].decode("utf-8", "replace")
                    raise ProgramMismatch(f"the program answers in another version of the protocol: {shown}")
                self._barren = 0
                return self._answered(line)
            if process.has_ended or self._is_killed:
                trouble = self._replace(process)
                if trouble is not None:
                    return self._answered(trouble)
                continue
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                process.kill()
                process.close()
                self._process = None
                return self._answered(Trouble("timed-out", f"no answer in {self._timeout:g} s"))
            process.exchange(left)

    def kill(self) -> None:
        """From another thread: makes a `receive` that waits end, with a `Trouble`."""
        self._is_killed = True
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> Optional[CoProcess]:
        """Ends the conversation: the co-process, if it can be used for another one, else it is closed."""
        process, self._process = self._process, None
        if process is not None and (self._waiting or process.lines or self._is_killed or not process.is_alive):
            process.kill()
            process.close()
            process = None
        return process

    def tokens(self) -> Deque[Token]:
        """Those of the requests that still wait."""
        return deque(token for _, token in self._waiting)

    def _answered(self, answer: Union[bytes, Trouble]) -> Tuple[Request, Token, Union[bytes, Trouble]]:
        request, token = self._waiting.popleft()
        self._head_ends = 0
        process = self._process
        if process is None:
            self._sent = 0
            return request, token, answer
        self._sent = max(0, self._sent - 1)
        if self._careful > 0:
            self._careful -= 1
            self._send(process)
        return request, token, answer

    def _send(self, process: CoProcess) -> None:
        """Sends all requests that wait, or one."""
        limit = len(self._waiting) if self._careful == 0 else min(1, len(self._waiting))
        for request, _ in islice(self._waiting, self._sent, max(self._sent, limit)):
            if isinstance(request, bytes):
                process.send(request)
        self._sent = max(self._sent, limit)

    def _replace(self, process: CoProcess) -> Optional[Trouble]:
        """Deals with a process that has ended; says what is wrong with the first request, if it is given up."""
        status = process.status()
        said = process.said()
        under_way = sum(isinstance(request, bytes) for request, _ in islice(self._waiting, self._sent))
        sent, self._sent = self._sent, 0
        self._process = None
        process.close()
        if self._is_killed:
            return Trouble("cancelled", "it was cancelled")
        # Status 2 is wrong usage or configuration, and comes before anything was done.
        if status == 2 and process.answered == 0:
            raise ConfigurationError(self._worded(said) or "the program refuses its options")
        how = f"signal {-status}" if status < 0 else f"status {status}"
        detail = f"the program ended ({how})" + (f": {said[-500:]}" if said else "")
        self._barren = self._barren + 1 if process.answered == 0 else 0
        if self._barren >= _BARREN:
            self._barren = 0
            self._check_that_it_starts(detail)
        if under_way > 1:
            self._careful = max(self._careful, sent)
            return None
        self._careful = max(self._careful, 1)
        self._head_ends += 1
        return Trouble("program-died", detail) if self._head_ends >= _TRIES else None

    def _check_that_it_starts(self, detail: str) -> None:
        probe = self._start()
        try:
            probe.close_input()
            while not probe.has_ended:
                probe.exchange(None)
            if probe.status() not in (0, 1):
                raise ProgramFailed(detail)
        finally:
            probe.close()
