// swift-tools-version: 6.3

import PackageDescription

// A package that depends on Beeline from outside, as yours does. `make examples` builds it, runs each program in the folder of
// Beeline, and compares what it prints with its output.txt.

let beeline = Target.Dependency.product(name: "Beeline", package: "beeline")
let foundation = Target.Dependency.product(name: "BeelineFoundation", package: "beeline")
let live = Target.Dependency.product(name: "BeelineLive", package: "beeline")
let workers = Target.Dependency.product(name: "BeelineWorkers", package: "beeline")
// The program that the workers run is built beside those that depend on it, which is where it is looked for first.
let decode = Target.Dependency.product(name: "beeline-decode", package: "beeline")
let drawing: [Target.Dependency] = [
    .product(name: "BeelineDrawing", package: "beeline"), .product(name: "beeline-draw", package: "beeline"),
]

/// A program with what it prints, in a folder of its name.
func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: name, exclude: files(name))
}

/// The files of an example beside its source: its output, and what it is run with.
func files(_ name: String) -> [String] {
    switch name {
    case "TypedCodes": ["output.txt", "arguments.txt", "input.txt"]
    case "Till", "TypedContent": ["output.txt", "input.txt", "rules.json"]
    case "ScanAndShow", "DrawCode", "RulesOnly", "TicketServer": ["output.txt", "arguments.txt"]
    default: ["output.txt"]
    }
}

let package = Package(
    name: "examples",
    dependencies: [.package(name: "beeline", path: "..")],
    targets: [
        example("FiveLines", [beeline]), example("OwnRules", [beeline]), example("OwnPlugin", [beeline]),
        example("OwnSource", [beeline, live]), example("ReadImages", [beeline, workers, decode]),
        // What programs for telephones do, in fifteen lines.
        example("ScanAndShow", [beeline, live, workers, decode]), example("TypedCodes", [beeline]),
        example("DrawCode", [workers, decode] + drawing), example("AlbumByUPC", [beeline]),
        example("BookToShop", [beeline]),
        // Programs that are larger.
        example("Till", [beeline, live]), example("TypedContent", [beeline, foundation]),
        example("RulesOnly", [beeline]), example("TicketServer", [beeline] + drawing),
    ]
)
