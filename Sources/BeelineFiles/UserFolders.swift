/// Where Beeline keeps what it writes for a user: `beeline` in `XDG_DATA_HOME`, or in `~/.local/share`; nil where
/// neither that nor `HOME` is set. Relative paths do not count, as the XDG Base Directory Specification wants it.
public func userDataFolder() -> String? {
    if let home = environmentVariable("XDG_DATA_HOME"), home.hasPrefix("/") { return "\(home)/beeline" }
    return environmentVariable("HOME").map { "\($0)/.local/share/beeline" }
}
