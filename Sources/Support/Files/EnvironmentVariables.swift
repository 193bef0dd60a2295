internal import Glibc

/// The value of an environment variable; nil when it is not set or empty, which by convention is the same.
package func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

/// The environment variables whose names begin with `prefix`, by the rest of the name; empty ones count as not set.
package func environmentVariables(prefix: String) -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if pair.count == 2, pair[0].hasPrefix(prefix), !pair[1].isEmpty {
            variables[String(pair[0].dropFirst(prefix.count))] = String(pair[1])
        }
        entry += 1
    }
    return variables
}
