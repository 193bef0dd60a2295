/// What decoders there are, what they read, and how they are kept from doing anything else.
public struct DecoderCapabilities: Hashable, Sendable {
    public var decoders: [Decoder]
    /// The names of the image file formats, as people write them: `JPEG`.
    public var imageFormats: [String]
    /// How the decoders are shut in; nil where they are not, as they decode in the program itself.
    public var sandbox: Sandbox?
    /// How the programs that draw the pages of PDF files are shut in; nil where no PDF is read.
    public var pdfSandbox: Sandbox?

    public init(
        decoders: [Decoder], imageFormats: [String], sandbox: Sandbox? = nil, pdfSandbox: Sandbox? = nil
    ) {
        self.decoders = decoders
        self.imageFormats = imageFormats
        self.sandbox = sandbox
        self.pdfSandbox = pdfSandbox
    }

    /// What one of the decoders reads, or all of them together.
    public var symbologies: Set<Symbology> { Set(decoders.flatMap(\.symbologies)) }

    /// A library that finds symbols.
    public struct Decoder: Hashable, Sendable {
        /// As a symbol has it that was read by it: `zbar`.
        public var name: String
        /// The library's version: `0.23.92`. Empty for what belongs to Beeline.
        public var version: String
        /// What this version of it reads.
        public var symbologies: Set<Symbology>

        public init(name: String, version: String, symbologies: Set<Symbology>) {
            self.name = name
            self.version = version
            self.symbologies = symbologies
        }
    }

    /// How decoders, and programs that draw pages, are kept from all else.
    public enum Sandbox: String, CaseIterable, Hashable, Sendable {
        /// For programs: by limits on memory and time, a filter of system calls (no network, no other programs, nothing is
        /// written), and rules of paths (Landlock): they can read the system's libraries and fonts, and the document.
        case filterAndPaths = "filter-and-paths"
        /// By limits on memory and time, and a filter of system calls: no network, no programs, nothing is written. Decoders
        /// can open no files; programs that draw pages can read those that the user can.
        case filter
        /// By limits alone: the system has no such filters.
        case limits
    }
}
