// swift-tools-version: 6.3

import PackageDescription

// A package that depends on Beeline from outside, as yours does. `make examples` builds it, runs each program in the folder of
// Beeline, and compares what it prints with its output.txt.

let beeline = Target.Dependency.product(name: "Beeline", package: "beeline")
let live = Target.Dependency.product(name: "BeelineLive", package: "beeline")
let workers = Target.Dependency.product(name: "BeelineWorkers", package: "beeline")
// The program that the workers run is built beside those that depend on it, which is where it is looked for first.
let decode = Target.Dependency.product(name: "beeline-decode", package: "beeline")

let package = Package(
    name: "examples",
    dependencies: [.package(name: "beeline", path: "..")],
    targets: [
        .executableTarget(name: "FiveLines", dependencies: [beeline], path: "FiveLines", exclude: ["output.txt"]),
        .executableTarget(name: "OwnRules", dependencies: [beeline], path: "OwnRules", exclude: ["output.txt"]),
        .executableTarget(name: "OwnPlugin", dependencies: [beeline], path: "OwnPlugin", exclude: ["output.txt"]),
        .executableTarget(
            name: "OwnSource", dependencies: [beeline, live], path: "OwnSource", exclude: ["output.txt"]),
        .executableTarget(
            name: "ReadImages", dependencies: [beeline, workers, decode], path: "ReadImages", exclude: ["output.txt"]),
    ]
)
