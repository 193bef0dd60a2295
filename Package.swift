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
    "Beeline", "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineRuleTools",
    "BeelineActions", "BeelinePlugins",
]

let package = Package(
    name: "beeline",
    products: [
        .library(name: "Beeline", targets: ["Beeline"]),
        .library(name: "BeelineDecoding", targets: ["BeelineDecoding"]),
        .library(name: "BeelineWorkers", targets: ["BeelineWorkers"]),
        .library(name: "BeelineDrawing", targets: ["BeelineDrawing"]),
        .executable(name: "beeline", targets: ["BeelineCommand"]),
        .executable(name: "beeline-decode", targets: ["beeline-decode"]),
    ],
    targets: [
        // The way through, in the order in which data flows. A target imports only what stands above it.
        .target(name: "BeelineSymbols", path: "Sources/Symbols"),
        // Files, programs, JSON, SQLite and markup, for this package only. The one place that starts programs.
        .target(
            name: "BeelineSupport", dependencies: ["BeelineSymbols", "CLinux", "CSQLite"],
            path: "Sources/Support"),
        .target(
            name: "BeelineContent",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BundledTables", "CExpat", "CIDN2", "CPSL"],
            path: "Sources/Content"),
        .target(
            name: "BeelineRules", dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineContent", "CRE2"],
            path: "Sources/Rules"),
        // What looks at rules and resolves nothing: schema, tests in rule files, explain, reference, graph.
        .target(
            name: "BeelineRuleTools",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules"],
            path: "Sources/RuleTools"),
        .target(
            name: "BeelineActions",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules"],
            path: "Sources/Actions"),
        .target(
            name: "BeelinePlugins",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions", "CCurl",
            ],
            path: "Sources/Plugins"),
        .target(
            name: "Beeline",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineRuleTools",
                "BeelineActions", "BeelinePlugins", "BundledRules",
            ]),

        // Drawing, which links none of the libraries that it draws with: they are loaded when they are first needed.
        .target(
            name: "BeelineDrawing",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineContent", "CZint", "CPNG"],
            path: "Sources/Drawing"),

        // Decoding, which only the worker program links.
        .target(
            name: "BeelineDecoding",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "CTurboJPEG", "CSPNG", "CWebP", "CTIFF", "CGIF", "CHEIF", "CZBar",
                "CZXing",
            ],
            path: "Sources/Decoding"),
        .target(
            name: "BeelineWorkers", dependencies: ["BeelineSupport", "BeelineSymbols", "CLinux"],
            path: "Sources/Workers"),

        // The programs.
        .executableTarget(
            name: "beeline-decode",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineDecoding", "BeelineWorkers", "CLinux", "CSandbox",
            ],
            path: "Sources/Commands/beeline-decode"),
        .executableTarget(
            name: "BeelineCommand", dependencies: beeline + ["BeelineDrawing", "BeelineWorkers"],
            path: "Sources/Commands/beeline"),

        // The examples, which the tests run, and the parts of the benchmarks that are Swift.
        .executableTarget(name: "FiveLines", dependencies: beeline, path: "Examples/FiveLines"),
        .executableTarget(name: "OwnPlugin", dependencies: beeline, path: "Examples/OwnPlugin"),
        .executableTarget(name: "beeline-bench", dependencies: beeline + ["Allocations"], path: "Benchmarks/Library"),
        .executableTarget(
            name: "decode-bench",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineDecoding", "BeelineWorkers"],
            path: "Benchmarks/Decoding"),
        .executableTarget(
            name: "draw-bench",
            dependencies: ["BeelineSupport", "BeelineDrawing", "BeelineDecoding", "BeelineWorkers"],
            path: "Benchmarks/Drawing"),

        .target(name: "Allocations", path: "Benchmarks/Allocations"),

        // C and C++: the rules as bytes, shims, and one module map for each other system library that is linked.
        .target(name: "BundledRules", path: "Rules"),
        .target(name: "BundledTables", path: "Tables"),
        // It loads libcurl when it is first needed: linked, libcurl and its thirty libraries would slow every start.
        .target(name: "CCurl", path: "Sources/C/CCurl"),
        // These load libzint and libspng in the same way.
        .target(name: "CZint", path: "Sources/C/CZint"),
        .target(name: "CPNG", path: "Sources/C/CPNG"),
        .target(name: "CLinux", path: "Sources/C/CLinux"),
        .target(name: "CHEIF", path: "Sources/C/CHEIF", linkerSettings: [.linkedLibrary("heif")]),
        .target(name: "CRE2", path: "Sources/C/CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .target(name: "CSandbox", path: "Sources/C/CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CTIFF", path: "Sources/C/CTIFF", linkerSettings: [.linkedLibrary("tiff")]),
        .target(name: "CZXing", path: "Sources/C/CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .systemLibrary(
            name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CGIF", path: "Sources/C/CGIF", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(
            name: "CIDN2", path: "Sources/C/CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CPSL", path: "Sources/C/CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CSPNG", path: "Sources/C/CSPNG", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(
            name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/C/CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(
            name: "CWebP", path: "Sources/C/CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CZBar", path: "Sources/C/CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),

        // Tests, a target for each module.
        .testTarget(name: "DocumentationTests", dependencies: beeline + ["FiveLines", "OwnPlugin"]),
        .testTarget(name: "BeelineSymbolsTests", dependencies: ["BeelineSymbols"]),
        .testTarget(name: "BeelineSupportTests", dependencies: ["BeelineSupport", "BeelineSymbols", "TestPrograms"]),
        .testTarget(
            name: "BeelineContentTests",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineContent", "TestPrograms"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineRulesTests",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineRuleTools",
                "TestPrograms",
            ]),
        .testTarget(
            name: "BeelineActionsTests",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions",
                "BeelinePlugins", "TestPrograms",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineTests", dependencies: beeline + ["TestPrograms"], resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineDecodingTests", dependencies: ["BeelineDecoding", "BeelineSymbols", "TestPrograms"],
            resources: [.copy("Fixtures"), .copy("ImageFixtures")]),
        .testTarget(
            name: "BeelineDrawingTests",
            dependencies: ["BeelineDrawing", "BeelineDecoding", "BeelineSymbols", "TestPrograms"]),
        .testTarget(
            name: "BeelineWorkersTests",
            dependencies: [
                "BeelineWorkers", "BeelineDecoding", "BeelineSupport", "BeelineSymbols", "beeline-decode",
                "SandboxTrial", "TestPrograms",
            ]),
        .testTarget(
            name: "BeelineCommandTests",
            dependencies: beeline + [
                "BeelineDrawing", "BeelineWorkers", "BeelineCommand", "beeline-decode", "TestPrograms",
            ]),
        // Shuts itself in as the worker does, and then tries what the worker must not do.
        .executableTarget(name: "SandboxTrial", dependencies: ["CSandbox"], path: "Tests/SandboxTrial"),
        // Runs programs for the tests.
        .target(name: "TestPrograms", path: "Tests/TestPrograms"),
    ]
)

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = strict
}

// Loops over millions of pixels take a hundred times as long without optimisation, and tests would wait for them.
// `make test` asks for it; packages that depend on this one must not have such flags.
if Context.environment["BEELINE_OPTIMIZED_DECODING"] != nil {
    for target in package.targets where ["BeelineDecoding", "BeelineDrawing"].contains(target.name) {
        target.swiftSettings = strict + [.unsafeFlags(["-O"])]
    }
}
