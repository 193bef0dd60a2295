import Beeline
import BeelineSymbols

/// Texts as words of a shell's line, for users to copy.
enum ShellWord {
    /// A text as one word; one that begins with a dash is no option.
    static func of(_ text: String) -> String {
        let text = text.hasPrefix("-") ? "./\(text)" : text
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "./_-".utf8.contains($0) }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
