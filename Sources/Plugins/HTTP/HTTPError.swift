internal import BeelineActions

/// Why a web server could not be asked, or its answer not be taken. No text cites a URL or a header.
public enum HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcurl could not be loaded; the text is the loader's.
    case noLibrary(String)
    case unknownHost
    case unreachable
    /// A redirect leads to a host whose name stands for an address of this machine or the local network.
    case notPublic
    /// No encrypted connection came about; the text is libcurl's.
    case insecure(String)
    case tooSlow
    /// The host has had as many requests as it should, or wants to be left alone for a while; in seconds.
    case toWait(seconds: Int)
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
        case .notPublic: "it redirects to a host of this machine or of the local network"
        case .insecure(let problem): "no encrypted connection to its host that can be trusted: \(problem)"
        case .tooSlow: "it took too long to answer"
        case .toWait(let seconds): "its host is not to be asked again for \(seconds) s"
        case .tooLong(let limit): "its answer is longer than the limit of \(limit) bytes"
        case .brokenOff: "its answer broke off"
        case .otherScheme: "its URL is neither http nor https"
        case .failed(let problem): "it could not be asked: \(problem)"
        }
    }
}
