internal import CMicroHTTP

/// Hashes by SHA-256 (FIPS 180-4), by GnuTLS, which is loaded for it.
package enum SHA256 {
    /// Why there are none: GnuTLS cannot be loaded; nil when it can. To be asked before anything is hashed.
    package static var problem: String? {
        beeline_httpd_load_gnutls().map { reason in
            "libgnutls cannot be loaded (\(String(cString: reason))); install the package libgnutls30 (Fedora: gnutls)"
        }
    }

    /// The hash, 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        // Callers ask for `problem` before, or a server runs, which needs GnuTLS too.
        if let problem { preconditionFailure(problem) }
        var hash = [UInt8](repeating: 0, count: Int(beeline_httpd_sha256_length))
        // It can fail only for an unknown algorithm; a missing hash must never be used as one.
        if let problem = beeline_httpd_sha256(bytes, bytes.count, &hash) {
            preconditionFailure(String(cString: problem))
        }
        return hash
    }
}
