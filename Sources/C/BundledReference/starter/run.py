#!/usr/bin/env python3
"""Reads a request on each line of standard input, and answers each with a line on standard output:

{"version": 1, "id": 7, "action": "NAME", "rule": "NAME", "parameters": {"text": "hello"}}
{"id": 7, "status": "done", "message": "hello", "results": {"said": "hello"}}

The program is started with the first request and kept; when its input ends, it ends. What it writes to standard
error is shown under its name.
"""

import json
import sys

def perform(action, parameters, is_sample):
    """Does what a rule asks for: the message for people, and what was found, by the names in plugin.json.

    is_sample: only say what would be done (beeline plugins check).
    """
    text = parameters["text"]
    return text, {"said": text}

for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "status": "done"}
    try:
        answer["message"], answer["results"] = perform(
            request["action"], request["parameters"], request.get("sample", False)
        )
    except Exception as error:
        answer["status"] = "failed"
        answer["message"] = str(error)
    print(json.dumps(answer), flush=True)
