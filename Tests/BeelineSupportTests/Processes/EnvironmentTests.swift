import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite("what programs are given of the environment, and where they are")
struct EnvironmentTests {
    /// Names that other tests do not set; this process keeps them to its end.
    private static let set: Void = {
        setenv("BEELINE_SECRET_TEST", "hush", 1)
        setenv("AWS_SECRET_ACCESS_KEY", "hush", 1)
        setenv("LC_MESSAGES", "C", 1)
        setenv("XDG_TEST", "x", 1)
        setenv("DISPLAY", ":99", 1)
    }()

    @Test("is the PATH, the user, the language and the folders; no secret")
    func clean() {
        Self.set
        let clean = cleanEnvironment()
        #expect(clean["PATH"] == ProcessInfo.processInfo.environment["PATH"])
        #expect(clean["LC_MESSAGES"] == "C")
        #expect(clean["XDG_TEST"] == "x")
        #expect(clean["DISPLAY"] == nil)
        #expect(cleanEnvironment(reachesDesktop: true)["DISPLAY"] == ":99")
        for environment in [clean, cleanEnvironment(reachesDesktop: true)] {
            #expect(!environment.values.contains("hush"))
        }
    }

    @Test("a program of the user's session has all of it but Beeline's own")
    func session() {
        Self.set
        #expect(sessionEnvironment()["BEELINE_SECRET_TEST"] == nil)
        #expect(sessionEnvironment()["DISPLAY"] == ":99")
    }

    @Test("relative folders of the PATH do not count")
    func skipsRelativeFolders() throws {
        #expect(Executable.find("sh", path: "bin:.:/bin") == "/bin/sh")
        #expect(Executable.find("sh", path: "bin:.") == nil)
        #expect(Executable.find("sh", path: "") == nil)
        #expect(Executable.find("", path: "/bin") == nil)
        #expect(Executable.find("no-such-program") == nil)
        #expect(Executable.find("sh") != nil)
    }
}
