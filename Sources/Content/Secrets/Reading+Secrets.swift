internal import BeelineSymbols

/// The secrets of a code: passwords of networks and links, keys of one-time passwords, private keys.
extension Reading {
    /// The replacement for a secret.
    public static let secretMark = SecretMark.text

    /// Whether something of this code is secret.
    ///
    /// A code that is nearly one with a secret counts too, for a typing error makes a password no less of one.
    public var holdsSecret: Bool {
        if isPartOfSecret || !keptSecrets.isEmpty { return true }
        return switch content {
        case .wifi(let network): network.password != nil || !unreadNetworkParts(network).isEmpty
        case .otp, .otpExport, .fido: true
        default: !foundSecrets.isEmpty
        }
    }

    /// Whether all made of the text counts as secret as a whole. Of a link with a password, the rest may be shown.
    package var spreadsSecret: Bool {
        if isPartOfSecret || !keptSecrets.isEmpty { return true }
        return switch content {
        case .wifi(let network): network.password != nil || !unreadNetworkParts(network).isEmpty
        case .otp, .otpExport, .fido: true
        case .url(let address) where address.isOfWeb: false
        default: foundSecrets.contains { $0.form != .partOfLink }
        }
    }

    /// Whether a field of this code reveals its secret: the secret itself, and the texts that it was read from.
    package func isSecret(_ name: FieldName) -> Bool { holdsSecret && name.mayTellSecret }

    /// The text of the code with `•••` where its secret was; nil where there is none to hide.
    public var redactedText: String? { holdsSecret ? redactedText(secretMask) : nil }

    /// The same for a code that contains a secret, and what hides it.
    package func redactedText(_ mask: @autoclosure () -> SecretMask) -> String {
        let text = textWithoutOwnSecrets(mask())
        return keptSecrets.isEmpty ? text : SecretMask(keptSecrets).masked(text)
    }

    private func textWithoutOwnSecrets(_ mask: @autoclosure () -> SecretMask) -> String {
        // Of a part of a message no one knows where in it the secret is.
        let text =
            switch content {
            case .wifi(let network): network.redactedText
            case .otp(let key): key.redactedText
            case .otpExport: "otpauth-migration://offline?data=" + Self.secretMark
            case .fido: "FIDO:/" + Self.secretMark
            default:
                keptSecrets.isEmpty || !foundSecrets.isEmpty
                    ? FoundSecret.text(textBytes, hiding: foundSecrets.map(\.place)) ?? Self.secretMark
                    : String(decoding: textBytes, as: UTF8.self)
            }
        // A code may say its secret twice: a password as the name of the network too.
        guard !isPartOfSecret, textBytes.count <= Symbol.mostBytes else { return text }
        switch content {
        case .wifi, .otp, .otpExport, .fido: return mask().maskedWhole(text)
        default:
            // Behind a secret that goes to the end there is nothing more.
            let exact = foundSecrets.lazy.filter { $0.form != .rest }.prefix(Self.mostSecrets)
            return SecretMask(exact.map { Array(textBytes[$0.value]) }).maskedWhole(text)
        }
    }

    /// A text that is longer than a code is not searched for repetitions, nor for more secrets than these, because that
    /// would take time by the square of its length.
    private static let mostSecrets = 8

    /// Hides what this code keeps secret, in texts that others make.
    package var secretMask: SecretMask {
        guard holdsSecret else { return .none }
        return keptSecrets.isEmpty ? ownSecretMask : ownSecretMask.and(SecretMask(keptSecrets))
    }

    private var ownSecretMask: SecretMask {
        if isPartOfSecret { return SecretMask([symbol.bytes, textBytes]) }
        return switch content {
        case .wifi(let network): SecretMask([Array((network.password ?? "").utf8)] + unreadNetworkParts(network))
        case .otp(let key): SecretMask([Array(key.secret.utf8), key.secretBytes])
        case .otpExport(let export):
            SecretMask(
                export.keys.flatMap { [Array($0.secret.utf8), $0.secretBytes] }
                    + [Array(textBytes.drop { $0 != UInt8(ascii: "=") }.dropFirst())])
        case .fido(let request): SecretMask([request.secret, Array(textBytes.filter(\.isASCIIDigit))])
        default: SecretMask(foundSecrets.map { Array(textBytes[$0.value]) })
        }
    }

    /// The text of the code as it may be shown and kept; nil where the code is not text, and nothing of it is secret.
    package var shownText: String? { redactedText ?? symbol.text }
    private var textBytes: [UInt8] { symbol.text.map { Array($0.utf8) } ?? symbol.bytes }

    /// What is in the code of a network that says no password, in parts that no one understood: one of them may be the
    /// password, with an error in its name. A network that is said to be open has none.
    private func unreadNetworkParts(_ network: WiFiNetwork) -> [[UInt8]] {
        guard network.password == nil, network.security != "nopass" || !saysSecurity else { return [] }
        let bytes = textBytes
        guard let start = bytes.firstIndex(of: UInt8(ascii: ":")) else { return [] }
        var parts: [[UInt8]] = []
        var part: [UInt8] = []
        func end() {
            defer { part = [] }
            part = Array(part.drop { $0 <= 0x20 })
            let name = part.prefix { $0 != UInt8(ascii: ":") }
            let isNamed = name.count < part.count
            guard !isNamed || !Self.networkFields.contains(name.map(\.asciiLowercased)) else { return }
            let value = part.drop { $0.isASCIILetter || $0.isASCIIDigit }
            let hasSign = value.first.map { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") } ?? false
            parts.append((hasSign ? Array(value.dropFirst()) : part).filter { $0 != UInt8(ascii: "\"") })
        }
        var isEscaped = false
        for byte in bytes[(start + 1)...] {
            if byte == UInt8(ascii: ";"), !isEscaped {
                end()
            } else {
                part.append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        end()
        return Array(parts.lazy.filter { $0.contains { $0 > 0x20 } }.prefix(Self.mostSecrets))
    }

    /// Whether the code of a network says how it is secured: `T:` after a colon or a semicolon, with a value.
    private var saysSecurity: Bool {
        guard let text = symbol.text else { return false }
        let bytes = text.utf8.span
        var last = UInt8(0)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte | 0x20 == UInt8(ascii: "t"), last == UInt8(ascii: ":") || last == UInt8(ascii: ";"),
                index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: ":"), bytes[index + 2] != UInt8(ascii: ";")
            {
                return true
            }
            // Line ends may be between fields; a sign with a backslash is of a value.
            if byte > 0x20 { last = last == UInt8(ascii: "\\") ? 0 : byte }
        }
        return false
    }

    /// The names of the fields that the codes of networks have, in small letters.
    private static let networkFields: Set<[UInt8]> = Set(
        (["s", "t", "p", "h", "e", "ph2", "ph", "i", "a", "ai", "r", "k"] as [String]).map { Array($0.utf8) })

    /// The secrets that are in the text of a code whose kind has none of its own.
    private var foundSecrets: [FoundSecret] {
        switch content {
        case .isbn, .issn, .ismn, .japaneseBookRow, .japaneseMagazine, .product, .vin, .wifi, .otp, .otpExport, .fido:
            return []
        case .url(let address) where address.isOfWeb && !address.mayHoldSecret: return []
        default: break
        }
        if let text = symbol.text, !SecretFinder.mayHaveSecret(text) { return [] }
        let hasParts =
            switch content {
            case .text, .binary: false
            case .url(let address): address.isOfWeb
            // A note in one may be about a network.
            default: true
            }
        return SecretFinder.secrets(in: textBytes, hasParts: hasParts)
    }
}

extension FieldName {
    /// Whether this field reveals the secret of a code that contains one.
    package var mayTellSecret: Bool {
        switch self {
        case .fixed(let field): field.definition.mayTellSecret
        case .query, .json: true
        case .ai, .di: false
        }
    }
}

extension Reading: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind and the value: `isbn 9784873119045`, without what the code keeps secret.
    public var description: String {
        isPartOfSecret ? "\(kind) \(Self.secretMark)" : secretMask.maskedWhole(content.description)
    }

    /// The same as ``description``: a debugger shows no secret either.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror {
        let mask = secretMask
        return Mirror(
            self,
            children: [
                "symbology": symbol.symbology.name, "text": shownText ?? "\(symbol.bytes.count) bytes",
                "content": description, "warnings": warnings.map { mask.masked($0.description) },
            ])
    }
}

extension Content: CustomDebugStringConvertible, CustomReflectable {
    /// The same as ``description``: a debugger shows no secret either.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}
