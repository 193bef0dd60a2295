import BeelineDrawing
import BeelineSupport
import BeelineSymbols

extension DrawingOptions {
    /// How the options of the command say that a code is to look.
    ///
    /// - Throws: `UsageError`, `FileError`, `DrawingError`.
    init(_ arguments: Arguments) throws {
        self.init()
        level = arguments[.drawLevel].flatMap(ErrorCorrection.init(rawValue:))
        addOn = try Self.addOn(arguments)
        showsText = !arguments.has(.drawNoText)
        barHeight = try arguments.wholeNumber(.drawBarHeight, like: "50")
        quietZone = try arguments.wholeNumber(.drawQuietZone, like: "4")
        moduleWidth = try arguments.decimal(.drawModuleWidth, like: "0.33")
        colours = try Self.colours(arguments)
        moduleShape = arguments[.drawModuleShape].flatMap(ModuleShape.init(rawValue:)) ?? .square
        finderShape = arguments[.drawFinderShape].flatMap(ModuleShape.init(rawValue:)) ?? .square
        logo = try Self.logo(arguments)
        let isForced = arguments.has(.drawForce)
        (allowsPoorColours, allowsAnyLogo, allowsAnyModuleWidth) = (isForced, isForced, isForced)
    }

    private static func addOn(_ arguments: Arguments) throws -> String? {
        guard let price = arguments[.drawPrice] else {
            guard arguments[.drawCurrency] == nil else { throw UsageError.drawing(.needs(.drawCurrency, .drawPrice)) }
            return arguments[.drawAddOn]
        }
        guard arguments[.drawAddOn] == nil else { throw UsageError.drawing(.exclude(.drawPrice, .drawAddOn)) }
        guard let currency = arguments[.drawCurrency] else {
            throw UsageError.drawing(.needs(.drawPrice, .drawCurrency))
        }
        return try BookPriceAddOn.digits(currency: currency, price: price)
    }

    private static func colours(_ arguments: Arguments) throws(UsageError) -> CodeColours {
        var colours = CodeColours()
        if let dark = try arguments.colour(.drawDark) { colours.dark = dark }
        if let light = try arguments.colour(.drawLight) { colours.light = light }
        guard arguments.has(.drawTransparent) else { return colours }
        guard arguments[.drawLight] == nil else { throw .drawing(.exclude(.drawTransparent, .drawLight)) }
        colours.light = nil
        return colours
    }

    private static func logo(_ arguments: Arguments) throws -> Logo? {
        let percent = try arguments.decimal(.drawLogoShare, like: "15")
        guard let path = arguments[.drawLogo] else {
            guard percent == nil else { throw UsageError.drawing(.needs(.drawLogoShare, .drawLogo)) }
            return nil
        }
        // A logo has to be shorter still, and says so itself.
        let file = try readFile(path, limit: 32 << 20)
        guard let percent else { return try Logo(file) }
        return try Logo(file, share: percent / 100)
    }
}

extension Arguments {
    /// - Throws: `UsageError`.
    func wholeNumber(_ option: Option, like example: String) throws(UsageError) -> Int? {
        guard let text = self[option] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) else {
            throw .drawing(.badNumber(option, text, like: example))
        }
        return number
    }

    /// - Throws: `UsageError`.
    func decimal(_ option: Option, like example: String) throws(UsageError) -> Double? {
        guard let text = self[option] else { return nil }
        guard let number = Self.decimal(text) else { throw .drawing(.badNumber(option, text, like: example)) }
        return number
    }

    /// Two numbers with an x between them, as widths and heights are written.
    ///
    /// - Throws: `UsageError`.
    func pair(_ option: Option, like example: String) throws(UsageError) -> (Double, Double)? {
        guard let text = self[option] else { return nil }
        guard let pair = Self.pair(text) else { throw .drawing(.badMeasures(option, text, like: example)) }
        return pair
    }

    /// `63.5x38.1`; nil when it is none.
    static func pair(_ text: String) -> (Double, Double)? {
        let halves = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" || $0 == "X" }
        guard halves.count == 2, let first = decimal(String(halves[0])), let second = decimal(String(halves[1])) else {
            return nil
        }
        return (first, second)
    }

    /// Digits, with at most one point; nothing else that a number of C may be written as.
    private static func decimal(_ text: String) -> Double? {
        guard text.utf8.count <= 15, text.utf8.first?.isASCIIDigit == true, text.utf8.last?.isASCIIDigit == true,
            text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }

    /// - Throws: `UsageError`.
    func colour(_ option: Option) throws(UsageError) -> Colour? {
        guard let text = self[option] else { return nil }
        guard let colour = Colour(text) else { throw .drawing(.badColour(option, text)) }
        return colour
    }
}
