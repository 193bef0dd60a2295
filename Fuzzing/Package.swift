// swift-tools-version: 6.3

import PackageDescription

/// The fuzz targets, apart from the package whose parsers and readers they try: all of it is built with libFuzzer's
/// instrumentation. `make fuzz` builds and runs them.
let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "beeline", path: "..")],
    targets: [
        // What codes say, and rule files.
        .executableTarget(
            name: "fuzz", dependencies: ["CLibFuzzer", "FuzzDriver", .product(name: "Beeline", package: "beeline")]),
        // Image files and pictures, which C libraries read: with the address sanitizer.
        .executableTarget(
            name: "fuzz-images",
            dependencies: [
                "CLibFuzzer", "CZXingAssertions", "FuzzDriver", .product(name: "BeelineDecoding", package: "beeline"),
            ],
            linkerSettings: [.unsafeFlags(["-Xlinker", "--wrap=beeline_zxing_read"])]),
        .target(name: "FuzzDriver", dependencies: ["CLibFuzzer"]),
        .target(name: "CLibFuzzer"),
        .target(name: "CZXingAssertions"),
    ]
)
