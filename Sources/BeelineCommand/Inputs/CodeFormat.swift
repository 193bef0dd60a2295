import Beeline
import BeelineJSON
import Glibc

/// What a line of input looks like. It is never guessed: a code may look like a record.
enum CodeFormat: String, Hashable, Sendable {
    /// Each line is a code, as it is.
    case lines
    /// Symbology, tab, text with escapes.
    case tsv
    /// An object with `text` or `bytes`.
    case json

    /// The symbol that a line stands for.
    ///
    /// - Parameter line: without its line break.
    func symbol(_ line: ArraySlice<UInt8>) throws(InputError) -> Symbol {
        switch self {
        case .lines: return Symbol(.unknown, bytes: line)
        case .tsv: return try Self.tsv(line)
        case .json:
            do {
                return try Symbol(parsingJSON: line)
            } catch let error as JSONError {
                throw InputError(
                    code: "bad-input", message: "not JSON: \(error.message) (column \(error.position.column))")
            } catch {
                throw InputError(code: "bad-input", message: "\(error)")
            }
        }
    }

    /// The line as output shows it.
    func echo(_ line: ArraySlice<UInt8>, of symbol: Symbol?) -> Answer.Input {
        switch self {
        // Of JSON only what was read as JSON can stand in JSON.
        // Line ends between its tokens would make two lines of one answer.
        case .json where symbol != nil:
            .json(
                line.has(UInt8(ascii: "\n")) || line.has(UInt8(ascii: "\r"))
                    ? line.filter { $0 != 0x0A && $0 != 0x0D }[...] : line)
        case .lines where symbol?.text != nil: .text(symbol?.text ?? "")
        default: .text(String(decoding: line, as: UTF8.self))
        }
    }

    /// The line that would have been given for a symbol.
    func line(_ symbol: Symbol) -> String {
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

    private static func tsv(_ line: ArraySlice<UInt8>) throws(InputError) -> Symbol {
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else {
            throw InputError(code: "bad-input", message: "a tab is missing: symbology, tab, text")
        }
        let symbology = Symbology(utf8: line[..<tab])
        let text = line[(tab + 1)...]
        guard text.has(UInt8(ascii: "\\")) else { return Symbol(symbology, bytes: text) }
        return Symbol(symbology, bytes: try unescaped(text))
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
                    code: "bad-input", message: "a backslash is followed by \\, n, r or t; itself it is written \\\\")
            }
            start = backslash + 2
        }
        bytes.append(contentsOf: text[start...])
        return bytes
    }
}

extension ArraySlice<UInt8> {
    /// Whether a byte is in it, as the C library finds it: many bytes at a time.
    fileprivate func has(_ byte: UInt8) -> Bool {
        withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return memchr(start, Int32(byte), buffer.count) != nil
        }
    }
}
