// swift-tools-version: 6.3

import PackageDescription

// A package that depends on Beeline from outside, as yours does. `make examples` builds and runs it.
let package = Package(
    name: "examples",
    dependencies: [.package(name: "beeline", path: "..")],
    targets: [
        .executableTarget(
            name: "FiveLines", dependencies: [.product(name: "Beeline", package: "beeline")], path: "FiveLines",
            exclude: ["output.txt"]),
        .executableTarget(
            name: "OwnPlugin", dependencies: [.product(name: "Beeline", package: "beeline")], path: "OwnPlugin",
            exclude: ["output.txt"]),
    ]
)
