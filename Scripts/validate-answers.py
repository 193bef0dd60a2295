#!/usr/bin/env python3
"""Validate answers of the server against its OpenAPI document.

Usage: validate-answers.py OPENAPI < ANSWERS

Each line of the input is an object with the path (of the table), the method, the status, the media type and the body of an
answer. For each, a line is printed: "valid", or what is wrong. An object may have only the members that its schema names:
what is not described is an error here, though programs must put up with it.
"""

import json
import sys

from jsonschema import Draft202012Validator


def closed(schema):
    """The same schema without members that nothing is said of."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: closed(part) for name, part in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        schema.setdefault("additionalProperties", False)
    return schema


def structure(document):
    """What is wrong with the document itself, as far as OpenAPI 3.1 says it in words."""
    names = set()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            place = f"{method} {path}"
            if operation["operationId"] in names:
                yield f"{place}: the operationId is there twice"
            names.add(operation["operationId"])
            given = {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"}
            wanted = {part[1:-1] for part in path.split("/") if part.startswith("{")}
            if given != wanted:
                yield f"{place}: the path has {wanted}, its parameters {given}"
            if not operation["responses"]:
                yield f"{place}: no responses"
            for name, response in operation["responses"].items():
                if not response.get("description"):
                    yield f"{place}, {name}: no description"
            for parameter in operation.get("parameters", []):
                if "example" in parameter:
                    error = next(Draft202012Validator(parameter["schema"]).iter_errors(parameter["example"]), None)
                    if error:
                        yield f"{place}, {parameter['name']}: {error.message}"
    known = set(document["components"]["schemas"])
    for reference in references(document):
        if reference.removeprefix("#/components/schemas/") not in known:
            yield f"{reference} leads nowhere"


def references(value):
    if isinstance(value, list):
        for part in value:
            yield from references(part)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)


def main(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    for problem in structure(document):
        sys.exit(problem)
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    schemas = closed(document["components"]["schemas"])
    for line in sys.stdin:
        answer = json.loads(line)
        operation = document["paths"][answer["path"]][answer["method"]]
        response = operation["responses"].get(str(answer["status"]), operation["responses"]["default"])
        content = response.get("content", {})
        if not content and not answer["body"]:
            print("valid")
            continue
        if answer["type"] not in content:
            print(f"the type {answer['type']} is not one of {list(content)}")
            continue
        schema = content[answer["type"]].get("schema")
        bodies = answer["body"].splitlines() if answer["type"] == "application/x-ndjson" else [answer["body"]]
        error = None
        if schema is not None:
            validator = Draft202012Validator({**closed(schema), "components": {"schemas": schemas}})
            for body in bodies:
                error = error or next(validator.iter_errors(json.loads(body)), None)
        # The innermost error says what is wrong.
        while error is not None and error.context:
            error = max(error.context, key=lambda inner: len(inner.absolute_path))
        print("valid" if error is None else f"{error.json_path}: {error.message}".replace("\n", " ")[:300])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    main(sys.argv[1])
