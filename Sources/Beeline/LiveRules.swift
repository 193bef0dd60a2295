public import BeelineActions
public import BeelineRules
internal import BeelineSupport
internal import Dispatch
internal import Synchronization

/// Rules that are loaded again when their files change, while codes are resolved with them.
///
///     let rules = try LiveRules(.files(["shop.json"]) + .list("prices", at: "prices.csv") + .bundled)
///     let reloading = Task {
///         for await event in rules.watch() { print(event) }
///     }
///     rules.resolver.resolve(Symbol(.ean13, "9784873119045"))
///
/// While the files cannot be loaded, the last good set stays in use. The next change is tried again.
public final class LiveRules: Sendable {
    /// Reads files and makes a resolver of them. Returns the paths of the files, and of folders with `.json` files.
    package typealias Loader = @Sendable () throws -> (resolver: Resolver, paths: [String])

    /// The error of a loader that knows the files of the failed load. They are watched: a missing file may appear.
    package struct LoadFailure: Error {
        package let error: any Error
        /// The paths of all files that the loader read, or would have read.
        package let paths: [String]

        package init(_ error: any Error, paths: [String]) {
            self.error = error
            self.paths = paths
        }
    }

    private let load: Loader
    /// The plugins whose actions the rules can name.
    let plugins: PluginRegistry
    private let loaded: Mutex<Loaded>
    private let queue = DispatchQueue(label: "beeline.rules")
    /// The time between two looks at the files.
    private static let interval = Duration.milliseconds(250)

    private struct Loaded {
        var resolver: Resolver
        var paths: [String]
        /// The contents of the files that were tried last; nil where unknown.
        var contents: FileContents?
        var isGood = true
    }

    /// Loads the rules for the first time. Later, all files are watched that the rules were read from: those of the
    /// sources, files that others include, lists, and the configuration folder.
    ///
    /// - Parameters:
    ///   - plugins: the plugins whose actions the rules can name.
    ///   - constants: values for the constants of the files, by name. A name that no file has is an error.
    ///   - catalogs: further lists that conditions can use. They stay as they are.
    /// - Throws: `RuleSetError`, with all errors in the files; `FileError`.
    public convenience init(
        _ sources: RuleSources, plugins: PluginRegistry = .standard, constants: [String: String] = [:],
        catalogs: [Catalog] = []
    ) throws {
        try self.init(plugins: plugins) {
            let noted = NotedPaths()
            do {
                let sources = try sources.again()
                let resolver = try Resolver(
                    rules: sources, plugins: plugins, constants: ConstantSettings(values: constants),
                    catalogs: catalogs, finder: sources.finder(noting: noted.add),
                    reader: sources.reader(noting: noted.add))
                return (resolver, sources.paths + noted.all)
            } catch {
                throw LoadFailure(error, paths: sources.paths + noted.all)
            }
        }
    }

    package init(plugins: PluginRegistry = .standard, load: @escaping Loader) throws {
        (self.load, self.plugins) = (load, plugins)
        let first: (resolver: Resolver, paths: [String], contents: FileContents?)
        do {
            first = try Self.load(load, before: nil)
        } catch let failure as LoadFailure {
            throw failure.error
        }
        loaded = Mutex(Loaded(resolver: first.resolver, paths: first.paths, contents: first.contents))
    }

    /// The resolver with the last good set of rules. It changes as a whole.
    public var resolver: Resolver { loaded.withLock { $0.resolver } }

    /// Loads the rules again when their files change, until the stream is released or its task is cancelled.
    ///
    /// Each element is the resolver that is in use from then on, or why the files could not be loaded, most often a
    /// `RuleSetError` or a `FileError`; the last good rules then stay in use.
    ///
    /// Changes since the rules were loaded count as well. Saving a file without a change is not an event, nor is a
    /// change of a file that the loader did not use. Use one stream at a time.
    public func watch() -> AsyncStream<Result<Resolver, any Error>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Result<Resolver, any Error>.self, bufferingPolicy: .bufferingNewest(64))
        let task = Task {
            while !Task.isCancelled {
                // On the queue, so that no thread of the concurrency runtime waits for files.
                let event = await withCheckedContinuation { done in
                    queue.async { done.resume(returning: self.reload()) }
                }
                if let event { continuation.yield(event) }
                try? await Task.sleep(for: Self.interval)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// - Returns: nil when the files are unchanged.
    private func reload() -> Result<Resolver, any Error>? {
        let (paths, tried, isGood) = loaded.withLock { ($0.paths, $0.contents, $0.isGood) }
        var contents = FileContents(of: paths, knowing: tried)
        // What went wrong may have had another reason than the bytes, so that is tried again when a file is saved.
        if let tried, isGood ? contents.areEqual(to: tried) : contents.areUntouched(since: tried) {
            loaded.withLock { $0.contents = contents }
            return nil
        }
        if tried != nil { contents = contents.atRest() }
        let start = FileContents.Moment.now
        do {
            let new = try Self.load(load, before: (paths, contents))
            loaded.withLock {
                $0 = Loaded(resolver: new.resolver, paths: new.paths, contents: new.contents)
            }
            return .success(new.resolver)
        } catch {
            let failure = error as? LoadFailure
            if let failure, failure.paths != paths { contents = FileContents(of: failure.paths, knowing: contents) }
            loaded.withLock {
                // Files that were written meanwhile may be newer than what was tried.
                $0.contents =
                    failure == nil || failure?.paths == paths || contents.areOlder(than: start) ? contents : nil
                $0.isGood = false
                if let failure { $0.paths = failure.paths }
            }
            return .failure(failure?.error ?? error)
        }
    }

    /// Loads the rules. Returns also the contents of the files when they were read, as far as those before show it.
    private static func load(
        _ load: Loader, before: (paths: [String], contents: FileContents)?
    ) throws -> (resolver: Resolver, paths: [String], contents: FileContents?) {
        let start = FileContents.Moment.now
        let first = try load()
        if let before, before.paths == first.paths { return (first.resolver, first.paths, before.contents) }
        let after = FileContents(of: first.paths, knowing: before?.contents)
        if after.areOlder(than: start) { return (first.resolver, first.paths, after) }
        // They have been written in the same moment. Read again, they are what is known of them, or newer.
        let second = try load()
        return (second.resolver, second.paths, second.paths == first.paths ? after : nil)
    }
}
