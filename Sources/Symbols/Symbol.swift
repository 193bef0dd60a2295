/// One code as a decoder read it, or as it was typed: its text, without its meaning.
///
///     Symbol(.ean13, "9784873119045")
public struct Symbol: Sendable {
    /// What was printed: a QR code, an EAN-13.
    public let symbology: Symbology

    /// What the code says, as text; empty where its bytes are not text.
    private let characters: String
    private let isText: Bool

    /// The properties that most symbols do not have; nil where this one has none. Kept apart, as symbols are many.
    private var box: Box?

    /// A symbol with a text, without other data.
    public init(_ symbology: Symbology, _ text: String) {
        self.symbology = symbology
        (characters, isText, box) = (text, true, nil)
    }

    /// A symbol whose content is text.
    public init(
        _ symbology: Symbology, _ text: String, aim: AIMIdentifier? = nil, addOn: String? = nil,
        sighting: Sighting? = nil
    ) {
        self.symbology = symbology
        (characters, isText) = (text, true)
        if aim != nil || addOn != nil || sighting != nil {
            details = Details(aim: aim, addOn: addOn, sighting: sighting)
        }
    }

    /// A symbol whose content is bytes: text if they are UTF-8, else none.
    public init(
        _ symbology: Symbology, bytes: [UInt8], aim: AIMIdentifier? = nil, addOn: String? = nil,
        sighting: Sighting? = nil
    ) {
        self.init(symbology, bytes: bytes.span, aim: aim, addOn: addOn, sighting: sighting)
    }

    /// A symbol whose content is bytes: text if they are UTF-8, else what `guess` makes of them, else none.
    ///
    /// - Parameter guess: the text in the likeliest other character set, and its name. The bytes are kept beside it.
    package init(
        _ symbology: Symbology, bytes: Span<UInt8>, aim: AIMIdentifier? = nil, addOn: String? = nil,
        sighting: Sighting? = nil, guess: ([UInt8]) -> (text: String, charset: String)? = { _ in nil }
    ) {
        self.symbology = symbology
        if let text = try? UTF8Span(validating: bytes) {
            (characters, isText) = (String(copying: text), true)
            if aim != nil || addOn != nil || sighting != nil {
                details = Details(aim: aim, addOn: addOn, sighting: sighting)
            }
        } else {
            let bytes = bytes.withUnsafeBufferPointer { Array($0) }
            let guessed = guess(bytes)
            (characters, isText) = (guessed?.text ?? "", guessed != nil)
            details = Details(rawBytes: bytes, charset: guessed?.charset, aim: aim, addOn: addOn, sighting: sighting)
        }
    }

    /// The same, for bytes in an array.
    package init(
        _ symbology: Symbology, bytes: [UInt8], aim: AIMIdentifier? = nil, addOn: String? = nil,
        sighting: Sighting? = nil, guess: ([UInt8]) -> (text: String, charset: String)?
    ) {
        self.init(symbology, bytes: bytes.span, aim: aim, addOn: addOn, sighting: sighting, guess: guess)
    }

    /// The same, for bytes that are a part of an array.
    package init(
        _ symbology: Symbology, bytes: ArraySlice<UInt8>, aim: AIMIdentifier? = nil, addOn: String? = nil,
        sighting: Sighting? = nil, guess: ([UInt8]) -> (text: String, charset: String)? = { _ in nil }
    ) {
        self.init(symbology, bytes: bytes.span, aim: aim, addOn: addOn, sighting: sighting, guess: guess)
    }

    /// The text of the code; nil where its bytes are not text.
    public var text: String? { isText ? characters : nil }

    /// How the text came from the bytes.
    package var encoding: TextEncoding {
        guard hasRawBytes else { return .utf8 }
        guard let charset = box?.details.charset else { return .none }
        return box?.details.isCharsetTold == true ? .told(charset) : .guessed(charset)
    }

    /// The same symbol with another text for its bytes.
    ///
    /// - Parameters:
    ///   - charset: the name of the character set in which the bytes are that text.
    ///   - isTold: whether the code or the user names the character set; otherwise the text is a guess.
    package func decoded(as text: String, charset: String, isTold: Bool) -> Symbol {
        var symbol = Symbol(symbology, bytes: bytes, aim: box?.details.aim, addOn: addOn, sighting: sighting) { _ in
            (text, charset)
        }
        symbol.structuredAppend = structuredAppend
        if symbol.hasRawBytes { symbol.details.isCharsetTold = isTold }
        return symbol
    }

    /// The bytes of the code.
    public var bytes: [UInt8] { box?.details.rawBytes ?? Array(characters.utf8) }

    /// The most bytes that a code from a scanner, a program or a person may have. A QR code contains 7,089 digits, a
    /// Han Xin code 7,827, and no symbology more.
    package static let mostBytes = 8 << 10

    /// Whether it has more bytes than a code may have that was not read in a picture.
    package var isTooLong: Bool { max(box?.details.rawBytes?.count ?? 0, characters.utf8.count) > Self.mostBytes }

    /// Whether the bytes are more reliable than the text: the text is a guess, or there is none.
    public var hasRawBytes: Bool { box?.details.rawBytes != nil }

    /// The AIM identifier; made up from the symbology where the decoder gives none.
    public var aim: AIMIdentifier? { box?.details.aim ?? symbology.aim }

    /// Whether the content is GS1 element strings.
    public var isGS1: Bool {
        if let aim = box?.details.aim { return aim.isGS1 }
        switch symbology {
        case .databar, .databarLimited, .databarExpanded: return true
        default: return false
        }
    }

    /// The EAN-2 or EAN-5 digits beside a retail symbol.
    public var addOn: String? {
        get { box?.details.addOn }
        set { details.addOn = newValue }
    }

    /// Which part of a message it is; nil for a code that is not a part of one.
    public var structuredAppend: StructuredAppend? {
        get { box?.details.part }
        set { details.part = newValue }
    }

    /// Its position and its decoder; nil for a typed code.
    public var sighting: Sighting? { box?.details.sighting }

    /// The symbol as it was seen on a page of a document.
    ///
    /// - Parameter page: counted from 1; nil for an image that has just one. A typed symbol does not change.
    package func onPage(_ page: Int?) -> Symbol {
        guard let sighting, sighting.page != page else { return self }
        return seen(
            Sighting(
                outline: sighting.outline, others: sighting.others, copies: sighting.copies,
                decoder: sighting.decoder, quality: sighting.quality, page: page))
    }

    /// The symbol as it was seen in another way.
    package func seen(_ sighting: Sighting) -> Symbol {
        var symbol = self
        symbol.details.sighting = sighting
        return symbol
    }

    private struct Details: Equatable {
        /// The bytes, where they are not the UTF-8 form of the text.
        var rawBytes: [UInt8]?
        /// The character set by which the text was made.
        var charset: String?
        var isCharsetTold = false
        /// As the decoder gave it.
        var aim: AIMIdentifier?
        var addOn: String?
        var part: StructuredAppend?
        var sighting: Sighting?
    }

    private final class Box: Sendable {
        let details: Details

        init(_ details: Details) { self.details = details }
    }

    private var details: Details {
        get { box?.details ?? Details() }
        set { box = newValue == Details() ? nil : Box(newValue) }
    }
}

extension Symbol: Hashable {
    /// Compares all properties.
    public static func == (left: Symbol, right: Symbol) -> Bool {
        left.symbology == right.symbology && left.text == right.text && left.encoding == right.encoding
            && left.box?.details.rawBytes == right.box?.details.rawBytes && left.aim == right.aim
            && left.addOn == right.addOn && left.structuredAppend == right.structuredAppend
            && left.sighting == right.sighting
    }

    /// By what the code says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(symbology)
        hasher.combine(text)
        hasher.combine(box?.details.rawBytes)
    }
}

/// How a symbol's text came from its bytes.
package enum TextEncoding: Hashable, Sendable {
    case utf8
    /// The bytes are not UTF-8; the text is a guess, by this character set.
    case guessed(String)
    /// The bytes are not UTF-8; the code itself or the user names this character set.
    case told(String)

    /// The name of the character set of bytes that are not UTF-8.
    package var charset: String? {
        switch self {
        case .guessed(let charset), .told(let charset): charset
        case .utf8, .none: nil
        }
    }
    /// The bytes are not text.
    case none
}

/// The place of a symbol in an image, and the decoder that found it.
public struct Sighting: Hashable, Sendable {
    /// The corners, in pixels of the upright image; nil where the decoder does not say.
    public let outline: Outline?
    /// Where else in the image the same code was seen.
    public let others: [Outline]
    /// How many times the code was seen in the image: 1 to 1,000,000.
    public let copies: Int
    /// The name of the decoder: "zbar".
    public let decoder: String
    /// How sure the decoder is, in its own unit: for ZBar the number of scan lines that agree. Nil: it does not say.
    public let quality: Int?
    /// The page of a document or the frame of a stream, counted from 1; nil for an image that has just one.
    public let page: Int?

    /// A sighting by its properties, each of which may be unknown.
    ///
    /// - Parameter copies: where their places are not known; at least one for each place.
    public init(
        outline: Outline?, others: [Outline] = [], copies: Int = 1, decoder: String, quality: Int? = nil,
        page: Int? = nil
    ) {
        self.outline = outline
        self.others = others
        self.copies = min(max(copies, 1 + others.count), 1_000_000)
        self.decoder = decoder
        self.quality = quality
        self.page = page
    }

    /// Everywhere where the code was seen: `outline` first.
    public var outlines: [Outline] { (outline.map { [$0] } ?? []) + others }

    /// The same with each of the places moved.
    package func moved(_ place: (Outline) -> Outline) -> Sighting {
        Sighting(
            outline: outline.map(place), others: others.map(place), copies: copies, decoder: decoder, quality: quality,
            page: page)
    }
}

extension Symbol {
    /// Whether a text is the content of an EAN-2 or EAN-5: two or five digits.
    package static func isAddOn(_ text: String) -> Bool {
        [2, 5].contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit)
    }
}

extension Symbol {
    /// The symbol whose AIM identifier a scanner that is set so has sent before the data; nil where the bytes begin
    /// otherwise, or with the identifier of another symbology than that of this symbol. What the scanner put around the
    /// data is taken off.
    ///
    ///     Symbol(.unknown, "").identified(in: Array("]E09780306406157".utf8)[...])   // 9780306406157 in EAN-13
    package func identified(
        in scanned: ArraySlice<UInt8>, guess: ([UInt8]) -> (text: String, charset: String)? = { _ in nil }
    ) -> Symbol? {
        guard scanned.first == UInt8(ascii: "]"),
            let aim = AIMIdentifier(String(decoding: scanned.prefix(3), as: UTF8.self))
        else { return nil }
        let symbology: Symbology
        switch self.symbology {
        case .unknown, .other:
            guard let told = Symbology(aim: aim) else { return nil }
            symbology = told
        case let given:
            guard given.aim?.letter == aim.letter else { return nil }
            symbology = given
        }
        return Symbol(symbology, bytes: scanned.dropFirst(3), aim: aim, addOn: addOn, sighting: sighting, guess: guess)
    }
}

/// The part of a message that a symbol contains, for a message that is spread over several symbols.
///
/// QR codes (ISO/IEC 18004, section 8), Data Matrix (ISO/IEC 16022, 5.6), Aztec (ISO/IEC 24778, 8), MaxiCode (ISO/IEC
/// 16023) and PDF417 (as macro PDF417, ISO/IEC 15438, annex H) have it.
///
///     let part = StructuredAppend(index: 1, count: 3, id: "85")
///     part?.description   // "part 2 of 3"
public struct StructuredAppend: Hashable, Sendable {
    /// The index of this part in the message, from 0.
    public let index: Int
    /// How many parts there are; nil where this part does not say.
    public let count: Int?
    /// What the parts of one message have in common; nil where there is nothing. In a QR code the parity of all
    /// bytes, else a name that who printed it chose.
    public let id: String?

    /// Nil where the index is not below the count, or they are beyond what any symbology has.
    public init?(index: Int, count: Int?, id: String? = nil) {
        guard (0..<Self.most).contains(index), count.map({ $0 > index && $0 <= Self.most }) ?? true else { return nil }
        self.index = index
        self.count = count
        self.id = id
    }

    /// PDF417 counts segments with five digits.
    private static let most = 100_000
}

extension StructuredAppend: CustomStringConvertible {
    /// As people count: `part 2 of 3`.
    public var description: String {
        count.map { "part \(index + 1) of \($0)" } ?? "part \(index + 1)"
    }
}

/// A place in an image, in pixels from its top left corner; x grows to the right, y downwards.
public struct Point: Hashable, Sendable {
    /// Pixels from the left edge.
    public let x: Int32
    /// Pixels from the top edge.
    public let y: Int32

    /// A point by its distances from the left and the top edge, in pixels.
    public init(x: Int, y: Int) {
        self.x = Int32(clamping: x)
        self.y = Int32(clamping: y)
    }
}

/// The four corners of a symbol in the image, upright as its EXIF orientation asks.
///
/// The order is that of the symbol, clockwise from its own top left corner; so the first two corners show how it is
/// turned. For linear codes the reading direction is from left to right.
public struct Outline: Hashable, Sendable {
    /// The symbol's own top left corner, however it is turned.
    public let topLeft: Point
    /// The symbol's own top right corner.
    public let topRight: Point
    /// The symbol's own bottom right corner.
    public let bottomRight: Point
    /// The symbol's own bottom left corner.
    public let bottomLeft: Point

    /// An outline by its corners.
    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Clockwise from the top left corner of the symbol.
    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The least and the greatest x of the corners.
    public var columns: ClosedRange<Int> {
        let all = corners.map { Int($0.x) }
        return (all.min() ?? 0)...(all.max() ?? 0)
    }

    /// The least and the greatest y of the corners.
    public var rows: ClosedRange<Int> {
        let all = corners.map { Int($0.y) }
        return (all.min() ?? 0)...(all.max() ?? 0)
    }

    /// The middle of the corners.
    public var center: Point {
        Point(x: corners.reduce(0) { $0 + Int($1.x) } / 4, y: corners.reduce(0) { $0 + Int($1.y) } / 4)
    }

    /// Whether the middle of another one lies within the upright box around this one.
    package func holdsCenter(of other: Outline) -> Bool {
        columns.contains(Int(other.center.x)) && rows.contains(Int(other.center.y))
    }
}
