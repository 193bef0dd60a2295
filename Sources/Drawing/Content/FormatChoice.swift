import BeelineContent
import BeelineSymbols

/// What to draw when only the text is given.
struct FormatChoice {
    let format: CodeFormat
    /// What the format holds: a number without what was written around it, or the text as it is.
    let text: String
    let addOn: String?
    /// What keeps it from being the number that it nearly is.
    private(set) var warning: DrawingWarning?

    /// A URL becomes a QR code, an ISBN an EAN-13 with its add-on, a GTIN the symbol that has so many digits, GS1 element
    /// strings a GS1 DataMatrix, and all else a QR code.
    init(for text: String) {
        let reading = ContentParser().reading(
            of: Symbol(.unknown, text), on: CalendarDate(year: 2000, dayOfYear: 1))
        let addOn = reading.symbol.addOn
        switch reading.content {
        case .isbn(let book): self.init(.isbn, book.isbn13, addOn)
        case .product(let product): self.init(Self.format(product.gtin), product.gtin.description, addOn)
        case .issn, .ismn, .japaneseMagazine, .japaneseBookRow:
            let digits = (reading.symbol.text ?? text).filter { $0 != "-" && $0 != " " }
            // ISSN and ISMN in their short forms are no symbol yet.
            if let gtin = try? GTIN(digits), let digits = gtin.gtin13 {
                self.init(.ean13, digits, addOn)
            } else {
                self.init(.qr, text, nil)
            }
        case .gs1(let elements): self.init(elements.address == nil ? .gs1DataMatrix : .qr, text, nil)
        default:
            self.init(.qr, text, nil)
            warning = reading.warnings.lazy.compactMap(Self.warning).first
        }
    }

    private static func warning(_ warning: ContentWarning) -> DrawingWarning? {
        switch warning {
        case .wrongCheckDigit, .elementString: .drawnAsText("\(warning)")
        default: nil
        }
    }

    private init(_ format: CodeFormat, _ text: String, _ addOn: String?) {
        (self.format, self.text, self.addOn) = (format, text, addOn)
    }

    private static func format(_ gtin: GTIN) -> CodeFormat {
        switch gtin.description.utf8.count {
        case 8: .ean8
        case 12: .upcA
        case 13: .ean13
        default: .itf14
        }
    }
}
