internal import BeelineSymbols

/// Turns the key events of a scanner into text.
///
///     var text = KeyText(try KeyboardLayout(.de))
///     text.take(KeyText.Event(key: 30, isDown: true))   // a
///
/// Enter is CR, and Tab is a tab. Alt with digits of the number pad is a character by its number: Alt+065 is A,
/// Alt+0233 is é. Ctrl with `]`, wherever the layout has that, is GS. A key that repeats while it is down types once.
package struct KeyText: ~Copyable {
    private var layout: KeyboardLayout
    /// The digits that were typed on the number pad while Alt is down; nil while it is not.
    private var number: [UInt8]?
    private var heldControls: Set<UInt16> = []
    /// A pending accent, which is typed before its letter.
    private var accent: Accent?

    package init(_ layout: consuming KeyboardLayout) { self.layout = layout }

    /// An event, as evdev has it.
    package struct Event: Hashable, Sendable {
        package var type: UInt16
        package var code: UInt16
        package var value: Int32

        package init(type: UInt16, code: UInt16, value: Int32) {
            (self.type, self.code, self.value) = (type, code, value)
        }

        /// A key goes down or up.
        package init(key: UInt16, isDown: Bool) { self.init(type: 1, code: key, value: isDown ? 1 : 0) }

        /// Whether the kernel had no room and dropped events (SYN_DROPPED).
        package var isLoss: Bool { type == 0 && code == 3 }
    }

    /// Takes an event, and returns what it types, in UTF-8.
    package mutating func take(_ event: Event) -> [UInt8] {
        if event.isLoss { reset() }
        // 2 is a key that repeats itself.
        guard event.type == 1, event.value == 0 || event.value == 1 else { return [] }
        return event.value == 1 ? keyDown(event.code) : keyUp(event.code)
    }

    /// Releases all keys, and drops a pending accent.
    package mutating func reset() {
        layout.reset()
        (number, heldControls, accent) = (nil, [], nil)
    }

    private mutating func keyDown(_ code: UInt16) -> [UInt8] {
        switch code {
        case Key.enter, Key.padEnter: return finishAccent() + [ScannerLines.Control.cr]
        case Key.tab: return finishAccent() + [ScannerLines.Control.tab]
        // For scanners the number pad always types digits.
        case Key.numLock: return []
        case Key.leftAlt: number = []
        case Key.leftControl, Key.rightControl: heldControls.insert(code)
        // On some layouts Ctrl and the key that types ] is another character; scanners press the key.
        case Key.rightBracket where !heldControls.isEmpty: return finishAccent() + [0x1D]
        default:
            if let digits = number, let digit = Key.padDigit(code) {
                // Longer numbers are not a character.
                if digits.count < 7 { number = digits + [digit] }
                return []
            }
        }
        let typed = layout.keyDown(code)
        // Alt with other keys is a shortcut.
        guard number == nil else { return [] }
        if let next = Accent(symbol: typed.symbol) {
            let waiting = finishAccent()
            accent = next
            return waiting
        }
        guard !typed.text.isEmpty else { return [] }
        defer { accent = nil }
        return accent.map { $0.joined(with: typed.text) } ?? typed.text
    }

    private mutating func keyUp(_ code: UInt16) -> [UInt8] {
        heldControls.remove(code)
        layout.keyUp(code)
        guard code == Key.leftAlt, let digits = number else { return [] }
        number = nil
        return finishAccent() + AltNumber.character(digits)
    }

    private mutating func finishAccent() -> [UInt8] {
        defer { accent = nil }
        return accent.map { Array(String($0.alone).utf8) } ?? []
    }

    /// Numbers of keys (linux/input-event-codes.h).
    private enum Key {
        static let tab: UInt16 = 15
        static let rightBracket: UInt16 = 27
        static let enter: UInt16 = 28
        static let leftControl: UInt16 = 29
        static let leftAlt: UInt16 = 56
        static let numLock: UInt16 = 69
        static let padEnter: UInt16 = 96
        static let rightControl: UInt16 = 97

        /// 7 8 9 - 4 5 6 + 1 2 3 0, from 71 on.
        static func padDigit(_ code: UInt16) -> UInt8? {
            guard (71...82).contains(code) else { return nil }
            let digit = Array("789-456+1230".utf8)[Int(code) - 71]
            return digit.isASCIIDigit ? digit : nil
        }
    }
}

/// The characters of Alt and a number, as on Windows.
private enum AltNumber {
    /// The character of a number: with a leading zero in Windows-1252, without one in code page 437, and beyond 255 in
    /// Unicode. Empty where there is no such character.
    static func character(_ digits: [UInt8]) -> [UInt8] {
        let number = digits.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
        let scalar: Unicode.Scalar? =
            switch number {
            case 0: nil
            case 1..<128: Unicode.Scalar(number)
            case 128..<256:
                digits.first == UInt8(ascii: "0")
                    ? CharacterSets.windows1252(UInt8(number)) : codePage437[Int(number) - 128]
            default: Unicode.Scalar(number)
            }
        return scalar.map { Array(String($0).utf8) } ?? []
    }

    /// The upper half of code page 437.
    private static let codePage437 = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}

/// An accent that is typed before its letter (a dead key).
private struct Accent {
    /// The accent as a character: typed with a blank.
    let alone: Unicode.Scalar
    private let letters: [Character: Character]

    /// Nil for a key that is not an accent.
    init?(symbol: UInt32) {
        guard let row = Self.table[symbol] else { return nil }
        alone = row.alone
        letters = Dictionary(uniqueKeysWithValues: zip(row.letters, row.accented))
    }

    /// The accented letter; where there is none, the accent and the letter.
    func joined(with text: [UInt8]) -> [UInt8] {
        let text = String(decoding: text, as: UTF8.self)
        if text == " " { return Array(String(alone).utf8) }
        if text.count == 1, let letter = text.first, let accented = letters[letter] {
            return Array(String(accented).utf8)
        }
        return Array((String(alone) + text).utf8)
    }

    private struct Row {
        let alone: Unicode.Scalar
        let letters: String
        let accented: String
    }

    /// By the numbers of X11 (keysymdef.h).
    private static let table: [UInt32: Row] = [
        0xFE50: Row(alone: "`", letters: "aeiouAEIOU", accented: "àèìòùÀÈÌÒÙ"),
        0xFE51: Row(alone: "´", letters: "aeiouyAEIOUY", accented: "áéíóúýÁÉÍÓÚÝ"),
        0xFE52: Row(alone: "^", letters: "aeiouAEIOU", accented: "âêîôûÂÊÎÔÛ"),
        0xFE53: Row(alone: "~", letters: "anoANO", accented: "ãñõÃÑÕ"),
        0xFE57: Row(alone: "¨", letters: "aeiouyAEIOU", accented: "äëïöüÿÄËÏÖÜ"),
    ]
}
