#!/usr/bin/env python3
"""Runs the examples of Docs/Serving.md against a server: curl, Python, Node-RED and Home Assistant.

usage: examples.py

The address in them is replaced by that of the server, and nothing else is changed. Of Node-RED and Home Assistant, which are not
installed, the requests are sent that the examples would send, and what they look at in an answer must be there.
"""

import json
import re
import subprocess
import sys
import urllib.parse

from serving import PATH, ROOT, Server, expect, finish, note

ADDRESS = "http://127.0.0.1:8377"


def blocks(language):
    page = (ROOT / "Docs/Serving.md").read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def here(text, server):
    return text.replace(ADDRESS, f"http://127.0.0.1:{server.port}")


def run(command, server, statuses=(0,)):
    done = subprocess.run(
        command, cwd=server.folder, capture_output=True, text=True, env={"PATH": PATH, "HOME": str(server.folder)}, timeout=600
    )
    expect(done.returncode in statuses, f"{command} ends with status {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def curl(server):
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    outputs = {line: run(["bash", "-c", here(line, server)], server, (0, 28) if "--max-time" in line else (0,)) for line in lines}
    for line, output in outputs.items():
        if "/v1/resolve" in line or "/v1/scan?" in line:
            expect(json.loads(output)["results"], f"{line} finds nothing: {output}")
        if "/v1/history" in line:
            expect(output.count("\n") >= 1, f"{line} prints no header: {output}")
        if "/v1/events" in line:
            expect("event: scan" in output, f"{line} shows no scan: {output}")
    expect((server.folder / "code.svg").read_text().startswith("<"), "no SVG was drawn")
    expect(len(lines) >= 5, "the page has fewer examples of curl than it had")


def python(server):
    for block in blocks("python"):
        output = run([sys.executable, "-c", here(block, server)], server)
        expect(output == "9780306406157 isbn\nbook.amazon\n", f"the example in Python prints {output!r}")


def node_red(server):
    for block in blocks("json"):
        flow = json.loads(block)
        nodes = {node["id"]: node for node in flow}
        for node in flow:
            for wire in sum(node["wires"], []):
                expect(wire in nodes, f"{node['name']} is wired to '{wire}', which is not there")
        for node in flow:
            if node["type"] == "http request":
                path = urllib.parse.urlsplit(node["url"]).path
                body = json.dumps({"text": flow[0]["payload"]})
                status, _, answer = server.request(node["method"], path, body, {"Content-Type": "application/json"})
                result = json.loads(answer)["results"][0]
                expect(status == 200 and result["resolution"]["rule"], f"{node['name']}: {status} {answer!r}")
                links = [action["url"] for action in result["resolution"]["actions"] if action["action"] == "open-url"]
                expect(links, "the flow looks for a link that is not there")


def home_assistant(server):
    import yaml

    (text,) = [block for block in blocks("yaml") if "rest_command" in block]
    settings = yaml.safe_load(here(text, server))
    values = {'{{ {"text": code} | to_json }}': json.dumps({"text": "9784873119045"}), "{{ key }}": "from-home"}

    def filled(text):
        for name, value in values.items():
            text = text.replace(name, value)
        return text

    for name, command in settings["rest_command"].items():
        headers = {field: filled(value) for field, value in command["headers"].items()}
        headers["Content-Type"] = command["content_type"]
        path = urllib.parse.urlsplit(command["url"]).path
        status, _, answer = server.request(command["method"].upper(), path, filled(command["payload"]), headers)
        expect(status == 200, f"{name}: {status} {answer!r}")
    for sensor in settings["sensor"]:
        url = urllib.parse.urlsplit(sensor["resource"])
        status, _, answer = server.request("GET", f"{url.path}?{url.query}")
        member = re.search(r"value_json\.(\w+)", sensor["value_template"])[1]
        expect(status == 200 and len(json.loads(answer)[member]) > 0, f"{sensor['name']}: {status} {answer!r}")


def main():
    with Server() as server:
        (server.folder / "Examples").symlink_to(ROOT / "Examples")
        # Those first that make what others list.
        for part in (python, home_assistant, node_red, curl):
            note(part.__name__)
            part(server)
    return finish("examples")


if __name__ == "__main__":
    sys.exit(main())
