public import BeelineActions
internal import BeelineContent
public import BeelineRules
public import BeelineSymbols

/// From symbols to what should be done about them.
///
///     let resolver = try Resolver(rules: .bundled)
///     let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"))
///     resolution.rule?.id   // "book.amazon"
///     resolution.actions    // [open-url https://www.amazon.com/dp/4873119049]
///
/// A value without state: asking it reads no file and no clock, and may be done from many threads at once.
public struct Resolver: Sendable {
    public let rules: RuleSet

    /// - Parameters:
    ///   - plugins: the actions that the rules may name.
    ///   - constants: values for the constants of the files.
    /// - Throws: `RuleSetError`, with everything that is wrong with the files.
    public init(
        rules sources: RuleSources, plugins: PluginRegistry = .standard,
        constants: ConstantSettings = ConstantSettings()
    ) throws(RuleSetError) {
        rules = try RuleSet(files: sources.files, actions: plugins.signatures, constants: constants)
    }

    /// What should be done about a code.
    public func resolve(_ symbol: Symbol) -> Resolution {
        rules.resolve(ContentParser.reading(of: symbol))
    }

    /// What should be done about the codes of one image, in their order.
    public func resolve(_ symbols: [Symbol]) -> [Resolution] {
        ContentParser.readings(of: symbols).map(rules.resolve)
    }
}
