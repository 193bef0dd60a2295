internal import Glibc

/// What one client may take of the server, so that something is left for the others.
package struct HTTPLimits: Sendable {
    /// How many connections there may be at a time.
    package var connections = 512
    /// How many of them from one address of another machine. The addresses of an IPv6 network (/64) count as one.
    package var perAddress = 64
    /// How many from an address of this machine, where many programs and users may share it.
    package var perLocalAddress = 256
    /// In which the head of a request has to come, from its first line on, or from the beginning of the connection.
    package var headTime = Duration.seconds(10)
    /// In which a body has to come, and an answer has to be taken, apart from what `rate` adds.
    package var bodyTime = Duration.seconds(60)
    /// How many bytes of a body add a second to that time.
    package var rate = 16 << 10
    /// How many bytes all bodies may have together that are in memory, from when they come until they are answered.
    package var bodies = HTTPLimits.usualBodies
    /// How long a connection stays open between requests.
    package var idleTime = Duration.seconds(30)
    /// How long a stop takes at most.
    package var stopTime = Duration.seconds(10)
    /// How long a client that was refused may still send what it has begun to send, so that it reads the answer.
    package var lingerTime = Duration.seconds(2)

    package init() {}

    /// 512 MiB, or a quarter of the machine's memory where that is less.
    private static var usualBodies: Int {
        let memory = max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
        return memory > 0 ? min(512 << 20, memory / 4) : 512 << 20
    }

    /// The most bytes of a target, with its query.
    static let targetLength = 8192
    /// The memory of a connection for the head of a request and that of the answer, in bytes.
    static let memory = 32 << 10
    /// The stack of its thread, in bytes: what a handler does may nest as deeply as JSON in a code. Only what is used of it
    /// takes memory.
    static let stack = 8 << 20

    /// How often the watcher looks.
    var tick: Duration {
        min(max(min(headTime, bodyTime, idleTime) / 4, .milliseconds(20)), .seconds(1))
    }
}
