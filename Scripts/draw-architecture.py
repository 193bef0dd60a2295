#!/usr/bin/env python3
"""Draws Docs/architecture.svg: the way of a code, and the modules with what each imports.

The modules, their order, their arrows and the C libraries come from `swift package dump-package`. An arrow that
follows from others is left out. The types on the way of a code are listed here; each must be declared in its module.

usage: Scripts/draw-architecture.py [--check]     --check writes nothing and fails when the picture is out of date
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
from html import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "Docs/architecture.svg"

# The step that makes a value, its type, and the module that declares the type.
WAY = [
    ("", "image file", ""),
    ("read", "GrayImage", "BeelineDecoding"),
    ("decode", "Symbol", "BeelineSymbols"),
    ("parse", "Reading", "BeelineContent"),
    ("prepare", "EvaluationContext", "BeelineRules"),
    ("match", "Resolution", "BeelineRules"),
    ("dispatch", "Outcome", "BeelineActions"),
]

STYLE = """
text { font: 13px sans-serif; fill: #1b1f24 }
.small { font-size: 11px; fill: #57606a }
.title { font-size: 15px; font-weight: bold }
.box { fill: #eef4fb; stroke: #5b7ea6 }
.program { fill: #fdf3e1; stroke: #b5852f }
.line { fill: none; stroke: #5b7ea6; stroke-width: 1.3 }
.head { fill: #5b7ea6 }
.page { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .small { fill: #9aa4af }
  .box { fill: #16263a; stroke: #7ea3cc }
  .program { fill: #33280f; stroke: #d1a24b }
  .line { stroke: #7ea3cc }
  .head { fill: #7ea3cc }
  .page { fill: #0d1117 }
}
"""


def package():
    """The targets of the package by name. The folder for SwiftPM's notes is another one: `swift test` locks its own."""
    with tempfile.TemporaryDirectory() as scratch:
        dump = subprocess.run(
            ["swift", "package", "--scratch-path", scratch, "dump-package"], cwd=ROOT, check=True, stdout=subprocess.PIPE
        )
    return {target["name"]: target for target in json.loads(dump.stdout)["targets"]}


def folder_of(target):
    return target.get("path") or f"Sources/{target['name']}"


def dependencies_of(target):
    return [value[0] for dependency in target["dependencies"] for value in dependency.values()]


def is_shown(target):
    """Modules and programs in Swift: not C, tests, or benchmarks."""
    folder = folder_of(target)
    return target["type"] in ("regular", "executable") and folder.startswith("Sources/") and "/C/" not in folder


def sorted_modules(targets):
    """The modules, each below those that it imports; else in the order of Package.swift."""
    order = []

    def add(name):
        if name in order or not is_shown(targets[name]):
            return
        for dependency in dependencies_of(targets[name]):
            add(dependency)
        order.append(name)

    for name in targets:
        add(name)
    return order


def direct_arrows(targets, modules):
    """For each module, the modules that it imports and that no other module it imports brings along."""
    imports = {name: [other for other in dependencies_of(targets[name]) if other in modules] for name in modules}
    reached = {}
    for name in modules:
        reached[name] = set(imports[name]).union(*(reached[other] for other in imports[name]))
    return {
        name: [other for other in imports[name] if not any(other in reached[third] for third in imports[name])]
        for name in modules
    }


def check_way(targets):
    for _, noun, module in WAY:
        if not module:
            continue
        declaration = re.compile(rf"^(?:public|package) (?:final )?(?:struct|enum|class) {noun}\b", re.MULTILINE)
        files = (ROOT / folder_of(targets[module])).rglob("*.swift")
        if not any(declaration.search(file.read_text(encoding="utf-8")) for file in files):
            sys.exit(f"{module} declares no type {noun}; change WAY in Scripts/draw-architecture.py")


def text(x, y, words, kind="", anchor="start"):
    kind = f' class="{kind}"' if kind else ""
    anchor = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}"{kind}{anchor}>{escape(words)}</text>'


def box(x, y, width, height, kind="box"):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5" class="{kind}"/>'


def arrow_to_right(x, y):
    return f'<path d="M{x} {y}l-8 -4v8z" class="head"/>'


def arrow_to_left(x, y):
    return f'<path d="M{x} {y}l8 -4v8z" class="head"/>'


def way_of_a_code(y):
    parts = [text(20, y, "The way of a code", "title")]
    x = 20
    for step, noun, module in WAY:
        if step:
            parts.append(text(x + 28, y + 26, step, "small", "middle"))
            parts.append(f'<path d="M{x} {y + 38}h48" class="line"/>')
            parts.append(arrow_to_right(x + 56, y + 38))
            x += 56
        width = 24 + 8 * len(noun)
        parts.append(box(x, y + 20, width, 36))
        parts.append(text(x + width / 2, y + 42, noun, anchor="middle"))
        parts.append(text(x + width / 2, y + 72, module.removeprefix("Beeline"), "small", "middle"))
        x += width
    return parts, x


def modules_and_arrows(targets, y):
    modules = sorted_modules(targets)
    arrows = direct_arrows(targets, modules)
    height, step = 38, 50
    top = {name: y + 20 + step * row for row, name in enumerate(modules)}
    parts = [text(20, y, "The modules; an arrow leads to what a module imports", "title")]
    # A track for all arrows to one module; those of long ways lie outside.
    tracks = sorted({other for name in modules for other in arrows[name]}, key=modules.index, reverse=True)
    for track, goal in enumerate(tracks):
        x = 330 + 18 * track
        sources = [name for name in modules if goal in arrows[name]]
        goal_y = top[goal] + height - 10
        parts.append(arrow_to_left(300, goal_y))
        parts.append(f'<path d="M308 {goal_y}H{x}V{top[sources[-1]] + 10}" class="line"/>')
        for name in sources:
            parts.append(f'<path d="M300 {top[name] + 10}H{x}" class="line"/>')
            parts.append(f'<circle cx="{x}" cy="{top[name] + 10}" r="2.5" class="head"/>')
    left = 330 + 18 * len(tracks) + 10
    parts.append(text(left, y, "C modules that it uses", "title"))
    for name in modules:
        target = targets[name]
        kind = "program" if target["type"] == "executable" else "box"
        parts.append(box(20, top[name], 280, height, kind))
        parts.append(text(32, top[name] + 17, name))
        parts.append(text(32, top[name] + 32, folder_of(target), "small"))
        libraries = [other for other in dependencies_of(target) if other in targets and other not in modules]
        parts.append(text(left, top[name] + 24, "  ".join(libraries), "small"))
    return parts, y + 20 + step * len(modules)


def picture():
    targets = package()
    check_way(targets)
    way, width = way_of_a_code(32)
    modules, height = modules_and_arrows(targets, 150)
    width = int(max(width, 700) + 20)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<title>Beeline: the way of a code, and the modules</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" class="page"/>',
    ]
    return "\n".join(lines + way + modules + ["</svg>", ""])


def main():
    new = picture()
    if sys.argv[1:] == ["--check"]:
        if not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != new:
            sys.exit("Docs/architecture.svg is out of date: run make docs")
    elif sys.argv[1:]:
        sys.exit("usage: Scripts/draw-architecture.py [--check]")
    else:
        PICTURE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
