#!/usr/bin/env python3
"""Says whether a program keeps the contract of Docs/Protocol.md.

usage: conformance.py PROGRAM [ARGUMENT…]        such as: conformance.py .build/release/beeline
       conformance.py ssh scanner.local beeline  (pictures have to be on the same machine)

PROGRAM is called as `PROGRAM ARGUMENT… scan --files0-from - --format json …` and `PROGRAM ARGUMENT… resolve - --input json
--format json …`. The cases are in conformance/cases.json, for programs in other languages, too: of a client they say what it
sends and has to understand. Each case is sent twice: at once, and one input after the other, each after the answer to the one
before. It needs Python's standard library alone, and ends with status 1 if something is not as it has to be.
"""

import base64
import json
import pathlib
import selectors
import subprocess
import sys
import tempfile

CASES = pathlib.Path(__file__).resolve().parent / "conformance/cases.json"
CARRIERS = {
    "scan": ["scan", "--files0-from", "-", "--format", "json"],
    "resolve": ["resolve", "-", "--input", "json", "--format", "json"],
}
ENDS = {"scan": b"\0", "resolve": b"\n"}

#: Seconds after which an answer is missing.
PATIENCE = 60


class Wrong(Exception):
    """Something that is not as it has to be."""


def differs(found, wanted, place="the answer"):
    """Where `found` lacks something of `wanted`: extra members are allowed, extra elements are not."""
    if isinstance(wanted, dict):
        if not isinstance(found, dict):
            return f"{place} is {found!r}, and no object"
        for name, value in wanted.items():
            if name not in found:
                return f"{place} has no '{name}'"
            difference = differs(found[name], value, f"'{name}' of {place}")
            if difference:
                return difference
    elif isinstance(wanted, list):
        if not isinstance(found, list) or len(found) != len(wanted):
            return f"{place} is {found!r}, and not a list of {len(wanted)}"
        for index, value in enumerate(wanted):
            difference = differs(found[index], value, f"element {index} of {place}")
            if difference:
                return difference
    elif type(found) is not type(wanted) or found != wanted:
        return f"{place} is {found!r}, and not {wanted!r}"
    return None


def check_line(line, wanted, never):
    try:
        text = line.decode("utf-8")
        answer = json.loads(text)
    except ValueError as error:
        raise Wrong(f"a line is no JSON in UTF-8 ({error}): {line[:200]!r}") from None
    if not text.startswith('{"version":1,"input":'):
        raise Wrong(f'a line does not begin with {{"version":1,"input": but with {text[:40]}')
    if ("results" in answer) == ("error" in answer):
        raise Wrong(f"an answer has 'results' or 'error': {text[:200]}")
    for hidden in never:
        if hidden in text:
            raise Wrong(f"a line holds {hidden!r}: {text[:200]}")
    difference = differs(answer, wanted)
    if difference:
        raise Wrong(difference)


def rest_of(process, data=None):
    """Gives the rest of the input; what it still says, and on standard error."""
    try:
        return process.communicate(data, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Wrong("it does not end when its input has ended") from None


def check_end(process, case, errors):
    if process.returncode != case["status"]:
        raise Wrong(f"it ends with status {process.returncode}, and not {case['status']}: {errors.decode()[-500:]}")
    if case.get("says", "") not in errors.decode("utf-8", "replace"):
        raise Wrong(f"standard error does not name '{case['says']}': {errors.decode()[-500:]}")


def at_once(process, case, inputs):
    output, errors = rest_of(process, b"".join(inputs))
    if output and not output.endswith(b"\n"):
        raise Wrong("the last line has no end")
    lines = output.split(b"\n")[:-1]
    if len(lines) != len(case["answers"]):
        raise Wrong(f"{len(lines)} lines, and not {len(case['answers'])}: {errors.decode()[-500:]}")
    for line, wanted in zip(lines, case["answers"]):
        check_line(line, wanted, case.get("never", ()))
    check_end(process, case, errors)


def one_by_one(process, case, inputs):
    """Each input after the answer to the one before."""
    selector = selectors.DefaultSelector()
    selector.register(process.stdout, selectors.EVENT_READ)
    rest = b""
    for number, (data, wanted) in enumerate(zip(inputs, case["answers"])):
        process.stdin.write(data)
        process.stdin.flush()
        while b"\n" not in rest:
            if not selector.select(PATIENCE):
                raise Wrong(f"no answer to input {number}, while the input stays open")
            chunk = process.stdout.read1(1 << 16)
            if not chunk:
                raise Wrong(f"it ends before the answer to input {number}")
            rest += chunk
        line, rest = rest.split(b"\n", 1)
        check_line(line, wanted, case.get("never", ()))
    output, errors = rest_of(process)
    if rest + output:
        raise Wrong(f"it says more than was asked: {(rest + output)[:200]!r}")
    check_end(process, case, errors)


def inputs_of(case):
    if "raw" in case:
        return [case["raw"].encode("utf-8")]
    texts = (text if isinstance(text, str) else text["repeat"] * text["times"] for text in case["send"])
    return [text.encode("utf-8") + ENDS[case["carrier"]] for text in texts]


def run(program, case, way, folder):
    options = [option.replace("{rules}", str(folder / "rules.json")) for option in case["options"]]
    (folder / "rules.json").write_text(json.dumps(case.get("rules")))
    process = subprocess.Popen(
        [*program, *CARRIERS[case["carrier"]], *options],
        cwd=folder / "pictures",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        way(process, case, inputs_of(case))
    finally:
        process.kill()
        process.communicate()


def main():
    program = sys.argv[1:]
    if not program or program[0].startswith("-"):
        sys.exit(__doc__.strip())
    if "/" in program[0]:
        program[0] = str(pathlib.Path(program[0]).resolve())
    document = json.loads(CASES.read_text(encoding="utf-8"))
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pictures").mkdir()
        for picture, content in document["pictures"].items():
            (folder / "pictures" / picture).write_bytes(base64.b64decode(content))
        for case in document["cases"]:
            ways = [at_once] if "raw" in case or case["status"] == 2 else [at_once, one_by_one]
            for way in ways:
                try:
                    run(program, case, way, folder)
                except (Wrong, OSError, subprocess.TimeoutExpired) as error:
                    failed += 1
                    print(f"FAILED {case['carrier']}, {way.__name__.replace('_', ' ')}: {case['name']}\n    {error}")
    print(f"{len(document['cases'])} cases, {failed or 'none'} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
