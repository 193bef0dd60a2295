/// Where Beeline keeps what it writes for a user: `beeline` in `XDG_DATA_HOME`, or in `~/.local/share`; nil where there is
/// neither.
package func userDataFolder() -> String? { userFolder("XDG_DATA_HOME", orElse: ".local/share") }

/// Where Beeline keeps for a user what it can find out again: `beeline` in `XDG_CACHE_HOME`, or in `~/.cache`; nil where
/// there is neither.
package func userCacheFolder() -> String? { userFolder("XDG_CACHE_HOME", orElse: ".cache") }

/// Where a user says how Beeline is to behave: `beeline` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where there is neither.
package func userConfigurationFolder() -> String? { userFolder("XDG_CONFIG_HOME", orElse: ".config") }

/// The user's home, as `HOME` says; nil where it says nothing, or no path from the root: a relative one would lead
/// elsewhere in each folder that the program is started in.
package func userHome() -> String? { absoluteFolder("HOME") }

private func userFolder(_ variable: String, orElse folder: String) -> String? {
    (absoluteFolder(variable) ?? userHome().map { "\($0)/\(folder)" }).map { "\($0)/beeline" }
}

/// Relative paths count as not set, as the XDG Base Directory Specification wants it.
private func absoluteFolder(_ variable: String) -> String? {
    environmentVariable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
}
