import Beeline
import BeelineSupport
import Synchronization

/// The rule files whose tests are run, as they are at the moment.
struct TestFiles {
    let suites: [RuleTestSuite]
    /// Why some could not be read.
    let unreadable: [FileError]
    /// The paths of those that they include, whether anything is there or not.
    let included: [String]
    /// Where a change may change what comes out.
    let watchedPaths: [String]

    /// - Parameters:
    ///   - paths: none: the configuration folder and the bundled files.
    ///   - actions: what rules may name.
    init(_ paths: [String], actions: [ActionSignature]) {
        var files: [RuleFile] = []
        var unreadable: [FileError] = []
        func add(_ read: () throws(FileError) -> RuleSources) {
            do throws(FileError) { files += try read().files } catch { unreadable.append(error) }
        }
        for path in paths { add { () throws(FileError) in try .files([path]) } }
        if paths.isEmpty {
            add { () throws(FileError) in try .configuration() }
            files += RuleSources.bundled.files
        }
        let noted = NotedPaths()
        let reader = RuleSources(files).reader { noted.add($0) }
        suites = files.map {
            RuleTestSuite(file: $0, actions: actions, reader: reader)
        }
        self.unreadable = unreadable
        included = noted.paths
        let roots = paths.isEmpty ? [RuleSources.configurationFolder].compactMap(\.self) : paths
        watchedPaths = roots + included
    }
}

/// Paths that are read, each once, in order.
private final class NotedPaths: Sendable {
    private let noted = Mutex<[String]>([])

    var paths: [String] { noted.withLock { $0 } }

    func add(_ path: String) { noted.withLock { if !$0.contains(path) { $0.append(path) } } }
}
