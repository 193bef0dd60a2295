internal import BeelineContent

/// A decision about an action or a link, from the freest to the strictest.
public enum Decision: String, Hashable, Sendable, Comparable, CaseIterable {
    /// It is allowed without a question.
    case allow
    /// The user is asked first.
    case ask
    /// It is refused.
    case deny

    /// Whether the left one is freer.
    public static func < (left: Decision, right: Decision) -> Bool { left.strictness < right.strictness }

    private var strictness: Int {
        switch self {
        case .allow: 0
        case .ask: 1
        case .deny: 2
        }
    }
}

/// The verdict on a link before it is opened, with its reasons.
public struct LinkVerdict: Hashable, Sendable {
    /// The strictest decision of the reasons; `allow` without any.
    public let decision: Decision
    /// The reasons for caution; empty for a plain link.
    public let reasons: [LinkReason]

    /// The names of the reasons, on which programs may rely: `user-info`. Empty for a plain link.
    public var codes: [String] { reasons.map(\.code) }

    /// The reasons as parts of sentences for people: `not encrypted (http)`. Empty for a plain link.
    public var messages: [String] { reasons.map(\.description) }

    /// The strictest of the reasons decides.
    package init(reasons: [LinkReason]) {
        self.reasons = reasons
        var strictest = Decision.allow
        for reason in reasons { strictest = max(strictest, reason.decision) }
        decision = strictest
    }

    /// The verdict with a doubt about how the link was read; nil adds nothing.
    func adding(_ doubt: LinkDoubt?) -> LinkVerdict {
        let reason: LinkReason
        switch doubt {
        case .cut: reason = .cut
        case .repaired: reason = .repaired
        case nil: return self
        }
        return reasons.contains(reason) ? self : LinkVerdict(reasons: reasons + [reason])
    }
}

/// A reason for caution with a link. Hosts are in A-labels, as in links.
public enum LinkReason: Hashable, Sendable, CustomStringConvertible {
    /// No absolute URL that is understood.
    case notUnderstood
    /// Backslashes, or too few or too many slashes before the host; browsers correct that, each in its way.
    case irregularSlashes
    /// The scheme runs code or reads files instead of leading somewhere.
    case dangerousScheme(String)
    /// Not http or https; another program will take it.
    case otherScheme(String)
    /// Everyone on the way can read and change what is sent.
    case notEncrypted
    /// There is a name before the host, which makes it look like another host.
    case userInfo
    /// The path has an `@` with what looks like the host after it.
    case atSignInPath(String)
    /// The host is an address and not a name.
    case literalAddress(String)
    /// An address in a spelling that hides which it is: a single number, octal, hexadecimal, IPv4 inside of IPv6.
    case obfuscatedAddress(String, meaning: String)
    /// An address that belongs to no one: multicast, examples, tests.
    case reservedAddress(String)
    /// The host is this machine, or one of the local network, or a name without a dot.
    case localHost(String)
    /// Where machines of a cloud ask for their own keys.
    case metadataService(String)
    /// A label mixes scripts that no language mixes.
    case mixedScripts(String)
    /// All letters of a label look like others of the Latin alphabet.
    case confusableLetters(String, reads: String)
    /// To the eye it is a host that the rules trust, or it begins with one.
    case lookAlike(String, of: String)
    /// It differs by a letter from a host that the rules trust, or has its name in it.
    case nearName(String, of: String)
    /// So many characters long that no one sees its end, which decides where it leads.
    case overlongHost(Int)
    /// A port other than the scheme's own.
    case unusualPort(Int)
    /// The host leads on to a place that the link does not show.
    case shortener(String)
    /// The host, or the page, leads on to whatever place the link names.
    case redirector(String)
    /// The host has a name that anyone gets at once for a machine that may stand anywhere.
    case dynamicHost(String)
    /// The name of a file that a system runs or installs, by its extension.
    case runnableDownload(String)
    /// Characters that cannot be seen, or that turn the order of the text around; plain or percent-encoded.
    case hiddenCharacters
    /// It is not the whole link of the code, or programs disagree on where it ends.
    case cut
    /// The code has it with characters that no link has.
    case repaired

    /// Whether it is only about where a machine is: a trap in a code may be one's own service in a rule.
    var isOfPlace: Bool {
        switch self {
        case .localHost, .literalAddress, .unusualPort: true
        default: false
        }
    }

    /// The decision for this reason alone.
    public var decision: Decision { row.decision }

    /// The name that programs may rely on: `user-info`.
    public var code: String { row.code }

    /// The table of the reasons.
    private var row: (code: String, decision: Decision, text: String) {
        switch self {
        case .notUnderstood: ("not-understood", .deny, "not a link that is understood")
        case .irregularSlashes:
            ("irregular-slashes", .deny, "its slashes are not valid in a link, so that programs disagree on its host")
        case .dangerousScheme(let scheme): ("dangerous-scheme", .deny, "'\(scheme):' runs code or reads files")
        case .otherScheme(let scheme): ("other-scheme", .ask, "'\(scheme):' opens another program")
        case .notEncrypted: ("not-encrypted", .allow, "not encrypted (http)")
        case .userInfo: ("user-info", .deny, "a user name before the host makes it look like another host")
        case .atSignInPath(let name):
            ("at-sign-in-path", .ask, "the host is before the path; the text after the '@' is not the host: \(name)")
        case .literalAddress(let host): ("literal-address", .ask, "the host is an address: \(host)")
        case .obfuscatedAddress(let host, let meaning):
            ("obfuscated-address", .deny, "the host is a disguised address: \(host) is \(meaning)")
        case .reservedAddress(let host): ("reserved-address", .ask, "the host is an unassigned address: \(host)")
        case .localHost(let host): ("local-host", .ask, "the host is in the local network: \(host)")
        case .metadataService(let host):
            (
                "metadata-service", .deny,
                "the host is the metadata service of a cloud, which gives keys to its machines: \(host)"
            )
        case .mixedScripts(let host):
            ("mixed-scripts", .deny, "the host mixes letters of several scripts in one word: \(host)")
        case .confusableLetters(let host, let reads):
            ("confusable-letters", .ask, "the host reads like '\(reads)' but is another host: \(host)")
        case .lookAlike(let host, let trusted):
            (
                "look-alike", .deny,
                "the host looks like \(trusted), which your rules trust, but is another host: \(host)"
            )
        case .nearName(let host, let trusted):
            ("near-name", .ask, "the host resembles \(trusted), which your rules trust, but is another host: \(host)")
        case .overlongHost(let length): ("overlong-host", .ask, "the host has \(length) characters, too many to read")
        case .unusualPort(let port): ("unusual-port", .ask, "an unusual port: \(port)")
        case .shortener(let host): ("shortener", .ask, "\(host) is a link shortener; the target cannot be seen")
        case .redirector(let host):
            ("redirector", .ask, "\(host) redirects to another host, which is part of the link")
        case .dynamicHost(let service):
            ("dynamic-host", .ask, "\(service) gives names to machines that can be anywhere and change at any time")
        case .runnableDownload(let name):
            ("runnable-download", .ask, "it names a file that your system may run or install: .\(name)")
        case .hiddenCharacters: ("hidden-characters", .deny, "it contains invisible characters")
        case .cut: ("cut", .ask, "the text around it may be a part of it, and change where it leads")
        case .repaired: ("repaired", .ask, "the code has it with characters that a link cannot contain")
        }
    }

    /// The reason as a part of a sentence: `not encrypted (http)`.
    public var description: String { row.text }
}
