// What the declarations of this module speak of comes along with it.
@_exported public import BeelineSymbols

/// A code that can be drawn: its modules, and how they are to look.
///
///     let drawing = try Drawing("https://example.com/")   // a QR code
///     let svg = try drawing.svg()
///     let blue = CodeColours(dark: Colour(red: 26, green: 95, blue: 180))
///     try Drawing("https://example.com/", options: DrawingOptions(level: .high, colours: blue))
///     try Drawing("9784873119045", as: .isbn).format       // .isbn
///
/// An error says where the content is wrong and what to do. `warningTexts` has what some readers may have problems
/// with. The program `beeline-draw` encodes and paints; it is started for the first drawing.
public struct Drawing: Sendable {
    /// The format: the requested one, or the one that fits the content.
    public let format: CodeFormat
    /// What a reader reads, byte for byte.
    public let content: [UInt8]
    /// The digits of the add-on.
    public let addOn: String?
    /// The text below the bars, for people.
    public let text: String?
    package let warnings: [DrawingWarning]
    /// What may keep some readers from the code, for people: `the check digit 5 was added`.
    public var warningTexts: [String] { warnings.map(\.description) }

    let options: DrawingOptions
    let level: ErrorCorrection
    /// The encoded symbol, a hundredth of the size of its shapes.
    private let maker: LayoutMaker
    /// The size of the drawing with its quiet zone, in modules.
    public let size: (width: Int, height: Int)

    var layout: Layout { maker.layout(height: options.barHeight, showsText: options.showsText) }
    /// The drawing without texts and with low bars, for a terminal.
    var lowLayout: Layout { maker.layout(height: 16, showsText: false) }
    /// The number of modules, to estimate the size of a file.
    var modules: Int { maker.symbol.modules.count }

    /// Draws the code of a text.
    ///
    /// - Parameters:
    ///   - format: nil: chosen by the content. A URL becomes a QR code, an ISBN an EAN-13, a GTIN the symbol that has
    ///     so many digits, GS1 element strings a GS1 DataMatrix, everything else a QR code.
    ///   - options: how it is to look. Default: black on white, with the sizes of its standard.
    /// - Throws: `DrawingError`.
    public init(
        _ text: String, as format: CodeFormat? = nil, options: DrawingOptions = DrawingOptions()
    ) throws(DrawingError) {
        try Self.checkLength(text.utf8.count)
        guard let format else {
            let choice = FormatChoice(for: text)
            let addOn = options.addOn ?? choice.addOn
            var payload = try Payload(choice.text, as: choice.format, addOn: addOn)
            if let warning = choice.warning { payload.warnings.append(warning) }
            try self.init(payload, choice.format, options)
            return
        }
        if options.addOn == nil, format == .isbn || format == .ean13 || format == .upcA {
            let choice = FormatChoice(for: text)
            if let addOn = choice.addOn, choice.format == format || (choice.format, format) == (.isbn, .ean13) {
                try self.init(Payload(choice.text, as: format, addOn: addOn), format, options)
                return
            }
        }
        try self.init(Payload(text, as: format, addOn: options.addOn), format, options)
    }

    /// Makes the code of bytes that need be no text.
    ///
    /// - Parameters:
    ///   - format: a matrix code or a PDF417.
    ///   - options: how it is to look. Default: black on white.
    public init(
        bytes: [UInt8], as format: CodeFormat, options: DrawingOptions = DrawingOptions()
    ) throws(DrawingError) {
        try Self.checkLength(bytes.count)
        switch format {
        case .qr, .microQR, .rectangularMicroQR, .dataMatrix, .aztec, .pdf417, .microPDF417:
            try self.init(Payload(bytes), format, options)
        default:
            throw DrawingError(
                .format, "the format", "\(format.title) cannot encode bytes", remedy: "draw a QR code or a Data Matrix")
        }
    }

    /// Refuses content that is longer than any symbol has.
    private static func checkLength(_ count: Int) throws(DrawingError) {
        // A QR code contains 7,089 digits (ISO/IEC 18004, table 7); brackets and Digital Links are longer than that.
        try require(
            count <= 32_768, .tooLong, "the content", "\(count) bytes are more than any symbol can encode",
            remedy: "shorten it, or publish it and draw a link to it")
    }

    private init(_ payload: Payload, _ format: CodeFormat, _ options: DrawingOptions) throws(DrawingError) {
        self.format = format
        self.options = options
        content = payload.content
        addOn = payload.addOn
        text = payload.text
        let level = options.level ?? (options.logo == nil ? .medium : .high)
        self.level = level
        try Self.checkOptions(options, format)
        let symbol = try EncodedSymbol(payload, format, level: level)
        let margins = format.traits.quietZone.margins(options.quietZone, hasAddOn: payload.addOn != nil)
        let addOnSymbol = try payload.addOn.map { digits throws(DrawingError) in try EncodedSymbol(addOn: digits) }
        let clear = try options.logo.map { logo throws(DrawingError) in
            try logo.place(in: symbol.width, level: level, isForced: options.allowsAnyLogo)
        }

        maker = LayoutMaker(
            format: format, options: options, payload: payload, symbol: symbol, addOn: addOnSymbol, margins: margins,
            clear: clear)
        let layout = maker.frame(height: options.barHeight, showsText: options.showsText)
        size = (layout.width, layout.height)

        var warnings = payload.warnings
        if !symbol.message.isEmpty { warnings.append(.encoder(symbol.message)) }
        if let clear, let warning = options.logo?.warning(clear, in: symbol.width) { warnings.append(warning) }
        if layout.lacksText { warnings.append(.textLeftOut) }
        if options.quietZone != nil {
            warnings += Self.quietZoneWarnings(margins, format.traits.quietZone, hasAddOn: addOn != nil)
        }
        warnings += try Contrast.check(
            options.colours, isLinear: format.isLinear, allowsPoor: options.allowsPoorColours)
        warnings += try Self.widthWarnings(format, options, modules: layout.width)
        self.warnings = warnings
    }

    /// How wide a module is in print, in millimetres.
    public var moduleWidth: Double { options.moduleWidth ?? (format.traits.limits ?? .ordinary).target }

    /// The symbology that a reader sees.
    public var symbology: Symbology { format.symbology }
}

extension CodeFormat {
    /// `a QR code`, `an EAN-13`: in none does another vowel begin the name.
    fileprivate var namedOne: String { ("AEI".contains(title.prefix(1)) ? "an " : "a ") + title }
}

extension Drawing {
    static func checkOptions(_ options: DrawingOptions, _ format: CodeFormat) throws(DrawingError) {
        if let height = options.barHeight, !(1...2_000).contains(height) {
            throw DrawingError(.size, "the bars", "they are \(height) modules high", remedy: "1…2000 are possible")
        }
        if let zone = options.quietZone, !(0...200).contains(zone) {
            throw DrawingError(.size, "the quiet zone", "it is \(zone) modules wide", remedy: "0…200 are possible")
        }
        guard !format.isQR else { return }
        try require(
            options.logo == nil, .logo, "the logo", "\(format.namedOne) has no room for one", remedy: "draw a QR code")
        try require(
            options.level == nil, .format, "the level of error correction",
            "\(format.namedOne) has no choice of levels", remedy: "leave it out, or draw a QR code")
        try require(
            options.moduleShape == .square && options.finderShape == .square, .format, "the shape of modules",
            "\(format.namedOne) can only be read with square modules", remedy: "leave it out, or draw a QR code")
    }

    static func quietZoneWarnings(_ margins: Margins, _ zone: QuietZone, hasAddOn: Bool) -> [DrawingWarning] {
        let right = hasAddOn ? QuietZone.behindAddOn : zone.right
        let sides = [
            ("on the left", margins.left, zone.left), ("on the right", margins.right, right),
            ("above and below", margins.vertical, zone.vertical),
        ]
        return sides.filter { $0.1 < $0.2 }.map {
            .quietZone(side: $0.0, given: $0.1, needed: $0.2, source: zone.source)
        }
    }

    /// - Parameter modules: the width of the drawing.
    static func widthWarnings(
        _ format: CodeFormat, _ options: DrawingOptions, modules: Int
    ) throws(DrawingError) -> [DrawingWarning] {
        guard let width = options.moduleWidth else { return [] }
        try require(
            width.isFinite && (0.01...1_000).contains(width),
            .size, "the module width", "\(width) mm is not a width that can be printed",
            remedy: "use \(shortNumber((format.traits.limits ?? .ordinary).target)) mm")
        guard let limits = format.traits.limits else {
            let ordinary = ModuleWidthLimits.ordinary
            return ordinary.allowed.contains(width)
                ? [] : [.moduleWidth(width, allowed: ordinary.allowed, source: ordinary.source)]
        }
        var warnings: [DrawingWarning] = []
        if !limits.allowed.contains(width) {
            let warning = DrawingWarning.moduleWidth(width, allowed: limits.allowed, source: limits.source)
            try require(
                options.allowsAnyModuleWidth, .size, "the module width", warning.description,
                remedy: "use \(shortNumber(limits.target)) mm, or --force")
            warnings.append(warning)
        } else if let needed = limits.distribution, !needed.contains(width) {
            warnings.append(.notForDistribution(width, needed: needed, source: limits.source))
        }
        let length = Double(modules) * width
        if format == .gs1128, length > 165.1 {
            warnings.append(.tooWide(length, most: 165.1, source: "GS1 General Specifications, section 5.4"))
        }
        return warnings
    }
}

extension EncodedSymbol {
    fileprivate init(_ payload: Payload, _ format: CodeFormat, level: ErrorCorrection) throws(DrawingError) {
        // Micro QR has no H, and Q only in its largest version: the least level that its versions have in common.
        let level = format == .microQR ? 1 : format.isQR ? level.number : -1
        try self.init(payload.input, format, payload, level: level)
        rowHeights = rowHeights.map { $0 >= 1 ? $0 : format.traits.rowHeight }
    }

    /// The bars of an add-on.
    fileprivate init(addOn digits: String) throws(DrawingError) {
        try self.init(Array(digits.utf8), .ean13, Payload([]), level: -1)
    }

    private init(_ input: [UInt8], _ format: CodeFormat, _ payload: Payload, level: Int) throws(DrawingError) {
        var request = SymbolRequest()
        (request.format, request.bytes, request.isGS1) = (format, input, payload.isGS1)
        (request.eci, request.level) = (payload.eci, level)
        self = try DrawingProgram.shared.symbol(request)
        guard !modules.isEmpty else { throw Self.error(message, format, count: payload.content.count) }
        guard modules.count == width * rows else {
            throw DrawingProgram.broken("it sent a symbol of \(modules.count) modules in \(rows) rows")
        }
        message = Self.withoutNumber(message)
    }

    private static func error(_ message: String, _ format: CodeFormat, count: Int) -> DrawingError {
        let words = withoutNumber(message)
        if message.contains("too long") || message.contains("too many") || message.contains("Unable to fit") {
            return DrawingError(
                .tooLong, "the content", "\(count) bytes are more than a \(format.title) can encode",
                remedy: format.isQR
                    ? "shorten it, or use a lower level of error correction" : "shorten it, or draw a QR code")
        }
        return DrawingError(
            .content, "the content", "it cannot be drawn as \(format.title): \(words)",
            remedy: "draw another format, such as a QR code")
    }

    /// A message of libzint without its number: `Error 358: …`.
    private static func withoutNumber(_ message: String) -> String {
        guard message.hasPrefix("Error ") || message.hasPrefix("Warning "),
            let colon = message.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return message }
        return String(message[message.index(after: colon)...].drop { $0 == " " })
    }
}
