/// What a program is started with.
package struct ProgramStart: Sendable {
    /// Its path. No folder is searched for it (see `Executable.find`), and no shell ever sees it.
    package var path: String
    /// What comes after the name of the program.
    package var arguments: [String]
    /// All of its environment.
    package var environment: [String: String]
    /// The folder that it starts in; nil: ours. It is entered before the program is looked for.
    package var folder: String?
    package var input: Stream
    package var output: Stream
    package var errorOutput: Stream
    package var group: Group

    /// Where one of a program's standard streams leads.
    package enum Stream: Sendable {
        /// To /dev/null.
        case nothing
        /// To this open descriptor of ours, which is lent until the program has started.
        case descriptor(Int32)
        /// To our own standard error, be it the program's output, so that it cannot spoil ours.
        case ourErrorOutput
    }

    /// What a signal reaches beside the program.
    package enum Group: Hashable, Sendable {
        /// It has a session of its own: no terminal reaches it. What is stopped is the session; what has left it goes on.
        case own
        /// The same, and a keeper: a process beside it that ends all that it started with it, be it in other sessions, when it
        /// is stopped, and when this program ends.
        ///
        /// - whole: whether all of that ends as well when it ends by itself.
        case kept(whole: Bool)
        /// It belongs to us: what interrupts us at a terminal interrupts it as well.
        case ours
    }

    package init(
        path: String, arguments: [String] = [], environment: [String: String], folder: String? = nil,
        input: Stream = .nothing, output: Stream = .nothing, errorOutput: Stream = .nothing, group: Group = .own
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        self.input = input
        self.output = output
        self.errorOutput = errorOutput
        self.group = group
    }
}
