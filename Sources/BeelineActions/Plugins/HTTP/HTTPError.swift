/// Why a web server could not be asked, or its answer not be taken. No text cites a URL or a header.
public enum HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcurl could not be loaded; the text is the loader's.
    case noLibrary(String)
    case unknownHost
    case unreachable
    /// No encrypted connection came about; the text is libcurl's.
    case insecure(String)
    case tooSlow
    /// In bytes.
    case tooLong(limit: Int)
    case brokenOff
    /// Neither http nor https.
    case otherScheme
    /// Anything else, in libcurl's words.
    case failed(String)

    public var description: String {
        switch self {
        case .noLibrary(let problem):
            "libcurl cannot be loaded (\(problem)); install the package libcurl4 (Fedora: libcurl)"
        case .unknownHost: "its host is not known; see whether its name is right, and whether this machine is online"
        case .unreachable: "no connection to its host"
        case .insecure(let problem): "no encrypted connection to its host that can be trusted: \(problem)"
        case .tooSlow: "it took too long to answer"
        case .tooLong(let limit): "its answer is longer than the limit of \(limit) bytes"
        case .brokenOff: "its answer broke off"
        case .otherScheme: "its URL is neither http nor https"
        case .failed(let problem): "it could not be asked: \(problem)"
        }
    }
}
