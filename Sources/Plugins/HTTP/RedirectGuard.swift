internal import BeelineActions
internal import BeelineContent

/// Decides where redirects may lead. The first URL is the rule's own, and trusted as far as that goes; what a server
/// says is not.
struct RedirectGuard: Sendable {
    private let first: WebAddress

    /// - Parameter url: the one that the rule names.
    /// - Throws: `RedirectProblem` when it is none that a server can be asked for.
    init(first url: String) throws(RedirectProblem) {
        first = try Self.address(url)
    }

    /// Whether a URL leads to the same server as the first one, over the same kind of connection: only there belong the
    /// headers, which may hold secrets.
    func isSameOrigin(_ url: String) -> Bool {
        guard let address = WebAddress(absoluteURL: url) else { return false }
        return address.scheme == first.scheme && address.hostName == first.hostName
            && Self.port(address) == Self.port(first)
    }

    /// Whether a URL leads to another host than the first one. Such a host must be public, whatever its name says.
    func leadsElsewhere(_ url: String) -> Bool { WebAddress(absoluteURL: url)?.hostName != first.hostName }

    /// The host of the first URL and its port, as what one asks too often.
    var server: String { "\(first.hostName):\(Self.port(first))" }

    /// Accepts what leads to a public host, or to the host of the first URL, which may be of the local network.
    ///
    /// - Throws: `RedirectProblem`.
    func check(_ url: String) throws(RedirectProblem) {
        let address = try Self.address(url)
        guard address.hostName != first.hostName else { return }
        for reason in LinkGuard.standard.verdict(on: url).reasons {
            switch reason {
            case .literalAddress, .obfuscatedAddress, .reservedAddress, .localHost, .metadataService:
                throw .notPublic(host: address.hostName)
            case .notUnderstood, .irregularSlashes, .dangerousScheme, .otherScheme, .userInfo, .hiddenCharacters:
                throw .notALink
            // Services have such ports, hosts and files, and the user sees none of them.
            case .notEncrypted, .unusualPort, .atSignInPath, .mixedScripts, .confusableLetters, .lookAlike, .nearName,
                .overlongHost, .shortener, .redirector, .dynamicHost, .runnableDownload:
                continue
            }
        }
    }

    private static func address(_ url: String) throws(RedirectProblem) -> WebAddress {
        guard let address = WebAddress(absoluteURL: url) else { throw .notALink }
        guard ["http", "https"].contains(address.scheme) else { throw .scheme(address.scheme) }
        let reasons = LinkGuard.standard.verdict(on: url).reasons
        guard !reasons.contains(.hiddenCharacters), !reasons.contains(.userInfo), !address.hostName.isEmpty else {
            throw .notALink
        }
        return address
    }

    private static func port(_ address: WebAddress) -> Int { address.port ?? (address.scheme == "https" ? 443 : 80) }
}

/// Why a URL is not asked for.
public enum RedirectProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// No absolute URL, or one that hides something.
    case notALink
    /// Neither http nor https.
    case scheme(String)
    /// This machine, the local network, or an address in place of a name.
    case notPublic(host: String)
    case tooMany(limit: Int)
    /// What was sent would be sent to somebody else.
    case withBody

    public var description: String {
        switch self {
        case .notALink: "to what is no plain http or https link"
        case .scheme(let scheme): "to '\(scheme):', which is neither http nor https"
        case .notPublic(let host): "to \(host), which is no public host"
        case .tooMany(let limit): "more than \(limit) times"
        case .withBody: "elsewhere, which only GET follows: write the URL that it leads to"
        }
    }
}
