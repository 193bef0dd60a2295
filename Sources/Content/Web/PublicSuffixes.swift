internal import CPSL

/// The Public Suffix List, as it was when the library was built. Asking it reads no file.
package enum PublicSuffixes {
    /// Whether a host has a label before a suffix under which a registry of the real world registers names, so that a
    /// text may be taken for a host though nothing else says so.
    ///
    /// - Parameter host: in A-labels and lower case, without the dot of the root.
    static func isBelowRegistry(_ host: String) -> Bool {
        guard let list = psl_builtin(), let dot = host.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        // That any unknown last label counts as a suffix is of no use here: `readme.txt` would be a host.
        let registries = PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE
        return psl_is_public_suffix2(list, String(host[host.utf8.index(after: dot)...]), registries) != 0
            && psl_is_public_suffix2(list, host, registries) == 0
    }

    /// Whether a registry of the real world registers names right below a suffix: `co.jp`, and not `github.io` or `co.com`,
    /// below which the owner of a registered name gives names to others.
    ///
    /// - Parameter suffix: in A-labels and lower case.
    package static func isOfRegistry(_ suffix: String) -> Bool {
        guard let list = psl_builtin() else { return false }
        return psl_is_public_suffix2(list, suffix, PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE) != 0
    }

    /// Whether a label is a top-level domain of the real world.
    ///
    /// - Parameter label: in A-labels and lower case.
    package static func isTopLevelDomain(_ label: String) -> Bool { isOfRegistry(label) }

    /// The part of a host that somebody registered: a public suffix and the label before it. An unknown last label
    /// counts as a suffix, as the list says. Nil for what is no more than a suffix.
    ///
    /// - Parameter host: in A-labels and lower case, without the dot of the root; no address.
    static func registrableDomain(of host: String) -> String? {
        // The time that the library takes grows with the square of the labels; no name that DNS knows is longer.
        guard host.utf8.count <= Host.longestName, let list = psl_builtin() else { return nil }
        return host.withCString { start in
            // What comes back points into the host that was given.
            psl_registrable_domain(list, start).map { String(cString: $0) }
        }
    }
}
