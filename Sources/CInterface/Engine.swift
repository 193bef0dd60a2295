internal import Beeline
internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols
internal import CBeeline
internal import Dispatch
internal import Synchronization

/// The engine of the C interface: rules that can be loaded again, and how answers are written.
final class Engine: Sendable {
    struct Options: OptionSet {
        let rawValue: UInt32

        static let noBundledRules = Options(rawValue: UInt32(BEELINE_NO_BUNDLED_RULES))
        static let showSecrets = Options(rawValue: UInt32(BEELINE_SHOW_SECRETS))
        private static let all: Options = [.noBundledRules, .showSecrets]

        init(rawValue: UInt32) { self.rawValue = rawValue }

        /// - Throws: for bits that this version does not know; a newer header may have more.
        init(checking bits: UInt32) throws(CBoundary.Misuse) {
            rawValue = bits
            guard isSubset(of: .all) else {
                throw CBoundary.Misuse(description: "options has bits that this version of libbeeline does not know")
            }
        }
    }

    /// What the caller says about a code; a text is empty where it says nothing.
    struct Names {
        let symbology: String
        let aim: String
        let addOn: String
    }

    private let rules: LiveRules
    private let showsSecrets: Bool
    private let charset = Mutex<Conversion.Charset?>(nil)
    private let watch = Mutex<Watch?>(nil)

    /// - Throws: `RuleSetError`, with all errors; `FileError`; `InstalledTableError`.
    init(files: [String], options: Options) throws {
        let withBundled = !options.contains(.noBundledRules)
        rules = try LiveRules { try Engine.load(files, withBundled: withBundled) }
        showsSecrets = options.contains(.showSecrets)
    }

    private static func load(_ files: [String], withBundled: Bool) throws -> (resolver: Resolver, paths: [String]) {
        let noted = NotedPaths()
        do {
            let own = try RuleSources.files(files)
            let sources = withBundled ? own + .bundled : own
            let finder = CatalogStore.finder(
                noting: noted.add, remedy: { "'beeline catalog import \($0) FILE.csv' makes one" })
            let resolver = try Resolver(
                rules: sources, constants: ConstantSettings(values: [:]), finder: finder,
                parser: InstalledTables.parser(), reader: sources.reader(noting: noted.add))
            return (resolver, files + noted.all)
        } catch {
            throw LiveRules.LoadFailure(error, paths: files + noted.all)
        }
    }

    /// The JSON document about a code, without a line feed.
    func document(of code: UnsafeBufferPointer<UInt8>, _ names: Names) -> ArraySlice<UInt8> {
        var output = JSONOutput()
        output.append(answer(to: code, names))
        return output.bytes.dropLast()
    }

    private func answer(to code: UnsafeBufferPointer<UInt8>, _ names: Names) -> Answer {
        guard code.count <= InputFormat.longestLine else {
            let beginning = Array(code.prefix(InputFormat.shownBeginning))
            return Answer(toLongLine: beginning, showsSecrets: showsSecrets)
        }
        do throws(SymbolFormatError) {
            let symbol = try Symbol(code: code.span, symbology: names.symbology, aim: names.aim, addOn: names.addOn)
                .told(in: charset.withLock { $0 })
            let input = Answer.Input.text(symbol.text ?? String(decoding: code, as: UTF8.self))
            guard !symbol.isTooLong else { return shown(Answer(input: input, outcome: .failure(.codeTooLong))) }
            let result = rules.resolver.result(of: symbol, scan: .now(), explaining: false)
            return shown(Answer(input: input, outcome: .success([result])))
        } catch {
            let problem = InputError(code: "bad-input", message: "\(error)")
            let input = Answer.Input.text(String(decoding: code, as: UTF8.self))
            return shown(Answer(input: input, outcome: .failure(problem)))
        }
    }

    /// Sets the character set of codes that are not UTF-8; an empty name takes it back. Returns whether it is known.
    func setCharset(_ name: String) -> Bool {
        let known = Conversion.Charset(name: name)
        guard name.isEmpty || known != nil else { return false }
        charset.withLock { $0 = known }
        return true
    }

    private func shown(_ answer: Answer) -> Answer {
        showsSecrets ? answer : answer.redacted(line: InputFormat.lines.line)
    }

    /// Loads the rules again when their files change, and reports each change: nil or what is wrong with the files.
    /// Returns false where the files are watched already.
    func watch(_ report: @escaping @Sendable (String?) -> Void) -> Bool {
        watch.withLock { watch in
            guard watch == nil else { return false }
            watch = Watch(rules, report)
            return true
        }
    }

    /// Stops watching the files, and waits until that has ended.
    func end() { watch.withLock { $0 }?.end() }
}

/// Watches the files of rules on another thread.
private struct Watch: Sendable {
    private let task: Task<Void, Never>
    private let ended = DispatchSemaphore(value: 0)

    init(_ rules: LiveRules, _ report: @escaping @Sendable (String?) -> Void) {
        task = Task.detached { [ended] in
            for await event in rules.watch() {
                // The caller that frees the engine gets no further calls.
                guard !Task.isCancelled else { break }
                switch event {
                case .success: report(nil)
                case .failure(let error): report("\(error)")
                }
            }
            ended.signal()
        }
    }

    func end() {
        task.cancel()
        ended.wait()
    }
}
