internal import BeelineContent
internal import BeelineSymbols

/// The parts of a request that select links: its query and two header fields.
///
///     let request = try LinkRequest(query: "linkType=gs1:pip", accept: [], acceptLanguage: ["de, en;q=0.5"])
///     request.decision(among: entries)   // .redirect(…)
package struct LinkRequest: Hashable, Sendable {
    package enum Wish: Hashable, Sendable {
        /// The request names no link type.
        case defaultLink
        /// All links.
        case linkset
        /// A link type; nil: an invalid one.
        case type(LinkType?)
    }

    package let wish: Wish
    package let context: String?
    package let types: AcceptedTypes
    package let languages: LanguageRanges

    /// Reads the query as sent, after the `?`, and two header fields. Throws for a wrong or repeated `linkType` or `context`.
    package init(query: String?, accept: [String], acceptLanguage: [String]) throws(LinkRequestError) {
        types = AcceptedTypes(accept)
        languages = LanguageRanges(acceptLanguage)
        var linkType: String?
        var context: String?
        if let query, query.utf8.contains(UInt8(ascii: "=")) {
            for piece in query.utf8.split(separator: UInt8(ascii: "&")) {
                let halves = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard halves.count == 2 else { continue }
                if halves[0].elementsEqual("linkType".utf8) {
                    try Self.set(&linkType, "linkType", halves[1])
                } else if halves[0].elementsEqual("context".utf8) {
                    try Self.set(&context, "context", halves[1])
                }
            }
        }
        self.context = context?.isEmpty == true ? nil : context
        switch linkType {
        case nil, "": wish = .defaultLink
        case "linkset", "all": wish = .linkset
        case let name?:
            let type = LinkType(parsing: name)
            wish = type == .defaultLink || type == .defaultLinkMulti ? .defaultLink : .type(type)
        }
    }

    private static func set(
        _ value: inout String?, _ name: String, _ bytes: Substring.UTF8View
    ) throws(LinkRequestError) {
        let encoded = Array(bytes)
        let decoded = PercentEncoding.bytes(encoded[...], plusIsBlank: true)
        let triplets = encoded.count { $0 == UInt8(ascii: "%") }
        guard encoded.count - decoded.count == 2 * triplets, decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let text = String(validating: decoded, as: UTF8.self)
        else { throw .unreadable(name) }
        guard value == nil || value == text else { throw .twice(name) }
        value = text
    }

    /// The form of an answer without a redirect.
    package var form: LinksetForm { types.linksetForm }
}

/// Why a query is invalid.
package enum LinkRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(String)
    case twice(String)

    package var description: String {
        switch self {
        case .unreadable(let name):
            "the value of '\(name)' must be UTF-8, percent-encoded, without control characters"
        case .twice(let name): "'\(name)' is given twice, with different values"
        }
    }
}

package enum LinkDecision: Hashable, Sendable {
    /// 307 to the target of the link.
    case redirect(Link)
    /// 307 to another resolver for the same key, with the path and the query of the request.
    case handOver(Link)
    /// 200 with all links.
    case linkset(LinksetForm)
    /// 300 with the links between which the request does not decide.
    case choices([LinkEntry], LinksetForm)
    /// 404: the key has no links.
    case unknown
    /// 404: the key has links, but none of this type.
    case noSuchType
}

extension LinkRequest {
    /// The decision among the entries that cover the key of the request, the most specific one first. The first one
    /// with the link type is used. Among its links, media type, language and context decide, in this order
    /// (GS1-Conformant Resolver, section 4).
    package func decision(among entries: [LinkEntry]) -> LinkDecision {
        guard !entries.isEmpty else { return .unknown }
        switch wish {
        case .linkset: return .linkset(form)
        case .defaultLink:
            let defaults = entries.lazy.map(\.defaults).first { !$0.isEmpty } ?? []
            if let form = types.wishedLinkset(beside: defaults) { return .linkset(form) }
            // Where nothing decides between several defaults, the first one is meant.
            if let link = chosen(from: defaults).first { return .redirect(link) }
            return handOver(entries) ?? .choices(entries, form)
        case .type(let type):
            let entry = entries.first { entry in entry.links.contains { $0.type == type } }
            let links = entry?.links.filter { $0.type == type } ?? []
            if types.wishedLinkset(beside: links) == .linkset { return .linkset(.linkset) }
            guard let entry else { return handOver(entries) ?? .noSuchType }
            let chosen = chosen(from: links)
            guard chosen.count > 1 else { return chosen.first.map(LinkDecision.redirect) ?? .noSuchType }
            let choices = LinkEntry(key: entry.key, itemDescription: entry.itemDescription, links: chosen)
            return .choices([choices], form)
        }
    }

    private func chosen(from links: [Link]) -> [Link] {
        guard links.count > 1 else { return links }
        var links = languages.best(of: types.best(of: links))
        if let context {
            let found = links.filter { $0.contexts.contains(context) }
            if !found.isEmpty { return types.typed(of: found) }
        }
        let neutral = links.filter(\.contexts.isEmpty)
        if !neutral.isEmpty { links = neutral }
        return types.typed(of: links)
    }

    private func handOver(_ entries: [LinkEntry]) -> LinkDecision? {
        entries.lazy.flatMap(\.links).first { $0.type == .handledBy }.map(LinkDecision.handOver)
    }
}

extension LinkType {
    /// Another resolver has the key.
    package static let handledBy = LinkType(stored: "handledBy")
    package static let productPage = LinkType(stored: "pip")
    package static let locationInfo = LinkType(stored: "locationInfo")
}

extension Link {
    /// The target of a redirect: the link with the query of the request, byte for byte, before its fragment. The query,
    /// if any, is as it was sent, after the `?`.
    package func location(passing query: String?) -> String {
        guard let query, !query.isEmpty else { return href }
        let end = href.utf8.firstIndex(of: UInt8(ascii: "#")) ?? href.endIndex
        let target = href[..<end]
        let separator: String
        switch target.utf8.last {
        case UInt8(ascii: "?"), UInt8(ascii: "&"): separator = ""
        default: separator = target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        }
        return "\(target)\(separator)\(query)\(href[end...])"
    }

    /// The URL of a key at another resolver, for the path of the request as it was sent.
    package func location(ofPath path: String, passing query: String?) -> String {
        let base = href.hasSuffix("/") ? href.dropLast() : href[...]
        return query.map { $0.isEmpty ? "\(base)\(path)" : "\(base)\(path)?\($0)" } ?? "\(base)\(path)"
    }
}
