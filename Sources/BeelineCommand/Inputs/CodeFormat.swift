import Beeline
import BeelineJSON

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
                return try Symbol(json: JSONValue(parsing: line))
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
            .json(line.contains { $0 == 0x0A || $0 == 0x0D } ? line.filter { $0 != 0x0A && $0 != 0x0D }[...] : line)
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
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\r", with: "\\r")
            .replacing("\t", with: "\\t")
    }

    private static func tsv(_ line: ArraySlice<UInt8>) throws(InputError) -> Symbol {
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else {
            throw InputError(code: "bad-input", message: "a tab is missing: symbology, tab, text")
        }
        let symbology = Symbology(name: String(decoding: line[..<tab], as: UTF8.self))
        let text = line[(tab + 1)...]
        guard text.contains(UInt8(ascii: "\\")) else { return Symbol(symbology, bytes: text) }
        return Symbol(symbology, bytes: try unescaped(text))
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) throws(InputError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
            default:
                throw InputError(
                    code: "bad-input", message: "a backslash is followed by \\, n, r or t; itself it is written \\\\")
            }
        }
        return bytes
    }
}
