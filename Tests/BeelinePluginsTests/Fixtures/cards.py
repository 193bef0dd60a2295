# Reads vCards and iCalendar objects with vobject, and prints a line of JSON for each file: what it has of each property,
# or what is wrong with it.
import json
import sys

import vobject


def plain(value):
    if isinstance(value, (list, tuple)):
        return [plain(element) for element in value]
    if isinstance(value, (vobject.vcard.Name, vobject.vcard.Address)):
        return {name: plain(part) for name, part in vars(value).items() if part}
    return str(value)


def properties(component):
    for child in component.getChildren():
        if isinstance(child, vobject.base.Component):
            yield [child.name, "", list(properties(child))]
        else:
            parameters = ";".join(f"{name}={','.join(values)}" for name, values in sorted(child.params.items()))
            yield [child.name, parameters, plain(child.value)]


for path in sys.argv[1:]:
    data = open(path, newline="", encoding="utf-8").read()
    longest = max(len(line.encode()) for line in data.split("\r\n"))
    try:
        components = list(vobject.readComponents(data, validate=True))
        print(json.dumps({"count": len(components), "longest": longest, "properties": list(properties(components[0]))}))
    except Exception as error:
        print(json.dumps({"error": str(error)}))
