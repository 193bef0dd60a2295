internal import Foundation

/// A way in which a tool, a server or a file name may say a text again.
package struct EncodedText: Sendable, CustomStringConvertible {
    package let description: String
    package let text: String

    /// A text in every spelling under which it must be recognized.
    package static func all(of text: String) -> [EncodedText] {
        let bytes = Array(text.utf8)
        let hex = bytes.map { String(format: "%02x", $0) }
        var all = [
            EncodedText(description: "as it is", text: text),
            EncodedText(description: "in capitals", text: text.uppercased()),
            EncodedText(description: "in small letters", text: text.lowercased()),
            EncodedText(description: "its first six characters", text: String(text.prefix(6))),
            EncodedText(description: "its last six characters", text: String(text.suffix(6))),
            EncodedText(
                description: "percent-encoded",
                text: text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""),
            EncodedText(description: "each byte percent-encoded", text: hex.map { "%\($0)" }.joined()),
            EncodedText(description: "as a form", text: text.replacing(" ", with: "+")),
            EncodedText(description: "as JSON", text: text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")),
            EncodedText(
                description: "as JSON with each unit escaped",
                text: text.utf16.map { String(format: "\\u%04x", $0) }.joined()),
            EncodedText(description: "quoted for a shell", text: "'\(text.replacing("'", with: #"'\''"#))'"),
            EncodedText(
                description: "escaped for a shell",
                text: text.map { $0.isLetter || $0.isNumber ? String($0) : "\\\($0)" }.joined()),
            EncodedText(
                description: "as HTML",
                text: text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&#39;")
                    .replacing("\"", with: "&quot;")),
            EncodedText(
                description: "as HTML with each character escaped",
                text: text.unicodeScalars.map { "&#\($0.value);" }.joined()),
            EncodedText(description: "in hexadecimal digits", text: hex.joined()),
            EncodedText(description: "in large hexadecimal digits", text: hex.joined().uppercased()),
            EncodedText(description: "in hexadecimal digits with colons", text: hex.joined(separator: ":")),
            EncodedText(description: "as bytes of C", text: hex.map { "0x\($0)" }.joined(separator: ", ")),
            EncodedText(
                description: "with blanks between the characters", text: text.map(String.init).joined(separator: " ")),
        ]
        for before in ["", "a", "ab"] {
            let base64 = Data((before + text).utf8).base64EncodedString()
            all.append(EncodedText(description: "in Base64 behind \(before.count) bytes", text: base64))
            let url = base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            all.append(EncodedText(description: "in Base64 for URLs behind \(before.count) bytes", text: url))
        }
        all.append(
            EncodedText(
                description: "in Base64 twice",
                text: Data(Data(text.utf8).base64EncodedString().utf8).base64EncodedString()))
        return all
    }
}
