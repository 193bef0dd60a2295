// swift-tools-version: 6.3

import PackageDescription

/// Every target's settings: Swift 6 mode with strict concurrency comes from the tools version.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What `import Beeline` brings along. SwiftPM rebuilds a target when a module changes that it names, but not when one
/// does that it only sees through another; so those who import `Beeline` name all of it.
let beeline: [Target.Dependency] = [
    "Beeline", "BeelineFiles", "BeelineJSON", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions",
]

let package = Package(
    name: "beeline",
    products: [
        .library(name: "Beeline", targets: ["Beeline"]),
        .library(name: "BeelineDecoding", targets: ["BeelineDecoding"]),
        .library(name: "BeelineWorkers", targets: ["BeelineWorkers"]),
        .executable(name: "beeline", targets: ["BeelineCommand"]),
        .executable(name: "beeline-decode", targets: ["beeline-decode"]),
    ],
    targets: [
        // The way through, in the order in which data flows. A target imports only what stands above it.
        .target(name: "BeelineFiles"),
        .target(name: "BeelineJSON", dependencies: ["CJansson"]),
        .target(name: "BeelineSymbols", dependencies: ["BeelineJSON"]),
        .target(
            name: "BeelineContent",
            dependencies: ["BeelineJSON", "BeelineSymbols", "BundledTables", "CExpat", "CIDN2", "CPSL"]),
        .target(name: "BeelineRules", dependencies: ["BeelineJSON", "BeelineSymbols", "BeelineContent", "CRE2"]),
        .target(
            name: "BeelineActions",
            dependencies: [
                "BeelineFiles", "BeelineJSON", "BeelineSymbols", "BeelineContent", "BeelineRules", "CCurl", "CSQLite",
            ]),
        .target(
            name: "Beeline",
            dependencies: [
                "BeelineFiles", "BeelineJSON", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions",
                "BundledRules",
            ]),

        // Decoding, which only the worker program links.
        .target(name: "BeelineImages", dependencies: ["CTurboJPEG", "CSPNG", "CWebP"]),
        .target(
            name: "BeelineDecoding",
            dependencies: ["BeelineFiles", "BeelineSymbols", "BeelineImages", "CZBar"]),
        .target(
            name: "BeelineWorkers",
            dependencies: ["BeelineFiles", "BeelineJSON", "BeelineSymbols", "CDescriptorPassing"]),

        // The programs.
        .executableTarget(
            name: "beeline-decode",
            dependencies: ["BeelineFiles", "BeelineSymbols", "BeelineDecoding", "CDescriptorPassing"]),
        .executableTarget(
            name: "BeelineCommand",
            dependencies: beeline + ["BeelineWorkers"]),

        // The examples, which the tests run, and the library's part of the benchmarks.
        .executableTarget(name: "FiveLines", dependencies: beeline, path: "Examples/FiveLines"),
        .executableTarget(name: "OwnPlugin", dependencies: beeline, path: "Examples/OwnPlugin"),
        .executableTarget(name: "beeline-bench", dependencies: beeline + ["Allocations"], path: "Benchmarks/Library"),

        .target(name: "Allocations", path: "Benchmarks/Allocations"),

        // C and C++: the rules as bytes, three shims, and one module map for each other system library that is linked.
        .target(name: "BundledRules", path: "Rules"),
        .target(name: "BundledTables", path: "Tables"),
        // It loads libcurl when it is first needed: linked, libcurl and its thirty libraries would slow every start.
        .target(name: "CCurl"),
        .target(name: "CDescriptorPassing"),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CSPNG", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),

        // Tests, a target for each module.
        .testTarget(name: "DocumentationTests", dependencies: beeline + ["FiveLines", "OwnPlugin"]),
        .testTarget(name: "BeelineFilesTests", dependencies: ["BeelineFiles"]),
        .testTarget(name: "BeelineJSONTests", dependencies: ["BeelineJSON"]),
        .testTarget(name: "BeelineSymbolsTests", dependencies: ["BeelineJSON", "BeelineSymbols"]),
        .testTarget(
            name: "BeelineContentTests", dependencies: ["BeelineSymbols", "BeelineContent"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineImagesTests", dependencies: ["BeelineImages"], resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineRulesTests",
            dependencies: ["BeelineJSON", "BeelineSymbols", "BeelineContent", "BeelineRules", "TestPrograms"]),
        .testTarget(
            name: "BeelineActionsTests",
            dependencies: [
                "BeelineFiles", "BeelineJSON", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(name: "BeelineTests", dependencies: beeline),
        .testTarget(
            name: "BeelineDecodingTests",
            dependencies: ["BeelineDecoding", "BeelineImages", "BeelineSymbols", "TestPrograms"]),
        .testTarget(
            name: "BeelineWorkersTests",
            dependencies: ["BeelineWorkers", "BeelineDecoding", "BeelineSymbols", "beeline-decode", "TestPrograms"]),
        .testTarget(
            name: "BeelineCommandTests", dependencies: beeline + ["BeelineCommand", "beeline-decode", "TestPrograms"]),
        // Runs programs for the tests.
        .target(name: "TestPrograms", path: "Tests/TestPrograms"),
    ]
)

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = strict
}
