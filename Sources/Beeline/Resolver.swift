public import BeelineActions
public import BeelineContent
public import BeelineRules
public import BeelineSymbols

/// From symbols to what should be done about them.
///
///     let resolver = try Resolver(rules: .bundled)
///     let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"))
///     resolution.rule?.id   // "book.amazon"
///     resolution.actions    // [open-url https://www.amazon.com/dp/4873119049]
///
/// A value without state: asking it reads no file, and may be done from many threads at once.
public struct Resolver: Sendable {
    public let rules: RuleSet
    /// What says what codes mean.
    public let parser: ContentParser

    /// - Parameters:
    ///   - plugins: the actions that the rules may name.
    ///   - constants: values for the constants of the files.
    ///   - parser: what says what codes mean. Default: with the tables that come with the program.
    /// - Throws: `RuleSetError`, with everything that is wrong with the files.
    public init(
        rules sources: RuleSources, plugins: PluginRegistry = .standard,
        constants: ConstantSettings = ConstantSettings(), parser: ContentParser = ContentParser()
    ) throws(RuleSetError) {
        self.parser = parser
        rules = try RuleSet(files: sources.files, actions: plugins.signatures, constants: constants)
    }

    /// What should be done about a code.
    ///
    /// - Parameter date: when it was scanned; dates of which a code has only a part are counted from it.
    public func resolve(_ symbol: Symbol, on date: CalendarDate = .today) -> Resolution {
        rules.resolve(parser.reading(of: symbol, on: date))
    }

    /// What should be done about the codes of one image, in their order.
    ///
    /// - Parameter date: when they were scanned; dates of which a code has only a part are counted from it.
    public func resolve(_ symbols: [Symbol], on date: CalendarDate = .today) -> [Resolution] {
        parser.readings(of: symbols, on: date).map(rules.resolve)
    }
}
