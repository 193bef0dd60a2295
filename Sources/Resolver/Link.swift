/// A link of a key.
package struct Link: Hashable, Sendable {
    package let type: LinkType
    /// An absolute URL with `http` or `https`.
    package let href: String
    package let title: String
    /// `text/html`, without parameters; nil where nothing is said.
    package let mediaType: String?
    /// `pt` or `pt-BR`; empty where the language does not matter.
    package let languages: [String]
    package let contexts: [String]
    /// Whether it is the default of its key, or one of those that differ by language.
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

/// All links of one key: what a linkset has under one anchor.
package struct LinkEntry: Hashable, Sendable {
    package let key: LinkKey
    /// What the key stands for; nil where nothing is said.
    package let itemDescription: String?
    /// In the order of the file that they came from.
    package let links: [Link]

    package init(key: LinkKey, itemDescription: String? = nil, links: [Link]) {
        (self.key, self.itemDescription, self.links) = (key, itemDescription, links)
    }

    /// The defaults, the first of which is taken where nothing decides; empty where a key above has one.
    package var defaults: [Link] { links.filter(\.isDefault) }
}
