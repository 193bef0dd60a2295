package struct Link: Hashable, Sendable {
    package let type: LinkType
    /// An absolute URL with `http` or `https`.
    package let href: String
    package let title: String
    /// The media type without parameters: `text/html`; nil if it is unknown.
    package let mediaType: String?
    /// The languages, `pt` or `pt-BR`; empty when the language does not matter.
    package let languages: [String]
    package let contexts: [String]
    /// Whether it is a default of its key; defaults may differ by language.
    package let isDefault: Bool

    package init(
        type: LinkType, href: String, title: String, mediaType: String? = nil, languages: [String] = [],
        contexts: [String] = [], isDefault: Bool = false
    ) {
        (self.type, self.href, self.title) = (type, href, title)
        (self.mediaType, self.languages, self.contexts) = (mediaType, languages, contexts)
        self.isDefault = isDefault
    }
}

/// All links of one key: one anchor of a linkset.
package struct LinkEntry: Hashable, Sendable {
    package let key: LinkKey
    /// What the key identifies; nil if it is unknown.
    package let itemDescription: String?
    /// The links, in the order of their file.
    package let links: [Link]

    package init(key: LinkKey, itemDescription: String? = nil, links: [Link]) {
        (self.key, self.itemDescription, self.links) = (key, itemDescription, links)
    }

    /// The default links; empty when a key above has one. When nothing decides, the first is used.
    package var defaults: [Link] { links.filter(\.isDefault) }
}
