// swift-tools-version: 6.3

import PackageDescription

// What development and packages need and a dependent must not have is behind a variable of the environment: the Makefile
// sets them. SwiftPM refuses `unsafeFlags` in a dependency.
func variable(_ name: String) -> String? { Context.environment[name].flatMap { $0.isEmpty ? nil : $0 } }

/// A folder with archives of C and C++ libraries, for `beeline` alone. With what is shared, the linker of the system is at
/// work at each start for longer than it takes to resolve a code.
let archives = variable("BEELINE_ARCHIVES")

/// A library in Swift, `BeelineNAME` in `Sources/NAME`. Each names all modules that it imports: SwiftPM does not rebuild a
/// target when a module changes that the target sees only through another module.
func module(
    _ folder: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], links: [String] = []
) -> Target {
    .target(
        name: "Beeline\(folder)", dependencies: dependencies, path: "Sources/\(folder)", exclude: exclude,
        linkerSettings: links.map { .linkedLibrary(archives == nil ? $0 : ":lib\($0).a") })
}

func program(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: folder)
}

/// C or C++ in `Sources/C/NAME`, and the library that it wraps, where this is linked.
func wrapper(_ name: String, _ dependencies: [Target.Dependency] = [], of library: String? = nil) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/C/\(name)",
        linkerSettings: library.map { [.linkedLibrary($0)] })
}

/// The module map of a library of the system, in `Sources/C/NAME`: its package of Debian, and what pkg-config calls it;
/// nil where its header and the library need no flags.
func system(_ name: String, _ package: String, _ pkgConfig: String?, hasArchive: Bool = false) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: hasArchive && archives != nil ? nil : pkgConfig,
        providers: [.apt([package])])
}

/// The tests of a module, in `Tests/NAMETests`.
func tests(_ name: String, _ dependencies: [Target.Dependency], fixtures: [String] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, resources: fixtures.map { .copy($0) })
}

let support: [Target.Dependency] = ["BeelineSymbols", "BeelineSupport"]
let decoding = support + ["BeelineDecoding"]
let content = support + ["BeelineContent"]
let rules = content + ["BeelineRules"]
let actions = rules + ["BeelineActions"]
let plugins = actions + ["BeelinePlugins"]
/// What `import Beeline` brings along.
let beeline = plugins + ["BeelineRuleTools", "Beeline"]
let live = beeline + ["BeelineDrawing", "BeelineWorkers", "BeelineLive"]
let served = live + ["BeelineResolver", "BeelineServer"]
let programs: [Target.Dependency] = ["beeline-decode", "beeline-draw"]

/// The libraries, in the order in which data flows. A target imports only targets above it.
let libraries: [Target] = [
    module("Symbols"),
    // Files, programs, JSON, SQLite and markup, for this package only. The one place that starts programs.
    module("Support", ["BeelineSymbols", "CJansson", "CLinux", "CSQLite", "CUnpack"], links: ["jansson", "sqlite3"]),
    module("Content", support + ["BundledTables", "CExpat", "CIDN2", "CPSL", "CUnpack"], links: ["expat"]),
    module("Rules", content + ["BundledTables", "CRE2"]),
    // What looks at rules and resolves nothing: schema, tests in rule files, explain, reference, graph.
    module("RuleTools", rules),
    module("Actions", rules),
    module("Plugins", actions + ["CCurl", "CMosquitto", "CPostgreSQL"]),
    .target(name: "Beeline", dependencies: plugins + ["BeelineRuleTools"], plugins: ["BundledRules"]),
    // The functions of beeline.h.
    .target(name: "BeelineC", dependencies: beeline + ["CBeeline"], path: "Sources/CInterface"),
    // Drawing, which links none of the libraries that it draws with: the program beeline-draw does.
    module("Drawing", content),
    // Conversions from and to types of Foundation.
    module("Foundation", plugins + ["Beeline", "BeelineDrawing"]),
    // The pages of PDF files as pictures, for every decoder: poppler's programs draw them.
    module("PDF", support + ["CLinux"]),
    // Decoding, which only the worker program links.
    module(
        "Decoding",
        support + [
            "BeelinePDF", "CGIF", "CHEIF", "CPixels", "CSPNG", "CTIFF", "CTurboJPEG", "CWebP", "CZBar", "CZXing",
        ]),
    module("Workers", support + ["BeelinePDF", "CLinux"]),
    // Sources that produce codes continuously, and what counts as one scan.
    module("Live", beeline + ["BeelineWorkers", "CDevices", "CLinux", "CXKB"]),
    // Links of GS1 keys: the table of a resolver.
    module("Resolver", rules + ["BundledTables"]),
    // The page, the telephone and other programs: everything behind one local address.
    module("Server", live + ["BeelineResolver", "CLinux", "CMicroHTTP", "WebPage"], exclude: ["Page"]),
]

let executables: [Target] = [
    program(
        "beeline-decode", in: "Sources/Commands/beeline-decode",
        decoding + ["BeelinePDF", "BeelineWorkers", "CLinux", "CSandbox"]),
    program(
        "beeline-draw", in: "Sources/Commands/beeline-draw",
        ["BeelineSupport", "BeelineDrawing", "CCairo", "CSPNG", "CTurboJPEG", "CZint"]),
    program(
        "BeelineCommand", in: "Sources/Commands/beeline",
        served + ["BuildInformation", "BundledReference", "CEditLine"]),
    // The files in `Rules` become a Swift source of `Beeline`.
    .plugin(name: "BundledRules", capability: .buildTool(), dependencies: ["bundle-rules"]),
    .executableTarget(
        name: "bundle-rules", dependencies: ["CJansson"], path: "Plugins/bundle-rules",
        linkerSettings: [.linkedLibrary("jansson")]),
    // The parts of the benchmarks that are Swift.
    program("beeline-bench", in: "Benchmarks/Library", beeline + ["Allocations"]),
    program("decode-bench", in: "Benchmarks/Decoding", decoding + ["BeelineWorkers"]),
    program("draw-bench", in: "Benchmarks/Drawing", decoding + ["BeelineDrawing", "BeelineWorkers"]),
    .target(name: "Allocations", path: "Benchmarks/Allocations"),
]

/// C and C++: files as bytes, wrappers, and one module map for each other system library that is linked.
let inC: [Target] = [
    .target(name: "BundledTables", path: "Tables"),
    wrapper("BundledReference"),
    // The commit that is built, for `beeline --version`.
    .target(
        name: "BuildInformation", path: "Sources/C/BuildInformation",
        cSettings: variable("BEELINE_COMMIT").map { [.define("BEELINE_COMMIT", to: "\"\($0)\"")] } ?? []),
    // The files of the page that `beeline serve` shows, as bytes.
    .target(name: "WebPage", dependencies: ["CLinux"], path: "Sources/Server/Page"),
    // The header of the C interface.
    .systemLibrary(name: "CBeeline", path: "Sources/C/CBeeline"),
    wrapper("CDevices"), wrapper("CLinux"), wrapper("CPixels"),
    // They load their libraries when these are first needed: linked, libcurl and its thirty libraries would slow every start.
    wrapper("CCurl", ["CLinux"]), wrapper("CEditLine", ["CLinux"]), wrapper("CMicroHTTP", ["CLinux"]),
    wrapper("CMosquitto", ["CLinux"]), wrapper("CPostgreSQL", ["CLinux"]), wrapper("CUnpack", ["CLinux"]),
    wrapper("CXKB", ["CLinux"]),
    wrapper("CHEIF", of: "heif"), wrapper("CSandbox", of: "seccomp"), wrapper("CTIFF", of: "tiff"),
    wrapper("CZint", of: "zint"), wrapper("CZXing", of: "ZXing"),
    // The archive has a name of its own, as the folder of the system may be searched before that of the archives.
    .target(
        name: "CRE2", path: "Sources/C/CRE2",
        linkerSettings: archives.map { [.linkedLibrary(":libre2-abseil.a"), .unsafeFlags(["-L\($0)"])] }
            ?? [.linkedLibrary("re2")]),
    system("CCairo", "libpango1.0-dev", "cairo"),
    system("CExpat", "libexpat1-dev", "expat", hasArchive: true),
    system("CGIF", "libgif-dev", nil),
    system("CIDN2", "libidn2-dev", "libidn2"),
    system("CJansson", "libjansson-dev", "jansson", hasArchive: true),
    system("CPSL", "libpsl-dev", "libpsl"),
    system("CSPNG", "libspng-dev", "spng"),
    system("CSQLite", "libsqlite3-dev", "sqlite3", hasArchive: true),
    system("CTurboJPEG", "libturbojpeg0-dev", "libturbojpeg"),
    system("CWebP", "libwebp-dev", "libwebpdemux"),
    system("CZBar", "libzbar-dev", "zbar"),
]

/// A target for each module, and what they share.
let testing: [Target] = [
    tests("Documentation", live + ["BeelineFoundation", "BeelineDecoding"]),
    tests("BeelineSymbols", ["BeelineSymbols"]),
    tests("BeelineSupport", support + ["TestPrograms"]),
    tests("BeelineContent", content + ["TestPrograms"], fixtures: ["Fixtures"]),
    tests("BeelineRules", rules + ["BeelineRuleTools", "TestPrograms"]),
    tests("BeelineActions", actions + ["ActionsTestSupport"]),
    tests("BeelinePlugins", plugins + ["ActionsTestSupport", "TestPrograms"], fixtures: ["Fixtures"]),
    tests("Beeline", beeline + ["bundle-rules", "TestPrograms"], fixtures: ["Fixtures"]),
    tests("BeelineC", ["BeelineC", "CBeeline", "TestPrograms"]),
    tests("BeelineFoundation", beeline + ["BeelineDrawing", "BeelineFoundation"]),
    tests("BeelineDecoding", decoding + ["TestPictures", "TestPrograms"], fixtures: ["Fixtures", "ImageFixtures"]),
    tests("BeelineDrawing", decoding + ["BeelineDrawing", "beeline-draw", "TestPrograms"]),
    tests(
        "BeelineWorkers",
        decoding + ["BeelinePDF", "BeelineWorkers", "beeline-decode", "SandboxTrial", "TestPrograms"]),
    tests("BeelineLive", live + programs + ["CDevices", "ActionsTestSupport", "TestPrograms"], fixtures: ["Fixtures"]),
    tests("BeelineResolver", rules + ["BeelineResolver", "TestPrograms"]),
    tests("BeelineServer", served + programs + ["ActionsTestSupport", "TestPrograms"]),
    tests("BeelineCommand", served + programs + ["BeelineCommand", "TestPrograms"]),
    // Shuts itself in as the worker does, and then tries what the worker must not do.
    program("SandboxTrial", in: "Tests/SandboxTrial", ["CSandbox"]),
    // Plugins and actions that tests make up.
    .target(name: "ActionsTestSupport", dependencies: actions, path: "Tests/ActionsTestSupport"),
    // Pictures of codes, and what happens to them between printer and reader.
    .target(name: "TestPictures", dependencies: ["BeelineDecoding"], path: "Tests/TestPictures"),
    // Runs programs for the tests, and says what of them is there.
    .target(name: "TestPrograms", dependencies: ["CSandbox"], path: "Tests/TestPrograms"),
]

/// What `make fuzz` builds, all of it with libFuzzer's instrumentation.
let fuzzing: [Target] = [
    // What codes say, and rule files.
    program("fuzz", in: "Fuzzing/Sources/fuzz", plugins + ["BeelineRuleTools", "CLibFuzzer", "FuzzDriver"]),
    // Image files and pictures, which C libraries read.
    program(
        "fuzz-images", in: "Fuzzing/Sources/fuzz-images",
        decoding + ["BeelineWorkers", "CLibFuzzer", "CZXing", "CZXingAssertions", "FuzzDriver"]),
    .target(name: "FuzzDriver", dependencies: ["CLibFuzzer"], path: "Fuzzing/Sources/FuzzDriver"),
    .target(name: "CLibFuzzer", path: "Fuzzing/Sources/CLibFuzzer"),
    .target(name: "CZXingAssertions", path: "Fuzzing/Sources/CZXingAssertions"),
]

let package = Package(
    name: "beeline",
    // Parsing without rules is `BeelineContent`; no library but `BeelineFoundation` imports Foundation.
    products: [
        "Beeline", "BeelineContent", "BeelineDecoding", "BeelineWorkers", "BeelineDrawing", "BeelineLive",
        "BeelineFoundation",
    ].map { .library(name: $0, targets: [$0]) } + [
        .executable(name: "beeline", targets: ["BeelineCommand"]),
        .executable(name: "beeline-decode", targets: ["beeline-decode"]),
        .executable(name: "beeline-draw", targets: ["beeline-draw"]),
    ],
    targets: libraries + executables + inC + testing + (variable("BEELINE_FUZZING") == nil ? [] : fuzzing)
)

// The C interface, which is installed as libbeeline.so. It is built without archives: they are linked into programs, and lie
// at addresses that a library cannot have.
if archives == nil { package.products.append(.library(name: "BeelineC", type: .dynamic, targets: ["BeelineC"])) }

// The tests that `make test ONLY=Rules` builds: the sources of all tests take as long to compile as those of the libraries.
if let named = Context.environment["BEELINE_TESTS"] {
    package.targets.removeAll { $0.type == .test && !named.split(separator: " ").contains($0.name[...]) }
}

/// How some targets are linked.
var flags: [String: [String]] = [:]
func toLinker(_ words: String...) -> [String] { words.flatMap { ["-Xlinker", $0] } }

// The C++ library is an archive too, nothing of the program can be found by name, and most of the addresses that have to be
// corrected at each start are listed in the short form that glibc knows since 2.36. The linker of Debian 13 makes no part of
// programs in Swift read-only after relocation, even with `-z relro`.
if archives != nil {
    for name in ["BeelineCommand", "beeline-decode", "beeline-draw"] { flags[name] = ["-use-ld=lld"] }
    flags["BeelineCommand"]? +=
        ["-Xclang-linker", "-static-libgcc"] + toLinker("--no-export-dynamic", "-z", "pack-relative-relocs")
}

// How `libbeeline` is linked for those who use it: `static` with the standard library inside, `shared` without; not set in the
// build of the tests, and for a dependent. It shows others its six functions, has a name by which programs ask for it, and
// stays where it is once it is loaded: its threads may still run.
if let kind = variable("BEELINE_C_LIBRARY") {
    let exports = "--version-script=\(Context.packageDirectory)/Sources/C/CBeeline/exports.map"
    flags["BeelineC"] =
        ["-use-ld=lld"] + (kind == "static" ? ["-static-stdlib"] : [])
        + toLinker(exports, "-soname=libbeeline.so.0", "-z", "nodelete")
}

// Swift 6 mode with strict concurrency comes from the tools version.
var settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
// A newer compiler may have new warnings, which must not break the build of a dependent.
if variable("BEELINE_WARNINGS_AS_ERRORS") != nil { settings.append(.treatAllWarnings(as: .error)) }
// Without optimisation, loops over millions of pixels take a hundred times as long, and reading all rules ten times: tests wait
// for that longer than for the optimiser.
let isForTests = variable("BEELINE_OPTIMIZED_TESTS") != nil
let computing =
    ["Symbols", "Support", "Content", "Rules", "Decoding", "Drawing"].map { "Beeline\($0)" }
    + ["beeline-draw", "TestPictures"]

for target in inC where isForTests && target.type == .regular {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
    target.cxxSettings = [.unsafeFlags(["-O2"])]
}
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = settings + (isForTests && computing.contains(target.name) ? [.unsafeFlags(["-O"])] : [])
    if let flags = flags[target.name] { target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(flags)] }
}
