// swift-tools-version: 6.3

import PackageDescription

/// The fuzz target, apart from the package whose parsers it tries: all of it is built with libFuzzer's instrumentation.
/// `make fuzz` builds and runs it.
let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "beeline", path: "..")],
    targets: [
        .executableTarget(name: "fuzz", dependencies: ["CLibFuzzer", .product(name: "Beeline", package: "beeline")]),
        .target(name: "CLibFuzzer"),
    ]
)
