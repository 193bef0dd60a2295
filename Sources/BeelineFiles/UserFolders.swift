/// Where Beeline keeps what it writes for a user: `beeline` in `XDG_DATA_HOME`, or in `~/.local/share`; nil where
/// neither that nor `HOME` is set. Relative paths do not count, as the XDG Base Directory Specification wants it.
public func userDataFolder() -> String? {
    if let home = environmentVariable("XDG_DATA_HOME"), home.hasPrefix("/") { return "\(home)/beeline" }
    return environmentVariable("HOME").map { "\($0)/.local/share/beeline" }
}

/// Where Beeline keeps for a user what it can find out again: `beeline` in `XDG_CACHE_HOME`, or in `~/.cache`; nil where
/// neither that nor `HOME` is set. Relative paths do not count.
public func userCacheFolder() -> String? {
    if let home = environmentVariable("XDG_CACHE_HOME"), home.hasPrefix("/") { return "\(home)/beeline" }
    return environmentVariable("HOME").map { "\($0)/.cache/beeline" }
}

/// Where a user says how Beeline is to behave: `beeline` in `XDG_CONFIG_HOME`, or in `~/.config`; nil where neither that nor
/// `HOME` is set. Relative paths do not count.
public func userConfigurationFolder() -> String? {
    if let home = environmentVariable("XDG_CONFIG_HOME"), home.hasPrefix("/") { return "\(home)/beeline" }
    return environmentVariable("HOME").map { "\($0)/.config/beeline" }
}
