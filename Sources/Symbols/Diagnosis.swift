/// What was tried on a picture, and why it may have given nothing.
public struct Diagnosis: Hashable, Sendable {
    /// The names of the passes, in order.
    public var tried: [String]
    /// What may be wrong, the likeliest first; empty where symbols were found or nothing is known.
    public var findings: [Finding]

    public init(tried: [String] = [], findings: [Finding] = []) {
        self.tried = tried
        self.findings = findings
    }

    /// Something about the picture that keeps codes from being read.
    public struct Finding: Hashable, Sendable {
        public var kind: Kind
        /// Where; nil is the whole picture.
        public var outline: Outline?
        /// What was measured, in the unit of the kind; nil where there is no figure.
        public var value: Double?

        public init(_ kind: Kind, outline: Outline? = nil, value: Double? = nil) {
            self.kind = kind
            self.outline = outline
            self.value = value
        }
    }

    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Something that looks like a code is too small; the value is pixels per module.
        case tooSmall = "too-small"
        /// Edges are spread over so many pixels that bars run into each other; the value is the spread in pixels.
        case blurred
        /// Light and dark differ little; the value is the difference, of 255.
        case lowContrast = "low-contrast"
        /// A code comes so near to the edge of the picture that its quiet zone is cut; the value is the space in modules.
        case quietZoneCut = "quiet-zone-cut"
        /// A code is there, by its patterns, and its content cannot be read: it is damaged, covered or glaring.
        case unreadable
        /// Nothing in the picture looks like a code.
        case noCode = "no-code"
    }
}
