internal import BeelineContent
internal import BeelineSupport
package import BeelineSymbols
internal import Glibc

/// The format of a line of input. It is never guessed: a code may look like a record.
package enum InputFormat: String, Hashable, Sendable {
    /// Each line is a code, as it is.
    case lines
    /// Symbology, tab, text with escapes.
    case tsv
    /// An object with `text` or `bytes`.
    case json

    /// The longest line, in bytes. It is far above `Symbol.mostBytes`: an object may have further members.
    package static let longestLine = 1 << 20

    /// The number of bytes that are shown of a line that is too long.
    package static let shownBeginning = 100

    /// The symbol in a line without its line break. `.codeTooLong` for a code of more than `Symbol.mostBytes`.
    package func symbol(_ line: Span<UInt8>) throws(InputError) -> Symbol {
        let symbol = try anySymbol(line)
        guard !symbol.isTooLong else { throw .codeTooLong }
        return symbol
    }

    private func anySymbol(_ line: Span<UInt8>) throws(InputError) -> Symbol {
        switch self {
        case .lines: return Symbol(.unknown, bytes: line) { CharacterSets.guess($0) }
        case .tsv: return try Self.tsv(line)
        case .json:
            do {
                return try Symbol(parsingJSON: line).guessingText
            } catch let error as JSONError {
                throw InputError(
                    code: "bad-input", message: "not JSON: \(error.message) (column \(error.position.column))")
            } catch {
                throw InputError(code: "bad-input", message: "\(error)")
            }
        }
    }

    /// The input of an answer to a line, with its symbol where it could be read. `keepsAIM` is whether an ASCII line
    /// keeps the AIM identifier before its text.
    package func echo(_ line: Span<UInt8>, of symbol: Symbol?, keepsAIM: Bool = false) -> Answer.Input {
        switch self {
        case .json where symbol != nil: .json(line.array.filter { $0 != 0x0A && $0 != 0x0D }[...])
        case .lines where symbol?.text != nil && !(keepsAIM && line.isASCII): .text(symbol?.text ?? "")
        default: .text(line.text)
        }
    }

    /// A line with a symbol.
    package func line(_ symbol: Symbol) -> String {
        let text = symbol.text ?? ""
        return self == .tsv ? "\(symbol.symbology.name)\t\(Self.escaped(text))" : text
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func tsv(_ line: Span<UInt8>) throws(InputError) -> Symbol {
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t"), from: 0) else {
            throw InputError(code: "bad-input", message: "the tab is missing: a line must be symbology, tab, text")
        }
        let (symbology, aim) = Symbology.named(line.extracting(..<tab).text)
        let text = line.extracting((tab + 1)...)
        guard text.has(UInt8(ascii: "\\")) else {
            return Symbol(symbology, bytes: text, aim: aim) { CharacterSets.guess($0) }
        }
        return Symbol(symbology, bytes: try unescaped(text.array[...]), aim: aim) { CharacterSets.guess($0) }
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) throws(InputError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var start = text.startIndex
        while let backslash = text[start...].firstIndex(of: UInt8(ascii: "\\")) {
            bytes.append(contentsOf: text[start..<backslash])
            switch backslash + 1 < text.endIndex ? text[backslash + 1] : 0 {
            case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
            default:
                throw InputError(
                    code: "bad-input",
                    message: "a backslash must be followed by \\, n, r or t; write \\\\ for a backslash")
            }
            start = backslash + 2
        }
        bytes.append(contentsOf: text[start...])
        return bytes
    }
}

extension Span<UInt8> {
    /// Calls `body` with each line of a text, without its line feed.
    package func forEachLine(_ body: (Span<UInt8>) -> Void) {
        var start = 0
        while start < count {
            let end = firstIndex(of: UInt8(ascii: "\n"), from: start) ?? count
            body(extracting(start..<end))
            start = end + 1
        }
    }

    /// The first place of a byte. `memchr` compares many bytes at a time.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        withUnsafeBufferPointer { buffer in
            guard start < buffer.count, let first = buffer.baseAddress,
                let found = memchr(first + start, Int32(byte), buffer.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(first)
        }
    }

    fileprivate func has(_ byte: UInt8) -> Bool { firstIndex(of: byte, from: 0) != nil }

    fileprivate var array: [UInt8] { withUnsafeBufferPointer { Array($0) } }

    fileprivate var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}
