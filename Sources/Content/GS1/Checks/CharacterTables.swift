internal import BeelineSymbols

/// The characters that values may have (GS1 General Specifications, section 7.11).
enum CharacterTables {
    /// The place of a character in set 82; nil when it is not in it.
    static func weight82(_ byte: UInt8) -> Int? {
        let place = places82[Int(byte)]
        return place == 0xFF ? nil : Int(place)
    }

    private static let places82: [UInt8] = {
        var places = [UInt8](repeating: 0xFF, count: 256)
        let characters = ##"!"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"##
        for (place, byte) in characters.utf8.enumerated() { places[Int(byte)] = UInt8(place) }
        return places
    }()

    fileprivate static func isOf82(_ byte: UInt8) -> Bool { places82[Int(byte)] != 0xFF }
}

extension ApplicationIdentifier.CharacterSet {
    /// Whether all characters of a text are of the set.
    func allows(_ text: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .numeric: text.allSatisfy(\.isASCIIDigit)
        case .set82: text.allSatisfy(CharacterTables.isOf82)
        case .set39:
            text.allSatisfy {
                $0.isASCIIDigit || $0.isASCIICapital || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "/")
            }
        case .set64:
            // The sign = fills up the last four, so there are two of it at most.
            text.suffix(2).drop { $0 != UInt8(ascii: "=") }.allSatisfy { $0 == UInt8(ascii: "=") }
                && text.dropLast(2).allSatisfy(Self.isOf64)
                && text.suffix(2).allSatisfy { $0 == UInt8(ascii: "=") || Self.isOf64($0) }
        }
    }

    private static func isOf64(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
