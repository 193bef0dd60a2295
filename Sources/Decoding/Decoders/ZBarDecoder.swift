internal import BeelineSymbols
internal import CZBar

/// Finds symbols with ZBar. It is best at worn EAN and UPC codes; it also reads QR and the common linear codes.
package struct ZBarDecoder: Sendable {
    package static let name = "zbar"

    package init() {}

    /// All symbols that ZBar reports: add-ons as separate symbols, and phantoms too. An error when ZBar has no memory.
    func readings(in image: GrayImage, asking question: ZBarQuery) throws(DecodeError) -> [Symbol] {
        guard let scanner = ZBarScanner() else { throw .decoderDied("ZBar has no memory") }
        Self.configure(scanner, for: question)
        var seen: [Symbol] = []
        let isDone = scanner.scan(image) { seen += ZBarParts.symbols(of: $0) }
        guard isDone else { throw .decoderDied("ZBar could not scan the image") }
        return seen
    }

    private static func configure(_ scanner: borrowing ZBarScanner, for question: ZBarQuery) {
        scanner.set(ZBAR_CFG_ENABLE, of: ZBAR_NONE, to: 0)
        for (type, symbology) in symbologies where question.asks(for: symbology) {
            scanner.set(ZBAR_CFG_ENABLE, of: type, to: 1)
        }
        // Without it ZBar guesses character sets, and often wrong.
        scanner.set(ZBAR_CFG_BINARY, of: ZBAR_QRCODE, to: 1)
        scanner.set(ZBAR_CFG_X_DENSITY, of: ZBAR_NONE, to: Int32(clamping: question.columnStep))
        scanner.set(ZBAR_CFG_Y_DENSITY, of: ZBAR_NONE, to: Int32(clamping: question.rowStep))
    }

    /// The symbologies that ZBar reads, without add-ons.
    static let readable = Set(symbologies.map(\.symbology)).subtracting([.ean2, .ean5])

    /// All types that ZBar reads, except its ISBN types, which would hide the EAN-13 without new information.
    fileprivate static let symbologies: [(type: zbar_symbol_type_t, symbology: Symbology)] = [
        (ZBAR_EAN13, .ean13), (ZBAR_EAN8, .ean8), (ZBAR_UPCA, .upcA), (ZBAR_UPCE, .upcE), (ZBAR_EAN5, .ean5),
        (ZBAR_EAN2, .ean2), (ZBAR_I25, .itf), (ZBAR_DATABAR, .databar), (ZBAR_DATABAR_EXP, .databarExpanded),
        (ZBAR_CODABAR, .codabar), (ZBAR_CODE39, .code39), (ZBAR_CODE93, .code93), (ZBAR_CODE128, .code128),
        (ZBAR_QRCODE, .qr), (ZBAR_SQCODE, .sqCode),
    ]
}

extension Symbol {
    /// Copies a symbol of ZBar's; nil for one of a type that was not requested, without data, or with invalid digits.
    /// Its data may have another length than the one that ZBar reports.
    init?(zbar handle: OpaquePointer, byteCount: Int? = nil) {
        let type = zbar_symbol_get_type(handle)
        guard let symbology = ZBarDecoder.symbologies.first(where: { $0.type == type })?.symbology,
            let data = zbar_symbol_get_data(handle)
        else { return nil }
        let count = byteCount ?? Int(zbar_symbol_get_data_length(handle))
        let bytes = UnsafeRawBufferPointer(start: data, count: count).map { $0 }
        // A Code 128 can have only characters that say how others are read.
        guard !bytes.isEmpty else { return nil }
        // ZBar writes a question mark for a digit that it could not make out.
        if symbology.isRetail || symbology.isAddOn, !bytes.allSatisfy(\.isASCIIDigit) { return nil }
        let isGS1 = zbar_symbol_get_modifiers(handle) & (1 << ZBAR_MOD_GS1.rawValue) != 0

        let points = (0..<zbar_symbol_get_loc_size(handle)).map {
            Point(x: Int(zbar_symbol_get_loc_x(handle, $0)), y: Int(zbar_symbol_get_loc_y(handle, $0)))
        }
        let sighting = Sighting(
            outline: Outline(zbarCorners: symbology == .qr || symbology == .sqCode ? points : [])
                ?? Outline(zbarEnds: points, orientation: zbar_symbol_get_orientation(handle)),
            decoder: ZBarDecoder.name,
            quality: Int(zbar_symbol_get_quality(handle)))
        self.init(
            symbology, bytes: bytes, aim: isGS1 ? symbology.gs1AIM : nil, sighting: sighting,
            guess: { CharacterSets.guess($0) })
    }
}

/// Splits what ZBar has joined. ZBar makes one symbol of the QR codes of a structured append (ISO/IEC 18004, section 8)
/// that are in one image. Joining is done later, where what other decoders and passes have read is known too.
enum ZBarParts {
    /// A symbol, or the parts that it was joined from; none for a type that was not requested. Where parts are missing,
    /// ZBar gives a symbol of a type of its own, which does not say where each of the others begins and ends: none,
    /// too.
    static func symbols(of handle: OpaquePointer) -> [Symbol] {
        let parts = parts(of: handle)
        guard parts.count > 1 else { return Symbol(zbar: handle).map { [$0] } ?? [] }
        guard zbar_symbol_get_type(handle) != ZBAR_PARTIAL else { return [] }
        return parts.enumerated().compactMap { index, part in
            guard var symbol = Symbol(zbar: part.handle, byteCount: part.byteCount),
                let place = StructuredAppend(index: index, count: parts.count)
            else { return nil }
            symbol.structuredAppend = place
            return symbol
        }
    }

    /// The symbols that one was joined from, in order. Their data follow each other in that of the whole. ZBar
    /// subtracts a terminating byte from their lengths, and there is none; so each reaches to where the next one
    /// begins. None where that would be outside of the whole.
    private static func parts(of whole: OpaquePointer) -> [(handle: OpaquePointer, byteCount: Int)] {
        var handles: [OpaquePointer] = []
        var next = zbar_symbol_first_component(whole)
        while let part = next {
            handles.append(part)
            next = zbar_symbol_next(part)
        }
        guard handles.count > 1, let start = zbar_symbol_get_data(whole) else { return [] }
        let length = Int(zbar_symbol_get_data_length(whole))
        let begins = handles.compactMap { zbar_symbol_get_data($0).map { $0 - start } }
        let bounds = begins + [length]
        guard begins.count == handles.count, begins.allSatisfy({ (0...length).contains($0) }),
            zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return [] }
        return handles.indices.map { (handles[$0], bounds[$0 + 1] - bounds[$0]) }
    }
}

/// A query for ZBar: symbologies and density of scan lines.
struct ZBarQuery: Hashable, Sendable {
    /// The requested symbologies; add-ons come with retail symbols.
    var symbologies = ZBarDecoder.readable
    /// The distance of vertical scan lines in columns; 0: there are none.
    var columnStep = 1
    /// The distance of horizontal scan lines in rows.
    var rowStep = 1

    /// Whether a symbology is requested, including add-ons.
    func asks(for symbology: Symbology) -> Bool {
        symbologies.contains(symbology) || symbology.isAddOn && symbologies.contains { $0.isRetail }
    }
}

// Ownership: both handles are made and destroyed here. The pixels are lent to ZBar for the time of a scan; symbols
// belong to the image, so everything needed of them is copied before it is destroyed.

/// A ZBar scanner. It keeps state between images, so each image gets a new one.
struct ZBarScanner: ~Copyable {
    private let handle: OpaquePointer

    /// Nil when there is no memory.
    init?() {
        guard let handle = zbar_image_scanner_create() else { return nil }
        self.handle = handle
    }

    deinit { zbar_image_scanner_destroy(handle) }

    func set(_ setting: zbar_config_t, of type: zbar_symbol_type_t, to value: Int32) {
        zbar_image_scanner_set_config(handle, type, setting, value)
    }

    /// Calls `body` with each symbol in the image, valid only there. Returns false when ZBar could not scan the image.
    func scan(_ image: GrayImage, _ body: (OpaquePointer) -> Void) -> Bool {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let lent = ZBarImage(pixels, width: image.width, height: image.height) else { return false }
            return lent.scan(with: handle, body)
        }
    }
}

/// A ZBar image, which borrows its pixels.
private struct ZBarImage: ~Copyable {
    private let handle: OpaquePointer

    init?(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        guard let handle = zbar_image_create() else { return nil }
        self.handle = handle
        zbar_image_set_format(handle, Self.gray)
        zbar_image_set_size(handle, UInt32(width), UInt32(height))
        zbar_image_set_data(handle, pixels.baseAddress, UInt(pixels.count), nil)
    }

    deinit { zbar_image_destroy(handle) }

    func scan(with scanner: OpaquePointer, _ body: (OpaquePointer) -> Void) -> Bool {
        guard zbar_scan_image(scanner, handle) >= 0 else { return false }
        var symbol = zbar_image_first_symbol(handle)
        while let current = symbol {
            body(current)
            symbol = zbar_symbol_next(current)
        }
        return true
    }

    /// The four characters `Y800`: a byte of brightness for each pixel.
    private static let gray: UInt = [UInt8]("Y800".utf8).reversed().reduce(0) { $0 << 8 | UInt($1) }
}

extension Outline {
    /// The outline for the corners of a QR code, which ZBar reports counter-clockwise from the code's own top left one;
    /// nil when they are not four.
    init?(zbarCorners points: [Point]) {
        guard points.count == 4 else { return nil }
        self.init(topLeft: points[0], topRight: points[3], bottomRight: points[2], bottomLeft: points[1])
    }

    /// The outline for the points of a linear code: where scan lines, along rows or columns of the image, came to the
    /// ends of the code or of one of its halves. Nil when there is no point.
    init?(zbarEnds points: [Point], orientation: zbar_orientation_t) {
        // How far a point is along the reading direction, and how far below the code's upper edge.
        func along(_ point: Point) -> Int32 {
            switch orientation {
            case ZBAR_ORIENT_RIGHT: point.y
            case ZBAR_ORIENT_DOWN: -point.x
            case ZBAR_ORIENT_LEFT: -point.y
            default: point.x
            }
        }
        func below(_ point: Point) -> Int32 {
            switch orientation {
            case ZBAR_ORIENT_RIGHT: -point.x
            case ZBAR_ORIENT_DOWN: -point.y
            case ZBAR_ORIENT_LEFT: point.x
            default: point.y
            }
        }
        guard let start = points.map(along).min(), let end = points.map(along).max() else { return nil }
        let margin = (end - start) / 4
        let atStart = points.filter { along($0) <= start + margin }
        let atEnd = points.filter { along($0) >= end - margin }
        guard let topLeft = atStart.min(by: { below($0) < below($1) }),
            let bottomLeft = atStart.max(by: { below($0) < below($1) }),
            let topRight = atEnd.min(by: { below($0) < below($1) }),
            let bottomRight = atEnd.max(by: { below($0) < below($1) })
        else { return nil }
        // Where few scan lines came to one end, that end is taken to be as high as the other.
        let left = (top: topLeft, bottom: bottomLeft)
        let right = (top: topRight, bottom: bottomRight)
        let leftHeight = below(bottomLeft) - below(topLeft)
        let rightHeight = below(bottomRight) - below(topRight)
        let (wholeLeft, wholeRight) =
            if leftHeight * 2 < rightHeight {
                (Self.edge(right, around: left), right)
            } else if rightHeight * 2 < leftHeight {
                (left, Self.edge(left, around: right))
            } else {
                (left, right)
            }
        self.init(
            topLeft: wholeLeft.top, topRight: wholeRight.top, bottomRight: wholeRight.bottom,
            bottomLeft: wholeLeft.bottom)
    }

    /// An edge moved so that its middle is that of another one.
    private static func edge(
        _ edge: (top: Point, bottom: Point), around other: (top: Point, bottom: Point)
    ) -> (top: Point, bottom: Point) {
        let x = Int(other.top.x + other.bottom.x - edge.top.x - edge.bottom.x) / 2
        let y = Int(other.top.y + other.bottom.y - edge.top.y - edge.bottom.y) / 2
        return (
            Point(x: max(0, Int(edge.top.x) + x), y: max(0, Int(edge.top.y) + y)),
            Point(x: max(0, Int(edge.bottom.x) + x), y: max(0, Int(edge.bottom.y) + y))
        )
    }
}
