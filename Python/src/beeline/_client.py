"""`Beeline`: the command with its options, as often as it is needed at once."""

from __future__ import annotations

import itertools
import json
import operator
import os
import subprocess
import threading
import weakref
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union, cast

from ._answers import OPENING, Answer
from ._codes import Code, request
from ._conversation import Conversation, Request, Trouble
from ._drawing import draw as draw_code
from ._errors import BeelineError, ConfigurationError, ProgramFailed, in_python
from ._images import Image, Loaded, load
from ._kinds import Kind, kind_of
from ._memory import memory_file, path_of
from ._process import CoProcess
from ._program import checked
from ._tables import frame

Item = TypeVar("Item")
Names = Union[str, Sequence[str]]
#: A rule file: its path, or its content as a mapping.
Rules = Union[str, "os.PathLike[str]", Mapping[str, Any]]

#: Codes that are asked ahead; a co-process works on that many while others are made and taken.
CODES_AHEAD = 4096


class Beeline:
    """Scans and resolves with the same rules and options, for any number of threads.

    Co-processes are started when they are needed and kept; `close`, the end of a `with`, or the end of Python ends them.
    Each call has one of its own, so that threads do not wait for each other; `scan` and `resolve` use at most `jobs` of
    them at once. After a fork the child starts its own.

    Args:
        program: the command; default: the environment's BEELINE, else `beeline` in the PATH.
        rules: rule files that are asked before all others; paths or mappings.
        defaults: whether the user's and the bundled rules are tried as well.
        effort: fast, normal or max. Default: normal.
        only: symbologies that are looked for, as "ean_13" or ["ean_13", "qr_code"].
        one: whether the first code of a picture is enough.
        roi: the part of each picture to look at, as "10,20,300,200" or "25%,0,50%,1.0".
        diagnose: whether answers say what was tried, and why a picture may have given nothing.
        jobs: how many pictures are decoded at once. Default: one for each core.
        show_secrets: whether passwords and keys are shown; without it they are withheld.
        at: the moment of the scan for rules, as "2026-12-24T21:30". Default: now.
        source: what scanned it, for rules that ask for `scan.source`.
        constants: constants of the rules, as {"amazon": "www.amazon.co.jp"}.
        catalogs: lists for rules: {"prices": "prices.csv"}.
        charset: the character set of codes that are not UTF-8, as "GBK". Default: the one that they name or seem to be in.
        full_ascii: whether Code 39 is read as full ASCII, in which +A is a.
        timeout: seconds that an answer may take; a picture or code that takes longer is an answer with an error.
            Default: none, for the command has limits of its own (a minute for a picture).
    """

    def __init__(
        self,
        *,
        program: Union[str, "os.PathLike[str]", None] = None,
        rules: Union[Rules, Sequence[Rules]] = (),
        defaults: bool = True,
        effort: Optional[str] = None,
        only: Optional[Names] = None,
        one: bool = False,
        roi: Optional[str] = None,
        diagnose: bool = False,
        jobs: Optional[int] = None,
        show_secrets: bool = False,
        at: Optional[str] = None,
        source: Optional[str] = None,
        constants: Optional[Mapping[str, str]] = None,
        catalogs: Optional[Mapping[str, Union[str, "os.PathLike[str]"]]] = None,
        charset: Optional[str] = None,
        full_ascii: bool = False,
        timeout: Optional[float] = None,
    ):
        if jobs is not None and operator.index(jobs) < 1:
            raise ValueError(f"jobs is {jobs}, and must be 1 or more")
        if timeout is not None and timeout <= 0:
            raise ValueError(f"timeout is {timeout}, and must be more than 0")
        self.program = checked(None if program is None else os.fspath(program))
        self.jobs = jobs or len(os.sched_getaffinity(0))
        self._timeout = timeout
        self._rules: List[Union[str, int]] = []
        if isinstance(rules, (str, os.PathLike, Mapping)):
            rules = [rules]
        for file in rules:
            if isinstance(file, Mapping):
                self._rules.append(memory_file(json.dumps(file).encode("utf-8")))
            else:
                self._rules.append(os.path.abspath(os.fspath(file)))
        self._end = weakref.finalize(self, _close_all, [file for file in self._rules if isinstance(file, int)])
        self._shared_options = _options(
            {
                "no-defaults": not defaults,
                "set": [f"{name}={value}" for name, value in (constants or {}).items()],
                "catalog": [f"{name}={os.path.abspath(os.fspath(path))}" for name, path in (catalogs or {}).items()],
                "charset": charset,
                "full-ascii": full_ascii,
            }
        )
        self._answer_options = _options({"show-secrets": show_secrets, "at": at, "source": source})
        self._scan_options = _options(
            {
                "effort": effort,
                "only": only if only is None or isinstance(only, str) else ",".join(only),
                "one": one,
                "roi": roi,
                "diagnose": diagnose,
                "jobs": str(self.jobs),
            }
        )
        self._is_closed = False
        self._renew()
        _clients.add(self)

    def _renew(self) -> None:
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(self.jobs)
        self._idle: Dict[str, List[CoProcess]] = {"scan": [], "resolve": []}

    # The questions.

    def scan(self, image: Image) -> Answer:
        """The codes of a picture: a path, bytes, a binary file, an image of PIL, an array of numpy, or a `Picture`.

        A picture that cannot be read is an answer with `error`. What cannot be a picture is a `TypeError`.
        """
        with self._places, Stream(self, "scan") as stream:
            stream.submit(image)
            return stream.receive()

    def scan_many(self, images: Iterable[Image], *, ahead: Optional[int] = None) -> Iterator[Answer]:
        """An answer for each picture, in their order, as they are consumed.

        At most `ahead` pictures are taken that are not answered (default: four for each job); no more of them are in
        memory, and as many are decoded at once as there are jobs. What cannot be a picture is an answer with `error`.
        """
        return self._answers("scan", images, ahead or 4 * self.jobs)

    def resolve(self, code: Code, *, symbology: Optional[str] = None, add_on: Optional[str] = None) -> Answer:
        """What a code means: a text, bytes, a `Symbol`, or a mapping with "text" or "bytes", and "symbology", "addOn".

        A whole number is the text of its digits. A missing value is an answer with `error`, what cannot be a code a
        `TypeError`.
        """
        line = request(code, symbology, add_on)
        with self._places, Stream(self, "resolve") as stream:
            stream.submit_line(line)
            return stream.receive()

    def resolve_many(
        self, codes: Iterable[Code], *, symbology: Optional[str] = None, ahead: Optional[int] = None
    ) -> Iterator[Answer]:
        """An answer for each code, in their order, as they are consumed. What cannot be a code is an answer with `error`."""
        return self._answers("resolve", codes, ahead or CODES_AHEAD, symbology)

    def frame(self, inputs: Iterable[Union[Image, Answer]]) -> Any:
        """A DataFrame of pandas with a row for each code of many pictures, or of answers, as of `resolve_many`.

        The columns are those of `Answer.rows(path=True, flat=True)`. Numbers, dates and truth values have the types of
        pandas; a column of prices is of floating point.
        """
        iterator = iter(inputs)
        first = list(itertools.islice(iterator, 1))
        every = itertools.chain(first, iterator)
        are_answers = bool(first) and isinstance(first[0], Answer)
        return frame(cast("Iterable[Answer]", every) if are_answers else self.scan_many(cast("Iterable[Image]", every)))

    def check(self) -> None:
        """Raises `ConfigurationError` if the command refuses the options or the rules, which else shows at the first call."""
        self._check()
        for command in ("scan", "resolve"):
            # Given nothing, it ends when it has read its options and rules. That it was killed shows again when it is used.
            self._run(self._command(command))

    def draw(self, content: Union[str, bytes, None] = None, **options: Any) -> bytes:
        """A code as a file: see `beeline.draw`."""
        return draw_code(self.program, self._rule_options(), content, **options)

    def kinds(self) -> Tuple[Kind, ...]:
        """The kinds of content with their fields, those of the rule files among them."""
        command = [self.program, "kinds", "--format", "json", *self._rule_options()]
        if "--no-defaults" in self._shared_options:
            command.append("--no-defaults")
        done = self._run(command)
        if done.returncode != 0:
            raise ProgramFailed(f"the program ended ({done.returncode}): {done.stderr.decode('utf-8', 'replace').strip()}")
        return tuple(kind_of(member) for member in json.loads(done.stdout)["kinds"])

    def _run(self, command: List[str]) -> "subprocess.CompletedProcess[bytes]":
        """What the command prints that is given no input. Status 2 is wrong usage or configuration."""
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode == 2:
            raise ConfigurationError(self._in_python(done.stderr.decode("utf-8", "replace")))
        return done

    def _answers(
        self, command: str, items: Iterable[Any], ahead: int, symbology: Optional[str] = None
    ) -> Iterator[Answer]:
        if ahead < 1:
            raise ValueError(f"ahead is {ahead}, and must be 1 or more")
        if isinstance(items, (str, bytes, os.PathLike)):
            raise TypeError(f"one {type(items).__name__} is not many: give an iterable of them")
        self._check()
        return self._stream(command, iter(items), ahead, symbology)

    def _stream(self, command: str, items: Iterator[Any], ahead: int, symbology: Optional[str]) -> Iterator[Answer]:
        failure: Optional[BaseException] = None
        is_over = False
        with Stream(self, command, symbology) as stream:
            while True:
                while not is_over and len(stream) < ahead and not stream.has_answer:
                    try:
                        stream.submit_any(next(items))
                    except StopIteration:
                        is_over = True
                    except Exception as error:
                        # What was taken before is answered first.
                        is_over, failure = True, error
                if len(stream) == 0:
                    break
                yield stream.receive()
        if failure is not None:
            raise failure

    # Co-processes.

    def _command(self, command: str) -> List[str]:
        options = self._rule_options() + self._shared_options + self._answer_options
        if command == "resolve":
            return [self.program, "resolve", "-", "--input", "json", "--format", "json", *options]
        return [self.program, "scan", "--files0-from", "-", "--format", "json", *options, *self._scan_options]

    def _rule_options(self) -> List[str]:
        paths = (file if isinstance(file, str) else path_of(file) for file in self._rules)
        return [part for path in paths for part in ("--rules", path)]

    def _in_python(self, message: str) -> str:
        """What the command says, with the names of arguments for its options and for rules without a file."""
        numbered = len(self._rules) > 1
        files = {
            path_of(file): f"rules[{number}]" if numbered else "rules"
            for number, file in enumerate(self._rules)
            if isinstance(file, int)
        }
        return in_python(message, files)

    def _start(self, command: str) -> CoProcess:
        return CoProcess(self._command(command))

    def _take(self, command: str) -> CoProcess:
        while True:
            with self._lock:
                self._check()
                process = self._idle[command].pop() if self._idle[command] else None
            if process is None:
                return self._start(command)
            if process.is_alive:
                return process
            process.close()

    def _give_back(self, command: str, process: CoProcess) -> None:
        with self._lock:
            if not self._is_closed and len(self._idle[command]) < self.jobs:
                self._idle[command].append(process)
                return
        process.close()

    def _check(self) -> None:
        if self._is_closed:
            raise BeelineError("this Beeline is closed; make another, or call it within its 'with'")

    def close(self) -> None:
        """Ends the co-processes that are idle; those in use end with their use."""
        with self._lock:
            self._is_closed = True
            idle = [process for processes in self._idle.values() for process in processes]
            for processes in self._idle.values():
                processes.clear()
        for process in idle:
            process.close()
        self._end()

    def __enter__(self) -> "Beeline":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed " if self._is_closed else ""
        return f"<{state}Beeline {' '.join([self.program, *self._rule_options(), *self._shared_options])}>"


class Stream:
    """Pictures or codes under way at one co-process, for one thread at a time; ends with its `with`."""

    def __init__(self, client: Beeline, command: str, symbology: Optional[str] = None):
        self._client = client
        self._name = command
        self._symbology = symbology
        self._owner = os.getpid()
        self._conversation: Conversation[Optional[Loaded]] = Conversation(
            client._take(command), lambda: client._start(command), client._timeout, OPENING, client._in_python
        )

    def submit(self, item: Any) -> None:
        """Takes a picture, or a code."""
        if self._name == "resolve":
            self._conversation.submit(request(item, self._symbology), None)
            return
        loaded = load(item)
        self._conversation.submit(loaded.trouble or loaded.path + b"\0", loaded)

    def submit_any(self, item: Any) -> None:
        """Takes a picture, or a code; what cannot be one is answered with an error."""
        try:
            self.submit(item)
        except TypeError as error:
            self._conversation.submit(Trouble("wrong-type", str(error)), None)

    def submit_line(self, line: Request) -> None:
        self._conversation.submit(line, None)

    def __len__(self) -> int:
        return len(self._conversation)

    @property
    def has_answer(self) -> bool:
        return self._conversation.has_answer

    def receive(self) -> Answer:
        """The next answer; waits for it."""
        if os.getpid() != self._owner:
            raise BeelineError("it belongs to the process that this one was forked from: begin anew")
        line, loaded, answer = self._conversation.receive()
        if loaded is None:
            if isinstance(answer, Trouble):
                return Answer.troubled(json.loads(line) if isinstance(line, bytes) else None, answer)
            return Answer(answer)
        loaded.close()
        if isinstance(answer, Trouble):
            return Answer.troubled(loaded.shown, answer)
        return Answer.named(answer, loaded.shown)

    def kill(self) -> None:
        """From another thread: makes a `receive` that waits end."""
        self._conversation.kill()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Gives the co-process back; with something under way it is ended."""
        for loaded in self._conversation.tokens():
            if loaded is not None:
                loaded.close()
        if os.getpid() != self._owner:
            return
        process = self._conversation.end()
        if process is not None:
            self._client._give_back(self._name, process)


def _options(options: Mapping[str, Union[str, bool, Sequence[str], None]]) -> List[str]:
    """As the command takes them: what is None or False is left out, a list is given as often as it is long."""
    words: List[str] = []
    for name, value in options.items():
        if value is True:
            words.append(f"--{name}")
        elif isinstance(value, str):
            words += [f"--{name}", value]
        elif value:
            for element in value:
                words += [f"--{name}", element]
    return words


def _close_all(descriptors: List[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


_clients: "weakref.WeakSet[Beeline]" = weakref.WeakSet()


def _renew_clients() -> None:
    for client in list(_clients):
        client._renew()


os.register_at_fork(after_in_child=_renew_clients)
