#!/usr/bin/env python3
"""Validate documents against a JSON Schema (draft 2020-12).

Usage: validate.py SCHEMA < DOCUMENTS

Each line of the input is a document. For each, a line is printed: "valid", or what is wrong and where. A schema that is
none itself is an error.
"""

import json
import sys

from jsonschema import Draft202012Validator


def main(path):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for line in sys.stdin:
        error = next(validator.iter_errors(json.loads(line)), None)
        if error is None:
            print("valid")
        else:
            print(f"{error.json_path}: {error.message}".replace("\n", " ")[:300])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    main(sys.argv[1])
