// swift-tools-version: 6.3

import PackageDescription

/// Whether an environment variable is set. What development needs and a package that depends on this one must not have
/// is behind one: the Makefile sets them.
func isSet(_ variable: String) -> Bool { Context.environment[variable] != nil }

/// A folder with archives of C and C++ libraries, for `beeline` alone. With what is shared, the linker of the system is at
/// work at each start for longer than it takes to resolve a code.
let archives = Context.environment["BEELINE_ARCHIVES"].flatMap { $0.isEmpty ? nil : $0 }

/// How `libbeeline` is linked for those who use it: `static` with the standard library inside, `shared` without. Nil in the
/// build of the tests, and for a dependent.
let cLibrary = Context.environment["BEELINE_C_LIBRARY"]

/// The commit that is built, for `beeline --version`.
let commit = Context.environment["BEELINE_COMMIT"].flatMap { $0.isEmpty ? nil : $0 }

/// A library, as an archive where there is one.
func library(_ name: String) -> LinkerSetting { .linkedLibrary(archives == nil ? name : ":lib\(name).a") }

/// Every target's settings: Swift 6 mode with strict concurrency comes from the tools version.
var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A newer compiler may have new warnings, which must not break the build of a dependent.
if isSet("BEELINE_WARNINGS_AS_ERRORS") { settings.append(.treatAllWarnings(as: .error)) }

/// What `import Beeline` brings along. SwiftPM does not rebuild a target when a module changes that the target sees only
/// through another module, so targets that import `Beeline` name all of these.
let beeline: [Target.Dependency] = [
    "Beeline", "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineRuleTools",
    "BeelineActions", "BeelinePlugins",
]

let package = Package(
    name: "beeline",
    products: [
        .library(name: "Beeline", targets: ["Beeline"]),
        // Parsing without rules.
        .library(name: "BeelineContent", targets: ["BeelineContent"]),
        .library(name: "BeelineDecoding", targets: ["BeelineDecoding"]),
        .library(name: "BeelineWorkers", targets: ["BeelineWorkers"]),
        .library(name: "BeelineDrawing", targets: ["BeelineDrawing"]),
        // Codes as they come: cameras, hand scanners, streams.
        .library(name: "BeelineLive", targets: ["BeelineLive"]),
        // Beeline's values as those of Foundation, which no other library imports.
        .library(name: "BeelineFoundation", targets: ["BeelineFoundation"]),
        .executable(name: "beeline", targets: ["BeelineCommand"]),
        .executable(name: "beeline-decode", targets: ["beeline-decode"]),
        .executable(name: "beeline-draw", targets: ["beeline-draw"]),
    ],
    targets: [
        // The libraries, in the order in which data flows. A target imports only targets above it.
        .target(name: "BeelineSymbols", path: "Sources/Symbols"),
        // Files, programs, JSON, SQLite and markup, for this package only. The one place that starts programs.
        .target(
            name: "BeelineSupport", dependencies: ["BeelineSymbols", "CJansson", "CLinux", "CSQLite"],
            path: "Sources/Support", linkerSettings: [library("jansson"), library("sqlite3")]),
        .target(
            name: "BeelineContent",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BundledTables", "CExpat", "CIDN2", "CPSL", "CUnpack"],
            path: "Sources/Content", linkerSettings: [library("expat")]),
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
                "CMosquitto",
            ],
            path: "Sources/Plugins"),
        .target(
            name: "Beeline",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineRuleTools",
                "BeelineActions", "BeelinePlugins",
            ],
            plugins: ["BundledRules"]),
        // The files in `Rules` become a Swift source of `Beeline`.
        .plugin(name: "BundledRules", capability: .buildTool(), dependencies: ["bundle-rules"]),
        .executableTarget(
            name: "bundle-rules", dependencies: ["CJansson"], path: "Plugins/bundle-rules",
            linkerSettings: [.linkedLibrary("jansson")]),

        // The functions of beeline.h.
        .target(name: "BeelineC", dependencies: beeline + ["CBeeline"], path: "Sources/CInterface"),

        // Drawing, which links none of the libraries that it draws with: the program beeline-draw does.
        .target(
            name: "BeelineDrawing", dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineContent"],
            path: "Sources/Drawing"),

        // Conversions from and to types of Foundation.
        .target(
            name: "BeelineFoundation",
            dependencies: [
                "Beeline", "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions",
                "BeelinePlugins", "BeelineDrawing",
            ],
            path: "Sources/Foundation"),

        // The pages of PDF files as pictures, for every decoder: poppler's programs draw them.
        .target(
            name: "BeelinePDF", dependencies: ["BeelineSupport", "BeelineSymbols", "CLinux"], path: "Sources/PDF"),
        // Decoding, which only the worker program links.
        .target(
            name: "BeelineDecoding",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelinePDF", "CTurboJPEG", "CSPNG", "CWebP", "CTIFF", "CGIF",
                "CHEIF", "CPixels", "CZBar", "CZXing",
            ],
            path: "Sources/Decoding"),
        .target(
            name: "BeelineWorkers", dependencies: ["BeelineSupport", "BeelineSymbols", "BeelinePDF", "CLinux"],
            path: "Sources/Workers"),

        // Sources that produce codes continuously, and what counts as one scan.
        .target(
            name: "BeelineLive", dependencies: beeline + ["BeelineWorkers", "CDevices", "CLinux", "CXKB"],
            path: "Sources/Live"),

        // Links of GS1 keys: the table of a resolver.
        .target(
            name: "BeelineResolver",
            dependencies: ["BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules"],
            path: "Sources/Resolver"),

        // The page, the telephone and other programs: everything behind one local address.
        .target(
            name: "BeelineServer",
            dependencies: beeline + [
                "BeelineDrawing", "BeelineLive", "BeelineResolver", "BeelineWorkers", "CLinux", "CMicroHTTP", "WebPage",
            ],
            path: "Sources/Server", exclude: ["Page"]),

        // The programs.
        .executableTarget(
            name: "beeline-decode",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelinePDF", "BeelineDecoding", "BeelineWorkers", "CLinux",
                "CSandbox",
            ],
            path: "Sources/Commands/beeline-decode"),
        .executableTarget(
            name: "beeline-draw",
            dependencies: ["BeelineDrawing", "BeelineSupport", "CCairo", "CSPNG", "CTurboJPEG", "CZint"],
            path: "Sources/Commands/beeline-draw"),
        .executableTarget(
            name: "BeelineCommand",
            dependencies: beeline + [
                "BeelineDrawing", "BeelineLive", "BeelineResolver", "BeelineServer", "BeelineWorkers",
                "BuildInformation", "BundledReference", "CEditLine",
            ],
            path: "Sources/Commands/beeline"),

        // The parts of the benchmarks that are Swift.
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

        // C and C++: shims, and one module map for each other system library that is linked.
        .target(name: "BundledTables", path: "Tables"),
        .target(name: "BundledReference", path: "Sources/C/BundledReference"),
        .target(
            name: "BuildInformation", path: "Sources/C/BuildInformation",
            cSettings: commit.map { [.define("BEELINE_COMMIT", to: "\"\($0)\"")] } ?? []),
        // The files of the page that `beeline serve` shows, as bytes.
        .target(name: "WebPage", path: "Sources/Server/Page"),
        // The header of the C interface.
        .systemLibrary(name: "CBeeline", path: "Sources/C/CBeeline"),
        // It loads libcurl when it is first needed: linked, libcurl and its thirty libraries would slow every start.
        .target(name: "CCurl", dependencies: ["CLinux"], path: "Sources/C/CCurl"),
        .target(name: "CDevices", path: "Sources/C/CDevices"),
        // It loads libedit when codes are typed on a terminal.
        .target(name: "CEditLine", dependencies: ["CLinux"], path: "Sources/C/CEditLine"),
        .target(name: "CLinux", path: "Sources/C/CLinux"),
        // They load libmicrohttpd with GnuTLS, libmosquitto and libxkbcommon when these are first needed.
        .target(name: "CMicroHTTP", dependencies: ["CLinux"], path: "Sources/C/CMicroHTTP"),
        .target(name: "CMosquitto", dependencies: ["CLinux"], path: "Sources/C/CMosquitto"),
        .target(name: "CXKB", dependencies: ["CLinux"], path: "Sources/C/CXKB"),
        // It loads zlib and liblzma when a code needs them.
        .target(name: "CUnpack", dependencies: ["CLinux"], path: "Sources/C/CUnpack"),
        .target(name: "CHEIF", path: "Sources/C/CHEIF", linkerSettings: [.linkedLibrary("heif")]),
        .target(name: "CPixels", path: "Sources/C/CPixels"),
        // The archive has a name of its own, as the folder of the system may be searched before that of the archives.
        .target(
            name: "CRE2", path: "Sources/C/CRE2",
            linkerSettings: archives.map { [.linkedLibrary(":libre2-abseil.a"), .unsafeFlags(["-L\($0)"])] }
                ?? [.linkedLibrary("re2")]),
        .target(name: "CSandbox", path: "Sources/C/CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CTIFF", path: "Sources/C/CTIFF", linkerSettings: [.linkedLibrary("tiff")]),
        .target(name: "CZint", path: "Sources/C/CZint", linkerSettings: [.linkedLibrary("zint")]),
        .target(name: "CZXing", path: "Sources/C/CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .systemLibrary(
            name: "CCairo", path: "Sources/C/CCairo", pkgConfig: "pangocairo",
            providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(
            name: "CExpat", path: "Sources/C/CExpat", pkgConfig: archives == nil ? "expat" : nil,
            providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CGIF", path: "Sources/C/CGIF", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(
            name: "CIDN2", path: "Sources/C/CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(
            name: "CJansson", path: "Sources/C/CJansson", pkgConfig: archives == nil ? "jansson" : nil,
            providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CPSL", path: "Sources/C/CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CSPNG", path: "Sources/C/CSPNG", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(
            name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: archives == nil ? "sqlite3" : nil,
            providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/C/CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(
            name: "CWebP", path: "Sources/C/CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CZBar", path: "Sources/C/CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),

        // Tests, a target for each module.
        .testTarget(name: "DocumentationTests", dependencies: beeline),
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
                "ActionsTestSupport",
            ]),
        .testTarget(
            name: "BeelinePluginsTests",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions",
                "BeelinePlugins", "ActionsTestSupport", "TestPrograms",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineTests", dependencies: beeline + ["bundle-rules", "TestPrograms"],
            resources: [.copy("Fixtures")]),
        .testTarget(name: "BeelineCTests", dependencies: ["BeelineC", "CBeeline", "TestPrograms"]),
        .testTarget(
            name: "BeelineFoundationTests", dependencies: beeline + ["BeelineDrawing", "BeelineFoundation"]),
        .testTarget(
            name: "BeelineDecodingTests",
            dependencies: ["BeelineDecoding", "BeelineSupport", "BeelineSymbols", "TestPrograms"],
            resources: [.copy("Fixtures"), .copy("ImageFixtures")]),
        .testTarget(
            name: "BeelineDrawingTests",
            dependencies: ["BeelineDrawing", "BeelineDecoding", "BeelineSymbols", "beeline-draw", "TestPrograms"]),
        .testTarget(
            name: "BeelineWorkersTests",
            dependencies: [
                "BeelineWorkers", "BeelineDecoding", "BeelinePDF", "BeelineSupport", "BeelineSymbols",
                "beeline-decode", "SandboxTrial", "TestPrograms",
            ]),
        .testTarget(
            name: "BeelineLiveTests",
            dependencies: beeline + [
                "BeelineDrawing", "BeelineLive", "BeelineWorkers", "CDevices", "beeline-decode", "beeline-draw",
                "ActionsTestSupport", "TestPrograms",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "BeelineResolverTests",
            dependencies: [
                "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineResolver", "TestPrograms",
            ]),
        .testTarget(
            name: "BeelineServerTests",
            dependencies: beeline + [
                "BeelineDrawing", "BeelineLive", "BeelineResolver", "BeelineServer", "BeelineWorkers",
                "beeline-decode", "beeline-draw", "ActionsTestSupport", "TestPrograms",
            ]),
        .testTarget(
            name: "BeelineCommandTests",
            dependencies: beeline + [
                "BeelineDrawing", "BeelineLive", "BeelineResolver", "BeelineServer", "BeelineWorkers", "BeelineCommand",
                "beeline-decode", "beeline-draw",
                "TestPrograms",
            ]),
        // Shuts itself in as the worker does, and then tries what the worker must not do.
        .executableTarget(name: "SandboxTrial", dependencies: ["CSandbox"], path: "Tests/SandboxTrial"),
        // Plugins and actions that tests make up.
        .target(
            name: "ActionsTestSupport",
            dependencies: ["BeelineSymbols", "BeelineContent", "BeelineRules", "BeelineActions"],
            path: "Tests/ActionsTestSupport"),
        // Runs programs for the tests, and says what of them is there.
        .target(name: "TestPrograms", dependencies: ["CSandbox"], path: "Tests/TestPrograms"),
    ]
)

// The C interface, which is installed as libbeeline.so. It is built without archives: they are linked into programs, and lie
// at addresses that a library cannot have.
if archives == nil { package.products.append(.library(name: "BeelineC", type: .dynamic, targets: ["BeelineC"])) }

// What `make fuzz` builds, all of it with libFuzzer's instrumentation.
if isSet("BEELINE_FUZZING") {
    let folder = "Fuzzing/Sources"
    package.targets += [
        // What codes say, and rule files.
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer", "FuzzDriver", "BeelineSupport", "BeelineSymbols", "BeelineContent", "BeelineRules",
                "BeelineRuleTools",
                "BeelineActions", "BeelinePlugins",
            ],
            path: "\(folder)/fuzz"),
        // Image files and pictures, which C libraries read: with the address sanitizer.
        .executableTarget(
            name: "fuzz-images",
            dependencies: [
                "CLibFuzzer", "CZXing", "CZXingAssertions", "FuzzDriver", "BeelineSupport", "BeelineSymbols",
                "BeelineDecoding", "BeelineWorkers",
            ],
            path: "\(folder)/fuzz-images", linkerSettings: [.unsafeFlags(["-Xlinker", "--wrap=beeline_zxing_read"])]),
        .target(name: "FuzzDriver", dependencies: ["CLibFuzzer"], path: "\(folder)/FuzzDriver"),
        .target(name: "CLibFuzzer", path: "\(folder)/CLibFuzzer"),
        .target(name: "CZXingAssertions", path: "\(folder)/CZXingAssertions"),
    ]
}

// The tests that `make test ONLY=Rules` builds: the sources of all tests take as long to compile as those of the libraries.
if let named = Context.environment["BEELINE_TESTS"] {
    let names = named.split(separator: " ").map(String.init)
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = settings
}

// How `beeline` is linked with archives: the C++ library is one too, nothing of the program can be found by name, and most of
// the addresses that have to be corrected at each start are listed in the short form that glibc knows since 2.36. SwiftPM
// refuses such flags in a dependency.
if archives != nil {
    for target in package.targets where target.name == "BeelineCommand" {
        target.linkerSettings = [
            .unsafeFlags([
                "-use-ld=lld", "-Xclang-linker", "-static-libgcc",
                "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            ])
        ]
    }
    // The linker of Debian 13 makes no part of programs in Swift read-only after relocation, even with `-z relro`.
    for target in package.targets where ["beeline-decode", "beeline-draw"].contains(target.name) {
        target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(["-use-ld=lld"])]
    }
}

// A library that others load shows them its five functions, has a name by which programs ask for it, and stays where it is
// once it is loaded: its threads may still run.
if let cLibrary {
    let exports = "\(Context.packageDirectory)/Sources/C/CBeeline/exports.map"
    let names = ["--version-script=\(exports)", "-soname=libbeeline.so.0", "-z", "nodelete"]
    for target in package.targets where target.name == "BeelineC" {
        target.linkerSettings = [
            .unsafeFlags(
                ["-use-ld=lld"] + (cLibrary == "static" ? ["-static-stdlib"] : []) + names.flatMap { ["-Xlinker", $0] })
        ]
    }
}

// Without optimisation, loops over millions of pixels take a hundred times as long, and reading all rules ten times: tests wait
// for that longer than for the optimiser. Nothing looks at debug information there. `make test` sets the variable; SwiftPM
// refuses such flags in a dependency.
if isSet("BEELINE_OPTIMIZED_TESTS") {
    let computing = [
        "BeelineSymbols", "BeelineSupport", "BeelineContent", "BeelineRules", "BeelineDecoding", "BeelineDrawing",
        "beeline-draw",
    ]
    for target in package.targets where [.regular, .executable, .test].contains(target.type) {
        target.swiftSettings = settings + [.unsafeFlags(["-gnone"] + (computing.contains(target.name) ? ["-O"] : []))]
    }
}
