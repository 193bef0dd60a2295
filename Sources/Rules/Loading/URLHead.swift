internal import BeelineContent
internal import BeelineSymbols

/// Checks that no code can choose the host of a URL: scheme and host must be in the template or in a constant.
enum URLHead {
    /// What is wrong with the beginning of a template; nil when it is right. `isCertain` is whether a name has a value
    /// for every code; an expression without one is not there. `isHost` is as `isHost(_:)`.
    static func problem(
        with parts: [BoundURL.Part], isCertain: (BoundURL.Value) -> Bool, isHost: (String) -> Bool
    ) -> String? {
        guard case .literal(let bytes)? = parts.first, let colon = schemeEnd(bytes) else {
            return "a URL must begin with its scheme and host, or be a single {+NAME} that is a link of the code: "
                + "a code must not choose the host"
        }
        let rest = bytes[(colon + 1)...]
        let next = parts.dropFirst()
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard rest.starts(with: "//".utf8) else {
            let hasHostInside = !next.isEmpty && rest.indices.contains { rest[$0...].starts(with: "//".utf8) }
            let isSafe = !hierarchical.contains(scheme) && !hasHostInside && !mayBeginWithSlashes(rest, next)
            return isSafe ? nil : "'\(scheme):' must be followed by '//' and a host in the template"
        }
        let hostStart = rest.startIndex + 2
        let hostEnd = rest[hostStart...].firstIndex(where: endsHost)
        if hostEnd == nil, !ends(next, isCertain) { return hostMustEnd }
        let name = rest[hostStart..<(hostEnd ?? rest.endIndex)]
        guard let host = String(validating: name, as: UTF8.self), isHost(host) else {
            return "'\(String(decoding: name, as: UTF8.self))' is not a host name"
        }
        return nil
    }

    static let hostMustEnd =
        "the host must end before the first {…}, with '/', '?' or '#': a code must not choose the host"

    /// Whether the next part of a template would belong to its host.
    static func isWithinHost(after parts: [BoundURL.Part]) -> Bool {
        guard parts.count == 1, case .literal(let head) = parts[0], let colon = schemeEnd(head) else { return false }
        return head[(colon + 1)...].starts(with: "//".utf8) && !endsHost(head)
    }

    /// Schemes in which a host follows.
    private static let hierarchical: Set<String> = ["http", "https", "ftp", "ftps", "sftp", "ws", "wss", "file"]

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Whether the host ends in a literal of a template, that which is after the scheme.
    static func endsHost(_ literal: [UInt8]) -> Bool {
        let slashes = Array("://".utf8)
        let start = literal.indices.first { literal[$0...].starts(with: slashes) }.map { $0 + slashes.count } ?? 0
        return literal[start...].contains(where: endsHost)
    }

    private static func schemeEnd(_ bytes: [UInt8]) -> Int? {
        guard let first = bytes.first, first.isASCIILetter, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[..<colon].allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) })
        else { return nil }
        return colon
    }

    /// Whether the part after the scheme may begin with two slashes, one or both of them from the code.
    private static func mayBeginWithSlashes(_ literal: ArraySlice<UInt8>, _ parts: ArraySlice<BoundURL.Part>) -> Bool {
        guard literal.isEmpty || literal.elementsEqual("/".utf8) else { return false }
        return parts.contains {
            guard case .expression(let kind, _) = $0 else { return false }
            return kind == .reserved || kind == .path
        }
    }

    /// Whether the host ends before any value of a code, whichever expressions are left out.
    private static func ends(_ parts: ArraySlice<BoundURL.Part>, _ isCertain: (BoundURL.Value) -> Bool) -> Bool {
        for part in parts {
            switch part {
            case .literal(let bytes): return bytes.first.map(endsHost) ?? false
            case .expression(let kind, let variables):
                guard kind == .path || kind == .query || kind == .fragment else { return false }
                // Of a list the first characters are nothing.
                if variables.contains(where: { isCertain($0.value) && $0.source.prefix == nil }) { return true }
            }
        }
        return true
    }

    /// Whether a text is a name or an address, with or without a port, as links have it; no user before it.
    static func isHost(_ text: String) -> Bool {
        guard let address = WebAddress("https://\(text)/"), address.path == "/", address.query == nil else {
            return false
        }
        let written = address.hostName + (address.port.map { ":\($0)" } ?? "")
        return written == text.lowercased()
    }

    /// Whether a text that is a host has a port after it.
    static func hasPort(_ host: String) -> Bool { host.hasPrefix("[") ? !host.hasSuffix("]") : host.contains(":") }
}
