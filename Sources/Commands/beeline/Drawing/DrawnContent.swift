import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

enum DrawnContent: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])

    /// The longest content, in bytes. Codes contain at most 7,089 digits (ISO/IEC 18004, table 7).
    private static let longest = 1 << 16

    /// The content in the command line or on standard input.
    init(_ arguments: Arguments) throws {
        let words = arguments.operands
        if arguments.has(.drawBytes) {
            guard arguments[.drawKind] == nil else { throw UsageError.exclude(.drawBytes, .drawKind) }
            guard words.isEmpty || words == ["-"] else { throw UsageError.bytesFromArgument }
            self = .bytes(try InputFile("-").read(limit: Self.longest))
        } else if let kind = arguments[.drawKind] {
            let words = try arguments.operands(1...Int.max)
            self = .text(try Self.text(of: Self.kind(kind, arguments), words))
        } else if let word = try arguments.operands(0...1).first, word != "-" {
            self = .text(try Self.checked(word))
        } else {
            // A program that waits for a terminal without a message seems to hang.
            guard !words.isEmpty || isatty(STDIN_FILENO) == 0 else { throw UsageError.noOperands(arguments.command) }
            self = .text(try Self.readText("-"))
        }
    }

    /// - Throws: where there is no such kind, or its codes cannot be drawn from fields.
    private static func kind(_ name: String, _ arguments: Arguments) throws -> LabelKind {
        func rules() throws -> RuleSet {
            let registry = try PluginOptions(arguments).registry
            return try RuleOptions(arguments, files: arguments.all(.rules)).resolver(registry).rules
        }
        if let kind = try LabelKind(name, rules: rules) { return kind }
        let known = try rules()
        if let problem = LabelKind.problem(of: name, known) { throw UsageError.notDrawable(name, problem) }
        throw UsageError.badChoice(.drawKind, name, choices: LabelKind.names(known))
    }

    private static func text(of kind: LabelKind, _ words: [String]) throws -> String {
        guard words.count(where: { $0.hasSuffix("@-") && !$0.utf8.contains(UInt8(ascii: "=")) }) <= 1 else {
            throw UsageError.standardInputTwice
        }
        let fields = try words.map { try field($0, of: kind) }
        do {
            return try kind.text(of: fields)
        } catch let error as CodeTextError {
            throw UsageError.badField(error)
        }
    }

    /// A field: `NAME=VALUE`, or `NAME@FILE` for the text of a file. The first of the two signs counts.
    private static func field(_ word: String, of kind: LabelKind) throws -> (name: String, value: String) {
        guard let sign = word.firstIndex(where: { $0 == "=" || $0 == "@" }), sign != word.startIndex else {
            throw UsageError.noField(word, kind.name, known: kind.fields)
        }
        let name = String(word[..<sign])
        guard kind.fields.contains(name) else { throw UsageError.unknownField(name, kind.name, known: kind.fields) }
        let value = String(word[word.index(after: sign)...])
        return (name, try word[sign] == "@" ? readText(value) : checked(value))
    }

    /// The text of a file, without a line end at its end.
    private static func readText(_ path: String) throws -> String {
        let file = InputFile(path)
        var bytes = try file.read(limit: longest)
        if bytes.last == UInt8(ascii: "\n") {
            bytes.removeLast()
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw UsageError.notUTF8(file.name) }
        return text
    }

    /// An argument, which must be UTF-8: other bytes were replaced, and a different text would be drawn.
    private static func checked(_ word: String) throws -> String {
        guard try Arguments.isWhole(word) else { throw UsageError.notUTF8("TEXT") }
        return word
    }
}

extension DrawingOptions {
    /// The appearance of a code by the options of the command.
    init(_ arguments: Arguments) throws {
        self.init()
        level = arguments.choice(.drawLevel)
        addOn = try Self.addOn(arguments)
        showsText = !arguments.has(.drawNoText)
        barHeight = try arguments.wholeNumber(.drawBarHeight, like: "50")
        quietZone = try arguments.wholeNumber(.drawQuietZone, like: "4")
        moduleWidth = try arguments.decimal(.drawModuleWidth, like: "0.33")
        colours = try Self.colours(arguments)
        moduleShape = arguments.choice(.drawModuleShape) ?? .square
        finderShape = arguments.choice(.drawFinderShape) ?? .square
        logo = try Self.logo(arguments)
        let isForced = arguments.has(.drawForce)
        (allowsPoorColours, allowsAnyLogo, allowsAnyModuleWidth) = (isForced, isForced, isForced)
    }

    private static func addOn(_ arguments: Arguments) throws -> String? {
        guard let price = arguments[.drawPrice] else {
            guard arguments[.drawCurrency] == nil else { throw UsageError.needs(.drawCurrency, .drawPrice) }
            return arguments[.drawAddOn]
        }
        guard arguments[.drawAddOn] == nil else { throw UsageError.exclude(.drawPrice, .drawAddOn) }
        guard let currency = arguments[.drawCurrency] else { throw UsageError.needs(.drawPrice, .drawCurrency) }
        return try BookPriceAddOn.digits(currency: currency, price: price)
    }

    private static func colours(_ arguments: Arguments) throws(UsageError) -> CodeColours {
        var colours = CodeColours()
        if let dark = try arguments.colour(.drawDark) { colours.dark = dark }
        if let light = try arguments.colour(.drawLight) { colours.light = light }
        guard arguments.has(.drawTransparent) else { return colours }
        guard arguments[.drawLight] == nil else { throw .exclude(.drawTransparent, .drawLight) }
        colours.light = nil
        return colours
    }

    private static func logo(_ arguments: Arguments) throws -> Logo? {
        let percent = try arguments.decimal(.drawLogoShare, like: "15")
        guard let path = arguments[.drawLogo] else {
            guard percent == nil else { throw UsageError.needs(.drawLogoShare, .drawLogo) }
            return nil
        }
        // `Logo` has a smaller limit, with its own error.
        return try Logo(readFile(path, limit: 32 << 20), share: percent.map { $0 / 100 } ?? Logo.usualShare)
    }
}

extension Arguments {
    func wholeNumber(_ option: Option, like example: String) throws(UsageError) -> Int? {
        try parsed(option, as: "a number such as \(example)") { $0.utf8.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
    }

    func decimal(_ option: Option, like example: String) throws(UsageError) -> Double? {
        try parsed(option, as: "a number such as \(example)", Self.decimal)
    }

    /// Two numbers with an x between them, such as a width and a height.
    func pair(_ option: Option, like example: String) throws(UsageError) -> (Double, Double)? {
        try parsed(option, as: "of the form \(option.value ?? ""), as \(example)", Self.pair)
    }

    /// Two numbers such as `63.5x38.1`; nil for another text.
    static func pair(_ text: String) -> (Double, Double)? {
        let halves = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" || $0 == "X" }
        guard halves.count == 2, let first = decimal(String(halves[0])), let second = decimal(String(halves[1])) else {
            return nil
        }
        return (first, second)
    }

    /// A number of digits with at most one point; none of the other forms of numbers in C.
    private static func decimal(_ text: String) -> Double? {
        guard text.utf8.count <= 15, text.utf8.first?.isASCIIDigit == true, text.utf8.last?.isASCIIDigit == true,
            text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }

    private static var colourNames: String { Colour.names.keys.sorted().joined(separator: ", ") }

    func colour(_ option: Option) throws(UsageError) -> Colour? {
        try parsed(option, as: "a colour such as #1a5fb4, #fff or navy; names are \(Self.colourNames)") { Colour($0) }
    }

    /// The requested format; nil where the content determines it.
    func codeFormat() throws(UsageError) -> CodeFormat? {
        guard let name = self[.drawAs] else { return nil }
        guard let format = CodeFormat(name: name) else { throw .unknownFormat(name) }
        return format
    }

    /// The workers that read drawings back, one for each core where `size` is nil; nil with `--no-verify`.
    func drawingReader(size: Int?) throws -> DecodingPool? {
        guard !has(.drawNoVerify) else { return nil }
        do throws(DecodeError) {
            return try DecodingPool(size: size)
        } catch {
            throw ConfigurationError("\(error); to draw without reading back: --no-verify")
        }
    }
}
