internal import BeelineContent
internal import BeelineSupport

/// A linkset (RFC 9264) as GS1 restricts it (GS1-Conformant Resolver, section 2.10): link types by the URIs of the
/// vocabulary, and the default link with its target and title alone.
///
///     LinksetDocument(table.entries(for: key), base: "https://id.example.com").json()
package struct LinksetDocument: Sendable {
    private let entries: [LinkEntry]
    private let base: String

    /// - Parameter base: the base of the paths of keys, with or without a slash at the end.
    package init(_ entries: [LinkEntry], base: String) {
        self.entries = entries
        self.base = Self.trimmed(base)
    }

    private static func trimmed(_ base: String) -> String { base.hasSuffix("/") ? String(base.dropLast()) : base }

    /// A text as the base of links, without a slash at the end; nil unless it is a web URL of scheme, host and path.
    package static func base(_ text: String) -> String? {
        guard let address = WebAddress(absoluteURL: text), address.isOfWeb, address.query == nil,
            address.fragment == nil, address.userInfo == nil
        else { return nil }
        return trimmed(address.url)
    }

    /// One element of the list `linkset`, for a document that is written in pieces.
    package static func element(_ entry: LinkEntry, base: String) -> [UInt8] {
        var json = JSONWriter(capacity: 1_024)
        write(entry, trimmed(base), to: &json)
        return json.bytes
    }

    /// For `application/linkset+json`.
    package func json() -> [UInt8] {
        var json = JSONWriter(capacity: 2_048)
        json.object { json in members(&json) }
        return json.bytes
    }

    /// For `application/ld+json`: the same, including its context.
    package func jsonLD() -> [UInt8] {
        var json = JSONWriter(capacity: 4_096)
        json.object { json in
            json.name("@context")
            Self.writeContext(to: &json)
            members(&json)
        }
        return json.bytes
    }

    private func members(_ json: inout JSONWriter) {
        json.array("linkset") { json in for entry in entries { Self.write(entry, base, to: &json) } }
    }

    /// Writes an element of the list `linkset`.
    private static func write(_ entry: LinkEntry, _ base: String, to json: inout JSONWriter) {
        let defaults = entry.defaults
        json.object { json in
            json.member("anchor", "\(base)\(entry.key.path)")
            // An older schema of GS1 wants it.
            json.member("itemDescription", entry.itemDescription ?? (defaults.first ?? entry.links.first)?.title ?? "")
            if let first = defaults.first {
                json.name(LinkType.defaultLink.uri)
                json.array { json in
                    json.object { json in
                        json.member("href", first.href)
                        json.member("title", first.title)
                    }
                }
            }
            if defaults.count > 1 { write(defaults, of: .defaultLinkMulti, to: &json) }
            var types: [LinkType] = []
            for link in entry.links where !types.contains(link.type) { types.append(link.type) }
            for type in types { write(entry.links.filter { $0.type == type }, of: type, to: &json) }
        }
    }

    private static func write(_ links: [Link], of type: LinkType, to json: inout JSONWriter) {
        json.name(type.uri)
        json.array { json in
            for link in links {
                json.object { json in
                    json.member("href", link.href)
                    json.member("title", link.title)
                    json.member("type", link.mediaType)
                    if !link.languages.isEmpty { json.member("hreflang", link.languages) }
                    if !link.contexts.isEmpty { json.member("context", link.contexts) }
                }
            }
        }
    }
}

extension LinksetDocument {
    /// The JSON-LD context of a linkset (RFC 9264, appendix A), which the header `Link` of a linkset names.
    package static let contextDocument: [UInt8] = {
        var json = JSONWriter(capacity: 1_024)
        json.object { json in
            json.name("@context")
            writeContext(to: &json)
        }
        json.endLine()
        return json.bytes
    }()

    private static func writeContext(to json: inout JSONWriter) {
        json.object { json in
            json.name("@version")
            json.value(json: "1.1")
            // Link relations without a URI are those that IANA has registered.
            json.member("@vocab", "https://www.iana.org/assignments/relation/")
            json.member("gs1", "https://ref.gs1.org/voc/")
            json.member("linkset", "@graph")
            json.member("anchor", "@id")
            json.member("href", "@id")
            json.member("title", "http://purl.org/dc/terms/title")
            json.member("itemDescription", "http://purl.org/dc/terms/description")
            json.member("type", "http://purl.org/dc/terms/format")
            json.object("hreflang") { json in
                json.member("@id", "http://purl.org/dc/terms/language")
                json.member("@container", "@set")
            }
            json.object("context") { json in
                json.member("@id", "http://purl.org/dc/terms/coverage")
                json.member("@container", "@set")
            }
        }
    }
}
