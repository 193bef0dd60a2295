internal import BeelineSymbols

/// A link of the web with characters that no link has, as people and careless programs write it:
/// `https://example.com/?name=Some Pharmacy`, `https://example.com/my file.pdf`.
///
/// A sentence may follow a link as well. So a blank in a path must be between a few words.
enum RepairedLink {
    static let doubt = "it had blanks or other characters that no link has, which were percent-encoded"

    /// The link with these characters percent-encoded; nil for all other texts, and for those of several lines.
    static func read(_ text: String) -> WebAddress? {
        guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "h"), text.utf8.count <= longest else {
            return nil
        }
        let text = text.trimmed
        guard let head = text.range(ofPrefix: "http://") ?? text.range(ofPrefix: "https://"),
            // The host is as it is.
            let authorityEnd = text[head...].unicodeScalars.firstIndex(where: {
                "/?#".unicodeScalars.contains($0) || isWrong($0)
            }),
            !isWrong(text.unicodeScalars[authorityEnd]),
            let wrong = text.unicodeScalars[authorityEnd...].firstIndex(where: isWrong),
            // What is only at the end is around the link.
            text.unicodeScalars.index(after: wrong) < text.endIndex,
            text.unicodeScalars.allSatisfy({ !endsLine($0) }),
            isLink(text[..<wrong], text[wrong...], from: authorityEnd)
        else { return nil }
        var repaired: [UInt8] = []
        for scalar in text.unicodeScalars {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                if isWrong(scalar) { PercentEncoding.append(byte, to: &repaired) } else { repaired.append(byte) }
            }
        }
        guard case .link(let address) = LinkReader.read(String(decoding: repaired, as: UTF8.self)) else { return nil }
        return address
    }

    private static let longest = 4096

    /// What no link has. A backslash before the query is none of these: programs disagree on what it means.
    private static func isWrong(_ scalar: Unicode.Scalar) -> Bool {
        "\"<>\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .spaceSeparator
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether the text from the first wrong character on is still the link.
    private static func isLink(_ link: Substring, _ rest: Substring, from pathStart: String.Index) -> Bool {
        // Two links are two.
        let words = rest.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isBlank)
        guard !words.dropFirst().contains(where: { String($0.prefix(4)).lowercased() == "http" }) else { return false }
        let path = link[pathStart...]
        if let query = path.utf8.firstIndex(of: UInt8(ascii: "?")), path[query...].utf8.contains(UInt8(ascii: "=")) {
            return true
        }
        guard rest.unicodeScalars.first.map(isBlank) ?? false else {
            return words.count <= mostWords && !rest.utf8.contains(UInt8(ascii: "\\"))
        }
        let isLong = rest.utf8.contains { "/?=".utf8.contains($0) } || words.last.map(isDocument) ?? false
        return words.count <= (isLong ? mostWords : fewWords) && path.utf8.count > 1
            && !(path.utf8.last.map("/.,;:!?".utf8.contains) ?? true)
            && !path.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            && words.dropFirst().allSatisfy { !$0.isEmpty && !$0.contains(":") && !$0.contains("\\") }
    }

    /// With the link itself.
    private static let mostWords = 12
    private static let fewWords = 3

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .spaceSeparator
    }

    private static func isDocument(_ word: Substring.UnicodeScalarView) -> Bool {
        guard let dot = word.lastIndex(of: "."), dot > word.startIndex else { return false }
        return documents.contains(String(word[dot...].dropFirst()).asciiLowercased)
    }

    private static let documents: Set = [
        "pdf", "doc", "docx", "odt", "rtf", "txt", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "odp", "epub", "jpg",
        "jpeg", "png", "gif", "webp", "svg", "mp3", "mp4", "zip", "html", "htm",
    ]
}

extension String {
    /// Where a text continues after a beginning, in whatever case; nil where it begins otherwise.
    ///
    /// - Parameter beginning: ASCII in small letters.
    fileprivate func range(ofPrefix beginning: String) -> Index? {
        let start = utf8.prefix(beginning.utf8.count)
        guard start.elementsEqual(beginning.utf8, by: { $0.asciiLowercased == $1 }) else { return nil }
        return start.endIndex
    }
}
