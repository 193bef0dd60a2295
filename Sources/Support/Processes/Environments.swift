/// Names of variables that say who and where the user is, and in which language they read.
private let ordinary: Set<String> = ["PATH", "HOME", "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "TMPDIR"]

/// Names of variables by which programs reach the user's desktop.
private let desktop: Set<String> = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"]

/// What a program may know of our environment: PATH, HOME, USER, LOGNAME, TMPDIR, TZ, the language (LANG, LC_…) and the
/// user's folders (XDG_…). Nothing else: above all no secret.
///
/// - Parameter reachesDesktop: whether it may show windows and talk on the session's bus, too.
package func cleanEnvironment(reachesDesktop: Bool = false) -> [String: String] {
    environmentVariables(prefix: "").filter { name, _ in
        ordinary.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
            || (reachesDesktop && desktop.contains(name))
    }
}

/// All of our environment but Beeline's own variables, which may be secrets: for a program that the user might have started
/// as well, such as a browser.
package func sessionEnvironment() -> [String: String] {
    environmentVariables(prefix: "").filter { name, _ in !name.hasPrefix("BEELINE_") }
}
