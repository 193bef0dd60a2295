// swift-tools-version: 6.3

import PackageDescription

/// Every target's settings: Swift 6 mode with strict concurrency comes from the tools version.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "beeline",
    targets: [
        // The way through, in the order in which data flows. A target imports only what stands above it.
        .target(name: "BeelineFiles"),
        .target(name: "BeelineJSON", dependencies: ["CJansson"]),
        .target(name: "BeelineSymbols", dependencies: ["BeelineJSON"]),
        .target(name: "BeelineContent", dependencies: ["BeelineSymbols"]),
        .target(name: "BeelineRules", dependencies: ["BeelineJSON", "BeelineSymbols", "BeelineContent"]),

        // C: the rules as bytes, one shim, and one module map for each system library.
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),

        // Tests, a target for each module.
        .testTarget(name: "BeelineFilesTests", dependencies: ["BeelineFiles"]),
        .testTarget(name: "BeelineJSONTests", dependencies: ["BeelineJSON"]),
        .testTarget(name: "BeelineSymbolsTests", dependencies: ["BeelineJSON", "BeelineSymbols"]),
        .testTarget(
            name: "BeelineContentTests", dependencies: ["BeelineSymbols", "BeelineContent"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineRulesTests",
            dependencies: ["BeelineJSON", "BeelineSymbols", "BeelineContent", "BeelineRules"]),
    ]
)

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = strict
}
