public import BeelineActions
public import BeelineContent
internal import BeelinePlugins
internal import BeelineRuleTools
public import BeelineRules
public import BeelineSymbols
internal import Glibc

/// Resolves symbols by rules: what a code is, which rule matches, and which actions it has.
///
///     let resolver = try Resolver(rules: .bundled)
///     let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"))
///     resolution.rule?.id   // "book.amazon"
///     resolution.actions    // [open-url https://www.amazon.com/dp/4873119049]
///
/// A resolver is a value without state. Resolving reads no file, and is safe on many threads at once. A `Desk` also
/// performs the actions.
public struct Resolver: Sendable {
    /// The rules, from all files.
    public let rules: RuleSet
    /// Parses the content of codes.
    public let parser: ContentParser

    /// - Parameters:
    ///   - plugins: the plugins whose actions the rules can name.
    ///   - constants: values for the constants of the files, by name. A name that no file has is an error.
    ///   - catalogs: the lists that conditions can use.
    ///   - parser: parses the content of codes. Default: one with the bundled tables.
    /// - Throws: `RuleSetError`, with all errors in the files.
    public init(
        rules sources: RuleSources, plugins: PluginRegistry = .standard, constants: [String: String] = [:],
        catalogs: [Catalog] = [], parser: ContentParser = ContentParser()
    ) throws(RuleSetError) {
        try self.init(
            rules: sources, plugins: plugins, constants: ConstantSettings(values: constants), catalogs: catalogs,
            finder: sources.finder(), parser: parser)
    }

    /// The constants get values from options and from the environment. The finder finds further lists by their names;
    /// the reader, by default that of the sources, reads the files that others include.
    package init(
        rules sources: RuleSources, plugins: PluginRegistry = .standard, constants: ConstantSettings,
        catalogs: [Catalog] = [], finder: CatalogFinder = .none, parser: ContentParser = ContentParser(),
        reader: RuleFileReader? = nil
    ) throws(RuleSetError) {
        self.parser = parser
        rules = try RuleSet(
            files: sources.files, actions: KnownActions(names: plugins.names) { plugins[$0]?.signature },
            constants: constants, catalogs: catalogs, finder: finder, reader: reader ?? sources.reader,
            trusting: sources.trustedHosts)
    }

    /// The meaning of a code, the rule that matches, and its actions.
    ///
    /// For rules that use earlier scans (`seen`) or session values, each code is new. A `Desk` knows the recorded scans.
    ///
    /// - Parameter scan: the time and the source of the scan; incomplete dates in codes are completed from it.
    public func resolve(_ symbol: consuming Symbol, scan: Scan = .now()) -> Resolution {
        rules.resolve(parser.reading(of: consume symbol, on: scan.date), scan: scan)
    }

    /// The same, with a memory of earlier scans and session values for the rules.
    package func resolve(_ symbol: consuming Symbol, scan: Scan, memory: (any ScanMemory)?) -> Resolution {
        rules.resolve(parser.reading(of: consume symbol, on: scan.date), scan: scan, memory: memory)
    }

    /// The key of a code in the history: codes with the same key count as one code, however they are written. The
    /// add-on is not part of it. Nil for a code that contains a secret.
    package func identity(of symbol: Symbol) -> MemoryKey? {
        var symbol = symbol
        symbol.addOn = nil
        let scan = Scan.now()
        return rules.identity(of: parser.reading(of: symbol, on: scan.date), scan: scan)
    }

    /// The resolutions of the codes of one image, in their order.
    ///
    /// - Parameter scan: when the codes were scanned, and where.
    public func resolve(_ symbols: [Symbol], scan: Scan = .now()) -> [Resolution] {
        parser.readings(of: symbols, on: scan.date).map { rules.resolve($0, scan: scan) }
    }

    /// The same, with a memory of earlier scans and session values for the rules.
    package func resolve(_ symbols: [Symbol], scan: Scan, memory: (any ScanMemory)?) -> [Resolution] {
        parser.readings(of: symbols, on: scan.date).map { rules.resolve($0, scan: scan, memory: memory) }
    }

    /// The resolution of a code with its reasons: which rules matched, and which of their conditions were true.
    ///
    ///     let explanation = resolver.explain(Symbol(.ean13, "9791034300013"))
    ///     explanation.resolution.rule?.id   // "book.search"
    ///     explanation.json()                // …"explanation":{"kinds":[],"rules":[{"rule":"book.lookupJapan",…
    ///
    /// - Parameter scan: when the code was scanned, and where.
    public func explain(_ symbol: Symbol, scan: Scan = .now()) -> Explanation {
        explain(symbol, scan: scan, memory: nil)
    }

    /// The same, with a memory of earlier scans and session values for the rules.
    package func explain(_ symbol: Symbol, scan: Scan, memory: (any ScanMemory)?) -> Explanation {
        rules.explain(parser.reading(of: symbol, on: scan.date), scan: scan, memory: memory)
    }

    /// The result for a code, without outcomes, perhaps with an explanation why each rule matched it or did not.
    package func result(
        of symbol: consuming Symbol, scan: Scan, explaining: Bool, memory: (any ScanMemory)? = nil
    ) -> CodeResult {
        let reading = parser.reading(of: consume symbol, on: scan.date)
        return result(of: consume reading, scan: scan, explaining: explaining, memory: memory)
    }

    package func result(
        of reading: consuming Reading, scan: Scan, explaining: Bool, memory: (any ScanMemory)? = nil
    ) -> CodeResult {
        guard explaining else { return CodeResult(rules.resolve(consume reading, scan: scan, memory: memory)) }
        let explanation = rules.explain(reading, scan: scan, memory: memory)
        return CodeResult(explanation.resolution, explanation: explanation)
    }
}

extension Scan {
    /// A scan at the current time, in the local time zone.
    public static func now(source: String? = nil) -> Scan { at(Glibc.time(nil), source: source) }

    /// A scan at a time in seconds since 1970, in the local time zone.
    package static func at(_ seconds: Int, source: String? = nil) -> Scan {
        let moment = Timestamp.localMoment(seconds: seconds)
        return Scan(date: moment.date, time: moment.time, source: source)
    }
}

extension CalendarDate {
    /// The current day in the local time zone.
    public static var today: CalendarDate { Scan.now().date }
}
